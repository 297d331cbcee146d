"""Files that are written whole or not at all, and what one process does at a time."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file open for writing, which takes its place when the block ends without an exception.
    The folder must be there."""
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
    """An empty folder to fill, which takes the place of `path` when the block ends without an
    exception. Until then `path` stays as it is, whatever ends this process."""
    part = path.with_name(f".{path.name}.part")
    old = path.with_name(f".{path.name}.old")
    _put_back(old, path)  # where this was killed between the two renames
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
    """Let the old folder be in its place again, if nothing is there, and else nowhere."""
    if old.exists() and not path.exists():
        old.rename(path)
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """No other process or thread is here with this file, which is made where it is missing, at the
    same time. Where the system or the folder does not let that be, nobody waits."""
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
            # A process that was forked meanwhile has the file open, too.
            fcntl.flock(lock.fileno(), fcntl.LOCK_UN)
