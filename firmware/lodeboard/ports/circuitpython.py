"""The port to an RP2040 board under CircuitPython.

docs/developer/circuitpython.md lists its limits."""

import gc
import time
from array import array

import analogio
import digitalio
import microcontroller
import neopixel
import pwmio
from micropython import const

from lodeboard.boards.profile import LINE_BYTES
from lodeboard.ports.budget import Budget
from lodeboard.ports.fat_store import FatStore
from lodeboard.storage.blobs import Blobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence
    from typing import Any

    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import Buttons, Clock, Lights, Sensors, Serial, Sound

_TAKE_BYTES = const(192)  # read in one call, so that a flood of bytes does not delay a tick
_WRITE_S = 0.1  # time to send a line before the rest is dropped
_NS_PER_MS = const(1000000)
_WRAP_MS = const(0x3FFFFFFF)
_DUTY = const(0x8000)  # a square wave
_THINK_EVALS = const(32)  # about 8 ms in bytecode
_LEVELS = const(4)  # the fifth level would think for a minute
GAME_WORDS = const(8192)  # larger arrays leave too little heap for the rest


class Hardware:
    """The parts of CircuitPython that the port uses. The simulator and tests replace them."""

    def __init__(self) -> None:
        self.pins: "Any" = microcontroller.pin
        self.analog_in: "Any" = analogio.AnalogIn
        self.digital: "Any" = digitalio.DigitalInOut
        self.pwm: "Any" = pwmio.PWMOut
        self.neopixel: "Any" = neopixel.NeoPixel
        self.delay_us: "Any" = microcontroller.delay_us
        self.monotonic_ns: "Any" = time.monotonic_ns

    def pin(self, number: int) -> "Any":
        """Return the pin with this number, by its name on RP2040 boards."""
        return getattr(self.pins, "GPIO%d" % number)

    def console(self) -> "Any":
        """Return the serial line to a computer."""
        import usb_cdc

        return usb_cdc.console


class CircuitSensors:
    """One analogue pin behind one multiplexer, or behind several, one enabled at a time."""

    def __init__(self, profile: "Profile", hardware: Hardware):
        data = profile.data
        self._regulator = hardware.digital(hardware.pin(data["pins"]["regulator_mode"]))
        self._regulator.switch_to_output(True)
        self._adc = hardware.analog_in(hardware.pin(data["pins"]["adc"]))
        self._select = [hardware.digital(hardware.pin(n)) for n in data["pins"]["mux_select"]]
        self._enable = [hardware.digital(hardware.pin(n)) for n in data["pins"]["mux_enable"]]
        for pin in self._select:
            pin.switch_to_output(False)
        for pin in self._enable:
            pin.switch_to_output(True)  # none is enabled
        self._channels = bytes(profile.mux_channels)
        self._delay_us = hardware.delay_us
        self._settle_us: int = data["mux"]["settle_us"]
        self._samples = range(data["adc"]["oversample"])
        self._shift = 16 - data["adc"]["bits"]  # `value` spreads the bits over 16

    def read(self, out: "MutableSequence[int]") -> None:
        adc, shift = self._adc, self._shift
        for cell, channel in enumerate(self._channels):
            for pin in self._select:
                pin.value = bool(channel & 1)
                channel >>= 1
            for number, pin in enumerate(self._enable):
                pin.value = number != channel
            self._delay_us(self._settle_us)
            _ = adc.value  # the converter still holds charge from the previous cell
            total = 0
            for _ in self._samples:
                total += adc.value >> shift
            out[cell] = total


class CircuitMemory:
    """The player's large arrays, allocated while free blocks are large enough."""

    def __init__(self) -> None:
        self._words: "array[int]" = array("i")

    def words(self, count: int) -> "array[int]":
        """Return an array of at least `count` 32-bit integers, always the same."""
        if len(self._words) < count:
            self._words = array("i", range(count))
        return self._words

    def as_bytes(self, words: "array[int]", begin: int = 0, count: int = -1) -> memoryview:
        """Return a view of bytes of such an array, by default all."""
        end = 4 * len(words) if count < 0 else begin + count
        return memoryview(words).cast("B")[begin:end]


class CircuitPythonPort:
    """All parts that the App needs. Except for the sensors, the port implements them itself: the
    WS2812 chain through Adafruit's library, a piezo beeper on a PWM pin, buttons to ground on
    pulled-up pins, the clock, and the serial line shared with the REPL."""

    def __init__(self, profile: "Profile", hardware: "Hardware | None" = None, store: "Any" = None):
        hardware = hardware or Hardware()
        pins = profile.data["pins"]
        count = len(profile.led_order)
        leds = hardware.pin(pins["leds"])
        self._chain = hardware.neopixel(leds, count, auto_write=False, pixel_order="GRB")
        self._chain.show()  # dark, whatever the chain showed before
        self._shown = bytearray(3 * count)
        beeper, other = (hardware.pin(number) for number in pins["beeper"])
        self._pwm = hardware.pwm(beeper, frequency=440, duty_cycle=0, variable_frequency=True)
        # CircuitPython cannot invert a channel: the piezo's other side stays low.
        self._other = hardware.digital(other)
        self._other.switch_to_output(False)
        self._pins = [hardware.digital(hardware.pin(number)) for number in pins["buttons"]]
        for pin in self._pins:
            pin.switch_to_input(digitalio.Pull.UP)
        self._console = hardware.console()
        self._console.write_timeout = _WRITE_S
        self._line = bytearray()
        self._monotonic_ns = hardware.monotonic_ns
        self.sensors: "Sensors" = CircuitSensors(profile, hardware)
        self.lights: "Lights" = self
        self.sound: "Sound" = self
        self.buttons: "Buttons" = self
        self.serial: "Serial" = self
        self.clock: "Clock" = self
        self.store = Blobs(store or FatStore("/data"))
        self.budget = Budget(_THINK_EVALS, CircuitMemory(), GAME_WORDS, _LEVELS)

    def show(self, frame: bytearray) -> None:
        if frame != self._shown:
            self._shown[:] = frame
            for index in range(0, len(frame), 3):
                self._chain[index // 3] = (frame[index + 1], frame[index], frame[index + 2])
            self._chain.show()

    def set_fast(self, on: bool) -> None:
        """Do nothing: timings of lights and tones are fixed at start."""

    def collect(self) -> None:
        """Collect garbage now, to keep permanent objects together: the heap has little free
        space."""
        gc.collect()

    def tone(self, hertz: int) -> None:
        if hertz:
            self._pwm.frequency = hertz
        self._pwm.duty_cycle = _DUTY if hertz else 0

    def read(self) -> int:
        return sum([1 << bit for bit, pin in enumerate(self._pins) if not pin.value])

    def read_line(self) -> "str | None":
        """Return the next whole line, or None. A line that is too long or not text is dropped."""
        for _ in range(_TAKE_BYTES):
            if not self._console.in_waiting:
                return None
            byte = self._console.read(1)
            if byte not in (b"\n", b"\r"):
                if len(self._line) <= LINE_BYTES:
                    self._line += byte
                continue
            line, self._line = self._line, bytearray()
            if 0 < len(line) <= LINE_BYTES:
                try:
                    return str(line, "utf-8")
                except UnicodeError:
                    continue
        return None

    def write_line(self, line: str) -> None:
        if self._console.connected:
            self._console.write((line + "\r\n").encode())

    def now_ms(self) -> int:
        now_ms: int = self._monotonic_ns() // _NS_PER_MS & _WRAP_MS
        return now_ms

    def sleep_until(self, due_ms: int) -> None:
        """Sleep until the clock reaches `due_ms`, unless it has passed."""
        rest_ms = (due_ms - self.now_ms()) & _WRAP_MS
        if rest_ms <= _WRAP_MS >> 1:
            time.sleep(rest_ms / 1000)
