"""A real board on a cable, with the interface that the page and its tools use.

Its lights, readings and messages come over the line. The page's table shows either what the board
senses (a mirror), or, with `inject`, a simulated world whose readings replace those of the board's
own sensors. Time is the board's own if it reports it: the world around a slow board is slower too.
"""

import json
import struct
import time
from collections.abc import Sequence

from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.leds import Colour, current_ma
from host_tools.board.simulator.outputs import Outputs
from host_tools.board.simulator.world import World
from lodeboard.boards.profile import LINE_BYTES, Profile

from .boardtime import BoardTime
from .cable import Cable
from .greeting import READY, Greeting
from .mirror import Mirror
from .received import Received

INJECT_TICKS = 2  # ticks between simulated readings: 25 times a second
_PRESS_AGAIN_MS = 500  # a held button is repeated well within the board's time limit
_ASK_AGAIN_MS = 2000  # another program has stopped what is needed here
_PAUSE_MS = 200
_REPEAT_MS = 10_000  # slow boards take a while to confirm simulated readings
_REST_SCANS = 24
_DARK = (0, 0, 0)


class SerialBoard(Outputs):
    """One board on one cable. `step` is one tick of the page's clock, and never blocks."""

    def __init__(
        self,
        profile: Profile,
        cable: Cable,
        port: str,
        *,
        inject: bool = False,
        seed: int = 1,
        inject_ticks: int = INJECT_TICKS,
    ) -> None:
        super().__init__(cable.send)
        self.profile = profile
        self.seed = seed
        self.inject = inject
        self.port = port
        self._inject_ticks = inject_ticks
        self.world = World(profile, seed)
        self.frontend = FrontEnd(self.world, seed)
        self.leds: list[Colour] = [_DARK] * profile.cells
        self.injecting = False  # the board has confirmed our readings
        self.felt = 0  # buttons pressed at its last scan
        self.unread = 0  # damaged lines from a board that had sent its hello
        self._time = BoardTime()
        self._host_ms = 0
        self._scan_ms = -1  # program time of the last scan; -1: none yet
        self._injected_ms = 0
        self._unconfirmed_ms = 0  # program time since which readings are not confirmed
        self.cable = cable
        self._greeting = Greeting(profile, port)
        self._mirror = Mirror(self.world)
        self._watch_readings = False
        self._held = 0
        self._held_ms = 0
        self._zero: list[int] | None = None  # the board's calibration
        self._gain = [1024] * profile.cells
        scans = [self.frontend.scan() for _ in range(_REST_SCANS)]
        self._rest = [sum(cell) / _REST_SCANS for cell in zip(*scans, strict=True)]
        self._most = profile.raw_full - int(profile.data["adc"]["oversample"])

    # State

    @property
    def now_ms(self) -> int:
        """Board time since this program began in ms."""
        return self._time.now_ms

    @property
    def told_ms(self) -> int | None:
        """Board time if it follows the board's own clock, otherwise None."""
        return self._time.now_ms if self._time.told else None

    @property
    def plugged(self) -> bool:
        """Whether a Lodeboard answers."""
        return self._greeting.status == READY

    @property
    def powered(self) -> bool:
        """As `plugged`: the power itself is unknown."""
        return self.plugged

    @property
    def current_ma(self) -> float:
        """Estimated current of the LEDs in mA."""
        return current_ma(self.profile.data["leds"], self.leds)

    def report(self) -> dict[str, object]:
        """For pages: the port, whether a board answers, and a sentence."""
        return {
            "port": self.port,
            "status": self._greeting.status,
            "say": self._greeting.say
            if self._greeting.say[-1] in ".?"
            else f"{self._greeting.say}.",
            "inject": self.inject,
            "injecting": self.injecting,
        }

    # Start and end

    @property
    def start_share(self) -> None:
        """Always None: a board reports nothing while it starts."""
        return None

    def boot(self) -> None:
        """Do nothing: a real board is on, and its cable was opened before."""

    def power_cut(self) -> None:
        """Release the board, which returns to its own sensors and continues its game."""
        if self.plugged:
            self._say({"c": "inject", "on": False})
            self._say({"c": "scan", "on": False})
            self._say({"c": "watch", "on": False})
        self.cable.close()

    # User actions

    def press(self, mask: int) -> None:
        """Press these buttons in addition to those pressed on the board."""
        self._hold(self._held | mask)

    def release(self, mask: int) -> None:
        """Release these buttons."""
        self._hold(self._held & ~mask)

    def _hold(self, held: int) -> None:
        self._held = held
        self._held_ms = self.now_ms
        self._say({"c": "inject", "held": held})

    def send_line(self, text: str) -> None:
        """Send a line to the board. Errors are reported as an "error" message."""
        if len(text) > LINE_BYTES or not text.isascii() or not text.isprintable():
            self._answer(f"A line has at most {LINE_BYTES} characters, all of them printable.")
        elif not self.plugged:
            self._answer("No board answers, so that was not sent.")
        elif not self.cable.send(text):
            self._answer("The board does not keep up; that was not sent.")
        else:
            self.sent.notify(self.now_ms, text)

    def _answer(self, say: str) -> None:
        self._tell(json.dumps({"t": "error", "say": say}))

    def _say(self, command: dict[str, object]) -> None:
        if self.plugged:
            self.cable.send(json.dumps(command))

    def watch(self, readings: bool) -> None:
        """Let the board send its readings always, or only when needed here."""
        self._watch_readings = readings
        self._ask_to_watch()

    def _ask_to_watch(self) -> None:
        needed = self._watch_readings or not self.inject or self._zero is None
        self._say({"c": "watch", "on": needed, "lights": True})

    def _ask_to_scan(self) -> None:
        """Each scan reports the board's time, so readings are sent as fast as the board reads
        them."""
        if self.inject:
            self._scan_ms = -1
            self._say({"c": "scan", "on": True})

    # Time

    def step(self) -> None:
        """Run one tick: process the board's events, move hands and world, send readings."""
        tick_ms = self.profile.tick_ms
        before_ms = self.now_ms
        self._host_ms += tick_ms
        was = self.plugged
        for event in self.cable.take():
            received = self._greeting.hear(event, self._host_ms)
            self.unread += received is None and self.plugged and isinstance(event, bytes)
            if self._greeting.fresh:
                self._greeting.fresh = False
                self._begin()
            if received is not None:
                self._hear(received)
        self._time.tick(tick_ms)
        self._move(self.now_ms - before_ms)
        line = self._greeting.due(self._host_ms)
        if line is not None:
            self.cable.send(line)
        if was and not self.plugged:
            self._lose()
        if self.plugged:
            self._inject()
        self.ticks.notify(self.now_ms, None)

    def _move(self, ms: int) -> None:
        while ms > 0:
            part = min(ms, self.profile.tick_ms)
            for hand in self.hands:
                hand.advance(part)
            self.world.advance(part)
            ms -= part

    def run_ms(self, ms: float) -> None:
        """Let `ms` pass, in real time too."""
        end = self.now_ms + ms
        while self.now_ms < end:
            time.sleep(self.profile.tick_ms / 1000)
            self.step()

    def _begin(self) -> None:
        """A hello was received: the board has started, or was found."""
        self._zero = None
        self.injecting = False
        self._unconfirmed_ms = self._host_ms
        self.felt = 0
        self._time.forget()
        self._ask_to_watch()
        self._ask_to_scan()

    def _lose(self) -> None:
        self.injecting = False
        self._zero = None
        self._time.forget()
        self._show([_DARK] * self.profile.cells)

    def _inject(self) -> None:
        if self._held and self.now_ms - self._held_ms >= _PRESS_AGAIN_MS:
            self._hold(self._held)
        if self._scan_ms >= 0 and self._host_ms - self._scan_ms > _ASK_AGAIN_MS:
            self._ask_to_scan()
        self._repeat_injection()
        wait_ms = self._inject_ticks * self.profile.tick_ms
        if not self.inject or self._zero is None or self.now_ms - self._injected_ms < wait_ms:
            return
        self._injected_ms = self.now_ms
        readings = [min(max(round(each), 0), self._most) for each in self._readings()]
        raw = struct.pack(f"<{len(readings)}H", *readings).hex()
        self.cable.send_latest(f'{{"c":"inject","raw":"{raw}"}}')

    def _repeat_injection(self) -> None:
        """Repeat the start of simulated readings: the board's confirmation may have been lost.
        After a pause that the board notices, it confirms the next readings again."""
        if not self.inject or self.injecting or self._zero is None:
            self._unconfirmed_ms = self._host_ms
        elif self._host_ms - self._unconfirmed_ms > _REPEAT_MS:
            self._unconfirmed_ms = self._host_ms
            self._say({"c": "inject", "on": False})
            self._injected_ms = self.now_ms + _PAUSE_MS

    def _readings(self) -> Sequence[float]:
        """The readings to send to the board."""
        assert self._zero is not None
        # The board uses the zeros and gains of its own sensors; ours must match them.
        sensors = zip(self._zero, self._gain, self.frontend.scan(), self._rest, strict=True)
        return [zero + (read - rest) * 1024 / gain for zero, gain, read, rest in sensors]

    # Received lines

    def _hear(self, received: Received) -> None:
        message = received.message
        if isinstance(message.get("ms"), int):
            self._time.hear(message["ms"])
        self.wire.notify(self.now_ms, received.text)
        match received.kind:
            case "lights":
                self._show_bytes(bytes.fromhex(message["grb"]))
                return  # listeners get them as frames
            case "sound":
                self.tones.append((self.now_ms, message["hertz"]))
                self.sounds.notify(self.now_ms, message["hertz"])
                return
            case "scan":
                self._scan_ms = self._host_ms
                self.felt = message["held"]
                return
            case "zeros":
                self._take_zeros(message)
                return
            case "cells":
                self._take_cells(message)
                if not self._watch_readings:
                    return
            case "inject":
                self.injecting = message["on"]
        whole = self._states.whole(received.text)
        if whole:
            self._tell(whole)

    def _tell(self, line: str) -> None:
        self.serial_out.append(line)
        self.lines.notify(self.now_ms, line)

    def _take_cells(self, message: dict[str, list[int]]) -> None:
        if not self.inject:
            self._mirror.show(message["codes"])
        else:
            self._take_zeros(message)

    def _take_zeros(self, message: dict[str, list[int]]) -> None:
        if self.inject and self._zero is None:
            self._zero, self._gain = message["zero"], message["gain"]
            self._ask_to_watch()

    def _show_bytes(self, grb: bytes) -> None:
        leds = []
        for place in self.profile.led_order:
            green, red, blue = grb[3 * place : 3 * place + 3]
            leds.append((red, green, blue))
        self._show(leds)

    def _show(self, leds: list[Colour]) -> None:
        if leds != self.leds:
            self.leds = leds
            self.frames.notify(self.now_ms, leds)
