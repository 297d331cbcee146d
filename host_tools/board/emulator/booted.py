"""An emulated board whose start has already been emulated, up to its first sensor reading.

Until then the chip reads nothing from the world around it, so this part of the start is the same
for every seed and every arrangement of tiles. It takes up to ten seconds to emulate. To get many
boards, create one, fork the process for each and call `begin` in the child.
"""

import math
from collections.abc import Mapping
from typing import Any

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.chip import ChipError
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.world import World
from lodeboard.boards.profile import Profile

_Event = tuple[int, str, int, Any]  # board time, kind, time of the event, its value
MOST_MS = 5000  # no sensor reading by then: the firmware hangs


class ReplayedBoard(EmulatedBoard):
    """A board that replays a recorded start.

    While it does, `starting` is true: it runs in whole ticks and reports lights, tones and lines at
    the times recorded, while `chip` and `wiring` are already at the end of the start. Only tiles
    may be moved; anything else raises ChipError.
    """

    def __init__(self, profile: Profile, seed: int = 0, **more: Any) -> None:
        self._ticks: list[tuple[int, list[_Event]]] = []  # board time, events of the tick
        self._index = 0
        self._end_ms = 0.0  # end of the chip's current tick
        self._shown_ms: int | None = None  # board time during the replay
        super().__init__(profile, seed, **more)

    @property
    def starting(self) -> bool:
        """Whether the board is still replaying its start."""
        return self._shown_ms is not None

    @property
    def now_ms(self) -> int:
        """Board time since the first power-on in ms."""
        return super().now_ms if self._shown_ms is None else self._shown_ms

    @property
    def leds(self) -> list[Colour]:
        """The colour of each cell's LED now, (r, g, b) in cell order."""
        if not self.starting:
            return super().leds
        return list(self.led_history[-1][1]) if self.led_history else self._dark()

    def _dark(self) -> list[Colour]:
        return [(0, 0, 0)] * self.profile.cells

    def advance(self, ms: float) -> None:
        """Let board time pass, at most one tick."""
        if not self.starting:
            super().advance(ms)
            return
        self._only(ms == self.profile.tick_ms, "runs in whole ticks")
        self._only(self.chip.on_flash is None, "keeps its power")
        for hand in self.hands:
            hand.advance(ms)
        self.world.advance(ms)
        end_ms, came = self._ticks[self._index]
        for self._shown_ms, kind, at_ms, what in came:
            self._again(kind, at_ms, what)
        self._shown_ms = end_ms
        self._index += 1
        if self._index == len(self._ticks):  # run the rest of the tick with the first reading
            self._shown_ms = None
            self.chip.run_ms(self._end_ms - self.chip.now_ms)
            self._tell_frames()
            self.wiring.listen()
            self._tell_lines()
        self.ticks.notify(self.now_ms, None)

    def _again(self, kind: str, now_ms: int, what: Any) -> None:
        if kind == "frame":
            self._show(now_ms, what)
        elif kind == "tone":
            self.tones.append((now_ms, what))
            self.sounds.notify(now_ms, what)
        else:
            self.serial_out.append(what)
            self.lines.notify(now_ms, what)

    def _only(self, holds: bool, what: str) -> None:
        if not holds:
            raise ChipError(f"a starting board {what}; use an EmulatedBoard")

    def press(self, mask: int) -> None:
        """Put fingers on these buttons."""
        self._only(not self.starting, "takes no buttons")
        super().press(mask)

    def release(self, mask: int) -> None:
        """Take fingers off these buttons."""
        self._only(not self.starting, "takes no buttons")
        super().release(mask)

    def send_line(self, text: str) -> None:
        """A line from a computer on the serial port."""
        self._only(not self.starting, "takes no lines")
        super().send_line(text)

    def plug(self, plugged: bool) -> None:
        """Plug the serial cable in, or pull it out."""
        self._only(not self.starting, "keeps its cable")
        super().plug(plugged)

    def power_cut(self) -> None:
        """Cut the power."""
        self._only(not self.starting, "keeps its power")
        super().power_cut()

    def reseed(self, seed: int) -> None:
        """Replace the board by a new one."""
        self._only(not self.starting, "keeps its seed")
        super().reseed(seed)


class BootedBoard(ReplayedBoard):
    """A board at its power-on that replays its start instead of emulating it again."""

    def __init__(self, profile: Profile, files: Mapping[str, bytes] | None = None) -> None:
        super().__init__(profile, files=files)
        self._emulate_start()

    def _emulate_start(self) -> None:
        """Run the chip until it asks for the first conversion, in the middle of a tick."""
        adc = self.chip.mcu.adc
        answer = adc.on_adc_read
        asked = False

        def stop(channel: int) -> None:
            nonlocal asked
            asked = True
            adc.on_adc_read = answer
            self.chip.simulator.stopped = True
            answer(channel)

        adc.on_adc_read = stop
        came: list[_Event] = []
        ends = [
            self.frames.subscribe(lambda ms, leds: came.append((self.now_ms, "frame", ms, leds))),
            self.sounds.subscribe(lambda ms, tone: came.append((self.now_ms, "tone", ms, tone))),
            self.lines.subscribe(lambda ms, line: came.append((self.now_ms, "line", ms, line))),
        ]
        while True:
            self._end_ms = round(self.chip.now_ms, 3) + self.profile.tick_ms
            self.chip.run_ms(self._end_ms - self.chip.now_ms)
            if asked:
                break
            if self.chip.now_ms > MOST_MS:
                raise ChipError(f"no sensor reading in {MOST_MS} ms: {self.chip.text()}")
            self._tell_frames()
            self.wiring.listen()
            self._tell_lines()
            self._ticks.append((math.floor(self.chip.now_ms), list(came)))
            came.clear()
        self._ticks.append((math.floor(self._end_ms), list(came)))
        for end in ends:
            end()
        self.led_history.clear()
        self.tones.clear()
        self.serial_out.clear()
        self._shown_ms = 0

    def begin(self, seed: int) -> "BootedBoard":
        """Put this board at its power-on into the world of `seed`. Raises ChipError the second
        time."""
        if self._index or self.hands:
            raise ChipError("begin() has been called before")
        self.seed = seed
        self.world = World(self.profile, seed, self.world.tremor_mm)
        self.frontend = FrontEnd(self.world, seed)
        self.wiring.analogue = self.frontend
        return self
