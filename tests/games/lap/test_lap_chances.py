"""Lap's chances of winning as `lodeboard solve` finds them, against plain fractions."""

import pytest
from plain_lap import HOME, Lap, chance_of

from host_tools.games.finding import analyse
from host_tools.games.retrograde import chances, command, explore
from lodeboard.system.loader import make_game


def plain_positions(root):
    found = [root]
    for each in found:
        found += [after for after in each.moves().values() if after not in found]
    return found


@pytest.mark.parametrize(
    "runs", [((9, HOME, HOME), (12, HOME, HOME)), ((8, 11, HOME), (9, 10, 12))]
)
def test_the_chances_of_an_ending_are_exact(runs, tmp_path, monkeypatch):
    """Tiles that have passed each other: the solver knows nothing of that."""
    root = Lap(runs, 0)

    def begun(*_):
        game = make_game("lap")
        game.reset = lambda: game.load(root.text())
        return game

    for module in (explore, command):
        monkeypatch.setattr(module, "make_game", begun)
    known = command.solve(tmp_path, "lap", "", 1)
    game = make_game("lap")
    for plain in plain_positions(root):
        game.load(plain.text())
        said = analyse(game, known, with_moves=True)
        assert abs(said["chance"] - chance_of(plain)) <= chances.BOUND
        for move, after in plain.moves().items():
            wanted = chance_of(after) if after.turn == plain.turn else 1 - chance_of(after)
            assert abs(said["chances"][move] - wanted) <= chances.BOUND
