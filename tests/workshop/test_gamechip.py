"""A game's rules are tried on the emulated chip, where a fault of MicroPython's alone is seen."""

import shutil

import pytest

from host_tools import FIRMWARE
from host_tools.workshop.gamechip import LONGEST_SLICE_MS, ChipFault, OnChip, try_on_chip

pytestmark = pytest.mark.chip


def test_a_sound_game_makes_its_steps_and_keeps_its_slice() -> None:
    found = try_on_chip("kono", "")
    assert found.fault == ""
    assert 0 < found.slice_ms <= LONGEST_SLICE_MS
    assert found.taken > 10_000


def test_what_only_micropython_refuses_is_a_fault_with_its_traceback(tmp_path) -> None:
    folder = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "lodeboard/games/kono/rules.py"
    text = rules.read_text()
    rules.write_text(text.replace('"""\n\nfrom', '"""\n\n_TABLE = bytearray([255]) * 128\nfrom', 1))
    assert "_TABLE" in rules.read_text()
    with pytest.raises(ChipFault, match=r"(?s)kono\.rules.*TypeError"):
        try_on_chip("kono", "", folder)


def test_a_cost_that_is_too_small_is_named() -> None:
    assert "set `cost` to" in OnChip(taken=1, node_us=1000, cost=100).fault
