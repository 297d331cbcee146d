"""Things that break: what a damaged sensor or multiplexer puts on the wire."""

from dataclasses import dataclass, field

import numpy as np

from host_tools.simulator.magnets import Floats


@dataclass(frozen=True)
class Stuck:
    """The sensor's output does not move: 0 for a dead one, or the rail, or in between."""

    millivolts: float = 0.0

    def apply(self, outputs: Floats, cell: int, previous: int, rng: np.random.Generator) -> float:
        """What the converter sees of this cell instead; `outputs` in millivolts by cell."""
        return self.millivolts


@dataclass(frozen=True)
class Noisy:
    """A bad joint: noise of this size on top of the signal."""

    millivolts_rms: float = 50.0

    def apply(self, outputs: Floats, cell: int, previous: int, rng: np.random.Generator) -> float:
        """As for `Stuck`."""
        return float(outputs[cell] + rng.normal(0.0, self.millivolts_rms))


@dataclass(frozen=True)
class DeadChannel:
    """The multiplexer never connects this channel: the node keeps the one read before."""

    def apply(self, outputs: Floats, cell: int, previous: int, rng: np.random.Generator) -> float:
        """As for `Stuck`."""
        return float(outputs[previous])


Fault = Stuck | Noisy | DeadChannel


@dataclass
class BadWires:
    """What is wrong between the chip and its parts, on a board whose parts are whole.

    `order`: which of the chip's select lines is on each select pin of the multiplexer, None
    for its own on each. `held`: select pins (0 the first) at a level of their own. `open`:
    channels that lead nowhere: the wire keeps what was on it. `dark_from`: place in the LED
    chain from which on no data comes. `pressed`: mask of buttons that are always closed.
    """

    order: tuple[int, ...] | None = None
    held: dict[int, bool] = field(default_factory=dict)
    open: frozenset[int] = frozenset()
    dark_from: int | None = None
    pressed: int = 0

    def channel(self, levels: int) -> int:
        """The channel that the multiplexer selects when the chip's lines have these levels."""
        if self.order is not None:
            levels = sum((levels >> line & 1) << pin for pin, line in enumerate(self.order))
        for pin, high in self.held.items():
            levels = levels & ~(1 << pin) | high << pin
        return levels

    def conduct(self, channel: int, before: int) -> int:
        """The channel whose voltage is on the wire, `before` having been on it before."""
        return before if channel in self.open else channel
