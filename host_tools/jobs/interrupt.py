"""Ctrl-C and signals like it: during start-up, and during work in threads or processes."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import ParamSpec

P = ParamSpec("P")


def _is_ours() -> bool:
    """Whether Ctrl-C raises KeyboardInterrupt here, which is Python's default."""
    return (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )


@contextmanager
def at_once() -> Iterator[None]:
    """While the block runs, Ctrl-C ends the program at once without a traceback.

    For imports and compilation of kernels, when nothing has to be cleaned up; Numba turns a
    KeyboardInterrupt into another error. Does nothing if Ctrl-C does not raise KeyboardInterrupt.
    """
    if not _is_ours():
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def also_by_signals() -> Iterator[None]:
    """While the block runs, the end of the terminal (SIGHUP) and SIGTERM raise KeyboardInterrupt,
    so that the block can undo what it has begun. Signals after the first of them are ignored.
    Does nothing for signals that are ignored or handled already, and outside the main thread."""
    numbers: list[int] = []
    if threading.current_thread() is threading.main_thread():
        numbers = [
            number
            for name in ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
            if (number := getattr(signal, name, None))
            and signal.getsignal(number) is signal.SIG_DFL
        ]

    def stop(_number: int, _frame: FrameType | None) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in numbers:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def between_steps(report: Callable[P, None]) -> Iterator[Callable[P, None]]:
    """Yields a version of `report` that is the only place where Ctrl-C interrupts the work: in the
    block Ctrl-C is only recorded, and the next call, or the end of the block, raises
    KeyboardInterrupt.

    Python raises KeyboardInterrupt anywhere in its main thread, even within concurrent.futures.wait
    or Event.wait. Their locks then stay taken, and threads that need them never end. Does nothing
    if Ctrl-C does not raise KeyboardInterrupt.
    """
    pressed = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True

    def reported(*words: P.args, **named: P.kwargs) -> None:
        report(*words, **named)
        if pressed:
            raise KeyboardInterrupt

    if not _is_ours():
        yield report
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield reported
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed:
        raise KeyboardInterrupt
