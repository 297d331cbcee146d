"""For all tests: repeatable examples, the order of the files, the markers that SKIP leaves out, and
the last line that reports it."""

import os
import signal
import sys
from collections.abc import Generator

import hypothesis
import long_runs
import pytest
from apart import pytest_pyfunc_call  # noqa: F401  (a hook)

from host_tools.setup.provision import SetupError, skipped

# Tests run as if there were no solution, whether or not this computer has one.
os.environ["LODEBOARD_SOLUTION"] = os.path.join(os.path.dirname(__file__), "no-solution")
# Blinka, which stands for CircuitPython, otherwise looks for real hardware and fails.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")

WANTED_SIGNALS = {signal.SIGHUP: signal.SIG_DFL, signal.SIGINT: signal.default_int_handler}

TAKE_LONG = ("browser", "chip")

# The same examples on every run and every machine, however busy it is.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("repeatable")

# On a busy machine an emulated chip takes many times longer than a board between two messages.
EMULATED_SILENCE_S = 280.0


@pytest.fixture(autouse=True)
def patient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for an emulated chip until it is done."""
    if request.node.get_closest_marker("chip"):
        monkeypatch.setattr("host_tools.board.device.transport.SILENCE_S", EMULATED_SILENCE_S)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Restore the modules that a board unloads, as the same objects: test files refer to their
    classes, and a fresh import would create different ones."""
    before = {
        name: sys.modules[name] for name in list(sys.modules) if name.startswith("lodeboard.")
    }
    answer = yield
    for name, module in before.items():
        if sys.modules.get(name) is not module:
            sys.modules[name] = module
            package, leaf = name.rsplit(".", 1)
            setattr(sys.modules[package], leaf, module)
    return answer


def pytest_addoption(parser: pytest.Parser) -> None:
    long_runs.pytest_addoption(parser)


def pytest_configure(config: pytest.Config) -> None:
    # Programs that tests start inherit what is ignored: nohup has SIGHUP ignored, a shell that
    # puts a job into the background SIGINT.
    for number, default in WANTED_SIGNALS.items():
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, default)
    long_runs.pytest_configure(config)


def left_out() -> list[str]:
    """The markers named by the environment variable SKIP. UsageError for an unknown one."""
    try:
        return skipped()
    except SetupError as error:
        raise pytest.UsageError(str(error)) from error


@pytest.hookimpl(trylast=True)  # after pytest has grouped the tests by their fixtures
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    words = left_out()
    dropped = [item for item in items if any(item.get_closest_marker(word) for word in words)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in dropped]
    # Files that take long start first, so that no process is left with one at the end.
    first = {item.path for item in items if any(map(item.get_closest_marker, TAKE_LONG))}
    items.sort(key=lambda item: item.path not in first)


def pytest_unconfigure(config: pytest.Config) -> None:
    words = left_out()
    if words and not hasattr(config, "workerinput"):
        print(f"NOT RUN: the tests that need {', '.join(words)} (SKIP={' '.join(words)})")
