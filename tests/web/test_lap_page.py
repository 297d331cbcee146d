"""Lap on the page: its lessons, its die in words, and what its buttons do."""

import json

import pytest

from host_tools.games.moves import legal_moves, make_move
from host_tools.play.web.assets import FOLDER
from lodeboard.games.contract import UNDECIDED, VERDICTS
from lodeboard.system.loader import make_game

LESSONS = json.loads((FOLDER / "intro.json").read_text(encoding="utf-8"))["lap"]["steps"]
EXPECTED = ["a3", "a1c1", "again", "c4off"]


def is_done(step, game, text):
    done, cells = step["done"], game.text()[2:]
    result = None if game.verdict() == UNDECIDED else VERDICTS[game.verdict()]
    return (
        done.get("result", result) == result
        and text in done.get("last", [text])
        and all(
            cells["abcd".index(name[0]) + 4 * (int(name[1]) - 1)] == code
            for name, code in done.get("cells", {}).items()
        )
    )


@pytest.mark.parametrize(("step", "expected"), list(zip(LESSONS, EXPECTED, strict=True)))
def test_a_lesson_is_done_by_what_it_says_and_by_nothing_else(step, expected):
    game = make_game("lap", "")
    game.load(step["position"])
    done = []
    for move in legal_moves(game):
        text = game.move_text(move)
        make_move(game, move)
        if is_done(step, game, text):
            done.append(text)
        game.load(step["position"])
    assert done == [expected]
