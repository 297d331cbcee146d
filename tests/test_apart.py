"""Tests that run in a fork of the test process fail, skip and pass as others do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from many import later

TESTS = Path(__file__).parent
SUITE = """
import os, tempfile
import pytest

@pytest.fixture(scope="module")
def made():
    return [os.getpid()]

@pytest.mark.apart
@pytest.mark.parametrize("number", [1, 2])
def test_each_gets_it_as_it_was(made, number):
    assert len(made) == 1
    assert made[0] != os.getpid()
    made.append(number)
    tempfile.mkdtemp()

@pytest.mark.apart
def test_wrong(made):
    print("said before")
    assert made == ["something else"]

@pytest.mark.apart
def test_left_out():
    pytest.skip("not today")

@pytest.mark.apart
def test_ends():
    os._exit(3)

@pytest.mark.apart
@pytest.mark.timeout(1)
def test_never_ends():
    while True:
        pass
"""


@pytest.fixture(scope="module", params=[("-n", "1"), later(())], ids=["xdist", "alone"])
def outcome(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    apart\n")
    (folder / "conftest.py").write_text("from apart import pytest_pyfunc_call\n")
    (folder / "test_it.py").write_text(SUITE)
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", *request.param]
    paths = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, "TMPDIR": str(folder)}
    for name in [name for name in environment if name.startswith("PYTEST_")]:
        del environment[name]
    done = subprocess.run(
        [*command, "test_it.py"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout, folder


@pytest.mark.slow
def test_each_test_gets_what_the_fixture_made_as_it_was(outcome):
    said, _ = outcome
    assert "PASSED test_it.py::test_each_gets_it_as_it_was[1]" in said
    assert "PASSED test_it.py::test_each_gets_it_as_it_was[2]" in said
    assert "2 passed, 1 skipped" in said.replace("3 failed, ", "")


def test_a_failure_says_what_it_says_elsewhere(outcome):
    said, _ = outcome
    assert "FAILED test_it.py::test_wrong" in said
    assert "assert made == ['something else']" in said.replace('"', "'")
    assert "said before" in said


def test_a_skip_is_a_skip(outcome):
    said, _ = outcome
    assert "1 skipped" in said
    assert "not today" in said


def test_a_process_that_ends_on_its_own_failed(outcome):
    said, _ = outcome
    assert "FAILED test_it.py::test_ends" in said
    assert "without a word (wait status 768)" in said


def test_a_test_whose_time_is_up_is_ended(outcome):
    said, _ = outcome
    assert "FAILED test_it.py::test_never_ends" in said


def test_nothing_is_left_behind(outcome):
    _, folder = outcome
    left = [*folder.glob("lodeboard-apart-*"), *folder.glob("tmp*")]
    assert not left
