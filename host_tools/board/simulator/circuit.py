"""The simulated board for the firmware's CircuitPython port.

Stand-ins for CircuitPython's objects behave like the originals and act on the world: select pins
set the multiplexer's channel, conversions come from the front end, and the bytes of Adafruit's
NeoPixel library go to the LED chain.
"""

import os
import tempfile
from typing import TYPE_CHECKING, Any

# Blinka otherwise looks for real hardware when imported, and fails.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")

import board as names
import neopixel

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.faults import BadWires
from host_tools.board.simulator.mux import Channels, Lines
from host_tools.board.simulator.port import SimPort
from host_tools.board.simulator.store import CuttableStore
from lodeboard.boards.profile import Profile
from lodeboard.ports.circuitpython import CircuitPythonPort, Hardware
from lodeboard.ports.fat_store import FatStore
from lodeboard.system.app import App

if TYPE_CHECKING:
    from lodeboard.ports.port import Port

_SETTLED = 1e-6  # share of the previous channel's voltage that no longer counts


class CuttableFatStore(CuttableStore, FatStore):
    """The FAT store, with a power cut at any chosen write."""

    def _rename(self, old: str, new: str) -> None:
        if new.rpartition("/")[2] in self._names():
            raise FileExistsError(f"FAT does not rename over {new}")
        super()._rename(old, new)


class Mux:
    """Select and enable pins, and the wire to the converter."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self.wires = BadWires()  # none is bad
        self.lines = Lines(board.profile.data)
        self._levels = 0
        self._channels: Channels = self.lines.connected(0, self.wires, ())  # on the wire now
        self._previous = self._channels  # on the wire before
        self._selected_us = 0
        self._sampled = False
        self._taken_ms = -1  # board time of `_codes`
        self._codes: list[list[int]] = []  # by cell
        self._next: list[int] = []

    def select(self, pin: int, high: bool) -> None:
        """Set one select or enable pin; changes without a conversion between them are one
        selection."""
        if self._sampled:
            self._sampled = False
            self._previous = self._channels
        self._levels = self._levels & ~(1 << pin) | high << pin
        self._channels = self.lines.connected(self._levels, self.wires, self._previous)
        self._selected_us = 0

    def delay_us(self, us: int) -> None:
        """The only thing that takes time within a tick of the simulated board."""
        self._selected_us += us

    def convert(self) -> int:
        """One conversion, 0..4095. The world does not change within a tick, so all conversions of a
        tick are made at once."""
        self._sampled = True
        frontend = self._board.frontend
        alone = len(self._channels) == 1
        cell = frontend.mux.cell_on.get(self._channels[0]) if alone else None
        if cell is None or frontend.mux.left_over(self._selected_us) > _SETTLED:
            return frontend.conversion(self._channels, self._previous, self._selected_us)
        most = frontend.adc.oversample + 1
        if self._taken_ms != self._board.now_ms or self._next[cell] == most:
            self._taken_ms = self._board.now_ms
            self._codes = frontend.samples(most)
            self._next = [0] * len(self._codes)
        self._next[cell] += 1
        return self._codes[cell][self._next[cell] - 1]


class AnalogPin:
    """analogio.AnalogIn on the multiplexer's wire."""

    def __init__(self, mux: Mux) -> None:
        self._mux = mux

    @property
    def value(self) -> int:
        """A conversion scaled to 16 bits, as CircuitPython does on an RP2040."""
        code = self._mux.convert()
        return code << 4 | code >> 8


class DigitalPin:
    """digitalio.DigitalInOut on a select or enable line, or a button."""

    def __init__(self, hardware: "StandIn", number: int) -> None:
        self._hardware = hardware
        self._number = number
        self._pull: object = None
        self._output = False

    def switch_to_output(self, value: bool = False) -> None:
        self._output = True
        self.value = value

    def switch_to_input(self, pull: object = None) -> None:
        self._output = False
        self._pull = pull

    @property
    def value(self) -> bool:
        """The level; the pin of a button that is up floats unless it has a pull-up."""
        if self._pull is None:
            raise ValueError(f"GPIO{self._number} is read without a pull-up")
        return self._hardware.level(self._number)

    @value.setter
    def value(self, high: bool) -> None:
        if not self._output:
            raise AttributeError("Cannot set value when direction is input.")
        self._hardware.drive(self._number, high)


class PwmPin:
    """pwmio.PWMOut on the beeper."""

    def __init__(
        self, port: SimPort, *, frequency: int, duty_cycle: int, variable_frequency: bool
    ) -> None:
        if not variable_frequency:
            raise ValueError("a beeper whose pitch cannot change")
        self._port = port
        self._frequency = frequency
        self._duty = duty_cycle

    def _sound(self) -> None:
        self._port.sound.tone(self._frequency if self._duty else 0)

    @property
    def frequency(self) -> int:
        return self._frequency

    @frequency.setter
    def frequency(self, hertz: int) -> None:
        self._frequency = hertz
        self._sound()

    @property
    def duty_cycle(self) -> int:
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, share: int) -> None:
        self._duty = share
        self._sound()


class Pixels(neopixel.NeoPixel):  # type: ignore[misc]
    """Adafruit's NeoPixel object with its wire connected to the simulated chain."""

    def __init__(self, port: SimPort, count: int, **options: Any) -> None:
        self._port = port
        super().__init__(names.NEOPIXEL, count, **options)

    def _transmit(self, buffer: bytearray) -> None:
        self._port.lights.show(buffer)


class Console:
    """usb_cdc.console on the simulated serial cable."""

    def __init__(self, port: SimPort) -> None:
        self._port = port
        self._typed = bytearray()
        self.write_timeout: float | None = None

    @property
    def connected(self) -> bool:
        return self._port.lines.plugged

    @property
    def in_waiting(self) -> int:
        line = self._port.serial.read_line()
        while line is not None:
            self._typed += line.encode() + b"\n"
            line = self._port.serial.read_line()
        return len(self._typed)

    def read(self, size: int) -> bytes:
        data = bytes(self._typed[:size])
        del self._typed[:size]
        return data

    def write(self, data: bytes) -> int:
        for line in data.decode().splitlines():
            self._port.serial.write_line(line)
        return len(data)


class StandIn(Hardware):
    """CircuitPython's modules, as far as the port uses them, on a simulated board."""

    def __init__(self, board: SimulatedBoard) -> None:
        super().__init__()
        port = board.port
        pins = board.profile.data["pins"]
        mux = Mux(board)
        self.mux = mux
        self._port = port
        self._regulator_mode = pins["regulator_mode"]
        self.steady = False  # as set in the regulator
        self._beeper: tuple[int, int] = pins["beeper"]
        self.beeper_low = False  # whether the piezo's second side is held low
        self._outputs = (*mux.lines.select, *mux.lines.enable)
        self._button = {number: bit for bit, number in enumerate(pins["buttons"])}
        self.analog_in = lambda _: AnalogPin(mux)
        self.digital = lambda number: DigitalPin(self, number)
        self.pwm = self._pwm_out
        self.neopixel = lambda _, count, **options: Pixels(port, count, **options)
        self.delay_us = mux.delay_us
        self.monotonic_ns = lambda: board.now_ms * 1_000_000

    def pin(self, number: int) -> int:
        """Pins are represented by their numbers."""
        return number

    def drive(self, number: int, high: bool) -> None:
        """Set an output."""
        if number == self._regulator_mode:
            self.steady = high
            return
        if number == self._beeper[1]:
            self.beeper_low = not high
            return
        if number not in self._outputs:
            raise ValueError(f"GPIO{number} drives nothing on this board")
        self.mux.select(number, high)

    def _pwm_out(self, number: int, **options: Any) -> PwmPin:
        if number != self._beeper[0]:
            raise ValueError(f"GPIO{number} sounds nothing on this board")
        return PwmPin(self._port, **options)

    def level(self, number: int) -> bool:
        """The level of an input: low while its button is pressed."""
        closed = self._port.finger.down | self.mux.wires.pressed
        return not closed >> self._button[number] & 1

    def console(self) -> Console:
        return Console(self._port)


class CircuitBoard(SimulatedBoard):
    """A simulated board whose firmware runs on the CircuitPython port."""

    def __init__(self, profile: Profile, seed: int = 0, **options: Any) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="lodeboard-fat-")
        super().__init__(
            profile, seed, store_dir=self._folder.name, app_factory=self._make_app, **options
        )
        self.store = CuttableFatStore(self._folder.name)

    def _make_app(self, _: "Port", profile: Profile) -> App:
        return App(CircuitPythonPort(profile, StandIn(self), self.store), profile)
