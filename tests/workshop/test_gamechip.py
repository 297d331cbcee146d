"""A game's rules are tried on the emulated chip, where a fault of MicroPython's alone is seen."""

import another_game
import pytest

from host_tools.workshop.gamechip import LONGEST_SLICE_MS, ChipFault, OnChip, _figures, try_on_chip

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


@pytest.mark.parametrize(("node_us", "cost"), [(1000, 100), (716, 103), (2999, 50), (50_000, 100)])
def test_a_cost_that_is_too_small_is_named_with_the_least_that_is_enough(node_us, cost) -> None:
    found = OnChip(taken=1, node_us=node_us, cost=cost)
    words = found.fault.split()
    least = int(words[words.index("to") + 1])
    assert found._replace(cost=least).fault == ""
    assert found._replace(cost=least - 1).fault != ""
    assert f"takes {found.slice_ms:.1f} ms" in found.fault


def test_what_a_game_prints_itself_is_no_figure() -> None:
    said = "hello\r\ntaken 10240\r\n\r\nstep 3 of 4\r\nnode 700 110\r\n"
    assert _figures(said) == OnChip(10240, 700, 110)
