"""Proofs of xtic: found, kept, gone on with, and checked; on late positions, which take no time."""

import os
import pty
import random
import re
import signal
import subprocess
import sys
import threading

import pytest
from cli.command import PROGRAM, Command, run_program
from games.flip.solver.test_terminal import read_until
from games.xtic import plain_xtic
from games.xtic.positions import loaded, undecided
from many import later

from host_tools.games.contract import StoreError
from host_tools.games.xtic.solver import command
from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.answers import Answers
from host_tools.games.xtic.solver.board import state_of, text_of
from host_tools.games.xtic.solver.check import Checker, CheckError, Engine, board_symmetries
from host_tools.games.xtic.solver.facts import Facts, facts_path
from host_tools.games.xtic.solver.prove import Prover, Step
from lodeboard.games.contract import TIE, VERDICTS
from lodeboard.games.xtic.rules import Xtic

pytestmark = pytest.mark.slow

RULES = pytest.mark.parametrize("rules", Xtic.rule_sets)
MEMORY = 1 << 20


def prover(rules, where, text, threads=1, above=2):
    state = state_of(loaded(text, rules))
    return Prover(rules, where, threads, MEMORY, state, state.occupied.bit_count() + above)


def unheard(step: Step) -> None:
    """Nobody looks."""


def ready(rules, seed, placed=8):
    return undecided(random.Random(seed), rules, placed, False)


@pytest.mark.slow
@RULES
@pytest.mark.parametrize("threads", [later(1), 3])
def test_proofs_agree_with_search_and_hold(rules, threads, tmp_path):
    answers = Answers(rules)
    for seed in range(2):
        text = ready(rules, seed)
        where = tmp_path / str(seed)
        value = prover(rules, where, text, threads).run(unheard, 0.01)
        assert value == VERDICTS[answers.value(loaded(text, rules))[0]]
        checker = Checker(rules, facts_path(rules, where), text, 10)
        proved, needed = checker.prove(str)
        assert proved == value
        assert needed
        assert checker.search_again(needed, 10, str, threads) == min(10, len(needed))


def test_every_fact_is_true(tmp_path):
    rules, text = "torus", ready("torus", 5, 10)
    run = prover(rules, tmp_path, text, above=2)
    run.run(unheard, 0.01)
    plain: dict[str, tuple[str, int]] = {}
    for key, bits in run.facts.known.items():
        value, _ = plain_xtic.outcome(text_of(*key), rules, plain)
        truth = {"win": 1 | 8, "lose": 2 | 4, "tie": 2 | 8}[value]
        assert bits & ~truth == 0
        assert bits


def test_what_is_kept_is_read_again_and_used(tmp_path):
    text = ready("normal", 1)
    first = prover("normal", tmp_path, text)
    value = first.run(unheard, 0.01)
    again = prover("normal", tmp_path, text)
    assert again.facts.known == first.facts.known
    assert (again.facts.nodes, again.facts.seconds) == (
        first.facts.nodes,
        round(first.facts.seconds),
    )
    assert again.run(unheard, 0.01) == value
    assert again.facts.nodes == first.facts.nodes


def test_a_run_that_is_broken_off_is_gone_on_with(tmp_path):
    text = ready("nodiags", 2, 7)

    def report(step):
        if step.known > 20:
            raise Enough

    broken = prover("nodiags", tmp_path, text, 2, 3)
    with pytest.raises(Enough):
        broken.run(report, 0.001)
    assert threading.active_count() == 1
    stored = prover("nodiags", tmp_path, text, 2, 3)
    assert len(stored.facts.known) > 20
    spent = stored.facts.nodes
    value = stored.run(unheard, 0.01)
    assert stored.facts.nodes > spent
    assert value == VERDICTS[Answers("nodiags").value(loaded(text, "nodiags"))[0]]


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


@pytest.fixture
def proof(tmp_path):
    """A finished proof: its text and its file."""
    text = ready("torus", 3)
    prover("torus", tmp_path, text).run(unheard, 0.01)
    return text, facts_path("torus", tmp_path)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data[:-40], "damaged"),
        (lambda data: data.replace(b" not-win\n", b" not-lose\n", 1), "damaged"),
        (lambda data: b"", "is no file of facts"),
        (lambda data: data.replace(b"torus", b"normal", 1), "about torus"),
        (lambda data: data.replace(b"facts 1", b"facts 9", 1), "format 1"),
        (lambda data: data + b"\n", "damaged"),
    ],
)
def test_damaged_files_are_refused(proof, spoil, said):
    _, path = proof
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(StoreError, match=said) as refused:
        store.read("torus", path)
    assert str(path) in str(refused.value)


def test_the_command_says_how_to_restart_and_keeps_a_damaged_file(tmp_path, lodeboard):
    path = facts_path("torus", tmp_path)
    path.write_bytes(b"torus")
    outcome = lodeboard("solve", "xtic", "--rules", "torus", "--folder", str(tmp_path))
    assert outcome.status == 2
    assert "is no file of facts" in outcome.err
    assert "--restart" in outcome.err
    assert path.read_bytes() == b"torus"


def test_missing_facts_are_found_missing(proof):
    text, path = proof
    whole = store.read("torus", path)
    _, needed = Checker("torus", path, text, 10).prove(str)
    for leaf in list(needed)[:3]:
        some = whole.copy()
        del some.known[next(key for key in some.known if same(key, leaf[0]))]
        store.write(some, path)
        with pytest.raises(CheckError):
            Checker("torus", path, text, 10).prove(str)


def test_an_unfinished_proof_is_called_so(proof):
    text, path = proof
    with pytest.raises(CheckError, match="not finished"):
        Checker("torus", path, deepest=10).prove(str)
    assert text


def same(key, other):
    return loaded(text_of(*key), "torus").key() == loaded(text_of(*other), "torus").key()


@pytest.mark.verify  # so that it runs again only when the facts or what checks them have changed
def test_the_proof_of_torus_holds_and_takes_few_of_its_facts():
    value, needed = Checker("torus", facts_path("torus", store.PROOFS)).prove(str)
    assert value == "lose"
    # The first way that is found everywhere takes 12,253.
    assert len(needed) < 9000


@pytest.fixture
def checked(proof, tmp_path):
    """The checker of a finished proof, what it needs, and where a record may be."""
    text, path = proof
    checker = Checker("torus", path, text, 10)
    _, needed = checker.prove(str)
    return checker, needed, tmp_path / "xtic-torus.checked"


@pytest.mark.parametrize("threads", [1, 3])
def test_false_facts_are_found_by_searching_again(checked, threads):
    checker, needed, record = checked
    assert checker.search_again(needed, 0, str, threads) == len(needed)
    assert {gives for _, gives in needed} == {0, 1}
    for leaf in sorted(needed)[:: len(needed) // 8]:
        record.unlink(missing_ok=True)
        with pytest.raises(CheckError, match="searched again"):
            checker.search_again({**needed, leaf: not needed[leaf]}, 0, str, threads, record)
        # What is found right on the way is kept, never what is wrong.
        known = store.read("torus", record, checker.key)
        assert all(known.look_up(*each) in (None, answer) for each, answer in needed.items())


class Enough(Exception):
    pass


@pytest.fixture
def asked(monkeypatch):
    """The facts that are searched again, in their order; unless None is among them, the fourth
    is one too many."""
    leaves = []
    wins = Engine.wins

    def recorded(engine, leaf, stop):
        leaves.append(leaf)
        if None not in leaves and len(leaves) > 3:
            raise Enough
        return wins(engine, leaf, stop)

    monkeypatch.setattr(Engine, "wins", recorded)
    return leaves


def test_a_check_that_is_broken_off_is_gone_on_with(checked, asked):
    checker, needed, record = checked
    with pytest.raises(Enough):
        checker.search_again(needed, 0, str, 1, record)
    done = asked[:3]
    assert len(store.read("torus", record, checker.key).known) == len({key for key, _ in done})
    asked[:] = [None]
    assert checker.search_again(needed, 0, str, 2, record) == len(needed)
    # One that another implies - who wins does so alone - need not be searched.
    assert len(done + asked[1:]) == len({*done, *asked[1:]}) >= len(needed) - 3
    known = store.read("torus", record, checker.key)
    assert all(known.look_up(*leaf) is answer for leaf, answer in needed.items())
    asked[:] = [None]
    assert checker.search_again(needed, 0, str, 2, record) == len(needed)
    assert asked == [None]
    # A sample is searched in any case, and is the beginning of the same order.
    assert checker.search_again(needed, 3, str) == 3
    assert asked[1:] == done


def test_ctrl_c_keeps_what_was_checked_and_leaves_no_thread(checked):
    checker, needed, record = checked

    def report(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checker.search_again(needed, 0, report, 2, record)
    assert threading.active_count() == 1
    known = store.read("torus", record, checker.key)
    assert all(known.look_up(*leaf) in (None, answer) for leaf, answer in needed.items())


def test_the_command_keeps_what_it_checked(proof, lodeboard, monkeypatch, asked):
    text, path = proof
    monkeypatch.setattr(command, "Checker", lambda rules, path: Checker(rules, path, text, 10))

    def check(*words):
        asked[:] = [None]
        folder = str(path.parent)
        return lodeboard("solve", "xtic", "--rules", "torus", "--folder", folder, "--check", *words)

    said = check("0")
    assert said.status == 0
    count = len(asked) - 1
    assert f"{count} of them searched again and found right" in said.out
    assert f"{count} of them searched again" in check("0").out
    assert len(asked) == 1
    assert check("0", "--restart").status == 0
    assert len(asked) == count + 1
    record = path.with_suffix(".checked")
    damaged = record.read_bytes()[:-3]
    record.write_bytes(damaged)
    refused = check("0")
    assert (refused.status, "--restart" in refused.err) == (2, True)
    assert record.read_bytes() == damaged
    assert path.exists()


@RULES
def test_the_checkers_symmetries_are_all(rules):
    found = board_symmetries(Xtic(rules).lines)
    tried = plain_xtic.symmetries(rules)
    cells = plain_xtic.CELLS
    assert {tuple(image) for image in found.tolist()} == {
        tuple(cells.index(image[cell]) for cell in cells) for image in tried
    }


def test_facts_of_early_positions_are_answered(tmp_path, monkeypatch):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    monkeypatch.setattr(store, "PROOFS", tmp_path / "nothing")  # it may say something else of it
    facts = Facts("normal")
    game = loaded("05--------------/-", "normal")
    facts.add(facts.key(state_of(game)), 1, False)
    facts.add(facts.key(state_of(game)), 0, True)  # not so in truth, but seen to be believed
    store.write(facts, facts_path("normal", tmp_path))
    answers = Answers("normal")
    answers.glance_nodes = 2000
    value, turns = answers.value(loaded("--9c------------/-", "normal"))
    assert (VERDICTS[value], turns) == ("lose", None)
    assert answers.value(loaded("07--------------/-", "normal")) is None  # not equal to it


def test_damaged_facts_are_not_used_and_analyse_says_so(tmp_path, monkeypatch, lodeboard):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    facts_path("nodiags", tmp_path).write_text("lodeboard xtic facts 1 nodiags\n")
    answers = Answers("nodiags")
    assert "damaged" in answers.trouble
    assert answers.value(loaded("847cde09235b6fa-/1", "nodiags")) == (TIE, 0)
    words = ("analyse", "xtic", "--rules", "nodiags")  # those with the fewest facts
    outcome = lodeboard(*words, stdin="847cde09235b6fa-/1\n")
    assert (outcome.status, outcome.out) == (2, "")
    assert "damaged" in outcome.err
    assert "lodeboard solve xtic --rules nodiags --restart" in outcome.err


@pytest.mark.verify
def test_on_a_terminal_it_shows_how_far_it_is_and_ctrl_c_keeps_what_there_is(tmp_path):
    ours, theirs = pty.openpty()
    words = [PROGRAM, "solve", "xtic", "--rules", "nodiags", "--folder", tmp_path]
    words += ["--threads", "1", "--memory", "20", "--restart"]
    with subprocess.Popen(words, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        try:
            seen = read_until(ours, rb"%, [1-9]\d* facts, some [1-9]")
            second = run_program(*words[1:])
            assert second.status == 2
            assert "another run is at work on nodiags" in second.err
            process.send_signal(signal.SIGINT)
            seen += read_until(ours, None)
            assert process.wait(200) == 130
        finally:
            process.kill()
            os.close(ours)
    text = seen.decode()
    assert re.search(r"\rnodiags: first giver wins\? \[#*\.*\], \d+\.\d%", text)
    assert "Traceback" not in text
    assert store.read("nodiags", facts_path("nodiags", tmp_path)).known


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "magic"], 'xtic has no rule set "magic"'),
        (["--report"], "--report is for flip"),
        (["--rules", "torus", "--check"], "there is no"),
        (["--rules", "torus", "--check", "-1"], "0 for all"),
        (["--memory", "0"], "--memory: must be at least 1"),
    ],
)
def test_bad_arguments(lodeboard, tmp_path, words, said):
    outcome = lodeboard("solve", "xtic", "--folder", str(tmp_path), *words)
    assert outcome.status == 2
    assert said in outcome.err


def test_what_is_for_xtic_is_refused_for_flip(lodeboard):
    outcome = lodeboard("solve", "flip", "--check")
    assert (outcome.status, "for xtic" in outcome.err) == (2, True)


@pytest.mark.parametrize(
    ("rules", "word", "steps"),
    [("normal", "tie", 0), ("nodiags", "tie", 0), ("torus", "lose", None)],
)
def test_what_came_with_the_project_is_known(rules, word, steps):
    value, found = Answers(rules).value(Xtic(rules))
    assert (VERDICTS[value], found) == (word, steps)


def test_facts_that_are_found_meanwhile_are_known(tmp_path, monkeypatch):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    facts = store.Facts("nodiags")
    for facts.nodes in (10**12, 10**13):
        store.write(facts, facts_path("nodiags", tmp_path))
        assert store.known_here("nodiags").nodes == facts.nodes


def test_what_came_with_the_project_is_not_solved_again(lodeboard, tmp_path):
    outcome = lodeboard("solve", "xtic", "--rules", "nodiags", "--folder", str(tmp_path))
    assert outcome.status == 0
    assert "nodiags: tie for who gives first" in outcome.out
    stored = store.read("nodiags", facts_path("nodiags", tmp_path))
    assert stored.known == store.read("nodiags", facts_path("nodiags", store.PROOFS)).known


COMPILED = """
import contextlib, pathlib, sys
from host_tools.games.xtic.solver import kernel, prove
from host_tools.games.xtic.solver.board import state_of
from lodeboard.games.xtic.rules import Xtic

def counts():
    names = ("attack", "offspring")
    return [len(getattr(kernel, name).signatures) for name in names]

@contextlib.contextmanager
def begun(report):
    print(*counts())
    yield report

prove.between_steps = begun
game = Xtic("normal")
game.load(sys.argv[2])
state = state_of(game)
prover = prove.Prover("normal", pathlib.Path(sys.argv[1]), 2, 1 << 20, state, 10)
prover.run(lambda step: None, 0.01)
print(*counts())
"""


def test_all_is_compiled_before_ctrl_c_has_to_wait_for_steps(tmp_path):
    """Compiling takes seconds, in threads that nothing can end."""
    done = subprocess.run(
        [sys.executable, "-c", COMPILED, tmp_path, ready("normal", 2, 7)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    begun, ended = done.stdout.splitlines()
    assert begun == ended
    assert "0" not in begun.split()
