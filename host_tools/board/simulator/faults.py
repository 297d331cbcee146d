"""Faults: what a damaged sensor or multiplexer puts on the wire."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Stuck:
    """The sensor's output is fixed: 0 if it is dead, or the rail, or in between."""

    millivolts: float = 0.0

    def apply(
        self, outputs: Sequence[float], cell: int, previous: int, rng: random.Random
    ) -> float:
        """What the converter gets for this cell; `outputs` in millivolts by cell."""
        return self.millivolts


@dataclass(frozen=True)
class Noisy:
    """A bad joint: noise of this size on top of the signal."""

    millivolts_rms: float = 50.0

    def apply(
        self, outputs: Sequence[float], cell: int, previous: int, rng: random.Random
    ) -> float:
        """See `Stuck`."""
        return outputs[cell] + rng.gauss(0.0, self.millivolts_rms)


@dataclass(frozen=True)
class DeadChannel:
    """The multiplexer never connects this channel: the wire keeps the previous voltage."""

    def apply(
        self, outputs: Sequence[float], cell: int, previous: int, rng: random.Random
    ) -> float:
        """See `Stuck`."""
        return outputs[previous]


Fault = Stuck | Noisy | DeadChannel


@dataclass
class BadWires:
    """Faulty connections between the chip and its working parts.

    `order`: which of the chip's select lines is on each select pin of the multiplexers, None if all
    are right. `held`: select pins (0 the first) stuck at a level. `enable_order`, `enable_held`:
    the same for the enable lines, one per multiplexer, active low. `open`: channels that are not
    connected: the wire keeps its voltage. `dark_from`: place in the LED chain from which on no data
    arrives. `pressed`: mask of buttons that are always closed.
    """

    order: tuple[int, ...] | None = None
    held: dict[int, bool] = field(default_factory=dict)
    enable_order: tuple[int, ...] | None = None
    enable_held: dict[int, bool] = field(default_factory=dict)
    open: frozenset[int] = frozenset()
    dark_from: int | None = None
    pressed: int = 0

    def input(self, levels: int) -> int:
        """The input that multiplexers select at these levels of the chip's select lines."""
        return _at_pins(levels, self.order, self.held)

    def on(self, levels: int, count: int) -> list[int]:
        """The multiplexers of `count` that are on at these levels of the chip's enable lines; a
        board without enable lines has one, always on."""
        if not count:
            return [0]
        levels = _at_pins(levels, self.enable_order, self.enable_held)
        return [number for number in range(count) if not levels >> number & 1]


def _at_pins(levels: int, order: tuple[int, ...] | None, held: dict[int, bool]) -> int:
    """The levels at the pins at the other end of the lines."""
    if order is not None:
        levels = sum((levels >> line & 1) << pin for pin, line in enumerate(order))
    for pin, high in held.items():
        levels = levels & ~(1 << pin) | high << pin
    return levels
