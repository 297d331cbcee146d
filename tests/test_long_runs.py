"""A long run resumes after an interruption or a failure, with the tests that did not pass."""

import long_runs
import pytest

pytest_plugins = ["pytester"]
TESTS = """
import pytest
from pathlib import Path

@pytest.mark.parametrize("name", ["a", "b", pytest.param("c", marks=pytest.mark.chip)])
def test_one(name):
    with Path("ran.txt").open("a") as file:
        file.write(name)
    assert not Path(f"fail-{name}").exists()
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Callable: runs the three tests as a long run; returns the exit status and the names of those
    that ran, in order: on the chip first."""
    monkeypatch.setattr(long_runs, "UNFINISHED", pytester.path / "unfinished")
    pytester.makepyfile(test_three=TESTS)

    def run(name, key="k1", *options):
        monkeypatch.setattr(long_runs, "key_of", lambda file: key)
        ran = pytester.path / "ran.txt"
        ran.write_text("")
        words = ["-p", "long_runs", "-p", "no:xdist", "-W", "ignore", "--long-run", name, *options]
        status = pytester.inline_run(*words).ret
        return int(status), ran.read_text()

    return run


def test_a_run_with_a_failure_goes_on_with_what_did_not_pass(run, pytester, capsys):
    (pytester.path / "fail-b").touch()
    assert run("verify") == (1, "cab")
    assert run("verify") == (1, "b")
    assert "2 passed before" in capsys.readouterr().out
    assert run("reliability") == (1, "cab")
    assert run("verify", "k2") == (1, "cab")
    (pytester.path / "fail-b").unlink()
    assert run("verify", "k2") == (0, "b")
    assert run("verify", "k2") == (0, "cab")


def test_a_run_that_was_interrupted_after_the_last_test_is_complete(run, pytester):
    (pytester.path / "fail-b").touch()
    run("verify")
    stored = pytester.path / "unfinished" / "verify.txt"
    stored.write_text(stored.read_text() + "k1 test_three.py::test_one[b]\n")
    assert run("verify") == (0, "")
    assert not stored.exists()


def test_a_list_of_what_would_run_leaves_the_notes_of_a_run_alone(run, pytester):
    (pytester.path / "fail-b").touch()
    run("verify")
    assert run("verify", "k1", "--collect-only") == (0, "")
    assert run("verify") == (1, "b")


def test_a_line_cut_short_is_a_test_that_did_not_pass(run, pytester):
    (pytester.path / "fail-b").touch()
    run("verify")
    stored = pytester.path / "unfinished" / "verify.txt"
    stored.write_text(stored.read_text().splitlines()[0] + "\nk1 test_three.py::tes")
    (pytester.path / "fail-b").unlink()
    assert run("verify") == (0, "ab")


def test_an_answer_without_any_test_is_still_an_error(pytester, run):
    pytester.makepyfile(test_three="")
    assert run("verify")[0] == pytest.ExitCode.NO_TESTS_COLLECTED
