"""Things that break: what a damaged sensor or multiplexer puts on the wire."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Stuck:
    """The sensor's output does not move: 0 for a dead one, or the rail, or in between."""

    millivolts: float = 0.0

    def apply(
        self, outputs: Sequence[float], cell: int, previous: int, rng: random.Random
    ) -> float:
        """What the converter sees of this cell instead; `outputs` in millivolts by cell."""
        return self.millivolts


@dataclass(frozen=True)
class Noisy:
    """A bad joint: noise of this size on top of the signal."""

    millivolts_rms: float = 50.0

    def apply(
        self, outputs: Sequence[float], cell: int, previous: int, rng: random.Random
    ) -> float:
        """As for `Stuck`."""
        return outputs[cell] + rng.gauss(0.0, self.millivolts_rms)


@dataclass(frozen=True)
class DeadChannel:
    """The multiplexer never connects this channel: the node keeps the one read before."""

    def apply(
        self, outputs: Sequence[float], cell: int, previous: int, rng: random.Random
    ) -> float:
        """As for `Stuck`."""
        return outputs[previous]


Fault = Stuck | Noisy | DeadChannel


@dataclass
class BadWires:
    """What is wrong between the chip and its parts, on a board whose parts are whole.

    `order`: which of the chip's select lines is on each select pin of the multiplexers, None
    for its own on each. `held`: select pins (0 the first) at a level of their own.
    `enable_order`, `enable_held`: the same of the enable lines, one a multiplexer, which is on
    while its line is low. `open`: channels that lead nowhere: the wire keeps what was on it.
    `dark_from`: place in the LED chain from which on no data comes. `pressed`: mask of buttons
    that are always closed.
    """

    order: tuple[int, ...] | None = None
    held: dict[int, bool] = field(default_factory=dict)
    enable_order: tuple[int, ...] | None = None
    enable_held: dict[int, bool] = field(default_factory=dict)
    open: frozenset[int] = frozenset()
    dark_from: int | None = None
    pressed: int = 0

    def input(self, levels: int) -> int:
        """The input that multiplexers select when the chip's select lines have these levels."""
        return _at_pins(levels, self.order, self.held)

    def on(self, levels: int, count: int) -> list[int]:
        """Those of `count` multiplexers that are on when the chip's enable lines have these levels;
        without any line there is one, and it always is."""
        if not count:
            return [0]
        levels = _at_pins(levels, self.enable_order, self.enable_held)
        return [number for number in range(count) if not levels >> number & 1]


def _at_pins(levels: int, order: tuple[int, ...] | None, held: dict[int, bool]) -> int:
    """Levels at the pins that lines lead to."""
    if order is not None:
        levels = sum((levels >> line & 1) << pin for pin, line in enumerate(order))
    for pin, high in held.items():
        levels = levels & ~(1 << pin) | high << pin
    return levels
