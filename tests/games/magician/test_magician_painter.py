"""What Magician Chess adds to the lights: holes always, a king in check always, the end."""

import pytest

from lodeboard.games.contract import LOSE, TIE, WIN
from lodeboard.games.magician.notation import cell_of
from lodeboard.games.magician.plugin import MagicianPainter
from lodeboard.games.magician.rules import Magician
from lodeboard.lights import palette

SAFE = "3k3/3X3/X2R2X/X2X2X/X5X/3X3/3K3 b - - 0 1"  # the hole on d6 stops the rook
IN_CHECK = "2Xk3/7/X2R2X/X2X2X/X5X/3X3/3K3 b - - 0 1"  # nothing does
HOLES = "d6 a5 g5 a4 d4 g4 a3 g3 d2"


def lit(game: Magician, marks: bytearray) -> dict[str, int]:
    return {
        chr(97 + cell % 7) + str(7 - cell // 7): mark for cell, mark in enumerate(marks) if mark
    }


@pytest.fixture
def game() -> Magician:
    return Magician()


def test_holes_glow_always_and_those_in_reach_in_another_way(game: Magician) -> None:
    painter = MagicianPainter(game)
    marks = bytearray(49)
    marks[cell_of("d4")] = palette.MAY_GO
    marks[cell_of("d3")] = palette.MAY_GO
    marks[cell_of("a4")] = palette.THINKING
    marks[cell_of("g4")] = palette.LIFT
    painter.lines(marks)
    wanted = dict.fromkeys(HOLES.split(), palette.HOLE)
    wanted |= {"d4": palette.HOLE_GO, "d3": palette.MAY_GO, "g4": palette.LIFT}
    assert lit(game, marks) == wanted


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (palette.OFF, palette.DANGER),
        (palette.MAY_LIFT, palette.DANGER_LIFT),
        (palette.COACH + LOSE, palette.DANGER_LIFT),
        (palette.COACH + TIE, palette.DANGER_LIFT),
        (palette.LIFT, palette.LIFT),
        (palette.LIFTED, palette.LIFTED),
    ],
)
def test_a_king_in_check_is_shown_whatever_may_be_done(
    game: Magician, before: int, after: int
) -> None:
    painter = MagicianPainter(game)
    for position, seen in ((IN_CHECK, after), (SAFE, before)):
        game.load(position)
        marks = bytearray(49)
        marks[cell_of("d7")] = before
        painter.lines(marks)
        assert marks[cell_of("d7")] == seen, position
        assert marks[cell_of("d1")] == palette.OFF


def test_the_end_shows_the_winner_and_the_king_that_is_mated(game: Magician) -> None:
    game.load(IN_CHECK)
    painter = MagicianPainter(game)
    marks = bytearray(49)
    assert not painter.end(marks, LOSE, 0)
    found = lit(game, marks)
    assert {name for name, mark in found.items() if mark == palette.WINNER} == {"d5", "d1"}
    assert found["d7"] == palette.DANGER
    assert sum(mark == palette.HOLE for mark in found.values()) == 9
    painter.end(marks := bytearray(49), WIN, 0)
    assert lit(game, marks)["d7"] == palette.WINNER
    game.load(SAFE)
    painter.end(marks := bytearray(49), TIE, 0)
    found = lit(game, marks)
    assert {name for name, mark in found.items() if mark == palette.DRAW} == {"d7", "d5", "d1"}
