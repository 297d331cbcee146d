"""The simulated world around an emulated chip: the same magnets, the real firmware image.

Looks like the simulator's board where it can: a world to move tiles in, light and sound to
look at, buttons to press, lines that the firmware said. There is no way into the App.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools import firmware
from host_tools.emulator.chip import Chip, ChipError
from host_tools.emulator.image import find_image
from host_tools.emulator.wiring import Wiring
from host_tools.simulator.frontend import FrontEnd
from host_tools.simulator.world import World
from lodeboard.boards.profile import Profile


class EmulatedBoard:
    """A board at power-on. `files` defaults to the firmware of this tree, compiled."""

    def __init__(
        self,
        profile: Profile,
        seed: int = 0,
        *,
        image: Path | None = None,
        files: dict[str, bytes] | None = None,
    ) -> None:
        self.profile = profile
        self.world = World(profile, seed)
        self.frontend = FrontEnd(self.world, seed)
        self.chip = Chip(image or find_image(), firmware.board_files() if files is None else files)
        self.wiring = Wiring(self.chip, profile.data, self.frontend)

    @property
    def leds(self) -> list[tuple[int, ...]]:
        """What each cell's LED shows, (r, g, b) in cell order."""
        return self.wiring.leds

    @property
    def now_ms(self) -> float:
        """Board time since power-on."""
        return self.chip.now_ms

    def run_ms(self, milliseconds: float) -> None:
        """Let board time pass, the world moving on with it."""
        end = self.now_ms + milliseconds
        while end - self.now_ms > 1e-6:
            step = min(float(self.profile.tick_ms), end - self.now_ms)
            self.world.advance(step)
            self.chip.run_ms(step)

    def run_until(self, done: Callable[[], bool], limit_ms: float, what: str) -> None:
        """Let ticks pass until `done()`. ChipError, with what was said, after `limit_ms`."""
        end = self.now_ms + limit_ms
        while not done():
            if self.now_ms >= end:
                tail = self.chip.text()[-2000:]
                raise ChipError(f"no {what} after {limit_ms:.0f} ms of board time. Output:\n{tail}")
            self.run_ms(self.profile.tick_ms)

    def tap(self, mask: int, hold_ms: float = 100) -> None:
        """Press these buttons and let go again."""
        self.wiring.press(mask)
        self.run_ms(hold_ms)
        self.wiring.press(0)
        self.run_ms(hold_ms)

    @property
    def scans(self) -> int:
        """How often the firmware has read all cells: once a tick."""
        in_a_scan: int = self.profile.cells * (self.profile.data["adc"]["oversample"] + 1)
        return self.wiring.conversions // in_a_scan

    def messages(self) -> list[dict[str, Any]]:
        """Everything the App said on the serial line so far, whole JSON lines only."""
        said = []
        for line in self.chip.text().split("\r\n")[:-1]:
            if line.startswith("{"):
                said.append(json.loads(line))
        return said
