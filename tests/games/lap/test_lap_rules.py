"""The rules of Lap against a plain reading of them."""

import random

import pytest
from plain_lap import Lap

from lodeboard.games.contract import LOSE, NOWHERE, TIE, UNDECIDED, WIN, GameError
from lodeboard.system.loader import make_game


def steps_of(game):
    buffer = [0] * game.max_steps
    return buffer[: game.steps(buffer)]


def moves_of(game):
    return {game.step_text(step): step for step in steps_of(game)}


@pytest.mark.parametrize("seed", range(40))
def test_games_go_as_plainly_read(seed):
    source = random.Random(seed)
    game, plain = make_game("lap"), Lap()
    while True:
        assert game.text() == plain.text()
        moves, wanted = moves_of(game), plain.moves()
        assert sorted(moves) == sorted(wanted)
        weights = [0] * game.max_steps
        assert (game.chances(weights) > 0) == (plain.roll is None and bool(wanted))
        winner = plain.winner()
        if winner is not None:
            assert game.verdict() == (WIN if winner == game.turn else LOSE)
            break
        assert game.verdict() == UNDECIDED
        move = source.choice(sorted(moves))
        game.push(moves[move])
        plain = wanted[move]


def test_the_second_player_s_lap_is_the_first_s_turned_around():
    first, second = make_game("lap"), make_game("lap")
    first.load("1_x--o--------x---1230")
    second.load("2_---o--------x--o2130")
    assert first.key() == second.key()
    second.load("2_---o--------x--o2131")
    assert first.key() != second.key()


def test_positions_that_differ_in_what_is_to_come_have_different_keys():
    game = make_game("lap")
    keys = set()
    for own in range(4):
        for theirs in range(4):
            game.load(f"1_{16 * '-'}{own}{theirs}30")
            keys.add(game.key())
    assert len(keys) == 16


def test_a_hit_sends_the_tile_back():
    game = make_game("lap")
    game.load("1_o-------x-------2220")
    step = moves_of(game)["a3a1"]
    out = [0] * 6
    assert game.changes(step, out) == 2
    assert out == [8, 1, 0, 0, 3, 1]
    game.push(step)
    assert game.text() == "2_x---------------2300"


def test_a_player_passes_only_if_no_tile_can_move():
    game = make_game("lap")
    game.load("1_o---------------3241")
    assert set(moves_of(game)) == {"pass"}
    game.push(moves_of(game)["pass"])
    assert game.text() == "2_o---------------3200"
    game.pop()
    assert game.text() == "1_o---------------3241"


def test_two_hundred_moves_are_a_draw():
    game = make_game("lap")
    source = random.Random(1)
    while game.moves < 199:
        steps = steps_of(game)
        step = source.choice(steps)
        game.push(step)
        if game.verdict() != UNDECIDED:
            game.load("1_----------------3300")
            game.moves = 190
    while game.verdict() == UNDECIDED:
        game.push(steps_of(game)[0])
    assert (game.moves, game.verdict()) == (200, TIE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1_----------------330", "four digits"),
        ("1_----------------\N{SUPERSCRIPT TWO}300", "four digits"),
        ("1_----------------3350", "the roll 0 to 4"),
        ("1_-----x----------2300", "in the middle"),
        ("1_x---------------3300", "3 tiles"),
        ("3_----------------3300", "1_ or 2_"),
    ],
)
def test_what_is_no_position_is_refused(text, why):
    game = make_game("lap")
    before = game.text()
    with pytest.raises(GameError, match=why):
        game.load(text)
    assert game.text() == before


def test_rolls_and_the_second_roll_are_choices_on_the_die():
    game = make_game("lap")
    assert [game.choice(step) for step in steps_of(game)] == [5, 6, 10, 9]
    game.push(steps_of(game)[2])
    assert [game.choice(step) for step in steps_of(game)] == [NOWHERE, 5]
