"""A few cuts of the emulated chip in use, and the chip started after one of them."""

import another_game
import pytest

from host_tools.lab.reliability.power import trial
from host_tools.lab.reliability.power.conditions import CHIP, Condition

pytestmark = [pytest.mark.chip, pytest.mark.verify]

CUTS = 60


def test_cut_at_random_cycles_the_chip_has_the_last_step_or_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "IN_BATCH", CUTS)
    monkeypatch.setattr(trial, "BOOTS", 1)
    counts = trial.try_batch(Condition(CHIP, another_game.NAME), 0)
    assert counts.examples == []
    assert counts.units == CUTS
    assert counts.booted == 1
    assert counts.in_write >= CUTS // 2
    saved = {key.split("|")[0] for key in counts.seen}
    assert saved >= {"game", "calibration"}
