"""The filter's and the lights' kernels: CPython, Numba and the chip's machine code agree."""

import json
from pathlib import Path

import kernel_drive as drive
import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.build.compiled import bound, compiled
from lodeboard.lights import kernel as frame_kernel
from lodeboard.sensing import kernel as cells_kernel

CELLS = [(1, 250, False), (2, 250, False), (3, 60, True)]  # seed, ticks, anything as input
FRAMES = (4, 200)
ON_CHIP = """
import json
cells = [drive_cells(*case) for case in json.loads('{cells}')]
print(json.dumps([cells, drive_frame(*json.loads('{frames}'))]))
"""


@pytest.fixture(scope="module")
def plain():
    return [drive.drive_cells(*case) for case in CELLS], drive.drive_frame(*FRAMES)


def test_the_drive_comes_by_everything(plain):
    cells, frame = plain
    for (_, ticks, _), (_, changes, traces) in zip(CELLS[:2], cells[:2], strict=True):
        assert changes > ticks / 10
        assert traces > ticks / 10
    assert cells[0] != cells[1]
    assert FRAMES[1] / 2 < frame[1] <= FRAMES[1]


def test_numba_agrees(plain):
    functions = (
        cells_kernel.deviate,
        cells_kernel.classify,
        cells_kernel.track,
        frame_kernel.render,
    )
    fast = [compiled(function) for function in functions]
    with bound(*fast):
        cells = [drive.drive_cells(*case) for case in CELLS]
        assert (cells, drive.drive_frame(*FRAMES)) == plain


@pytest.mark.chip
def test_the_chip_agrees(plain):
    chip = Chip(find_image(), firmware.modules())
    source = Path(drive.__file__).read_text(encoding="utf-8")
    source += ON_CHIP.format(
        cells=json.dumps(CELLS).replace("false", "0").replace("true", "1"),
        frames=json.dumps(FRAMES),
    )
    cells, frame = json.loads(chip.execute(firmware.folded(source)))
    assert [tuple(each) for each in cells] == plain[0]
    assert tuple(frame) == plain[1]
