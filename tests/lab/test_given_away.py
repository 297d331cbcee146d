"""How often levels give a value away, as the experiment counts it."""

import random

import pytest

from host_tools.games.loader import host_game
from host_tools.lab import given_away
from host_tools.lab.matches import any_move
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, TIE, WIN
from lodeboard.system.loader import make_game

STRONGEST = len(LEVELS["xtic"]) - 1


def test_values_are_those_of_the_mover_and_early_ones_are_not_settled():
    game = make_game("xtic", "normal")
    solver = host_game("xtic").open_search("normal")
    assert given_away.settled(game, solver) is None
    game.load("9-4-73--c-0-8-2-/b")
    values = given_away.settled(game, solver)
    assert list(values.values()) == [WIN] * 7 + [LOSE]  # as the coach says, see test_xtic_choices
    assert given_away.pieces_on(game) == 8


@pytest.mark.parametrize(("level", "gives"), [(0, True), (STRONGEST, False)])
def test_the_lowest_level_gives_values_away_and_the_strongest_none_it_can_see(
    monkeypatch, level, gives
):
    monkeypatch.setattr(given_away, "PLAYED", 2)
    found = given_away.play(given_away.Own("xtic", "normal", level, "random"), 0)
    assert found.games == 2
    given = sum(given for pieces, (_, given) in found.by_pieces.items() if int(pieces) >= 8)
    assert (given > 0) == gives
    assert [sum(found.by_side[side]) for side in given_away.SIDES] == [1, 1]


def test_the_punisher_makes_any_move_until_eight_pieces_lie_and_wins_from_then_on():
    game = make_game("xtic", "normal")
    solver = host_game("xtic").open_search("normal")
    game.load("5--0f-4a-----9-7/d")
    moves = [given_away.punisher(solver, random.Random(seed))(game) for seed in range(9)]
    assert moves == [any_move(random.Random(seed))(game) for seed in range(9)]
    game.load("9-4-73--c-0-8-2-/b")
    moves = {game.move_text(given_away.punisher(solver, random.Random(n))(game)) for n in range(9)}
    assert given_away.settled(game, solver)[moves.pop()] == WIN
    assert not moves


def test_games_are_counted_for_the_side_that_the_level_had(monkeypatch):
    chance = any_move(random.Random(0))
    monkeypatch.setattr(given_away, "level_player", lambda *_: chance)
    found = given_away.play(given_away.Own("xtic", "torus", STRONGEST, "punisher"), 0)
    won, drawn, lost = map(sum, zip(*found.by_side.values(), strict=True))
    assert found.games == won + drawn + lost == given_away.PLAYED
    assert lost > won + drawn
    assert [sum(found.by_side[side]) for side in given_away.SIDES] == [5, 5]


def test_a_page_has_each_share_with_its_interval_and_says_what_is_not_measured():
    one = given_away.Given(10, {"7": [6, 1], "8": [4, 1]})
    two = given_away.Given(10, {"8": [1, 0]}, {"first": [2, 3, 0], "second": [0, 1, 4]})
    own = given_away.Own("xtic", "normal", 0, "random")
    text = given_away.body({own: one, own._replace(level=1, rival="punisher"): two})
    assert "| easy  | 2-3-0       | 0-1-4        |" in text
    assert "2 of 10, 20.0% (5.7%-51.0%)" in text
    assert "| trivial | 1/6 | 1/4 |" in text
    assert "Not measured: flip magic, flip eclipse, xtic nodiags, " in text
    assert given_away.ORDER[LOSE] < given_away.ORDER[TIE] < given_away.ORDER[WIN]
