"""What is soldered to the chip: multiplexer and sensors, LED chain, buttons, beeper.

Everything is wired as the board data says, and seen from outside: the sensors are asked
through the select pins and the ADC, the light is decoded from the waveform on the LED pin.
"""

from typing import Any, Protocol

from rp2040py.external.ws2812 import Ws2812
from rp2040py.gpio_pin import GPIOPinState

from host_tools.simulator.faults import BadWires

from .chip import NANOS_PER_MS, Chip

FIRST_ADC_PIN = 26
SAMPLE_NANOS = 2_000  # one conversion: 96 cycles at 48 MHz
SILENCE_NANOS = 30 * NANOS_PER_MS  # no edge for so long is no tone


class Analogue(Protocol):
    """The sensors behind the multiplexer; the simulator's front end is one."""

    def conversion(self, channel: int, previous: int, since_select_us: float) -> int:
        """A 12-bit conversion of a channel so long after it was selected in place of
        `previous`."""


class Wiring:
    """The devices of one board on one chip.

    `frames` holds every LED frame as (board time in ms, [(r, g, b), ...] in chain order);
    `leds` is the last one by cell. `hertz` is the beeper's tone now, 0 for none.
    `conversions` counts how often the ADC was asked.
    """

    def __init__(self, chip: Chip, data: dict[str, Any], analogue: Analogue) -> None:
        self._chip = chip
        self._analogue = analogue
        self.bad = BadWires()  # none is, unless a test says so
        pins = data["pins"]
        self._select_pins: tuple[int, ...] = pins["mux_select"]
        self._adc_channel: int = pins["adc"] - FIRST_ADC_PIN
        self._wire_adc()
        self._button_pins: tuple[int, ...] = pins["buttons"]
        self._led_order: tuple[int, ...] = data["leds"]["order"]
        self.frames: list[tuple[float, list[tuple[int, ...]]]] = []
        self._strip = Ws2812(
            pins["leds"], color_order=data["leds"]["bytes_order"], on_pixels=self._on_pixels
        )
        self._strip.attach(chip.mcu)
        self._rise_nanos = 0.0
        self._period_nanos = 0.0
        chip.mcu.gpio[pins["beeper"]].add_listener(self._on_beeper)

    def _wire_adc(self) -> None:
        mcu = self._chip.mcu
        self._channel = self._previous = 0
        self._selected_nanos = 0.0
        self._converted = False  # since the last selection
        self.conversions = 0
        for pin in self._select_pins:
            mcu.gpio[pin].add_listener(self._on_select)
        self._sample = mcu.clock.create_alarm(self._on_sample)
        self._sampled = 0
        mcu.adc.on_adc_read = self._on_adc_read

    def _on_select(self, _new: GPIOPinState, _old: GPIOPinState) -> None:
        """A select pin changed. What no conversion comes between is one selection."""
        if self._converted:
            self._converted = False
            self._previous = self._channel
        self._selected_nanos = self._chip.clock.nanos
        levels = self._chip.mcu.sio.gpio_value
        lines = sum((levels >> pin & 1) << bit for bit, pin in enumerate(self._select_pins))
        self._channel = self.bad.conduct(self.bad.channel(lines), self._previous)

    def _on_adc_read(self, channel: int) -> None:
        self._sampled = channel
        self._converted = True
        self._sample.schedule(SAMPLE_NANOS)

    def _on_sample(self) -> None:
        since_us = (self._chip.clock.nanos - self._selected_nanos) / 1000
        value = 0
        if self._sampled == self._adc_channel:
            self.conversions += 1
            value = self._analogue.conversion(self._channel, self._previous, since_us)
        self._chip.mcu.adc.complete_adc_read(value, False)

    def _on_pixels(self, pixels: list[tuple[int, ...]]) -> None:
        reached = len(pixels) if self.bad.dark_from is None else self.bad.dark_from
        pixels = pixels[:reached] + [(0, 0, 0)] * (len(pixels) - reached)
        self.frames.append((self._chip.now_ms, pixels))

    @property
    def leds(self) -> list[tuple[int, ...]]:
        """What each cell's LED shows, (r, g, b) in cell order; dark before the first frame."""
        if not self.frames:
            return [(0, 0, 0)] * len(self._led_order)
        pixels = self.frames[-1][1]
        return [pixels[place] for place in self._led_order]

    def press(self, mask: int) -> None:
        """Hold these buttons down (1 left, 2 middle, 4 right, added up), release the others."""
        for bit, pin in enumerate(self._button_pins):
            gpio = self._chip.mcu.gpio[pin]
            if (mask | self.bad.pressed) >> bit & 1:
                gpio.set_input_value(False)
            else:
                gpio.release_input()

    def _on_beeper(self, new: GPIOPinState, _old: GPIOPinState) -> None:
        if new == GPIOPinState.HIGH:
            now = self._chip.clock.nanos
            self._period_nanos = now - self._rise_nanos
            self._rise_nanos = now

    @property
    def hertz(self) -> int:
        """The tone on the beeper, from the last two rising edges; 0 when they are long ago."""
        silent = self._chip.clock.nanos - self._rise_nanos > SILENCE_NANOS
        return 0 if silent or self._period_nanos <= 0 else round(1e9 / self._period_nanos)
