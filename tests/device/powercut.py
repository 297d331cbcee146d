"""Takes an emulated chip's power away in the middle of a write to its flash."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from host_tools.board.device.errors import DeviceError
from host_tools.board.device.flash import Flasher, flash
from host_tools.board.device.plan import Step
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import PowerCut, SerialPort
from host_tools.build.layout import Firmware

SECTOR = 4096
# The completed share of the write when the power fails.
BEFORE, HALF, AFTER = "before", "half", "after"
# Asked before a write, with the step that flashing is at and which of the step's writes it is,
# from 1: how much of it is still carried out before the power is gone; None for no cut.
Cuts = Callable[[Step | None, int], str | None]


class Writes:
    """Counts the erasures and programmings of a chip's flash, and ends them at a given one."""

    def __init__(self, chip: Chip, cuts: Cuts = lambda step, nth: None) -> None:
        self.count = 0
        self._step: Step | None = None
        self._in_step = 0
        self._cuts = cuts
        self._flash = chip.mcu.flash
        chip.on_flash = self._write

    def cut_at(self, write: int, how: str) -> None:
        """Cut at this write, counted over all steps."""
        self._cuts = lambda step, nth: how if self.count == write else None

    def begin(self, step: Step) -> None:
        self._step = step
        self._in_step = 0

    def _write(self, start: int, data: bytes, apply: Callable[[], None]) -> None:
        """Runs instead of `apply`: programs a page with this data, or erases a sector if there is
        none."""
        self.count += 1
        self._in_step += 1
        how = self._cuts(self._step, self._in_step)
        if how is None:
            apply()
            return
        size = len(data) or SECTOR
        torn = bytes(self._flash[start + size // 2 : start + size])
        if how != BEFORE:
            apply()
        if how == HALF:
            self._flash[start + size // 2 : start + size] = torn
        raise PowerCut


def start_again(flash_contents: bytes) -> Chip:
    """The board with its power restored: another chip with the same flash."""
    chip = Chip(find_image(), {})
    chip.mcu.flash[:] = flash_contents
    return chip


def hello(chip: Chip) -> dict[str, Any]:
    """The first hello of a starting board."""

    def lines() -> list[str]:
        return [line for line in chip.text().split("\r\n")[:-1] if line.startswith("{")]

    chip.run_until(lambda: bool(lines()), 5000, "hello")
    message: dict[str, Any] = json.loads(lines()[0])
    return message


class Silent:
    """A progress bar that shows nothing."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0

    def update(self) -> None:
        self.done += 1

    def close(self) -> None:
        pass


def flash_once(
    chip: Chip,
    firmware: Firmware | Callable[[str], Firmware],
    writes: Writes | None = None,
    **options: Any,
) -> tuple[DeviceError | None, str]:
    """Flash through the chip's serial port; return the error and the output."""
    said: list[str] = []
    error: DeviceError | None = None
    carry_out = Flasher.carry_out

    def step_by_step(self: Flasher, steps: Sequence[Step], advance: Callable[[], None]) -> None:
        for step in steps:
            if writes is not None:
                writes.begin(step)
            carry_out(self, [step], advance)

    with pytest.MonkeyPatch.context() as patch, SerialPort(chip) as port:
        patch.setattr(Flasher, "carry_out", step_by_step)
        try:
            flash(firmware, port.wait(), said.append, Silent, **options)
        except DeviceError as reason:
            error = reason
    return error, "\n".join(said)
