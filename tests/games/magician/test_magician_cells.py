"""What a step of Magician Chess does to the board under it."""

from games.magician import plain_magician as plain
from games.magician.positions import random_positions

from lodeboard.games.contract import EMPTY, NOWHERE, UP_0, UP_1
from lodeboard.games.magician.rules import PROMOTE

LIES = {"w": UP_0, "b": UP_1, None: EMPTY}  # a hole is an empty cell of the board


def lies(game):
    codes = bytearray(49)
    game.expected(codes)
    return codes


def steps_of(game):
    steps = [0] * game.max_steps
    return steps[: game.steps(steps)]


def test_pieces_lie_where_the_position_has_them(swift):
    game = swift()
    for position in random_positions("cells", 60):
        game.load(plain.write(position))
        expected = [LIES[plain.owner(position.board.get(square))] for square in plain.SQUARES]
        assert list(lies(game)) == expected


def follow(game, seen):
    """Check every step from here, and those that go on with a turn."""
    changes = bytearray(3 * game.max_changes)
    steps = steps_of(game)
    assert len(set(steps)) == len(steps)
    for step in steps:
        before = lies(game)
        count = game.changes(step, changes)
        written = [tuple(changes[3 * at : 3 * at + 3]) for at in range(count)]
        assert (game.choice(step) == NOWHERE) == (step >> 12 != PROMOTE)
        game.push(step)
        after = lies(game)
        assert {(cell, *pair) for cell, *pair in written if pair[0] != pair[1]} == {
            (cell, before[cell], after[cell]) for cell in range(49) if before[cell] != after[cell]
        }
        for cell, was, becomes in written:
            assert (was, becomes) == (before[cell], after[cell])
        seen.add((step >> 12, count))
        if not game.between_moves():
            follow(game, seen)
        game.pop()


def test_changes_lead_from_what_lies_there_to_what_will(swift):
    game = swift()
    seen = set()
    for position in random_positions("changes", 120):
        game.load(plain.write(position))
        follow(game, seen)
    assert seen == {(0, 2), (0, 3), (0, 4), (1, 2), (2, 2), (3, 2), (4, 1), (5, 2), (6, 0)}
