"""A game's rules are tried on the emulated chip, where a fault of MicroPython's alone is seen."""

import another_game
import pytest

from host_tools.workshop.gamechip import LONGEST_SLICE_MS, ChipFault, OnChip, try_on_chip

pytestmark = pytest.mark.chip


def test_a_sound_game_makes_its_steps_and_keeps_its_slice() -> None:
    found = try_on_chip(*another_game.VARIANT)
    assert found.fault == ""
    assert 0 < found.slice_ms <= LONGEST_SLICE_MS
    assert found.taken > 10_000


@pytest.mark.slow
def test_what_only_micropython_refuses_is_a_fault_with_its_traceback(tmp_path) -> None:
    folder = another_game.broken(tmp_path)
    with pytest.raises(ChipFault, match=rf"(?s){another_game.NAME}\.rules.*TypeError"):
        try_on_chip(*another_game.VARIANT, folder)


def test_a_cost_that_is_too_small_is_named() -> None:
    assert "set `cost` to" in OnChip(taken=1, node_us=1000, cost=100).fault
