"""What is connected to the chip: multiplexer and sensors, LED chain, buttons, beeper.

The board data define the wiring, and everything is observed at the pins: select pins and ADC for
the sensors, the waveform on the LED pin for the light.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040

from host_tools.board.simulator.faults import BadWires
from host_tools.board.simulator.mux import Channels, Lines
from lodeboard.boards.rp2040 import ADC_FIRST_PIN

from .chip import NANOS_PER_MS, Chip

SAMPLE_NANOS = 2_000  # one conversion: 96 cycles at 48 MHz
SILENCE_NANOS = 30 * NANOS_PER_MS  # no edge for this long: no tone
SAME_TONE = 0.01  # periods that differ by less are the same tone
MISSED = 3  # periods without an edge after which a tone has ended


class Analogue(Protocol):
    """The sensors behind the multiplexers, for example the simulator's front end."""

    def conversion(self, channels: Channels, previous: Channels, since_select_us: float) -> int:
        """A 12-bit conversion `since_select_us` after `channels` were connected in place of
        `previous`."""


class Wiring:
    """The devices of one board on one chip.

    `frames` holds the LED frames as (board time in ms, [(r, g, b), ...] in chain order); the first
    is dark, as LEDs are at power-on. `leds` is the last one in cell order. `hertz` is the beeper's
    current tone, 0 for none. `conversions` counts ADC conversions of the sensors. `on_tone` is
    called with every new tone, and with 0 from `listen` when a tone has ended. `analogue` may be
    replaced.
    """

    def __init__(self, chip: Chip, data: dict[str, Any], analogue: Analogue) -> None:
        self._chip = chip
        self.analogue = analogue
        self.bad = BadWires()  # set by tests
        pins = data["pins"]
        self._lines = Lines(data)
        self._adc_channel: int = pins["adc"] - ADC_FIRST_PIN
        self._button_pins: tuple[int, ...] = pins["buttons"]
        self._led_order: tuple[int, ...] = data["leds"]["order"]
        self.frames: list[tuple[float, list[tuple[int, ...]]]] = []
        self._led_pin: int = pins["leds"]
        self._bytes_order: str = data["leds"]["bytes_order"]
        self._beeper_pins: tuple[int, int] = pins["beeper"]
        self._held = 0
        self._reported_nanos = 0.0  # period of the tone last passed to `on_tone`
        self.on_tone: Callable[[int], None] = lambda _: None
        self.conversions = 0
        chip.wire(self._attach)

    def _attach(self, mcu: RP2040) -> None:
        """Connect everything as it is at power-on."""
        self._wire_adc(mcu)
        self.frames.append((self._chip.now_ms, [(0, 0, 0)] * len(self._led_order)))
        self.strip = Ws2812(self._led_pin, color_order=self._bytes_order, on_pixels=self._on_pixels)
        self.strip.attach(mcu)
        self._rise_nanos = 0.0
        self._period_nanos = 0.0
        self._pulling = False
        self._pulled_nanos = 0.0
        for pin in self._beeper_pins:
            mcu.gpio[pin].add_listener(self._on_beeper)
        self.press(self._held)

    def _wire_adc(self, mcu: RP2040) -> None:
        self._channels: Channels = self._lines.connected(0, self.bad, ())
        self._previous = self._channels
        self._selected_nanos = 0.0
        self._converted = False  # since the last selection
        for pin in (*self._lines.select, *self._lines.enable):
            mcu.gpio[pin].add_listener(self._on_select)
        self._sample = mcu.clock.create_alarm(self._on_sample)
        self._sampled = 0
        mcu.adc.on_adc_read = self._on_adc_read

    def _on_select(self, _new: GPIOPinState, _old: GPIOPinState) -> None:
        """A select or enable pin changed. Changes without a conversion between them are one
        selection."""
        if self._converted:
            self._converted = False
            self._previous = self._channels
        self._selected_nanos = self._chip.clock.nanos
        levels = self._chip.mcu.sio.gpio_value
        self._channels = self._lines.connected(levels, self.bad, self._previous)

    def _on_adc_read(self, channel: int) -> None:
        self._sampled = channel
        self._converted = True
        self._sample.schedule(SAMPLE_NANOS)

    def _on_sample(self) -> None:
        since_us = (self._chip.clock.nanos - self._selected_nanos) / 1000
        value = 0
        if self._sampled == self._adc_channel:
            self.conversions += 1
            value = self.analogue.conversion(self._channels, self._previous, since_us)
        self._chip.mcu.adc.complete_adc_read(value, False)

    def _on_pixels(self, pixels: list[tuple[int, ...]]) -> None:
        reached = len(pixels) if self.bad.dark_from is None else self.bad.dark_from
        pixels = pixels[:reached] + [(0, 0, 0)] * (len(pixels) - reached)
        self.frames.append((self._chip.now_ms, pixels))

    @property
    def leds(self) -> list[tuple[int, ...]]:
        """The colour of each cell's LED, (r, g, b) in cell order; dark without power."""
        return self.by_cell(self.frames[-1][1])

    def by_cell(self, pixels: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The colours of a frame in cell order."""
        return [pixels[place] for place in self._led_order]

    def press(self, mask: int) -> None:
        """Hold these buttons down (1 left, 2 middle, 4 right, added up), release the others."""
        self._held = mask
        for bit, pin in enumerate(self._button_pins):
            gpio = self._chip.mcu.gpio[pin]
            if (mask | self.bad.pressed) >> bit & 1:
                gpio.set_input_value(False)
            else:
                gpio.release_input()

    def _on_beeper(self, _new: GPIOPinState, _old: GPIOPinState) -> None:
        """One side of the piezo changed. It is driven by the voltage between its sides, which does
        not change when both switch at once in the same direction."""
        first, second = (self._chip.mcu.gpio[pin].value for pin in self._beeper_pins)
        pulling = first == GPIOPinState.HIGH != second
        if pulling == self._pulling:
            return
        self._pulling = pulling
        now = self._chip.clock.nanos
        if pulling:
            self._pulled_nanos = now
        elif now > self._pulled_nanos:
            self._pulse(self._pulled_nanos)

    def _pulse(self, begin_nanos: float) -> None:
        """The piezo had a voltage from `begin_nanos` until now."""
        period = begin_nanos - self._rise_nanos
        steady = abs(period - self._period_nanos) < SAME_TONE * period
        self._period_nanos = period
        self._rise_nanos = begin_nanos
        if steady and abs(self._reported_nanos - period) > SAME_TONE * period:
            self._reported_nanos = period
            self.on_tone(self.hertz)

    def listen(self) -> None:
        """Report the end of the tone if there were no edges for a while."""
        rest = self._chip.clock.nanos - self._rise_nanos
        if self._reported_nanos and (
            rest > MISSED * self._reported_nanos or not self._chip.powered
        ):
            self._reported_nanos = 0.0
            self.on_tone(0)

    @property
    def hertz(self) -> int:
        """The tone on the beeper from its last two pulses; 0 if they are too old."""
        silent = self._chip.clock.nanos - self._rise_nanos > SILENCE_NANOS
        return 0 if silent or self._period_nanos <= 0 else round(1e9 / self._period_nanos)
