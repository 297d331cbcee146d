"""The second hand of a person who plays on a screen with one finger or mouse.

A capture needs two hands: one sets a tile down, the other removes the captured one. These functions
find by the rules what the second hand has to do.
"""

from collections.abc import Iterator, Sequence

from lodeboard.games.contract import EMPTY, NOWHERE, Game

Change = tuple[int, int, int]  # cell, code before, code after


def legal(game: Game) -> Iterator[tuple[int, list[Change]]]:
    """Return each legal step made by hand, with its changes."""
    steps = [0] * game.max_steps
    triples = bytearray(3 * game.max_changes)
    for step in steps[: game.steps(steps)]:
        if game.choice(step) == NOWHERE:
            size = game.changes(step, triples)
            yield step, [tuple(triples[3 * n : 3 * n + 3]) for n in range(size)]  # type: ignore[misc]


def captures(game: Game, origin: int, target: int) -> bool:
    """Return whether a legal step brings the tile on `origin` to `target`, which is occupied."""
    for _, changes in legal(game):
        left = any(cell == origin and after == EMPTY for cell, _, after in changes)
        taken = any(cell == target and EMPTY not in (old, new) for cell, old, new in changes)
        if left and taken:
            return True
    return False


def begun(game: Game, found: Sequence[int]) -> int | None:
    """Return the only legal step that explains all changes so far, with at least one tile set down.
    None if there is no such step or several, or if it is complete. `found`: the code on each
    cell."""
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
