"""The second hand of a person who plays on a screen with one finger or mouse.

A step that captures needs two hands: one sets a tile down, the other one takes away what lies
there. These functions say from the rules what is left for the second hand to do.
"""

from collections.abc import Iterator, Sequence

from lodeboard.games.contract import EMPTY, NOWHERE, Game

Change = tuple[int, int, int]  # cell, code before, code after


def legal(game: Game) -> Iterator[tuple[int, list[Change]]]:
    """Each legal step that hands carry out, and what it changes."""
    steps = [0] * game.max_steps
    triples = bytearray(3 * game.max_changes)
    for step in steps[: game.steps(steps)]:
        if game.choice(step) == NOWHERE:
            size = game.changes(step, triples)
            yield step, [tuple(triples[3 * n : 3 * n + 3]) for n in range(size)]  # type: ignore[misc]


def captures(game: Game, origin: int, target: int) -> bool:
    """Whether a legal step brings the tile on `origin` to `target`, where another one lies."""
    for _, changes in legal(game):
        left = any(cell == origin and after == EMPTY for cell, _, after in changes)
        taken = any(cell == target and EMPTY not in (old, new) for cell, old, new in changes)
        if left and taken:
            return True
    return False


def begun(game: Game, found: Sequence[int]) -> int | None:
    """The one legal step of which a part has been done, a tile set down among it, and nothing
    else. None where there is no such step, where there are several, and where it is complete.
    `found`: the code on each cell."""
    expected = bytearray(len(found))
    game.expected(expected)
    alike = game.alike
    differ = {
        cell: alike[code] for cell, code in enumerate(found) if alike[code] != alike[expected[cell]]
    }
    if not any(differ.values()):
        return None
    candidates = [
        step
        for step, changes in legal(game)
        if len(differ) < len(changes)
        and differ.items() <= {cell: alike[after] for cell, _, after in changes}.items()
    ]
    return candidates[0] if len(candidates) == 1 else None
