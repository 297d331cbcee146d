"""xtic in light: danger before the coach has thought, the line at the end and what it shares."""

import pytest

from host_tools.board.simulator import meanings
from lodeboard.games.contract import LOSE, VERDICTS
from lodeboard.games.xtic.plugin import XticPainter
from lodeboard.games.xtic.rules import Xtic
from lodeboard.lights import palette

ROW_2 = {4, 5, 6, 7}


def _end(text, span, rules="normal", verdict=None):
    game = Xtic(rules)
    game.load(text)
    marks = bytearray(16)
    legend = XticPainter(game).end(marks, game.verdict() if verdict is None else verdict, span)
    assert legend == (palette.GIVEN in marks)
    return {at: meanings.NAMES[mark] for at, mark in enumerate(marks) if mark}


def test_the_line_and_the_pieces_that_share_its_property_take_turns():
    text = "0---8bcf---4----/-"
    brown = set(range(8, 16))
    for span in range(4):
        wanted = (dict.fromkeys(ROW_2, "winner"), dict.fromkeys(brown, "given"))[span % 2]
        assert _end(text, span) == wanted


def test_two_lines_at_once_take_turns_with_their_properties():
    text = "f9b83---1---5---/-"
    seen = [_end(text, span) for span in range(8)]
    assert seen[0] == dict.fromkeys(range(4), "winner")
    assert seen[1] == dict.fromkeys(range(8, 16), "given")
    assert seen[2] == dict.fromkeys((0, 4, 8, 12), "winner")
    assert seen[3] == dict.fromkeys(range(1, 16, 2), "given")
    assert seen[4:] == seen[:4]


def test_two_properties_narrow_the_pieces_down():
    assert _end("89ab------------/-", 1) == dict.fromkeys((8, 9, 10, 11), "given")


def test_a_draw_shows_every_piece():
    text = "0123456789abcdef/-"
    game = Xtic("nodiags")
    assert VERDICTS[game.verdict()] == "undecided"
    game.load(text)
    assert VERDICTS[game.verdict()] == "lose"  # rows of equal colour: no draw, so say it is one
    drawn = _draw()
    for span in range(3):
        assert _end(drawn, span, "nodiags") == dict.fromkeys(range(16), "draw")


def _draw():
    """A full board without a fatal line, found by trying."""
    game = Xtic("nodiags")
    steps = bytearray(game.max_steps)

    def search():
        if VERDICTS[game.verdict()] == "tie":
            return True
        if game.verdict() == LOSE:
            return False
        count = game.steps(steps)
        for step in list(steps[: min(count, 1) if game.length % 2 else count]):
            game.push(step)
            if search():
                return True
            game.pop()
        return False

    assert search()
    return game.text()


def test_after_a_resignation_all_pieces_are_shown():
    assert _end("0-------1-------/-", 0, verdict=LOSE) == dict.fromkeys((0, 8), "winner")


@pytest.mark.parametrize("text", ["89a-------------/f", "89a--1-2--------/b"])
def test_danger_is_shown_before_the_coach_has_a_word(text):
    game = Xtic("normal")
    game.load(text)
    marks = bytearray(palette.COACH if mark == "-" else 0 for mark in text[:16])
    marks[15] = palette.COACH + 1
    XticPainter(game).lines(marks)
    assert meanings.NAMES[marks[3]] == "coach-lose"
    assert meanings.NAMES[marks[15]] == "coach-win"
    others = [marks[at] for at in range(4, 15) if text[at] == "-"]
    assert set(others) == {palette.COACH}


def test_without_the_coach_nothing_is_added():
    game = Xtic("normal")
    game.load("89a-------------/f")
    marks = bytearray([palette.MAY_PLACE] * 16)
    XticPainter(game).lines(marks)
    assert set(marks) == {palette.MAY_PLACE}
