"""A move played for a person on a screen: spells, whose hole no hand can lift."""

import pytest
from hands.table import LARGER, Table
from many import later

from host_tools.board.hands.acts import Play, Screen
from lodeboard.system.loader import make_game

# Magicians at the hole d4, with a piece of each colour and two empty cells beside it.
START = "r2k2r/1X3X1/X1mNM1X/3X3/X1Mpm1X/1X3X1/R2K2R w AGag - 0 1"
TWO_PLAYERS = 1


@pytest.fixture
def table():
    table = Table(LARGER, players=TWO_PLAYERS)
    table.ask(Screen(speed="fast"))
    return table


def set_up(table, position):
    table.tell(c="setup", position=position, moves=[])
    game = make_game("magician", "standard")
    game.load(position)
    table.run(lambda: table.playing("lift", "place") and table.lies(game), 60_000)
    return game


@pytest.mark.parametrize(
    "move", [later("@d4c4"), "@d4d3", later("@d4xd3"), later("@d4d5"), "@d4xd5"]
)
def test_a_spell_is_carried_out_by_the_second_hand(table, move):
    game = set_up(table, START)
    table.ask(Play(move))
    for step in game.parse_move(move):
        game.push(step)
    table.run(lambda: table.state["position"] == game.text() and table.lies(game), 30_000)
    assert table.state["moves"] == [move]
    assert "fix" not in table.asks
    # It is not carried out again after being taken back.
    table.tell(c="back")
    game.load(START)
    table.run(lambda: table.playing("lift", "place") and table.lies(game), 30_000)
    table.run_ms(3000)
    assert table.state["position"] == game.text()


def test_a_spell_that_is_taken_back_half_way_is_not_begun_again(table):
    game = set_up(table, START)
    table.ask(Play("@d4c4"))
    table.run(lambda: ";" in table.state["position"])
    table.tell(c="back")
    table.run(lambda: table.playing("lift", "place") and table.lies(game), 30_000)
    table.run_ms(3000)
    assert (table.state["position"], table.state["moves"]) == (START, [])


def test_a_move_that_cannot_be_is_refused(table):
    set_up(table, START)
    table.moments.clear()
    table.ask(Play("@a4a5"))
    table.run_ms(100)
    problems = [text for moment in table.moments for _, text in moment.problems]
    assert len(problems) == 1
    table.ask(Screen(on=False))
    table.run_ms(100)
    table.moments.clear()
    table.ask(Play("@d4d3"))
    table.run_ms(100)
    problems = [text for moment in table.moments for _, text in moment.problems]
    assert problems == ["the board does not ask for a move"]
