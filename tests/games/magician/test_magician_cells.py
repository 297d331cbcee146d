"""What a step of Magician Chess does to the board under it."""

from games.magician import plain_magician as plain
from games.magician.positions import random_positions

from lodeboard.games.contract import EMPTY, FIXED, NOWHERE, UNDO, UP_0, UP_1
from lodeboard.games.magician.rules import BACK, CARRY, DROP, MOVE, PROMOTE, SWAP, TOUCH

LIES = {"w": UP_0, "b": UP_1, None: EMPTY}  # a hole is an empty cell of the board


def lies(game):
    codes = bytearray(49)
    game.expected(codes)
    return codes


def steps_of(game):
    steps = [0] * game.max_steps
    return steps[: game.steps(steps)]


def test_pieces_lie_where_the_position_has_them(compiled_game):
    game = compiled_game()
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


def test_changes_lead_from_what_lies_there_to_what_will(compiled_game):
    game = compiled_game()
    seen = set()
    for position in random_positions("changes", 120):
        game.load(plain.write(position))
        follow(game, seen)
    assert seen == {(0, 2), (0, 3), (0, 4), (1, 2), (2, 2), (3, 2), (4, 1), (5, 2), (6, 0)}


def turns_of(game, made=()):
    """All turns from here, each as its steps."""
    for step in steps_of(game):
        game.push(step)
        if game.between_moves():
            yield (*made, step)
        else:
            yield from turns_of(game, (*made, step))
        game.pop()


def may_become(made, white, legal):
    """What `amend` has to say after these steps: FIXED, UNDO, or a step that is a whole turn."""
    kinds = [step >> 12 for step in made]
    otherwise = FIXED if made in legal or kinds[-1] == PROMOTE else UNDO
    if DROP in kinds[-2:]:
        dropped = made[kinds.index(DROP)]
        instead = CARRY << 12 | (dropped & 63) << 6 | made[0] & 63
    elif kinds == [MOVE]:
        king = 45 if white else 3
        sides = {(king - 3, king - 1): king - 2, (king + 3, king + 1): king + 2}
        instead = king << 6 | sides.get((made[0] >> 6 & 63, made[0] & 63), king)
        return instead if (instead,) in legal else otherwise
    else:
        return otherwise
    return instead if (instead,) in legal else otherwise


def test_what_a_turn_may_still_become(compiled_game):
    """Rook's moves go on to castling, drops to carrying; what is done at a hole is undone."""
    seen = set()
    game = compiled_game()
    texts = [plain.write(position) for position in random_positions("amend", 200)]
    for text in (*texts, "r2k2r/pXpXXXp/7/1X2XX1/7/PXP1X1P/R2K2R w AGag - 0 1"):
        game.load(text)
        white = game.turn == 0
        legal = set(turns_of(game))
        for turn in legal:
            for size in range(1, len(turn) + 1):
                game.push(turn[size - 1])
                if turn[0] >> 12 != MOVE or size == len(turn):
                    found = game.amend()
                    assert found == may_become(turn[:size], white, legal), (text, turn[:size])
                    other = found not in (FIXED, UNDO)
                    seen.add((turn[size - 1] >> 12, size == len(turn), other))
            for _ in turn:
                game.pop()
    whole = {(kind, True, False) for kind in (MOVE, CARRY, BACK, PROMOTE)}
    part = {(TOUCH, False, False), (SWAP, False, False)}
    drops = {(DROP, False, False), (DROP, False, True), (BACK, True, True)}
    assert seen == whole | part | drops | {(MOVE, True, True)}
