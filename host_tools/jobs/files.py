"""Writes files completely or not at all, and locks."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file open for writing, which replaces `path` when the block ends without an exception. The
    folder must exist."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, contents: str | bytes) -> None:
    """Write a file; a text as UTF-8."""
    with whole_file(path) as file:
        file.write(contents.encode() if isinstance(contents, str) else contents)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """An empty folder to fill, which replaces `path` when the block ends without an exception.
    Until then `path` does not change, even if this process is killed."""
    part = path.with_name(f".{path.name}.part")
    old = path.with_name(f".{path.name}.old")
    _put_back(old, path)  # if a process was killed between the two renames
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        yield part
        if path.exists():
            path.rename(old)
        part.rename(path)
    finally:
        _put_back(old, path)
        shutil.rmtree(part, ignore_errors=True)


def _put_back(old: Path, path: Path) -> None:
    """Restore the old folder if there is no new one, otherwise delete it."""
    if old.exists() and not path.exists():
        old.rename(path)
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a lock on this file, which is created if missing, against other processes and threads.
    Without locks on this system or in this folder, nobody waits."""
    try:
        import fcntl  # noqa: PLC0415 - not to be had on Windows

        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("a", encoding="ascii")
    except (ModuleNotFoundError, OSError):
        yield
        return
    with lock:
        fcntl.flock(lock.fileno(), fcntl.LOCK_EX)
        try:
            yield
        finally:
            # A forked process may hold the file open too.
            fcntl.flock(lock.fileno(), fcntl.LOCK_UN)


def is_held(path: Path) -> bool:
    """Whether another process or thread holds the lock of `alone` on this file."""
    try:
        import fcntl  # noqa: PLC0415 - not to be had on Windows

        with path.open("a", encoding="ascii") as lock:
            fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (ModuleNotFoundError, OSError):
        pass
    return False
