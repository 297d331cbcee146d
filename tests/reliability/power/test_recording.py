"""The recorded flash contents equal those of a chip whose power fails at that cycle. The firmware
here is a few lines, so a start takes no time."""

from itertools import pairwise

import numpy as np
import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.pll import BOOT_HERTZ
from host_tools.lab.reliability.power import nor
from host_tools.lab.reliability.power.chip import Recording
from host_tools.lab.reliability.power.flashcuts import FlashCut

pytestmark = pytest.mark.chip

SAVES = b"""
import os
os.mkdir("data")
for number in range(6):
    with open("data/x.new", "wb") as file:
        file.write(bytes([number]) * 300)
        file.flush()
    os.rename("data/x.new", "data/x.blob")
print("saved")
"""
RNG = np.random.default_rng(5)


def make() -> tuple[Chip, Recording]:
    chip = Chip(find_image(), {"main.py": SAVES})
    return chip, Recording(chip)


@pytest.fixture(scope="module")
def recording() -> Recording:
    chip, found = make()
    chip.run_until(lambda: b"saved" in chip.output, 5000, "end of the saves")
    found.end()
    assert chip.file_system() == found.log.image(FlashCut(len(found.starts)), RNG)
    return found


def test_it_has_every_command_and_how_long_it_takes(recording: Recording) -> None:
    kinds = [command.kind for command in recording.log.commands]
    assert {"program", "erase"} == set(kinds)
    spans = list(zip(recording.starts, recording.ends, strict=True))
    busy = {end - start for start, end in spans}
    assert busy == {50_000, 5_625_000}  # 0.4 and 45 ms at 125 MHz
    assert all(end <= later for (_, end), (later, _) in pairwise(spans))


def test_a_cycle_is_before_within_or_after_a_command(recording: Recording) -> None:
    at = 3
    start, end = recording.starts[at], recording.ends[at]
    assert recording.cut(recording.starts[0] - 1, RNG) == FlashCut(0)
    assert recording.cut(end, RNG) == FlashCut(at + 1)
    within = recording.cut((start + end) // 2, RNG)
    assert within.done == at
    assert within.way in recording.log.commands[at].ways
    assert within.share == pytest.approx(0.5, abs=1e-4)
    assert recording.cut(start, RNG).share == 0


@pytest.mark.parametrize("part", [0.3, 0.8])
def test_a_chip_that_is_stopped_has_the_same_in_its_flash(
    recording: Recording, part: float
) -> None:
    first, last = recording.starts[0], recording.ends[-1]
    cycle = round(first + part * (last - first))
    chip, _ = make()
    chip.run_ms(cycle * 1000 / BOOT_HERTZ)
    chip.power_off()
    cut = recording.cut(cycle, RNG)
    # A command that the chip waits for has been carried out whole here.
    done = cut.done + (cut.way != "")
    assert 0 < done < len(recording.starts)
    assert chip.file_system() == recording.log.image(FlashCut(done), RNG)
    half = recording.log.image(cut, RNG)
    assert isinstance(nor.OnFlash(nor.Flash(half)).listdir("/"), list)
