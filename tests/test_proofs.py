"""A long run leaves out tests known to pass, resumes after an interruption, and stores results only
if everything ran."""

import json

import proofs
import pytest

pytest_plugins = ["pytester"]
TESTS = """
import pytest
from pathlib import Path

@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_one(name):
    with Path("ran.txt").open("a") as file:
        file.write(name)
    assert not Path(f"fail-{name}").exists()
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Callable: runs the three tests as a long run; returns the exit status and the names of those
    that ran, sorted. `order` has them in the order of the run, which depends on earlier
    durations."""
    monkeypatch.setattr(proofs, "STORED", pytester.path / "proofs.json")
    monkeypatch.setattr(proofs, "UNFINISHED", pytester.path / "unfinished")
    monkeypatch.setattr(proofs.sources, "ROOT", pytester.path)
    pytester.makepyfile(test_three=TESTS)

    def run(name, key="k1", *options):
        monkeypatch.setattr(proofs, "key_of", lambda file: key)
        ran = pytester.path / "ran.txt"
        ran.write_text("")
        words = ["-p", "proofs", "-p", "no:xdist", "--long-run", name, *options]
        status = pytester.inline_run(*words).ret
        run.order = ran.read_text()
        return int(status), "".join(sorted(run.order))

    return run


def test_what_was_proved_with_these_sources_is_left_out(run, pytester):
    assert run("verify") == (0, "abc")
    assert run("verify") == (0, "abc")  # only make prove writes
    assert run("prove") == (0, "abc")
    assert run("verify") == (0, "")
    assert run("verify", "k2") == (0, "abc")
    assert run("prove") == (0, "abc")  # always all
    assert run("reliability") == (0, "abc")
    known = json.loads((pytester.path / "proofs.json").read_text())
    assert [text.split()[0] for text in known["test_three.py"].values()] == ["k1"] * 3


@pytest.mark.slow
def test_a_run_with_a_failure_goes_on_with_what_did_not_pass(run, pytester):
    for name in ("reliability", "verify", "prove"):
        (pytester.path / "fail-b").touch()
        assert run(name) == (1, "abc")
        assert run(name) == (1, "b")
        assert run(name, "k2") == (1, "abc")
        (pytester.path / "fail-b").unlink()
        assert run(name, "k2") == (0, "b")
        assert run(name, "k3") == (0, "abc")
    known = json.loads((pytester.path / "proofs.json").read_text())
    assert len(known["test_three.py"]) == 3


@pytest.mark.slow
def test_what_passed_beside_a_failure_is_known(run, pytester):
    (pytester.path / "fail-b").touch()
    assert run("prove") == (1, "abc")
    assert run("verify") == (1, "b")
    assert run("prove") == (1, "b")
    (pytester.path / "fail-b").unlink()
    assert run("prove") == (0, "b")
    assert run("prove") == (0, "abc")
    assert run("verify") == (0, "")


def test_where_time_is_short_new_tests_and_then_short_ones_run(run, pytester, capsys):
    run("prove")
    stored = pytester.path / "proofs.json"
    known = json.loads(stored.read_text())
    seconds = {"test_one[a]": "30.0", "test_one[b]": "5.0", "test_one[c]": "10.0"}
    known["test_three.py"] = {name: f"k1 2026-01-01 {took}" for name, took in seconds.items()}
    stored.write_text(json.dumps(known))
    assert run("verify", "k1", "--long-seconds", "0") == (0, "")
    assert "NOT RUN" not in capsys.readouterr().out
    assert run("verify", "k2", "--long-seconds", "15") == (0, "bc")
    assert run.order == "cb"  # the longer one first
    assert "\nNOT RUN: 1 long tests" in capsys.readouterr().out
    assert run("verify", "k2", "--long-seconds", "9")[1] == "b"
    del known["test_three.py"]["test_one[a]"]
    stored.write_text(json.dumps(known))
    assert run("verify", "k2", "--long-seconds", "49")[1] == "a"
    assert run("verify", "k2", "--long-seconds", "50")[1] == "ab"


def test_what_a_test_took_is_kept_with_it(run, pytester):
    run("prove")
    known = json.loads((pytester.path / "proofs.json").read_text())
    for text in known["test_three.py"].values():
        assert 0 <= float(text.split()[2]) < 60


def test_a_list_of_what_would_run_leaves_the_notes_of_a_run_alone(run, pytester):
    (pytester.path / "fail-b").touch()
    run("verify")
    assert run("verify", "k1", "--collect-only") == (0, "")
    assert run("verify") == (1, "b")


def test_a_line_cut_short_is_a_test_that_did_not_pass(run, pytester):
    (pytester.path / "fail-b").touch()
    run("verify")
    stored = pytester.path / "unfinished" / "verify.txt"
    stored.write_text(stored.read_text().splitlines()[0] + "\nk1 0.0")
    (pytester.path / "fail-b").unlink()
    assert run("verify") == (0, "bc")


def test_tests_that_are_gone_are_not_kept(run, pytester):
    assert run("prove") == (0, "abc")
    pytester.makepyfile(test_three=TESTS.replace('"a", ', ""))
    assert run("prove", "k2") == (0, "bc")
    known = json.loads((pytester.path / "proofs.json").read_text())
    assert list(known["test_three.py"]) == ["test_one[b]", "test_one[c]"]


def test_it_says_what_it_left_out(run, pytester, capsys):
    run("prove")
    run("verify", "k1")
    assert "3 tests are known to pass" in capsys.readouterr().out


def test_a_test_that_opens_what_its_key_does_not_know_is_not_proved(run, pytester, monkeypatch):
    (pytester.path / "tests").mkdir()
    data = pytester.path / "tests" / "data.txt"
    data.write_text("")
    text = f"def test_one():\n    open('tests/data.txt')\n    open({str(data)!r})"
    pytester.makepyfile(test_three=text)
    monkeypatch.setattr(proofs.sources, "depends_on", lambda file: frozenset())
    assert run("prove") == (1, "")
    monkeypatch.setattr(proofs.sources, "depends_on", lambda file: frozenset([data]))
    assert run("prove") == (0, "")


def test_an_answer_without_any_test_is_still_an_error(pytester, run):
    pytester.makepyfile(test_three="")
    assert run("verify")[0] == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_proof_with_a_failure_keeps_the_time_of_what_did_not_pass(run, pytester):
    run("prove")
    (pytester.path / "fail-b").touch()
    run("prove", "k2")
    [stored] = proofs.read().values()
    assert {name: text.split()[0] for name, text in stored.items()} == {
        "test_one[a]": "k2",
        "test_one[b]": "k1",
        "test_one[c]": "k2",
    }
