"""Things that break: what a damaged sensor or multiplexer puts on the wire."""

from dataclasses import dataclass

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
