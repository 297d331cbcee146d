"""Tests marked `apart` run in a fork of the test process, each with what its fixtures made before.

An object that takes long to make, such as an emulated chip whose firmware has started, serves any
number of tests: each gets it unchanged, and its own changes end with its process. Fixtures are set
up and torn down in the parent; the test must not need a thread that a fixture starts.
"""

import json
import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable
from typing import NoReturn

import pytest

PASSED, SKIPPED, FAILED = "passed", "skipped", "failed"
Answer = tuple[str, str]  # one of these, and the reason


def run_apart(act: Callable[[], Answer]) -> Answer:
    """The result of `act` in a fork of this process. A child that ends without a result has
    failed."""
    sys.stdout.flush()
    sys.stderr.flush()
    reader, writer = os.pipe()
    with tempfile.TemporaryDirectory(prefix="lodeboard-apart-") as folder:
        with warnings.catch_warnings():
            # xdist's thread waits for messages; the child never requests any.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            os.close(reader)
            _answer(act, writer, folder)
        os.close(writer)
        status = None
        try:
            with open(reader, "rb") as pipe:
                said = pipe.read()
            status = os.waitpid(child, 0)[1]
        finally:
            if status is None:  # the test has timed out
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
    if not said:
        return FAILED, f"the test's process ended without a word (wait status {status})"
    outcome, why = json.loads(said)
    return outcome, why


def _answer(act: Callable[[], Answer], writer: int, folder: str) -> NoReturn:
    """Runs in the child. Nothing of the parent's is cleaned up here: no atexit, no finalizers."""
    tempfile.tempdir = folder  # the child's own leftovers end with it
    try:
        with open(writer, "wb") as pipe:
            pipe.write(json.dumps(act()).encode())
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(0)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if pyfuncitem.get_closest_marker("apart") is None:
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}

    def act() -> Answer:
        call = pytest.CallInfo.from_call(lambda: pyfuncitem.obj(**arguments), "call")
        if call.excinfo is None:
            return PASSED, ""
        if call.excinfo.errisinstance(pytest.skip.Exception):
            return SKIPPED, str(call.excinfo.value)
        return FAILED, str(pyfuncitem.repr_failure(call.excinfo))

    outcome, why = run_apart(act)
    if outcome == SKIPPED:
        pytest.skip(why)
    if outcome == FAILED:
        pytest.fail(why, pytrace=False)
    return True
