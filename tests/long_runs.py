"""Long runs resume: `--long-run NAME` leaves out the tests that passed in an earlier run of this
name that was interrupted or had failures, as long as the sources of each stay the same (see
`sources.py`). They are stored in `.cache/long-runs` until a run completes.
"""

from collections.abc import Iterable
from functools import cache

import pytest

from host_tools.lab import sources

UNFINISHED = sources.ROOT / ".cache" / "long-runs"


@cache
def key_of(file: str) -> str:
    """The key of everything that the tests of a file depend on."""
    return sources.key(sources.ROOT / file)


class Passed:
    """Tests passed in an unfinished run, one line each; `tests`: those with the present sources."""

    def __init__(self, run: str) -> None:
        self._path = UNFINISHED / f"{run}.txt"
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        # A line is a key and a test; skip an incomplete one.
        words = [line.partition(" ") for line in lines]
        keys = {name: key for key, space, name in words if space}
        self.tests = {name for name, key in keys.items() if key == _key(name)}

    def add(self, nodeid: str) -> None:
        """Store it at once."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a") as file:
            file.write(f"{_key(nodeid)} {nodeid}\n")

    def end(self) -> None:
        """Let the next run start from the beginning."""
        self._path.unlink(missing_ok=True)


def _key(nodeid: str) -> str:
    return key_of(nodeid.partition("::")[0])


class LongRun:
    """Leaves out tests that passed before, and stores passes."""

    def __init__(self, config: pytest.Config, run: str) -> None:
        self._passed = Passed(run)
        self._here = not hasattr(config, "workerinput")  # not one of several processes
        self._fine: dict[str, bool] = {}  # whether all of a test's stages so far passed

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        before = [item for item in items if item.nodeid in self._passed.tests]
        config.hook.pytest_deselected(items=before)
        items[:] = _longest_first(item for item in items if item.nodeid not in self._passed.tests)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        fine = self._fine.get(report.nodeid, True) and report.passed
        self._fine[report.nodeid] = fine
        if self._here and fine and report.when == "teardown":
            self._passed.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if not self._here or session.config.option.collectonly:
            return
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self._passed.tests:
            exitstatus = session.exitstatus = pytest.ExitCode.OK
        if exitstatus == pytest.ExitCode.OK:
            self._passed.end()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if count := len(self._passed.tests):
            terminalreporter.write_line(f"{count} passed before, in a run that did not complete")


def _longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Those on the emulated chip, so that no process is left with one at the end."""
    return sorted(items, key=lambda item: item.get_closest_marker("chip") is None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long-run", help="name of a run that resumes until it completes")


def pytest_configure(config: pytest.Config) -> None:
    run = config.getoption("long_run")
    if run is not None:
        config.pluginmanager.register(LongRun(config, run), "long-run")
