"""The order of test files: the slowest first, so that no process is left with one at the end.

`durations.json` stores how many seconds each file's tests took, those of each kind apart: `slow`,
`verify`, `reliability`, and `test` for the rest. It is not a measurement: only the order counts.
`--keep-durations` writes those of the files that ran. A file without a duration comes first: it may
take long.
"""

import json
from collections.abc import Container
from math import inf
from pathlib import Path

import pytest

STORED = Path(__file__).with_name("durations.json")
Durations = dict[str, dict[str, float]]  # by kind, by file


def kind(markers: Container[str]) -> str:
    """The kind of a test with these markers."""
    return next((name for name in ("reliability", "verify", "slow") if name in markers), "test")


def file_of(nodeid: str) -> str:
    """The file of a test."""
    return nodeid.partition("::")[0]


def in_order(items: list[pytest.Item], seconds: Durations) -> list[pytest.Item]:
    """Longest file first; tests of one file, and files without a duration, keep their order."""
    known = {(file_of(item.nodeid), kind(item.keywords)) for item in items}
    whole: dict[str, float] = {}
    for file, name in known:
        whole[file] = whole.get(file, 0.0) + seconds.get(name, {}).get(file, inf)
    return sorted(items, key=lambda item: -whole[file_of(item.nodeid)])


class Stopwatch:
    """Sorts the collected tests, and stores durations if requested."""

    def __init__(self, config: pytest.Config) -> None:
        self._keep = config.getoption("keep_durations") and not hasattr(config, "workerinput")
        self._stored: Durations = json.loads(STORED.read_text()) if STORED.exists() else {}
        self._took: Durations = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = in_order(items, self._stored)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        took = self._took.setdefault(kind(report.keywords), {})
        file = file_of(report.nodeid)
        took[file] = took.get(file, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        if self._keep:
            for name, took in self._took.items():
                stored = self._stored.get(name, {}) | took
                there = {file: round(s, 1) for file, s in stored.items() if Path(file).exists()}
                self._stored[name] = dict(sorted(there.items()))
            STORED.write_text(json.dumps(self._stored, indent=1, sort_keys=True) + "\n")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-durations", action="store_true", help="write how long each file took")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Stopwatch(config), "durations-in-order")
