"""Many games on one board: none blocks, and memory and queues do not grow."""

import pytest

from host_tools.board.hands.soak import MANY, soak
from host_tools.build import profiles
from lodeboard.games.catalogue import GAMES

ROOM = 256  # bytes by which free memory may differ between games


@pytest.mark.verify
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
def test_games_leave_nothing_behind(game):
    figures = soak(16, game, profiles.of_game(game).name)
    assert figures["moves"] >= 16 * 5
    grown = figures["bytes held after the last game"] - figures["bytes held after the first games"]
    assert grown <= ROOM


@pytest.mark.reliability
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "count"), [("flip", MANY), ("xtic", 100)])
def test_hundreds_of_games_leave_nothing_behind(game, count):
    figures = soak(count, game)
    grown = figures["bytes held after the last game"] - figures["bytes held after the first games"]
    assert grown <= ROOM
