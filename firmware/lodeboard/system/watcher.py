"""Sends readings, lights, tones and scans to a computer that watches. A board without a computer
does not need this, so the module is loaded on first use.
"""

from lodeboard.link.link import Link
from lodeboard.play.scene import Board
from lodeboard.ticks import since

_WATCH_MS = 200
_LIGHTS_MS = 40  # at most 25 frames a second


class Watcher:
    """on: readings are sent. lights: the LED chain's bytes and the tones are sent. scans: each scan
    is sent in its tick. Once created, it sits between the tunes and the beeper to send each
    tone."""

    def __init__(self, link: Link, board: Board):
        self._link = link
        self._board = board
        self._told_ms = 0
        self._lights_ms = 0
        self._now_ms = 0  # time of the tick
        self._new_lights = False
        tunes = board.tunes
        self._sound = tunes.sound
        tunes.sound = self
        self.on = False
        self.lights = False
        self.scans = False

    def watch(self, on: bool, lights: bool) -> None:
        """Start or stop sending readings and lights."""
        self.on = on
        self.lights = self._new_lights = lights
        if on:
            sensing = self._board.profile.sensing
            bands = {name: sensing[name] for name in ("empty_mv", "far_mv", "near_mv")}
            bands["t"] = "limits"
            self._link.send(bands)

    def scan(self, on: bool) -> None:
        """Start or stop sending each scan. First send the zeros and limits that apply to the
        readings, and the lights."""
        self.scans = on
        if on:
            self._new_lights = True
            calibration = self._board.calibration
            self._link.send(
                {
                    "t": "zeros",
                    "valid": calibration.valid,
                    "zero": list(calibration.zero),
                    "gain": list(calibration.gain),
                }
            )

    def tell(self, held: int, now_ms: int) -> None:
        """Send the readings, about five times a second or every scan, with the buttons held
        down."""
        if self.scans:
            values = (now_ms, held, bytes(self._board.cells.raw).hex())
            self._link.say('{"t": "scan", "ms": %d, "held": %d, "raw": "%s"}' % values)
        if self.on and since(now_ms, self._told_ms) >= _WATCH_MS:
            self._told_ms = now_ms
            self._send_cells(now_ms)

    def _send_cells(self, now_ms: int) -> None:
        # A function of its own: variables shared with the inner loop would be allocated in each
        # call.
        board = self._board
        profile = board.profile
        cells = board.cells
        self._link.send(
            {
                "t": "cells",
                "ms": now_ms,
                "raw": list(cells.raw),
                "mv": [
                    round(profile.millivolts(cells.deviation(cell)), 1)
                    for cell in range(profile.cells)
                ],
                "codes": list(cells.codes),
                "zero": list(board.calibration.zero),
                "gain": list(board.calibration.gain),
            }
        )

    def show(self, frame: bytearray, changed: bool, now_ms: int) -> None:
        """Send the LED chain's bytes if they have changed. Tones follow in the same tick."""
        self._now_ms = now_ms
        if not self.lights and not self.scans:
            return
        self._new_lights = self._new_lights or changed
        if self._new_lights and since(now_ms, self._lights_ms) >= _LIGHTS_MS:
            self._lights_ms = now_ms
            self._new_lights = False
            self._link.say('{"t": "lights", "ms": %d, "grb": "%s"}' % (now_ms, frame.hex()))

    def tone(self, hertz: int) -> None:
        """Pass a tone on to the beeper and send it."""
        self._sound.tone(hertz)
        if self.lights or self.scans:
            self._link.say('{"t": "sound", "ms": %d, "hertz": %d}' % (self._now_ms, hertz))
