"""Ctrl-C before work has begun, and for work that is spread over threads or processes."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import ParamSpec

P = ParamSpec("P")


def _is_ours() -> bool:
    """Whether Ctrl-C raises KeyboardInterrupt here, as Python does by itself."""
    return (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )


@contextmanager
def at_once() -> Iterator[None]:
    """While the block runs, Ctrl-C ends the program at once and without a word: while modules are
    imported and kernels compiled, when nothing is under way that has to be put in order. Numba
    makes another error of a KeyboardInterrupt. Does nothing where Ctrl-C is not Python's to
    handle."""
    if not _is_ours():
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def between_steps(report: Callable[P, None]) -> Iterator[Callable[P, None]]:
    """`report`, as the one place where Ctrl-C breaks the work off: while the block runs it is only
    noted, and KeyboardInterrupt comes out of the next call, or at the block's end.

    Python raises KeyboardInterrupt wherever its main thread happens to be: within
    concurrent.futures.wait or Event.wait, too, whose locks then stay taken, so that the threads
    that need them never end. Does nothing where Ctrl-C is not Python's to handle.
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
