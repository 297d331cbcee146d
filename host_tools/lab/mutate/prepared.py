"""A process that has imported the libraries and forks for each requested run of tests.

Started in the copy of the project by `prepared_client.py`. Reads requests from standard input, one
line of JSON each, and answers each with a line on standard output. It imports only this module of
the project, so each run imports the rest again.
"""

import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import coverage
import hypothesis  # noqa: F401  (these four so that no fork has to)
import msgspec  # noqa: F401
import numba  # noqa: F401
import numpy  # noqa: F401
import pytest

MEMORY = 6 << 30  # bytes, more than any test needs
# With those of make test-slow.
_TESTS = "not verify and not reliability and not hardware"
_PLAIN = ("-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", _TESTS)
_STDOUT = 1
_AT = "at"  # the file beside the answer that names the current test


class Chosen:
    """Runs only these tests, in this order. Stores the first failure, and writes down the current
    test."""

    def __init__(self, names: list[str], progress: Path) -> None:
        self._at = progress
        self._order = {name: index for index, name in enumerate(names)}
        self.failed: str | None = None

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        yield
        chosen = [item for item in items if item.nodeid in self._order]
        items[:] = sorted(chosen, key=lambda item: self._order[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._at.write_text(nodeid, encoding="utf-8")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid


class Measured:
    """Processor seconds of each test, whether it passed, and the lines that it reaches. Tests that
    run in forks (tests/apart.py) leave theirs in `folder`."""

    def __init__(self, cover: coverage.Coverage, sources: list[str], folder: Path) -> None:
        self._cover = cover
        self._sources = sources
        self._folder = folder
        self.seconds: dict[str, float] = {}
        self.bad: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._cover.switch_context(item.nodeid)
        start = _processor_seconds()
        done = yield
        self.seconds[item.nodeid] = _processor_seconds() - start
        self._cover.switch_context("")
        return done

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, object, object]:
        if pyfuncitem.get_closest_marker("apart") is not None:
            pyfuncitem.obj = self._noting(pyfuncitem.obj)
        return (yield)

    def _noting(self, test: Callable[..., object]) -> Callable[..., None]:
        """The test, which writes down what it reached before its process ends."""

        def act(**arguments: object) -> None:
            try:
                test(**arguments)
            finally:
                reached = json.dumps(_reached(self._cover, self._sources))
                Path(self._folder, str(os.getpid())).write_text(reached, encoding="utf-8")

        return act

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.bad.add(report.nodeid)


def run_tests(request: dict[str, Any], progress: Path) -> dict[str, Any]:
    """Stops at the first test that fails."""
    sys.dont_write_bytecode = True
    chosen = Chosen(request["tests"], progress)
    files = dict.fromkeys(name.partition("::")[0] for name in request["tests"])
    status = pytest.main([*_PLAIN, "-x", *files], plugins=[chosen])
    return {"status": int(status), "failed": chosen.failed}


def measure(request: dict[str, Any]) -> dict[str, Any]:
    """Run test files; the result includes which of the sources' lines each test reaches."""
    sources = [str(Path(name).resolve()) for name in request["sources"]]
    cover = coverage.Coverage(data_file=None, include=sources, config_file=False)
    with tempfile.TemporaryDirectory(prefix="lodeboard-reached-") as name:
        folder = Path(name)
        cover.start()
        measured = Measured(cover, sources, folder)
        status = pytest.main([*_PLAIN, *request["files"]], plugins=[measured])
        cover.stop()
        parts = [json.loads(part.read_text(encoding="utf-8")) for part in folder.iterdir()]
    lines: dict[str, dict[str, list[str]]] = {}
    parts.append(_reached(cover, sources))
    for name, path in zip(request["sources"], sources, strict=True):
        found: dict[str, set[str]] = {}
        for part in parts:
            for line, tests in part[path].items():
                found.setdefault(line, set()).update(tests)
        lines[name] = {line: sorted(tests - {""}) for line, tests in found.items()}
    return {
        "status": int(status),
        "seconds": {
            name: took for name, took in measured.seconds.items() if name not in measured.bad
        },
        "bad": sorted(measured.bad),
        "lines": lines,
    }


def _reached(cover: coverage.Coverage, sources: list[str]) -> dict[str, dict[str, list[str]]]:
    """The tests that have reached each line, by source."""
    data = cover.get_data()
    return {
        path: {str(line): tests for line, tests in data.contexts_by_lineno(path).items()}
        for path in sources
    }


def _processor_seconds() -> float:
    """Of this process and of its children that have ended."""
    return sum(os.times()[:4])


def _act(request: dict[str, Any], answer: Path) -> NoReturn:
    """Runs in the child."""
    os.setsid()  # so its own children end with it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    seconds = int(request["seconds"])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    try:
        progress = answer.with_name(_AT)
        done = measure(request) if "files" in request else run_tests(request, progress)
        answer.write_text(json.dumps(done), encoding="utf-8")
    finally:
        os._exit(0)


class Server:
    """Forks, and ends its forks when asked to end."""

    def __init__(self) -> None:
        self._child = 0

    def answered(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer of a fork of this process; if it ended without one, how it ended."""
        with tempfile.TemporaryDirectory(prefix="lodeboard-mutants-") as folder:
            answer = Path(folder, "answer")
            self._child = os.fork()
            if self._child == 0:
                _act(request, answer)
            status = os.waitpid(self._child, 0)[1]
            self._end_child()
            said, progress = (
                file.read_text(encoding="utf-8") if file.exists() else ""
                for file in (answer, answer.with_name(_AT))
            )
        if said:
            found: dict[str, Any] = json.loads(said)
            return found
        ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        loops = ended in (signal.SIGXCPU, signal.SIGKILL)
        return {"status": -1, "failed": None, "loops": loops, "at": progress}

    def _end_child(self) -> None:
        """End the child and all that it started."""
        if self._child:
            with suppress(ProcessLookupError):
                os.killpg(self._child, signal.SIGKILL)
        self._child = 0

    def end(self, _number: int, _frame: FrameType | None) -> NoReturn:
        self._end_child()
        os._exit(0)


def main() -> None:
    server = Server()
    signal.signal(signal.SIGTERM, server.end)
    for line in sys.stdin:
        answer = json.dumps(server.answered(json.loads(line))) + "\n"
        os.write(_STDOUT, answer.encode())


if __name__ == "__main__":
    main()
