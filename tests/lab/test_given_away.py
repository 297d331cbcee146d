"""How often levels give a value away, as the experiment counts it."""

import random

import pytest

from host_tools.lab import given_away
from host_tools.lab.matches import any_move, rolls
from lodeboard.games.catalogue import LEVELS
from lodeboard.system.loader import make_game

STRONGEST = len(LEVELS["xtic"]) - 1


def test_values_are_those_of_the_mover():
    game = make_game("xtic", "normal")
    solver = given_away.values_of("xtic", "normal")
    game.load("9-4-73--c-0-8-2-/b")
    values = given_away.known(game, solver)
    assert list(values.values()) == [1.0] * 7 + [0.0]  # as the coach says, see test_xtic_choices
    assert given_away.pieces_on(game) == 8


def test_a_position_of_unknown_value_stays_as_it_is():
    game = make_game("xtic", "nodiags")
    game.load("---bad-4---e---8/-")
    before = game.text()
    assert given_away.known(game, given_away.values_of("xtic", "nodiags")) is None
    assert game.text() == before


@pytest.mark.parametrize(("level", "gives"), [(0, True), (STRONGEST, False)])
@pytest.mark.slow
def test_the_lowest_level_gives_values_away_and_the_strongest_none_it_can_see(level, gives):
    found = given_away.play(given_away.Own("xtic", "normal", level, "random"), 0)
    assert found.games == 2
    given = sum(given for pieces, (_, given) in found.by_pieces.items() if int(pieces) >= 8)
    assert (given > 0) == gives


def test_a_page_has_each_share_with_its_interval_and_says_what_is_not_measured():
    one = given_away.Given(10, {"7": [6, 1], "8": [4, 1]})
    text = given_away.body({given_away.Own("xtic", "normal", 0, "random"): one})
    assert "2 of 10, 20.0% (5.7%-51.0%)" in text
    assert "| trivial | 1/6 | 1/4 |" in text
    assert "Not measured: flip magic, flip eclipse, xtic nodiags, " in text
    assert "10 games a cell" in text


def test_the_late_punisher_makes_any_move_until_eight_pieces_lie_and_wins_from_then_on():
    game = make_game("xtic", "normal")
    solver = given_away.values_of("xtic", "normal")

    def chosen(seed):
        source = random.Random(seed)
        own = given_away.Own("xtic", "normal", STRONGEST, given_away.LATE)
        return given_away.rival_of(own, solver, source)(game)

    game.load("5--0f-4a-----9-7/d")
    assert [chosen(n) for n in range(9)] == [any_move(random.Random(n))(game) for n in range(9)]
    game.load("9-4-73--c-0-8-2-/b")
    moves = {game.move_text(chosen(n)) for n in range(9)}
    assert {given_away.known(game, solver)[move] for move in moves} == {1.0}


def test_games_are_counted_for_the_side_that_the_level_had(monkeypatch):
    chance = any_move(random.Random(0))
    near = given_away.known  # looked up here for late positions alone, which takes no time
    monkeypatch.setattr(
        given_away,
        "known",
        lambda game, solver: near(game, solver) if given_away.pieces_on(game) > 10 else None,
    )
    monkeypatch.setattr(given_away, "level_player", lambda *_: chance)
    own = given_away.Own("xtic", "torus", STRONGEST, given_away.LATE)
    whole = given_away.Given()
    for number in range(4):
        whole.add(given_away.play(own, number))
    assert [sum(whole.by_side[side]) for side in given_away.SIDES] == [4, 4]
    won, drawn, lost = map(sum, zip(*whole.by_side.values(), strict=True))
    assert lost > won
    assert won + drawn + lost == whole.games
    ends = whole.by_side["first"]
    said = f"as who moves first {ends[0]}-{ends[1]}-{ends[2]}, second "
    trivial = own._replace(level=0, rival="random")
    assert said in given_away.body({own: whole, trivial: given_away.Given(10, {"8": [4, 1]})})


def test_a_decision_counts_only_where_every_value_is_known():
    game = make_game("magician", "standard")
    solver = given_away.values_of("magician", "standard")
    game.load("X6/1R5/K2kXmX/X2X2X/X5X/3N3/1Xm1M2 w - - 12 62")  # a mate in two, and much unknown
    assert given_away.known(game, solver) is None


def test_a_roll_is_nobodys_decision(monkeypatch):
    chance = any_move(random.Random(0))
    asked = []

    def level(game):
        asked.append(rolls(game))
        return chance(game)

    monkeypatch.setattr(given_away, "known", lambda *_: None)
    monkeypatch.setattr(given_away, "level_player", lambda *_: level)
    own = given_away.Own("lap", "", len(LEVELS["lap"]) - 1, "random")
    ends = [given_away.play(own, number).by_side for number in range(2)]
    assert asked
    assert not any(asked)
    assert all(sum(each[side]) == 1 for each in ends for side in given_away.SIDES)


def test_a_game_whose_search_knows_only_near_wins_is_not_measured():
    assert given_away.known_near_the_end("xtic", "torus")
    assert not given_away.known_near_the_end("magician", "standard")
    assert "magician" not in {own.game for own in given_away.plan()}
