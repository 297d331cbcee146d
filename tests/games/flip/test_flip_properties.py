"""What holds in every position of flip tiles, reachable or not."""

import pytest
from games.flip import plain_flip
from games.flip.positions import positions, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from lodeboard.games.contract import DOWN_1, EMPTY, UNDECIDED, owner_of, turned
from lodeboard.games.flip.rules import Flip

SETTINGS = settings(max_examples=250, derandomize=True, deadline=None, database=None)


def state(game):
    return (
        game.occupied,
        game.first,
        game.side,
        game.turn,
        game.length,
        game.between_moves(),
        game.text(),
        game.key(),
    )


def legal(game):
    steps = [0] * game.max_steps
    return steps[: game.steps(steps)]


def loaded(rules, text):
    game = Flip(rules)
    game.load(text)
    return game


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_pop_undoes_push_exactly(rules, text):
    game = loaded(rules, text)
    before = state(game)
    for step in legal(game):
        game.push(step)
        half = state(game)
        for second in [] if game.between_moves() else legal(game)[:4]:
            game.push(second)
            assert game.pop() == second
            assert state(game) == half
        assert game.pop() == step
        assert state(game) == before


@SETTINGS
@given(rule_sets, positions(), st.randoms(use_true_random=False))
def test_a_whole_game_can_be_taken_back(rules, text, source):
    game = loaded(rules, text)
    states = [state(game)]
    while steps := legal(game):
        game.push(source.choice(steps))
        states.append(state(game))
        assert game.length == len(states) - 1 <= game.max_length
    while game.length:
        assert state(game) == states.pop()
        game.pop()
    assert [state(game)] == states


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_symmetries_keep_verdict_number_of_moves_and_key(rules, text):
    game = loaded(rules, text)
    expected = (game.verdict(), game.count_moves(), len(legal(game)), game.key())
    for image in plain_flip.images(text):
        game.load(image)
        assert (game.verdict(), game.count_moves(), len(legal(game)), game.key()) == expected


@pytest.mark.slow
@SETTINGS
@given(positions(), positions())
def test_keys_tell_positions_apart(one, other):
    same = one in plain_flip.images(other)
    assert (loaded("magic", one).key() == loaded("magic", other).key()) == same


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_half_a_turn_has_a_key_of_its_own(rules, text):
    game = loaded(rules, text)
    whole = {game.key()}
    half = set()
    for step in legal(game):
        game.push(step)
        (whole if game.between_moves() else half).add(game.key())
        game.pop()
    assert not whole & half


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_undecided_positions_have_moves_and_decided_ones_none(rules, text):
    game = loaded(rules, text)
    assert (game.verdict() == UNDECIDED) == (game.count_moves() > 0) == (len(legal(game)) > 0)
    for step in legal(game):
        game.push(step)
        assert game.between_moves() or legal(game)
        assert game.between_moves() or game.verdict() == UNDECIDED
        game.pop()


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_texts_round_trip(rules, text):
    game = loaded(rules, text)
    assert game.text() == text
    for step in legal(game):
        game.push(step)
        again = loaded(rules, game.text())
        assert state(again)[:4] == state(game)[:4]
        assert again.text() == game.text()
        assert again.between_moves() == game.between_moves()
        game.pop()


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_written_moves_are_read_back(rules, text):
    game = loaded(rules, text)
    before = state(game)
    for step in legal(game):
        game.push(step)
        rest = [] if game.between_moves() else legal(game)[:3]
        game.pop()
        for move in [[step, last] for last in rest] or [[step]]:
            assert game.parse_move(game.move_text(move)) == move
    assert state(game) == before


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_hands_do_what_a_step_says(rules, text):
    """Carrying out the changes on what lies on the board gives what should lie there after it."""
    game = loaded(rules, text)
    cells = [0] * 16
    changes = [0] * 6
    for step in legal(game):
        game.expected(cells)
        lying = list(cells)
        count = game.changes(step, changes)
        source = changes[0]
        target, before, code = changes[3 * count - 3 : 3 * count]
        assert before == lying[target] == EMPTY
        if count == 1:
            assert owner_of(code) == game.turn
        else:
            assert changes[1:3] == [lying[source], EMPTY]
            assert owner_of(lying[source]) == 1 - game.turn
            assert code == turned(lying[source])
            lying[source] = EMPTY
        lying[target] = code
        game.push(step)
        game.expected(cells)
        assert cells == lying
        assert set(cells) <= set(range(DOWN_1 + 1))
        game.pop()
