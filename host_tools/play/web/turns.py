"""Turns for several threads that work: only one works at a time, one slice after the other."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """`taking` a part in it, a thread works until it calls `pass_on`; then all others that take
    part have a slice each before it goes on. New ones come in at the end."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()  # the first of them works

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Take part while the block runs, which begins when it is this thread's turn."""
        self._join()
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Let the others work while the block runs, which has nothing to do with them; it ends when
        it is this thread's turn again."""
        self._leave()
        try:
            yield
        finally:
            self._join()

    def pass_on(self) -> None:
        """End the slice of the thread that works; returns when it is its turn again."""
        with self._changed:
            if len(self._waiting) > 1:
                me = self._waiting[0]
                self._waiting.rotate(-1)
                self._changed.notify_all()
                self._wait_for(me)

    def _join(self) -> None:
        me = object()
        with self._changed:
            self._waiting.append(me)
            self._wait_for(me)

    def _leave(self) -> None:
        with self._changed:
            self._waiting.popleft()
            self._changed.notify_all()

    def _wait_for(self, me: object) -> None:
        self._changed.wait_for(lambda: self._waiting[0] is me)
