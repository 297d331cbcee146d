"""The first-board measurement on the emulated chip, on a board without magnets."""

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.flashwaits import FlashTimes, FlashWaits
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.wiring import Wiring
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.world import World
from host_tools.build import firmware
from host_tools.workshop.checkup.chip.measure import Figures, measure
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

SEED = 1
_LIMIT_MS = 120_000  # of board time, for one piece


def emulated(times: FlashTimes | None = None) -> Figures:
    """The figures of an emulated chip. With `times` they include the flash's waits, with these
    erase and program times."""
    chip = Chip(find_image(), firmware.board_files())
    profile = Profile(DATA)
    Wiring(chip, profile.data, FrontEnd(World(profile, SEED), SEED))
    chip.execute("pass")
    _empty(chip)
    if times is not None:
        FlashWaits(chip, times).slow_reads(True)
    return measure(lambda source: chip.execute(source, _LIMIT_MS))


def _empty(chip: Chip) -> None:
    """An empty file system, as after installing with mpremote: a soft reset at the raw prompt runs
    no main.py."""
    mark = len(chip.output)
    chip.send(b"\x04")
    chip.run_until(lambda: b"soft reboot" in chip.output[mark:], 2000, "soft reset")
    chip.run_until(lambda: chip.output.endswith(b">"), 2000, "prompt")
