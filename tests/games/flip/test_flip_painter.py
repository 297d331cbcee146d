"""Lines of flip tiles in light: open ones threaten, locked ones stand still, the end is shown."""

from host_tools.board.simulator import meanings
from lodeboard.games.contract import VERDICTS
from lodeboard.games.flip.plugin import FlipPainter
from lodeboard.games.flip.rules import Flip
from lodeboard.lights import palette


def _paint(rules, text, what, before=()):
    game = Flip(rules)
    game.load(text)
    marks = bytearray(16)
    for cell, meaning in before:
        marks[cell] = meaning
    painter = FlipPainter(game)
    if what == "end":
        painter.end(marks, game.verdict(), 0)
    else:
        painter.lines(marks)
    return {at: meanings.NAMES[mark] for at, mark in enumerate(marks) if mark}


# U U U along the top, its neighbours below free or taken
OPEN = "1_UUU-dud---------"
LOCKED = "1_UUUdduD-d-------"
CLOSED = "2_UUUddudUD-------"


def test_an_open_line_threatens():
    assert _paint("eclipse", OPEN, "lines") == dict.fromkeys((0, 1, 2), "threat")


def test_a_locked_line_stands_still():
    assert _paint("eclipse", LOCKED, "lines") == dict.fromkeys((0, 1, 2), "locked")


def test_a_tile_that_may_be_lifted_from_a_threat_says_both():
    marks = _paint("eclipse", OPEN, "lines", [(2, palette.MAY_LIFT), (4, palette.MAY_LIFT)])
    assert marks == {0: "threat", 1: "threat", 2: "threat-lift", 4: "may-lift"}


def test_what_is_asked_stays_over_a_threat():
    marks = _paint("eclipse", OPEN, "lines", [(2, palette.LIFT)])
    assert marks[2] == "lift"


def test_the_winner_by_a_locked_line():
    game = Flip("eclipse")
    game.load(CLOSED)
    assert VERDICTS[game.verdict()] == "lose"
    marks = _paint("eclipse", CLOSED, "end")
    assert {at for at, name in marks.items() if name == "locked"} == {0, 1, 2}
    assert {at for at, name in marks.items() if name == "winner"} == {7, 8}


def test_the_winner_by_an_open_line_shows_just_that():
    assert _paint("magic", OPEN, "end") == dict.fromkeys((0, 1, 2), "winner")


def test_a_draw_shows_every_tile():
    text = "1_UdUdUUDuDduUdduU"
    game = Flip("eclipse")
    game.load(text)
    assert VERDICTS[game.verdict()] == "tie"
    marks = _paint("eclipse", text, "end")
    assert len(marks) == 16
    assert set(marks.values()) == {"draw"}
