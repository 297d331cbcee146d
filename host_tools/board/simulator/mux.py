"""The analogue multiplexers: which sensor is on the wire, and how fast the wire settles."""

import math
from collections.abc import Sequence
from typing import Any

from host_tools.board.simulator.faults import BadWires

Channels = tuple[int, ...]  # channels connected to the wire; none: it keeps its voltage

# Sensor 100 ohm, switch 70 to 400 ohm, 220 pF and the converter's input: the wire is within one
# count 2.5 us after a switch, so the time constant is near 0.3 us.
SETTLE_TAU_US = 0.3


class Lines:
    """The chip's select and enable lines, from a board's data. A channel is the multiplexer's
    number times its inputs, plus the input."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.select: tuple[int, ...] = data["pins"]["mux_select"]
        self.enable: tuple[int, ...] = data["pins"]["mux_enable"]
        self._inputs: int = data["mux"]["inputs"]

    def connected(self, levels: int, bad: BadWires, before: Channels) -> Channels:
        """The channels on the wire at these levels of the chip's pins (one bit per pin). `before`:
        the channels on the wire before."""
        select = sum((levels >> pin & 1) << bit for bit, pin in enumerate(self.select))
        enable = sum((levels >> pin & 1) << bit for bit, pin in enumerate(self.enable))
        number = bad.input(select)
        found = [mux * self._inputs + number for mux in bad.on(enable, len(self.enable))]
        return tuple(channel for channel in found if channel not in bad.open) or before


class Multiplexer:
    """The cell on each channel, and the settling of the wire after a switch."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        self.cell_on: dict[int, int] = {channel: cell for cell, channel in enumerate(channels)}
        # A scan goes through the cells in order, again and again: the predecessor of each.
        self.previous = [(cell - 1) % len(channels) for cell in range(len(channels))]

    def left_over(self, wait_us: float) -> float:
        """Share of the previous channel's voltage left `wait_us` after a switch."""
        return math.exp(-wait_us / SETTLE_TAU_US)

    def wire_mv(self, outputs_mv: Sequence[float], wait_us: float) -> Sequence[float]:
        """What the converter gets of each cell in a scan that waits `wait_us` at each."""
        share = self.left_over(wait_us)
        if share < 1e-6:
            return outputs_mv
        return [
            there + (outputs_mv[before] - there) * share
            for there, before in zip(outputs_mv, self.previous, strict=True)
        ]
