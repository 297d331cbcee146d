"""Files that are written whole or not at all."""

import os
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
