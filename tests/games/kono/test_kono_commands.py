"""Four Field Kono on the command line."""

import pytest
from cli.command import Command
from games.kono import plain_kono

from lodeboard.games.catalogue import LEVELS


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


def test_perft_counts(lodeboard):
    for depth, count in ((1, 4), (5, 3642)):
        outcome = lodeboard("perft", "kono", str(depth))
        assert (outcome.status, outcome.out, outcome.err) == (0, f"{count}\n", "")
    for depth, count in ((1, 3), (2, 0)):  # the other player has one tile
        outcome = lodeboard("perft", "kono", "--position", "1_o-------------xx", str(depth))
        assert outcome.out == f"{count}\n"


def test_there_are_no_rule_sets(lodeboard):
    outcome = lodeboard("perft", "kono", "--rules", "standard", "2")
    assert outcome.status == 2
    assert "kono has no rule sets: leave --rules out" in outcome.err
    for command in ("perft", "solve"):
        usage = " ".join(lodeboard(command, "--help").out.split())
        assert "xtic: normal" in usage
        assert "kono: )" not in usage
    assert "kono:" not in " ".join(lodeboard("perft", "--help").out.split())


def test_choose_plays_a_legal_move_at_every_level(lodeboard):
    assert lodeboard("choose", "kono", "--levels").lines == list(LEVELS["kono"])
    for level in LEVELS["kono"]:
        outcome = lodeboard("choose", "kono", "--level", level, stdin=plain_kono.START)
        (said,) = outcome.objects
        assert outcome.status == 0
        assert said["move"] in plain_kono.moves(plain_kono.START)
        searched = "search" if said["nodes"] else "chance"
        assert said["from"] == ("table" if level == "perfect" else searched)
    outcome = lodeboard("choose", "kono", stdin="1_o-------------x-\n1_ox\n")
    assert outcome.status == 1
    assert "the game is over: lose" in outcome.objects[0]["error"]
    assert "16 cells" in outcome.objects[1]["error"]


def test_replay_plays_a_record_and_names_the_move_that_breaks_a_rule(lodeboard):
    outcome = lodeboard("replay", "kono", "-", stdin="1. a4a2 b1b3  2. a3a4 # a step\n")
    assert (outcome.status, outcome.lines) == (0, ["2_o-ooxooo-oxxxxxx", "undecided"])
    outcome = lodeboard("replay", "kono", "-", stdin="a4a2 a4a2")
    assert outcome.status == 1
    assert outcome.out.startswith("move 2 (line 1), a4a2: cannot move from a4")


def test_analyse_by_search_knows_what_is_near_and_says_null_for_the_rest(lodeboard):
    texts = [plain_kono.START, "1_o-------------xx", "2_o-------------xx"]
    outcome = lodeboard("analyse", "kono", "--moves", stdin="\n".join(texts))
    start, won, lost = outcome.objects
    assert (start["value"], start["remoteness"], start["best"]) == (None, None, None)
    assert start["children"] == plain_kono.moves(plain_kono.START)
    assert set(start["values"].values()) == {None}
    assert (won["value"], won["remoteness"], len(won["best"])) == ("win", 1, won["moves"])
    assert (lost["verdict"], lost["value"], lost["best"], lost["moves"]) == ("lose", "lose", [], 0)


@pytest.mark.verify
@pytest.mark.timeout(1200)
def test_solve_then_analyse_knows_everything(lodeboard, tmp_path, monkeypatch):
    outcome = lodeboard("solve", "kono", "--folder", str(tmp_path))
    assert outcome.status == 0
    assert "solved and saved in" in outcome.out
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    (start,) = lodeboard("analyse", "kono", stdin=plain_kono.START).objects
    assert (start["value"], start["remoteness"]) == ("tie", None)
    assert sorted(start["best"]) == ["a4a2", "b4b2", "c4c2", "d4d2"]
