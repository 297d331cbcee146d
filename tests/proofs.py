"""Long runs: tests known to pass are left out, and interrupted runs resume.

`--long-run verify` leaves out each test that `docs/measured/proofs.json` lists with the present key
of all its dependencies (see `sources.py`). `--long-run prove` runs all tests and writes those that
passed there; a test fails if it opens a file of this project that its key does not cover.
`--long-run reliability` does neither.

`--long-seconds N` is for a shared computer: it limits the run to N seconds of one process, by the
times of the last proof; new tests and short ones come first. It reports NOT RUN, and how many.

A long run that is interrupted or has failures resumes as long as the sources stay the same: passed
tests are stored in `.cache/long-runs` until a run completes.
"""

import datetime
import inspect
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest

from host_tools.lab import sources

STORED = sources.ROOT / "docs" / "measured" / "proofs.json"
UNFINISHED = sources.ROOT / ".cache" / "long-runs"
RUNS = ("verify", "prove", "reliability")
NEW_TEST = 45.0  # seconds, the mean of all: a test that was never proved is taken to need them
Known = dict[str, dict[str, str]]  # test file -> test -> key, date, seconds


@cache
def key_of(nodeid: str) -> str:
    """The key of everything that a test depends on."""
    file, name = parts(nodeid)
    return sources.key(sources.ROOT / file, name)


def parts(nodeid: str) -> tuple[str, str]:
    """The test file, relative to the project, and the test in it."""
    file, _, name = nodeid.partition("::")
    return file, name


def read() -> Known:
    """The tests that passed in `make prove`."""
    found: Known = json.loads(STORED.read_text()) if STORED.exists() else {}
    return found


def is_known(known: Known, nodeid: str) -> bool:
    """Whether a test has passed with exactly these sources."""
    file, name = parts(nodeid)
    return known.get(file, {}).get(name, "").partition(" ")[0] == key_of(nodeid)


def seconds(known: Known, nodeid: str) -> float | None:
    """Duration of a test when last proved, with any sources; None if it never was."""
    file, name = parts(nodeid)
    words = known.get(file, {}).get(name, "").split()
    return float(words[2]) if len(words) == 3 else None


def within(items: list[pytest.Item], known: Known, limit: float) -> set[pytest.Item]:
    """New tests, then short ones, up to `limit` seconds in total. New ones come from all folders
    alike, always in the same order."""
    took = {item: seconds(known, item.nodeid) for item in items}
    drawn = {item: crc32(item.nodeid.encode()) for item in items}
    chosen = set()
    for item in sorted(items, key=lambda item: (took[item] or 0.0, drawn[item])):
        limit -= took[item] or NEW_TEST
        if limit >= 0:
            chosen.add(item)
    return chosen


def write(passed: dict[str, float], whole: bool) -> None:
    """Write tests that passed today with their seconds; remove files that no longer exist. `whole`:
    the run came to its end without a failure."""
    known = {file: names for file, names in read().items() if (sources.ROOT / file).exists()}
    today = datetime.date.today().isoformat()
    for nodeid, took in passed.items():
        file, name = parts(nodeid)
        known.setdefault(file, {})[name] = f"{key_of(nodeid)} {today} {took:.1f}"
    for file in {parts(nodeid)[0] for nodeid in passed} if whole else ():
        # A test without a pass for these sources no longer exists.
        names = known[file]
        known[file] = {at: names[at] for at in names if is_known(known, f"{file}::{at}")}
    part = STORED.with_suffix(".part")
    part.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
    part.replace(STORED)


class Passed:
    """Tests passed in an unfinished run, one line each."""

    def __init__(self, run: str) -> None:
        self._path = UNFINISHED / f"{run}.txt"
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        # A line is a key, seconds and a test; skip an incomplete one.
        words = [line.split(" ", 2) for line in lines]
        self._keys = {name: (key, float(took)) for key, took, name in filter(_is_whole, words)}

    def __contains__(self, nodeid: str) -> bool:
        return nodeid in self._keys and self._keys[nodeid][0] == key_of(nodeid)

    def add(self, nodeid: str, took: float) -> None:
        """Store it at once."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._keys[nodeid] = key_of(nodeid), took
        with self._path.open("a") as file:
            file.write(f"{self._keys[nodeid][0]} {took:.1f} {nodeid}\n")

    def all(self) -> dict[str, float]:
        """All that passed with these sources, and their seconds."""
        return {name: took for name, (_, took) in self._keys.items() if name in self}

    def end(self) -> None:
        """Let the next run start from the beginning."""
        self._path.unlink(missing_ok=True)


def _is_whole(words: list[str]) -> bool:
    return len(words) == 3 and words[1].replace(".", "", 1).isdecimal()


class Opened:
    """The files of this project that are opened in this process."""

    def __init__(self) -> None:
        self.files: set[Path] = set()
        self._folders = tuple(f"{sources.ROOT / name}/" for name in sources.TREE)
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        name = arguments[0] if event == "open" else None
        if isinstance(name, str) and name.startswith(self._folders) and not _for_constants():
            self.files.add(sources.source_of(Path(name)))


def _for_constants() -> bool:
    """Whether Hypothesis reads a module for its numbers and texts, as it does with all imported."""
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_globals.get("__name__") == "hypothesis.internal.constants_ast":
            return True
        frame = frame.f_back
    return False


class LongRun:
    """Leaves out tests that need not run again, and stores passes."""

    def __init__(self, config: pytest.Config, run: str) -> None:
        self._run = run
        self._passed = Passed(run)
        self._here = not hasattr(config, "workerinput")  # not one of several processes
        self._limit = config.getoption("long_seconds")
        # Known; passed before the interruption; left out for lack of time.
        self._left_out = (0, 0, 0)
        self._fine: dict[str, bool] = {}  # whether all of a test's stages so far passed
        self._took: dict[str, float] = {}  # seconds
        self._opened = Opened() if run == "prove" else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        stored = read()
        known = {item for item in items if self._run == "verify" and is_known(stored, item.nodeid)}
        before = {item for item in items if item.nodeid in self._passed} - known
        to_run = [item for item in items if item not in known | before]
        chosen = set(to_run) if self._limit is None else within(to_run, stored, self._limit)
        too_long = set(to_run) - chosen
        self._left_out = len(known), len(before), len(too_long)
        config.hook.pytest_deselected(items=[*known, *before, *too_long])
        # The longest first, so that no process is left with one at the end.
        items[:] = sorted(
            chosen, key=lambda item: (-(seconds(stored, item.nodeid) or NEW_TEST), item.nodeid)
        )
        if not self._here:
            config.workeroutput["left out"] = self._left_out  # type: ignore[attr-defined]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        if self._opened is not None:
            self._opened.files.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield
        if self._opened is not None:
            unknown = self._opened.files - sources.depends_on(item.path)
            names = sorted(
                path.relative_to(sources.ROOT).as_posix() for path in unknown if path.exists()
            )
            assert not names, (
                f"it depends on files that host_tools/lab/sources.py does not find: {names}"
            )

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self._left_out = getattr(node, "workeroutput", {}).get("left out", self._left_out)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        fine = self._fine.get(report.nodeid, True) and report.passed
        self._fine[report.nodeid] = fine
        took = self._took[report.nodeid] = self._took.get(report.nodeid, 0.0) + report.duration
        if self._here and fine and report.when == "teardown":
            self._passed.add(report.nodeid, took)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if not self._here or session.config.option.collectonly:
            return
        nothing_left = exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and any(self._left_out)
        if nothing_left:
            session.exitstatus = pytest.ExitCode.OK
        if self._run == "prove":
            write(self._passed.all(), exitstatus == pytest.ExitCode.OK)
        if nothing_left or exitstatus == pytest.ExitCode.OK:
            self._passed.end()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        known, before, too_long = self._left_out
        if known:
            terminalreporter.write_line(
                f"{known} tests are known to pass with these sources; make prove runs them all"
            )
        if before:
            terminalreporter.write_line(f"{before} passed before, in a run that was broken off")
        if too_long:
            terminalreporter.write_line(
                f"NOT RUN: {too_long} long tests whose sources changed, for want of time; "
                "make verify runs them"
            )


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long-run", choices=RUNS, help="leave out what is known; go on")
    parser.addoption("--long-seconds", type=float, help="leave out what takes longer than that")


def pytest_configure(config: pytest.Config) -> None:
    run = config.getoption("long_run")
    if run is not None:
        config.pluginmanager.register(LongRun(config, run), "long-run")
