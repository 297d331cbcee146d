"""The analogue multiplexers: which sensor is on the wire, and how fast the wire follows."""

import math
from collections.abc import Sequence
from typing import Any

from host_tools.board.simulator.faults import BadWires

Channels = tuple[int, ...]  # what is connected to the wire at once; none: it keeps its voltage

# Sensor's 100 ohm, the switch's 70 to 400 ohm, 220 pF and the converter's input: the wire
# is within one count 2.5 us after a switch, so its time constant is near 0.3 us.
SETTLE_TAU_US = 0.3


class Lines:
    """The chip's select and enable lines, as a board's data has them. A channel is a multiplexer's
    number times its inputs, plus the input."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.select: tuple[int, ...] = data["pins"]["mux_select"]
        self.enable: tuple[int, ...] = data["pins"]["mux_enable"]
        self._inputs: int = data["mux"]["inputs"]

    def connected(self, levels: int, bad: BadWires, before: Channels) -> Channels:
        """The channels on the wire while the chip's pins have these levels (a bit a pin), `before`
        having been there before."""
        select = sum((levels >> pin & 1) << bit for bit, pin in enumerate(self.select))
        enable = sum((levels >> pin & 1) << bit for bit, pin in enumerate(self.enable))
        at = bad.input(select)
        found = [number * self._inputs + at for number in bad.on(enable, len(self.enable))]
        return tuple(channel for channel in found if channel not in bad.open) or before


class Multiplexer:
    """Which cell each channel carries, and the settling of the wire after a switch."""

    def __init__(self, channels: tuple[int, ...], tau_us: float = SETTLE_TAU_US) -> None:
        self.tau_us = tau_us
        self.cell_on: dict[int, int] = {channel: cell for cell, channel in enumerate(channels)}
        # A scan goes through the cells in order, round and round: what each one follows.
        self.previous = [(cell - 1) % len(channels) for cell in range(len(channels))]

    def left_over(self, wait_us: float) -> float:
        """Share of the previous channel's voltage still there so long after a switch."""
        return math.exp(-wait_us / self.tau_us)

    def wire_mv(self, outputs_mv: Sequence[float], wait_us: float) -> Sequence[float]:
        """What the converter sees of each cell in a scan that waits so long at each."""
        share = self.left_over(wait_us)
        if share < 1e-6:
            return outputs_mv
        return [
            there + (outputs_mv[before] - there) * share
            for there, before in zip(outputs_mv, self.previous, strict=True)
        ]
