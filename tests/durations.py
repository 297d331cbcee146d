"""The order of test files: the slowest first, so that no process is left with one at the end.

`durations.json` stores how many seconds each file took, for `make test`, `make test-slow` and `make
verify`. It is not a measurement: only the order counts. `--keep-durations` writes those of the
files that ran. A file without a duration comes first: it may take long.
"""

import json
from math import inf
from pathlib import Path

import pytest

KEPT = Path(__file__).with_name("durations.json")


def section(config: pytest.Config) -> str:
    """The section for this kind of run."""
    asked = str(config.getoption("markexpr"))
    return next(
        (name for name in ("slow", "verify", "reliability") if asked.startswith(name)), "test"
    )


def in_order(items: list[pytest.Item], seconds: dict[str, float]) -> list[pytest.Item]:
    """Longest file first; tests of one file, and files without a duration, keep their order."""
    return sorted(items, key=lambda item: -seconds.get(item.nodeid.partition("::")[0], inf))


class Durations:
    """Sorts the collected tests, and stores durations if requested."""

    def __init__(self, config: pytest.Config) -> None:
        self._keep = config.getoption("keep_durations") and not hasattr(config, "workerinput")
        self._section = section(config)
        self._kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
        self._took: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = in_order(items, self._kept.get(self._section, {}))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.nodeid.partition("::")[0]
        self._took[file] = self._took.get(file, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        if self._keep:
            kept = self._kept.get(self._section, {}) | self._took
            kept = {file: round(took, 1) for file, took in kept.items() if Path(file).exists()}
            self._kept[self._section] = dict(sorted(kept.items()))
            KEPT.write_text(json.dumps(self._kept, indent=1, sort_keys=True) + "\n")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-durations", action="store_true", help="write how long each file took")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Durations(config), "durations-in-order")
