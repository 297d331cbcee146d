"""The port to a Raspberry Pi Pico (RP2040) under MicroPython, real or emulated.

Every pin and number comes from the profile. Nothing here waits longer than one conversion, and
after construction only the store allocates.
"""

import gc
import select
import sys
import time
from array import array

from machine import ADC, PWM, Pin, freq, mem32
from micropython import const
from neopixel import NeoPixel
from uctypes import addressof, bytearray_at

from lodeboard.boards.chip import (
    ADC_FIRST_PIN,
    FAST_MHZ,
    FAST_VREG,
    THINK_EVALS,
    USUAL_MHZ,
    USUAL_VREG,
    VREG,
)
from lodeboard.boards.profile import LINE_BYTES
from lodeboard.boards.radio import RADIO
from lodeboard.ports import rp2_registers as registers
from lodeboard.ports.budget import Budget
from lodeboard.ports.file_store import FileStore
from lodeboard.storage.blobs import Blobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence
    from typing import Any

    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import (
        Buttons,
        Clock,
        Lights,
        Sensors,
        Serial,
        Sound,
    )

_SHORT_LINE_BYTES = const(192)  # buffer always reserved for a line from a computer
_TAKE_BYTES = const(192)  # read in one call: 6 ms of a flood of bytes
_STUCK_MS = const(100)  # a write this slow means that nobody reads the other end
_QUIET_MS = const(5000)  # then send nothing for this time
_DUTY = const(0x8000)  # a square wave
_ALL = const(0xFFFF)  # always high; low if inverted
_SETTLE_MS = const(1)  # settling time of the voltage in the SDK


class Rp2Sensors:
    """One ADC pin behind one analogue multiplexer, or behind several, one enabled at a time."""

    def __init__(self, profile: "Profile"):
        pins = profile.data["pins"]
        if not RADIO:  # on a board with a radio the pin belongs to it
            Pin(pins["regulator_mode"], Pin.OUT, value=1)
        ADC(Pin(pins["adc"]))  # enables the converter and disables the pin's digital functions
        select: tuple[int, ...] = pins["mux_select"]
        enable: tuple[int, ...] = pins["mux_enable"]
        for pin in enable:
            Pin(pin, Pin.OUT, value=1)  # none is enabled
        for pin in select:
            Pin(pin, Pin.OUT, value=0)
        setup = [profile.cells, pins["adc"] - ADC_FIRST_PIN]
        setup += [profile.data["mux"]["settle_us"], profile.data["adc"]["oversample"]]
        setup.append(_pin_mask(select + enable, -1))
        for channel in profile.mux_channels:
            on = 1 << (channel >> len(select))
            setup.append(_pin_mask(select, channel) | _pin_mask(enable, ~on))
        self._setup = array("i", setup)
        self._scan: "Any" = registers.scan

    def read(self, out: "MutableSequence[int]") -> None:
        """Write one reading per cell to `out`, an array("H"): the sum of `oversample` 12-bit
        conversions."""
        self._scan(self._setup, out)


def _pin_mask(pins: "Sequence[int]", bits: int) -> int:
    """Return the mask of those `pins` whose bit is set in the number; bit 0 is the first pin."""
    mask = 0
    for pin in pins:
        if bits & 1:
            mask |= 1 << pin
        bits >>= 1
    return mask


class Rp2Lights:
    """The WS2812 chain."""

    def __init__(self, profile: "Profile"):
        self._take_over: "Any" = registers.take_over
        self._chain = NeoPixel(Pin(profile.data["pins"]["leds"], Pin.OUT), len(profile.led_order))
        self._chain.write()  # dark, whatever was left in the chain from before a reset

    def show(self, frame: bytearray) -> None:
        """Send the bytes, unless they are shown already: sending masks interrupts."""
        chain = self._chain
        if self._take_over(frame, chain.buf, len(frame)):
            chain.write()


class Rp2Sound:
    """A piezo between the two channels of a PWM slice. The second is inverted: while one is high
    the other is low, which doubles the peak-to-peak voltage at the piezo."""

    def __init__(self, profile: "Profile"):
        first, second = profile.data["pins"]["beeper"]
        self._first = PWM(Pin(first))
        self._second = PWM(Pin(second), invert=True)  # type: ignore[call-arg]  # the stubs lack it
        self.tone(0)

    def tone(self, hertz: int) -> None:
        """Sound this frequency (hertz) from now on; 0 is silence, with both pins low."""
        if hertz:
            self._first.freq(hertz)  # of the slice, so for both channels
            self._first.duty_u16(_DUTY)
            self._second.duty_u16(_DUTY)
        else:
            self._first.duty_u16(0)
            self._second.duty_u16(_ALL)


class Rp2Buttons:
    """Buttons to ground on pulled-up pins."""

    def __init__(self, profile: "Profile"):
        pins: tuple[int, ...] = profile.data["pins"]["buttons"]
        for pin in pins:
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._pins = [1 << pin for pin in pins]
        self._released = _pin_mask(pins, -1)

    def read(self) -> int:
        """Return the buttons held down: the sum of 1 left, 2 middle, 4 right."""
        down = ~registers.levels() & self._released
        held = 0
        if down:
            for index in range(len(self._pins)):
                if down & self._pins[index]:
                    held |= 1 << index
        return held


class Rp2Serial:
    """The USB serial line. Ctrl-C still interrupts the program: that is the way to the REPL."""

    def __init__(self) -> None:
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        # Bound once: each access to a method allocates.
        self._incoming = poll.ipoll  # allocates nothing, and is twice as fast as poll
        self._read = sys.stdin.buffer.readinto
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._short = bytearray(_SHORT_LINE_BYTES)
        self._line = self._short
        self._size = _SHORT_LINE_BYTES
        self._length = 0
        self._quiet_from_ms = -1

    def read_line(self) -> "str | None":
        """Return the next whole line, without its line end, or None. A line that is too long is
        dropped. Each call reads a limited number of bytes. The buffer grows while a long line comes
        in."""
        for _ in self._incoming(0):
            return self._take_in()
        return None

    def _take_in(self) -> "str | None":
        """Read the available bytes, see `read_line`."""
        incoming = self._incoming
        read = self._read
        one = self._byte
        for _ in range(_TAKE_BYTES):
            read(one)
            byte = one[0]
            if byte in (10, 13):
                line = self._whole_line()
                if line:
                    return line
            else:
                if self._length == self._size:
                    self._make_room()
                if self._length < self._size:
                    self._line[self._length] = byte
                self._length += 1
            for _ in incoming(0):
                break
            else:
                return None
        return None

    def _whole_line(self) -> str:
        """Return the line that has just ended, "" if unusable, and reset the buffer."""
        length = self._length
        line = self._line
        whole = length <= self._size
        self._length = 0
        self._line = self._short
        self._size = _SHORT_LINE_BYTES
        if whole:
            try:
                return str(memoryview(line)[:length], "utf-8")
            except (UnicodeError, MemoryError):
                pass  # noise on the line: all messages of the protocol are text
        return ""

    def _make_room(self) -> None:
        """Double the buffer, if the limit and memory allow it; else drop the line."""
        room = min(2 * self._size, LINE_BYTES)
        if room > self._size:
            try:
                line = bytearray(room)
            except MemoryError:
                return
            line[: self._size] = self._line
            self._line = line
            self._size = room

    def write_line(self, line: str) -> None:
        """Send one line; drop it if the output is full because nobody reads."""
        now = time.ticks_ms()
        if self._quiet_from_ms >= 0:
            if time.ticks_diff(now, self._quiet_from_ms) < _QUIET_MS:
                return
            self._quiet_from_ms = -1
        if self._room.poll(0):
            print(line)
            if time.ticks_diff(time.ticks_ms(), now) > _STUCK_MS:
                self._quiet_from_ms = now


class Rp2Clock:
    """Milliseconds since power-on, wrapping at 2**30 as MicroPython's ticks do."""

    def now_ms(self) -> int:
        return time.ticks_ms()


class Rp2Memory:
    """The player's large arrays."""

    def __init__(self) -> None:
        self._words: "array[int]" = array("i")

    def words(self, count: int) -> "array[int]":
        """Return an array of at least `count` 32-bit integers, always the same."""
        if len(self._words) < count:
            self._words = array("i", range(count))
        return self._words

    def as_bytes(self, words: "array[int]", begin: int = 0, count: int = -1) -> bytearray:
        """Return bytes of such an array, by default all, as a bytearray, which is faster to read
        than a memoryview. The array must outlive it."""
        length = 4 * len(words) - begin if count < 0 else count
        return bytearray_at(addressof(words) + begin, length)


class Rp2Port:
    """All parts that the App needs, on a Pico. `tables`: name to path."""

    def __init__(self, profile: "Profile", tables: "dict[str, str] | None" = None):
        self.sensors: "Sensors" = Rp2Sensors(profile)
        self.lights: "Lights" = Rp2Lights(profile)
        self.sound: "Sound" = Rp2Sound(profile)
        self.buttons: "Buttons" = Rp2Buttons(profile)
        self.store = Blobs(FileStore("data", "", tables))
        self.serial: "Serial" = Rp2Serial()
        self.clock: "Clock" = Rp2Clock()
        self.budget = Budget(THINK_EVALS, Rp2Memory())
        if RADIO:
            from lodeboard.ports.pico_w import PicoRadio

            self.radio = PicoRadio(lambda: self.store.table("page"))

    def set_fast(self, on: bool) -> None:
        """Run at the fast or the usual clock. The timing of the lights is calculated for each
        frame; timer, converter and USB have their own clocks."""
        mhz = FAST_MHZ if on else USUAL_MHZ
        if freq() != mhz * 1_000_000:
            self.sound.tone(0)  # its pitch would change
            if on and VREG:
                mem32[VREG] = FAST_VREG
                time.sleep_ms(_SETTLE_MS)
            freq(mhz * 1_000_000)
            if VREG and not on:
                mem32[VREG] = USUAL_VREG
        self.budget.think_evals = THINK_EVALS * mhz // USUAL_MHZ

    def collect(self) -> None:
        """Collect garbage now. It takes 25 ms at 125 MHz, a visible delay between a tile and its
        light, so from now on it runs only here or when memory runs out. A threshold in bytes would
        trigger it too often: calls of larger functions count, about 370 bytes in an idle tick."""
        gc.collect()
        gc.threshold(-1)

    def sleep_until(self, due_ms: int) -> None:
        """Sleep until the clock reaches `due_ms`, unless it has passed."""
        rest = time.ticks_diff(due_ms, time.ticks_ms())
        if rest > 0:
            time.sleep_ms(rest)
