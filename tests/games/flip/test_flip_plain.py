"""The firmware's rules against the plain ones, on thousands of positions."""

import random
from collections import Counter

import pytest
from games.flip import plain_flip
from games.flip.positions import random_line_of_play, random_position

from lodeboard.games.contract import VERDICTS
from lodeboard.games.flip.rules import Flip


def cells_of(mask):
    return {cell for index, cell in enumerate(plain_flip.all_cells()) if mask >> index & 1}


def moves_of(game):
    """Every legal move as written, and the position it leads to."""
    found = {}
    steps = [0] * game.max_steps

    def follow(written):
        for step in steps[: game.steps(steps)]:
            move = written + game.move_text([step])
            game.push(step)
            if game.between_moves():
                found[move] = game.text()
            else:
                follow(move)
            game.pop()

    follow("")
    return found


def compare(game, text, with_moves=True):
    game.load(text)
    position, _, flip = text.partition(";")
    board = plain_flip.read(position)[1]
    if flip:
        board = plain_flip.flips(position)[flip]
    expected = "undecided" if flip else plain_flip.verdict(text, game.rules)
    assert VERDICTS[game.verdict()] == expected, text
    for player in (0, 1):
        lines = plain_flip.lines_of(str(player + 1), board)
        locked = plain_flip.locked_lines_of(str(player + 1), board)
        assert cells_of(game.line_mask(player)) == set().union(*lines), text
        assert cells_of(game.locked_mask(player)) == set().union(*locked), text
    if with_moves:
        moves = plain_flip.moves(text, game.rules)
        assert moves_of(game) == moves, text
        assert game.count_moves() == len(moves), text
    assert game.text() == text
    return expected, bool(plain_flip.flips(position)), bool(flip)


@pytest.mark.verify
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_random_arrangements(rules):
    source = random.Random(f"arrangements {rules}")
    game = Flip(rules)
    seen = Counter(compare(game, random_position(source), number < 3000) for number in range(8000))
    verdicts = Counter(word for word, _, _ in seen.elements())
    assert min(verdicts[word] for word in VERDICTS) >= 30, verdicts


@pytest.mark.slow
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_positions_from_play(rules):
    source = random.Random(f"play {rules}")
    game = Flip(rules)
    seen = Counter()
    for _ in range(60):
        seen.update(compare(game, text) for text in random_line_of_play(source, rules))
    assert sum(seen.values()) > 600
    # Whole and half turns, with and without a flip to make, decided and not.
    assert seen["undecided", True, True] > 0
    assert seen["undecided", True, False] > 0
    assert seen["undecided", False, False] > 0
    assert len({word for word, _, _ in seen}) > 2, seen


# What the rules say of it under magic and under eclipse, for the player to act.
CASES = [
    # Nothing there.
    ("1_----------------", "undecided", "undecided"),
    # The mover's open line (d1 is empty) wins under magic alone.
    ("1_UUU-dudUd-------", "win", "undecided"),
    # With d1 taken it is locked, and wins under both.
    ("1_UUUddudU--------", "win", "win"),
    # The opponent's open line decides nothing.
    ("1_uuu-U-D-U-------", "undecided", "undecided"),
    # The opponent's locked line, none of the mover's.
    ("1_uuuDUDUd--------", "lose", "lose"),
    # The mover's line is open, the opponent's locked.
    ("1_uuuDUDUdu-ddUUU-", "win", "lose"),
    # Both have a locked line, and there is room left.
    ("2_uuuDUDUduDd-UUUd", "win", "tie"),
    # Full boards: lines of both, of the mover, of the opponent, of nobody.
    ("1_uuuDUDUduDddUUUu", "win", "tie"),
    ("1_udUuDUUUdUuduUuU", "win", "win"),
    ("1_uDuUDUduUDDdDuuu", "lose", "lose"),
    ("1_UdUdUUDuDduUdduU", "tie", "tie"),
    # Three in a row that do not show the same side are no line.
    ("1_UDUddudU--------", "undecided", "undecided"),
]


@pytest.mark.parametrize(("text", "magic", "eclipse"), CASES)
def test_verdicts_worth_reading(text, magic, eclipse):
    for rules, expected in (("magic", magic), ("eclipse", eclipse)):
        game = Flip(rules)
        game.load(text)
        assert VERDICTS[game.verdict()] == expected
        assert plain_flip.verdict(text, rules) == expected
