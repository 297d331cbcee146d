"""Games upon games on one board: none gets stuck, and nothing piles up."""

import pytest

from host_tools.bench_chip.probe import Probe
from host_tools.soak import GAMES, kinds, ready, soak
from lodeboard.engine.flip_player import LEVELS

ROOM = 256  # bytes that free memory may differ by between games
CHIP_GAMES = 10


def test_games_leave_nothing_behind():
    figures = soak(16)
    assert figures["moves"] >= 16 * 5
    grown = figures["bytes held after the last game"] - figures["bytes held after the first games"]
    assert grown <= ROOM


@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_five_hundred_games_leave_nothing_behind():
    figures = soak(GAMES)
    grown = figures["bytes held after the last game"] - figures["bytes held after the first games"]
    assert grown <= ROOM


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_ten_games_in_one_boot_of_the_chip_leave_its_memory_as_it_was():
    probe = Probe()
    hand = ready(probe.board)
    free = []
    for variant, level in kinds(CHIP_GAMES, len(LEVELS) - 1):
        hand.begin(variant, level)
        assert len(hand.play()) >= 5
        hand.clear()
        hand.begin(0, 0)
        free.append(probe.free_bytes())
    assert not any("fault" in message.get("say", "").lower() for message in probe.board.messages())
    assert len([m for m in probe.board.messages() if m["t"] == "hello"]) == 1
    later = free[1:]
    assert max(later) - min(later) <= ROOM, free
