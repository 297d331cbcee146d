"""The port to an RP2040 board under CircuitPython.

docs/developer/circuitpython.md says what it lacks."""

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
from lodeboard.ports.fat_store import FatStore
from lodeboard.storage.blobs import Blobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence
    from typing import Any

    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import Buttons, Clock, Lights, Memory, Sensors, Serial, Sound

_TAKE_BYTES = const(192)  # looked at in one call, so that a flood holds up no tick
_WRITE_S = 0.1  # how long a line may take to go out before the rest of it is dropped
_NS_PER_MS = const(1000000)
_WRAP_MS = const(0x3FFFFFFF)
_DUTY = const(0x8000)  # a square wave
GAME_WORDS = const(8192)  # games with larger arrays leave too little of the heap for the rest


class Hardware:
    """What of CircuitPython the port uses. Where there is none, others stand in for these."""

    def __init__(self) -> None:
        self.pins: "Any" = microcontroller.pin
        self.analog_in: "Any" = analogio.AnalogIn
        self.digital: "Any" = digitalio.DigitalInOut
        self.pwm: "Any" = pwmio.PWMOut
        self.neopixel: "Any" = neopixel.NeoPixel
        self.delay_us: "Any" = microcontroller.delay_us
        self.monotonic_ns: "Any" = time.monotonic_ns

    def pin(self, number: int) -> "Any":
        """The pin of this number, by the name it has on every RP2040 board."""
        return getattr(self.pins, "GPIO%d" % number)

    def console(self) -> "Any":
        """The serial line to a computer."""
        import usb_cdc

        return usb_cdc.console


class CircuitSensors:
    """One analogue pin behind one multiplexer, or several of which one is on at a time."""

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
            pin.switch_to_output(True)  # none is on
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
            _ = adc.value  # it still holds some of the previous cell
            total = 0
            for _ in self._samples:
                total += adc.value >> shift
            out[cell] = total


class CircuitMemory:
    """The large arrays for the player, made while there are pieces so large."""

    def __init__(self) -> None:
        self._words: "array[int]" = array("i")

    def words(self, count: int) -> "array[int]":
        """At least so many 32-bit integers, always the same array."""
        if len(self._words) < count:
            self._words = array("i", range(count))
        return self._words

    def as_bytes(self, words: "array[int]", begin: int = 0, count: int = -1) -> memoryview:
        """The memory of such an array: so many bytes from one on, all by default."""
        end = 4 * len(words) if count < 0 else begin + count
        return memoryview(words).cast("B")[begin:end]


class CircuitPythonPort:
    """Everything the App asks of a board. All parts but the sensors are the port itself: the
    WS2812 chain through Adafruit's library, a piezo beeper on a PWM pin, buttons to ground on
    pulled-up pins, the clock, and the serial line that the REPL is on too."""

    def __init__(self, profile: "Profile", hardware: "Hardware | None" = None, store: "Any" = None):
        hardware = hardware or Hardware()
        pins = profile.data["pins"]
        count = len(profile.led_order)
        leds = hardware.pin(pins["leds"])
        self._chain = hardware.neopixel(leds, count, auto_write=False, pixel_order="GRB")
        self._chain.show()  # dark, whatever was left in it from before
        self._shown = bytearray(3 * count)
        beeper, other = (hardware.pin(number) for number in pins["beeper"])
        self._pwm = hardware.pwm(beeper, frequency=440, duty_cycle=0, variable_frequency=True)
        # No channel can be inverted here: the piezo's other side stays low.
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
        self.think_evals = 32  # about 8 ms in bytecode
        self.game_words: "int | None" = GAME_WORDS
        self.levels: "int | None" = 4  # the fifth would think for a minute
        self.memory: "Memory | None" = CircuitMemory()

    def show(self, frame: bytearray) -> None:
        if frame != self._shown:
            self._shown[:] = frame
            for at in range(0, len(frame), 3):
                self._chain[at // 3] = (frame[at + 1], frame[at], frame[at + 2])
            self._chain.show()

    def set_fast(self, on: bool) -> None:
        """Nothing: lights and tones have worked out their times already."""

    def collect(self) -> None:
        """Now, so that what stays lies close together: the heap is hardly larger than what is in
        use."""
        gc.collect()

    def tone(self, hertz: int) -> None:
        if hertz:
            self._pwm.frequency = hertz
        self._pwm.duty_cycle = _DUTY if hertz else 0

    def read(self) -> int:
        return sum([1 << bit for bit, pin in enumerate(self._pins) if not pin.value])

    def read_line(self) -> "str | None":
        """The next whole line, or None. One too long, or no text, is dropped whole."""
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
        """Idle until the clock shows `due_ms`, unless that is past."""
        rest_ms = (due_ms - self.now_ms()) & _WRAP_MS
        if rest_ms <= _WRAP_MS >> 1:
            time.sleep(rest_ms / 1000)
