"""The port to a Raspberry Pi Pico (RP2040) under MicroPython, real or emulated.

Every pin and number comes from the profile. Nothing here waits longer than a conversion
takes, and nothing but the store allocates once it is built.
"""

import errno
import os
import select
import sys
import time

from machine import ADC, PWM, Pin
from micropython import const
from neopixel import NeoPixel

from lodeboard.engine.flip_kernel_viper import flip_search
from lodeboard.ports.filestore import FileStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import Buttons, Clock, Lights, Sensors, Serial, Sound, Store

_LINE_BYTES = const(256)  # longest line taken from a computer
_STUCK_MS = const(100)  # a write this slow means that nobody reads the other end
_QUIET_MS = const(5000)  # how long to say nothing then
_DUTY = const(0x8000)  # a square wave


class Rp2Sensors:
    """One ADC pin behind an analogue multiplexer."""

    def __init__(self, profile: "Profile"):
        data = profile.data
        self._read = ADC(Pin(data["pins"]["adc"])).read_u16
        self._select = [Pin(pin, Pin.OUT, value=0) for pin in data["pins"]["mux_select"]]
        self._channels = bytes(profile.mux_channels)
        self._settle_us: int = data["mux"]["settle_us"]
        self._oversample: int = data["adc"]["oversample"]
        self._shift = 16 - data["adc"]["bits"]  # read_u16 spreads 12 bits over 16

    def read(self, out: "MutableSequence[int]") -> None:
        """One reading per cell, the sum of `oversample` conversions of 12 bits."""
        read = self._read
        shift = self._shift
        samples = range(self._oversample)
        cell = 0
        for channel in self._channels:
            for pin in self._select:
                pin.value(channel & 1)
                channel >>= 1
            time.sleep_us(self._settle_us)
            read()  # the sampling capacitor still holds some of the previous cell
            total = 0
            for _ in samples:
                total += read() >> shift
            out[cell] = total
            cell += 1


class Rp2Lights:
    """The WS2812 chain."""

    def __init__(self, profile: "Profile"):
        self._chain = NeoPixel(Pin(profile.data["pins"]["leds"], Pin.OUT), len(profile.led_order))
        self._chain.write()  # dark, whatever was left in the chain from before a reset

    def show(self, frame: bytearray) -> None:
        """Send the bytes; not at all when they are there already, as sending masks interrupts."""
        chain = self._chain
        if frame != chain.buf:
            chain.buf[:] = frame
            chain.write()


class Rp2Sound:
    """A piezo beeper on a PWM pin."""

    def __init__(self, profile: "Profile"):
        self._pwm = PWM(Pin(profile.data["pins"]["beeper"]))
        self._pwm.duty_u16(0)

    def tone(self, hertz: int) -> None:
        """Sound this frequency from now on; 0 is silence."""
        if hertz:
            self._pwm.freq(hertz)
            self._pwm.duty_u16(_DUTY)
        else:
            self._pwm.duty_u16(0)


class Rp2Buttons:
    """Buttons to ground on pulled-up pins."""

    def __init__(self, profile: "Profile"):
        self._pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in profile.data["pins"]["buttons"]]

    def read(self) -> int:
        """Buttons held down now: 1 left, 2 middle, 4 right, added up."""
        held = 0
        bit = 1
        for pin in self._pins:
            if not pin.value():
                held |= bit
            bit <<= 1
        return held


class Rp2Serial:
    """The USB serial line. Ctrl-C still interrupts the program: that is the way to the REPL."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._line = bytearray(_LINE_BYTES)
        self._length = 0
        self._quiet_from_ms = -1

    def read_line(self) -> "str | None":
        """The next whole line, without its end, or None. A line too long is dropped whole."""
        while self._poll.poll(0):
            sys.stdin.buffer.readinto(self._byte)
            byte = self._byte[0]
            if byte not in (10, 13):
                if self._length < _LINE_BYTES:
                    self._line[self._length] = byte
                self._length += 1
                continue
            length = self._length
            self._length = 0
            if 0 < length <= _LINE_BYTES:
                try:
                    return str(bytes(self._line[:length]), "utf-8")
                except UnicodeError:
                    continue  # noise on the line; every message of ours is text
        return None

    def write_line(self, line: str) -> None:
        """Send one line; drop it when there is no room because nobody reads."""
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


def ensure_folder(name: str) -> str:
    """The folder of this name on the board's file system, made if it is not there."""
    try:
        os.mkdir(name)
    except OSError as error:
        if error.errno != errno.EEXIST:
            raise
    return name


class Rp2Port:
    """Everything the App asks of a Pico."""

    def __init__(self, profile: "Profile", folder: str = "data"):
        self.sensors: "Sensors" = Rp2Sensors(profile)
        self.lights: "Lights" = Rp2Lights(profile)
        self.sound: "Sound" = Rp2Sound(profile)
        self.buttons: "Buttons" = Rp2Buttons(profile)
        self.store: "Store" = FileStore(ensure_folder(folder))
        self.serial: "Serial" = Rp2Serial()
        self.clock: "Clock" = Rp2Clock()
        self.think_evals = 1000  # at most 17 ms: lights still move 30 times a second
        self.kernels: dict[str, object] = {"flip_search": flip_search}

    def sleep_until(self, due_ms: int) -> None:
        """Idle until the clock shows `due_ms`, unless that is past."""
        rest = time.ticks_diff(due_ms, time.ticks_ms())
        if rest > 0:
            time.sleep_ms(rest)
