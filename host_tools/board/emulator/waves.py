"""What the pins of an emulated chip do, as a VCD file for GTKWave or PulseView."""

from collections.abc import Callable
from typing import IO, Any

from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040
from vcd import VCDWriter

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.wiring import Analogue
from host_tools.board.simulator.mux import Channels

_BITS = 12  # of a conversion
_CHANNEL_BITS = 8
_NANOS_PER_MS = 1_000_000


class Waves:
    """Writes the board's pins into `file` from now until `close`: every change of select and
    enable lines, LED data, beeper and buttons, and every value converted with the multiplexer's
    channel."""

    def __init__(self, board: EmulatedBoard, file: IO[str]) -> None:
        self._chip = board.chip
        self._writer = VCDWriter(file, timescale="1 ns", comment="Lodeboard on an emulated chip")
        self._last_nanos = 0
        pins: dict[str, Any] = board.profile.data["pins"]
        named = {f"select{number}": pin for number, pin in enumerate(pins["mux_select"])}
        named |= {f"enable{number}": pin for number, pin in enumerate(pins["mux_enable"])}
        named |= dict(zip(("left", "middle", "right"), pins["buttons"], strict=True))
        named |= {f"beeper{side}": pin for side, pin in enumerate(pins["beeper"])}
        named |= {"leds": pins["leds"]}
        self._pins = {
            pin: self._writer.register_var("pins", f"GP{pin}_{name}", "wire", size=1)
            for name, pin in named.items()
        }
        self._value = self._writer.register_var("adc", "value", "integer", size=_BITS)
        self._channel = self._writer.register_var("adc", "channel", "integer", size=_CHANNEL_BITS)
        self._board = board
        self._analogue: Analogue = board.wiring.analogue
        board.wiring.analogue = self
        self._chip.wire(self._attach)

    def close(self) -> None:
        """Complete the file."""
        self._board.wiring.analogue = self._analogue
        self._writer.close(self._now())

    def conversion(self, channels: Channels, previous: Channels, since_select_us: float) -> int:
        """A conversion by the sensors, recorded."""
        value = self._analogue.conversion(channels, previous, since_select_us)
        now = self._now()
        self._writer.change(self._channel, now, channels[0] if channels else 0)
        self._writer.change(self._value, now, value)
        return value

    def _attach(self, mcu: RP2040) -> None:
        for pin in self._pins:
            mcu.gpio[pin].add_listener(self._listener(pin))

    def _listener(self, pin: int) -> Callable[[GPIOPinState, GPIOPinState], None]:
        variable = self._pins[pin]
        levels = {
            GPIOPinState.LOW: 0,
            GPIOPinState.HIGH: 1,
            GPIOPinState.INPUT_PULL_UP: 1,
            GPIOPinState.INPUT_PULL_DOWN: 0,
        }

        def changed(new: GPIOPinState, _old: GPIOPinState) -> None:
            self._writer.change(variable, self._now(), levels.get(new, "z"))

        return changed

    def _now(self) -> int:
        """Board time in ns; never decreases."""
        self._last_nanos = max(self._last_nanos, round(self._chip.now_ms * _NANOS_PER_MS))
        return self._last_nanos
