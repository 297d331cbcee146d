"""A copy of the project in which one file at a time is changed; the project stays untouched."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host_tools import ROOT
from host_tools.jobs.cache import cache_folder

_COPIED = (
    "circuitpython", "constraints.txt", "docs", "firmware", "hardware", "host_tools",
    "Makefile", "pyproject.toml", "README.md", "tests",
)  # fmt: skip
_IGNORED = ("__pycache__", ".cache")


class BusyError(Exception):
    """Another run uses the copy; the text says so."""


class Tree:
    """The copy. It stays between runs, so that Numba's compiled code stays valid."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        self._root = root

    def renew(self) -> None:
        """Bring it up to date: copy files whose size or time differs, delete those that are
        gone."""
        wanted = set()
        for name in _COPIED:
            path = self._root / name
            for file in [path] if path.is_file() else path.rglob("*"):
                inner = file.relative_to(self._root)
                if file.is_file() and not any(part in _IGNORED for part in inner.parts):
                    wanted.add(inner)
                    self._copy(inner)
        for file in list(self.folder.rglob("*")):
            inner = file.relative_to(self.folder)
            ignored = any(part in _IGNORED for part in inner.parts)
            if file.is_file() and not ignored and inner not in wanted:
                file.unlink()

    def _copy(self, inner: Path) -> None:
        there, here = self._root / inner, self.folder / inner
        was = there.stat()
        if here.exists():
            found = here.stat()
            if (found.st_size, found.st_mtime_ns) == (was.st_size, was.st_mtime_ns):
                return
        here.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(there, here)

    @contextmanager
    def with_text(self, name: str, text: str) -> Iterator[None]:
        """This file with another text. Its time is new, so that no compiled file matches it."""
        path = self.folder / name
        before, was = path.read_bytes(), path.stat()
        try:
            path.write_text(text, encoding="utf-8")
            yield
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


@contextmanager
def own_tree() -> Iterator[Tree]:
    """The copy in the user's cache. Raises BusyError while another run uses it."""
    folder = cache_folder() / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BusyError("another run is trying mutants; wait for its end") from error
        yield Tree(folder / "tree")
