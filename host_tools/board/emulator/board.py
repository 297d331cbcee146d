"""A simulated world around an emulated chip: the simulator's magnets, the real firmware image.

It has the interface of the simulator's board, so hands, scenarios and the page work with either.
Everything it reports is observed from outside: colours are decoded from the waveform on the LED
pin, tones from the edges on the beeper pins, lines from the USB serial port. There is no access to
the App object.
"""

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from host_tools.board.emulator.chip import Chip, ChipError
from host_tools.board.emulator.datafolder import DataFolder
from host_tools.board.emulator.flashstore import FlashStore
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.wiring import Wiring
from host_tools.board.messages import kind
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.leds import Colour, current_ma
from host_tools.board.simulator.outputs import Outputs
from host_tools.board.simulator.whole_states import WholeStates
from host_tools.board.simulator.world import World
from host_tools.build import firmware
from host_tools.build.layout import DATA
from lodeboard.boards.profile import Profile
from lodeboard.boards.rp2040 import FILES_OFFSET

_FRAMES = 4096  # kept by the wiring
_PACKET_BYTES = 64  # bytes per packet on the serial line
_PACKET_MS = 2
START_MS = 1220  # from power-on to the first line (test_chip_smoke.py measures it)
_MOST_STARTS_MS = 10 * START_MS  # no line by then: the firmware hangs
_SOFT_REBOOT = "MPY: soft reboot"  # printed by MicroPython


class EmulatedBoard(Outputs):
    """One board with its world around it.

    The power is on from the start, but nothing runs until board time passes; the first `boot` of a
    board that has not run yet does nothing.

    `files` is the content of the file system, by default the compiled firmware of this tree. If
    `image` is bytes, it is the content of the whole flash including the file system, as written by
    `bootrom.copy_to_drive`. `store_dir` stores the board's data folder between runs, in the same
    files as the simulator's board; it is written on every change and when the power is cut.
    """

    def __init__(
        self,
        profile: Profile,
        seed: int = 0,
        *,
        image: Path | bytes | None = None,
        files: Mapping[str, bytes] | None = None,
        store_dir: Path | None = None,
        tremor_mm: float = 0.3,
    ) -> None:
        super().__init__(self.send_line)
        self.profile = profile
        self.seed = seed
        self.world = World(profile, seed, tremor_mm)
        self.frontend = FrontEnd(self.world, seed)
        if files is None and not isinstance(image, bytes):
            files = firmware.board_files(board=profile.name)
        self._image = image or find_image()
        self._files = dict(files or {})
        # A flashed board has this folder even when it is empty.
        self._folders = () if DATA in self._files else (DATA,)
        folder = DataFolder(store_dir) if store_dir is not None else None
        data = folder.files if folder is not None else {}
        self.chip = Chip(self._image, self._files | data, self._folders)
        if folder is not None:
            folder.follow(self.chip)
        self._folder = folder
        self.wiring = Wiring(self.chip, profile.data, self.frontend)
        self.wiring.on_tone = self._on_tone
        self.store = FlashStore(self.chip)
        self._last_shown: list[Colour] = []
        self.plugged = True
        self._down = 0
        self._typing = b""  # bytes not yet sent to the chip
        self._read = 0  # offset in the chip's output of the next line
        self._told_frames = len(self.wiring.frames)
        self._tick_left_ms = float(profile.tick_ms)
        self._began_ms: int | None = 0  # start time; None once the hello has come
        self._restarts = 0  # restarts of the chip seen so far

    # -- power -----------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        """Whether the power is on."""
        return self.chip.powered

    def boot(self) -> None:
        """Switch on: the chip starts from its flash. If it is running, its power is cut first."""
        if self.powered and self.now_ms == 0:
            return
        if self.powered:
            self.power_cut()
        self.store.cancel_cut()
        self.chip.power_on()
        self._began_ms = self.now_ms

    @property
    def start_share(self) -> float | None:
        """Progress of the start, from 0 to 1, measured in board time; None when the board is not
        starting."""
        if self._began_ms is None:
            return None
        passed = self.now_ms - self._began_ms
        return min(passed / START_MS, 0.99) if passed < _MOST_STARTS_MS else None

    def power_cut(self) -> None:
        """Cut the power: memory is lost, LEDs go dark, the tone stops. The flash keeps its
        content."""
        self.store.cancel_cut()
        self.chip.power_off()
        if self._folder is not None:
            self._folder.write()  # again, in case an earlier write failed
        self._without_power()

    def _without_power(self) -> None:
        self._typing = b""
        self._began_ms = None
        self._read = len(self.chip.output)
        self._show(self.now_ms, [(0, 0, 0)] * self.profile.cells)
        self.wiring.listen()

    def reseed(self, seed: int) -> None:
        """Replace the board by a new one, switched off: its own sensors and magnets, an empty data
        folder, all tiles in their trays. No tile may be in a hand."""
        self.world.reseed(seed)
        self.power_cut()
        self.seed = seed
        self.frontend.reseed(seed)
        if isinstance(self._image, bytes):
            self.chip.write_file_system(self._image[FILES_OFFSET:])
        else:
            self.chip.write_files(self._files, self._folders)
        if self._folder is not None:
            self._folder.write()
        for hand in self.hands:
            hand.reseed(seed)

    # -- time ------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        """Board time since the first power-on in ms; it passes without power too."""
        return math.floor(self.chip.now_ms)

    def step(self) -> None:
        """Run one tick: hands move, the world follows, the firmware runs."""
        self.advance(self.profile.tick_ms)

    def advance(self, ms: float) -> None:
        """Let board time pass, at most one tick."""
        for hand in self.hands:
            hand.advance(ms)
        self.world.advance(ms)
        powered = self.powered
        # The chip finishes its last instruction late; round so that the error does not add up.
        end_ms = round(self.chip.now_ms, 3) + ms
        while self._typing and end_ms - self.chip.now_ms > _PACKET_MS:
            self._type()
            self.chip.run_ms(_PACKET_MS)
        self.chip.run_ms(end_ms - self.chip.now_ms)
        self._tell_frames()
        self.wiring.listen()
        self._tell_lines()
        if powered and not self.powered:
            self._without_power()
        self._tick_left_ms -= ms
        if self._tick_left_ms < 1e-6:
            self._tick_left_ms += self.profile.tick_ms
            self.ticks.notify(self.now_ms, None)

    def run_until(
        self, condition: Callable[[], bool], timeout_ms: float, what: str | None = None
    ) -> bool:
        """As of any board, but on timeout raise ChipError with the end of the output if `what`
        names what is waited for."""
        holds = super().run_until(condition, timeout_ms)
        if not holds and what is not None:
            tail = self.chip.text()[-2000:]
            raise ChipError(f"no {what} after {timeout_ms:.0f} ms of board time. Output:\n{tail}")
        return holds

    # -- what people do and see --------------------------------------------------------

    def press(self, mask: int) -> None:
        """Put fingers on these buttons (1 left, 2 middle, 4 right, added up)."""
        self._down |= mask
        self.wiring.press(self._down)

    def release(self, mask: int) -> None:
        """Take fingers off these buttons."""
        self._down &= ~mask
        self.wiring.press(self._down)

    def tap(self, mask: int, hold_ms: float = 100) -> None:
        """Press these buttons and release them."""
        self.press(mask)
        self.run_ms(hold_ms)
        self.release(mask)
        self.run_ms(hold_ms)

    def send_line(self, text: str) -> None:
        """Send a line from a computer over the serial port; it is lost if the cable is not plugged
        in."""
        if self.plugged and self.chip.connected:
            self.sent.notify(self.now_ms, text)
            self._typing += text.encode() + b"\n"

    def plug(self, plugged: bool) -> None:
        """Plug the serial cable in, or pull it out. Lines in transit are lost."""
        self.plugged = plugged
        self._typing = b""

    @property
    def leds(self) -> list[Colour]:
        """The colour of each cell's LED now, (r, g, b) in cell order."""
        if not self.powered:
            return [(0, 0, 0)] * self.profile.cells
        return [_colour(led) for led in self.wiring.leds]

    @property
    def current_ma(self) -> float:
        """Estimated current of the LEDs in mA; 0 without power."""
        return current_ma(self.profile.data["leds"], self.leds) if self.powered else 0.0

    @property
    def scans(self) -> int:
        """How often the firmware has read all cells so far; it does so once per tick."""
        in_a_scan: int = self.profile.cells * (self.profile.data["adc"]["oversample"] + 1)
        return self.wiring.conversions // in_a_scan

    def messages(self) -> list[dict[str, Any]]:
        """All messages on the serial line so far, each state completed with all moves of the game.
        Incomplete lines are left out."""
        said = []
        states = WholeStates(lambda _: None)
        for line in self.chip.text().split("\r\n")[:-1]:
            whole = states.whole(line) if line.startswith("{") else ""
            if whole:
                said.append(json.loads(whole))
        return said

    # -- from the chip -----------------------------------------------------------------

    def _type(self) -> None:
        if self.chip.connected and self.chip.takes_input:
            packet, self._typing = self._typing[:_PACKET_BYTES], self._typing[_PACKET_BYTES:]
            self.chip.send(packet)

    def _tell_frames(self) -> None:
        frames = self.wiring.frames
        for now_ms, pixels in frames[self._told_frames :]:
            self._show(math.floor(now_ms), [_colour(led) for led in self.wiring.by_cell(pixels)])
        if len(frames) > 2 * _FRAMES:
            del frames[:-_FRAMES]
        self._told_frames = len(frames)

    def _show(self, now_ms: int, leds: list[Colour]) -> None:
        if leds != self._last_shown:
            self._last_shown = leds
            self.frames.notify(now_ms, leds)

    def _on_tone(self, hertz: int) -> None:
        self.tones.append((self.now_ms, hertz))
        self.sounds.notify(self.now_ms, hertz)

    def _tell_lines(self) -> None:
        if self.chip.restarts > self._restarts:
            self._restarts = self.chip.restarts
            self._began_ms = self.now_ms
        end = self.chip.output.rfind(b"\n") + 1
        if end <= self._read:
            return
        said = bytes(self.chip.output[self._read : end]).decode(errors="replace")
        self._read = end
        for line in said.splitlines():
            if kind(line) == "hello":
                self._began_ms = None
            elif line == _SOFT_REBOOT:
                self._began_ms = self.now_ms
            if not self.plugged:
                continue
            self.wire.notify(self.now_ms, line)
            whole = self._states.whole(line)
            if whole:
                self.serial_out.append(whole)
                self.lines.notify(self.now_ms, whole)


def _colour(led: tuple[int, ...]) -> Colour:
    red, green, blue = led
    return red, green, blue
