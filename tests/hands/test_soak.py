"""Games upon games on one board: none gets stuck, and nothing piles up."""

import pytest

from host_tools.bench.chip.probe import Probe
from host_tools.hands.soak import MANY, kinds, ready, soak
from lodeboard.games.catalogue import GAMES, LEVELS

ROOM = 256  # bytes that free memory may differ by between games
CHIP_GAMES = 10


@pytest.mark.verify
@pytest.mark.parametrize("game", GAMES)
def test_games_leave_nothing_behind(game):
    figures = soak(16, game)
    assert figures["moves"] >= 16 * 5
    grown = figures["bytes held after the last game"] - figures["bytes held after the first games"]
    assert grown <= ROOM


@pytest.mark.verify
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "count"), [("flip", MANY), ("xtic", 100)])
def test_hundreds_of_games_leave_nothing_behind(game, count):
    figures = soak(count, game)
    grown = figures["bytes held after the last game"] - figures["bytes held after the first games"]
    assert grown <= ROOM


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_ten_games_in_one_boot_of_the_chip_leave_its_memory_as_it_was():
    probe = Probe()
    hand = ready(probe.board)
    free = []
    for variant, level in kinds(CHIP_GAMES, levels=len(LEVELS["flip"]) - 1):
        hand.begin(variant, level)
        assert len(hand.play()) >= 5
        hand.clear()
        hand.begin(0, 0)
        free.append(probe.free_bytes())
    assert not any("fault" in message.get("say", "").lower() for message in probe.board.messages())
    assert len([m for m in probe.board.messages() if m["t"] == "hello"]) == 1
    later = free[1:]
    assert max(later) - min(later) <= ROOM, free
