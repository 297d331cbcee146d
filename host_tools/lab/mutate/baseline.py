"""What the tests of an area reach without a mutant, and how long each takes; cached.

Each test file is measured separately, so that only changed ones are measured again.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TypedDict

from host_tools import ROOT
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.notes import read_notes, write_notes
from host_tools.lab.mutate.areas import Area
from host_tools.lab.mutate.mutants import Mutant
from host_tools.lab.mutate.places import in_function, statement, uses
from host_tools.lab.mutate.prepared_client import Prepared

FILE_SECONDS = 240  # processor time; slower test files are left out
MOST_SECONDS = 12.0  # of tests for one mutant, as long as they take while they are measured
_MEASURED = (0, 1, 5)  # pytest's statuses: all passed, some failed, none there


class Measured(TypedDict):
    """A test file: see `prepared.measure`."""

    seconds: dict[str, float]
    bad: list[str]
    lines: dict[str, dict[str, list[str]]]


def digest(*names: str) -> str:
    """Digest of project files: 16 hexadecimal digits."""
    whole = hashlib.sha256()
    for name in sorted(names):
        whole.update(name.encode() + b"\0" + _digest(ROOT / name))
    return whole.hexdigest()[:16]


def read_again() -> None:
    """Clear the file digests, because files may have changed."""
    _digest.cache_clear()


@cache
def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _shared(root: Path) -> tuple[str, ...]:
    """Files shared by the tests: everything in tests/ except test files."""
    found = (root / "tests").rglob("*.py")
    files = [path for path in found if not path.name.startswith("test_")]
    return tuple(path.relative_to(root).as_posix() for path in files)


def text_of(name: str) -> str:
    """The text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def key_of_tests(*files: str) -> str:
    """A digest of these test files and of the files they share with others."""
    return digest(*files, *_shared(ROOT))


class Baseline:
    """The tests that can catch an area's mutants. `chip`: each test may catch each of them."""

    def __init__(self, files: Iterable[Measured], chip: bool = False) -> None:
        self._chip = chip
        self.seconds: dict[str, float] = {}
        self.left_out: list[str] = []  # tests that fail, or are skipped, without a mutant
        self._reach: dict[str, dict[int, set[str]]] = {}
        self._users: dict[str, set[str]] = {}  # of a module: all tests of the files that import it
        for measured in files:
            self.seconds.update(measured["seconds"])
            self.left_out += measured["bad"]
            for module, lines in measured["lines"].items():
                reach = self._reach.setdefault(module, {})
                if lines:
                    self._users.setdefault(module, set()).update(measured["seconds"])
                for line, tests in lines.items():
                    reach.setdefault(int(line), set()).update(tests)

    def tests_for(self, mutant: Mutant, source: str, most: float = MOST_SECONDS) -> list[str]:
        """Tests that reach the mutant's statement, then other tests of the same files: they may
        check what the first tests' fixtures do. Of a constant, first those that reach a use of it.
        At most `most` seconds of them, chosen from all
        files in turn; then ordered by file, the fastest file first."""
        start, end = statement(source, mutant.line)
        near: set[str] = set()
        beside: set[str] = set()
        if self._chip:
            near = set(self.seconds)
        elif in_function(source, start):
            near = self._reaching(mutant.module, range(start, end + 1))
            files = {_file(name) for name in near}
            beside = {name for name in self.seconds if _file(name) in files} - near
        else:
            # The first test that imports the file runs this code, so every test that imports it may
            # depend on it.
            near = self._reaching(mutant.module, uses(source, start, end))
            beside = self._users.get(mutant.module, set()) - near
        chosen: list[str] = []
        left = most
        for group in (near, beside):
            some: list[str] = []
            for name in self._in_turns(group):
                if self.seconds[name] <= left or not (chosen or some):
                    left -= self.seconds[name]
                    some.append(name)
            chosen += self._by_file(some)
        return chosen

    def _reaching(self, module: str, lines: Iterable[int]) -> set[str]:
        reach = self._reach.get(module, {})
        found = {name for line in lines for name in reach.get(line, ())}
        return found & set(self.seconds)

    def _in_turns(self, names: Iterable[str]) -> list[str]:
        """The fastest test of each file, then the next of each, and so on."""
        ranked: list[tuple[int, float, str]] = []
        files: dict[str, int] = {}
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            rank = files[_file(name)] = files.get(_file(name), -1) + 1
            ranked.append((rank, self.seconds[name], name))
        return [name for _, _, name in sorted(ranked)]

    def _by_file(self, names: list[str]) -> list[str]:
        took: dict[str, float] = {}
        for name in names:
            took[_file(name)] = took.get(_file(name), 0.0) + self.seconds[name]
        return sorted(names, key=lambda name: (took[_file(name)], _file(name), names.index(name)))


def _file(name: str) -> str:
    return name.partition("::")[0]


def baseline(area: Area, prepared: Prepared, advance: Callable[[int], None]) -> Baseline:
    """Measure whatever is not cached. `advance` is called for each test file."""
    sources = digest(*area.modules(), "host_tools/lab/mutate/prepared.py")
    found = []
    for file in area.test_files():
        key = f"{sources}-{key_of_tests(file)}"
        path = cache_folder() / "mutants" / "reached" / area.name / f"{file.replace('/', '-')}.json"
        stored = read_notes(path, tuple[str, Measured])
        if stored is None or stored[0] != key:
            stored = key, _measured(area, file, prepared)
            write_notes(path, stored)
        found.append(stored[1])
        advance(1)
    return Baseline(found, area.chip)


def _measured(area: Area, file: str, prepared: Prepared) -> Measured:
    answer = prepared.ask({"files": [file], "sources": area.modules(), "seconds": FILE_SECONDS})
    if answer["status"] not in _MEASURED:
        return {"seconds": {}, "bad": [file], "lines": {}}
    return {"seconds": answer["seconds"], "bad": answer["bad"], "lines": answer["lines"]}
