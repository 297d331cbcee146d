"""The course for Magician Chess: each step can be done as it says, and by nothing else."""

import json
import re

import pytest

from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.play.web.assets import FOLDER
from lodeboard.games.contract import UNDECIDED, VERDICTS
from lodeboard.games.magician.rules import Magician

COURSE = json.loads((FOLDER / "intro.json").read_text(encoding="utf-8"))["magician"]
STEPS = {step["title"]: step for step in COURSE["steps"]}


def outcomes(step):
    """Each legal move of a step, and whether it does what the step asks for."""
    game = Magician()
    game.load(step["position"])
    assert game.text() == step["position"]
    done = step["done"]
    found = {}
    for move in legal_moves(game):
        text = game.move_text(move)
        make_move(game, move)
        verdict = game.verdict()
        lies = all(at(game, name) == letter for name, letter in done.get("cells", {}).items())
        take_back(game, move)
        result = None if verdict == UNDECIDED else VERDICTS[verdict]
        fits = done.get("result", result) == result
        found[text] = fits and lies and text in done.get("last", [text])
    return found


@pytest.mark.parametrize("step", COURSE["steps"], ids=lambda step: step["title"])
def test_a_step_can_be_done_and_what_it_asks_for_is_legal(step):
    met = outcomes(step)
    assert any(met.values())
    assert set(step["done"].get("last", [])) <= set(met)
    assert all(met.values()) == ("missed" not in step)


def test_the_magician_can_do_all_its_moves_and_only_it_counts():
    met = outcomes(STEPS["The magician"])
    assert {move for move in met if move.startswith("d3")} == {m for m in met if met[m]}


def test_the_hole_of_the_spell_can_go_to_every_cell_beside_it():
    met = outcomes(STEPS["A spell: move a hole"])
    assert {move for move in met if move.startswith("@d4")} == {m for m in met if met[m]}


def test_the_rook_is_dropped_or_carried_as_the_course_says():
    for title, move in (("A spell: drop a piece", "@d4xe4"), ("A spell: carry a piece", "@d4e4")):
        met = outcomes(STEPS[title])
        assert [text for text in met if met[text]] == [move]


def test_there_is_check_where_the_course_says_so_and_one_mate():
    game = Magician()
    game.load(STEPS["Check"]["position"])
    assert game.in_check()
    assert all(move.startswith("d1") for move in outcomes(STEPS["Check"]))
    met = outcomes(STEPS["Checkmate"])
    assert [move for move in met if met[move]] == ["e5d3"]


def test_what_the_course_says_of_cells_is_so():
    """Pieces and holes that a sentence names are where it says."""
    for step in COURSE["steps"]:
        game = Magician()
        game.load(step["position"])
        text = step["say"] + step.get("missed", "")
        for name in re.findall(r"hole on ([a-g][1-7])", text):
            assert at(game, name) == "X", step["title"]
        for name in re.findall(r"black rook on ([a-g][1-7])", text):
            assert at(game, name) == "r", step["title"]


def at(game, name):
    """The letter of a position on this cell."""
    rank = game.text().split(" ")[0].split("/")[7 - int(name[1])]
    cells = re.sub(r"\d", lambda count: "-" * int(count[0]), rank)
    return cells[ord(name[0]) - ord("a")]
