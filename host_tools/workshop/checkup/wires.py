"""Names of pins, channels and cells, as on the board and in its circuit diagram."""

from collections.abc import Iterable

from host_tools.workshop.checkup.parts import FAULTY, OK, Part
from lodeboard.boards.profile import Profile

BUTTONS = ("left", "middle", "right")


class Wires:
    """The wiring of a board, from its profile."""

    def __init__(self, profile: Profile) -> None:
        pins = profile.data["pins"]
        self.profile = profile
        self.channels: tuple[int, ...] = tuple(profile.mux_channels)
        self.cell_of = {channel: cell for cell, channel in enumerate(self.channels)}
        self.select: tuple[int, ...] = pins["mux_select"]
        self.enable: tuple[int, ...] = pins["mux_enable"]
        self.inputs: int = profile.data["mux"]["inputs"]
        self.buttons: tuple[int, ...] = pins["buttons"]
        self.adc = f"GP{pins['adc']}"
        self.leds = f"GP{pins['leds']}"
        self.beeper = " and ".join(f"GP{pin}" for pin in pins["beeper"])

    def line(self, bit: int) -> str:
        return f"S{bit} (GP{self.select[bit]})"

    def enable_line(self, mux: int) -> str:
        return f"E{mux + 1} (GP{self.enable[mux]})"

    def input(self, channel: int) -> str:
        """Return the multiplexer's pin for this channel."""
        mux, number = divmod(channel, self.inputs)
        return f"C{number} of multiplexer {mux + 1}" if self.enable else f"C{number}"

    def cell(self, channel: int) -> str:
        return self.profile.cell_name(self.cell_of[channel])

    def cells(self, channels: Iterable[int]) -> str:
        return " ".join(self.cell(channel) for channel in channels)

    def mv(self, raw: float) -> float:
        return self.profile.millivolts(round(raw))

    def pairs(self, bit: int) -> list[tuple[int, int]]:
        """Return pairs of channels that only this select line distinguishes."""
        low = [channel for channel in self.channels if not channel >> bit & 1]
        return [(c, c | 1 << bit) for c in low if c | 1 << bit in self.cell_of]

    def line_parts(self, faulty: dict[int, tuple[str, str]], found: str) -> list[Part]:
        """Return a part for each select line; `faulty`: findings and fix by bit."""
        return [
            Part("select line", self.line(bit), FAULTY, *faulty[bit])
            if bit in faulty
            else Part("select line", self.line(bit), OK, found)
            for bit in range(len(self.select))
        ]

    def enable_parts(self, faulty: dict[int, tuple[str, str]], found: str) -> list[Part]:
        """Return the same for the enable lines, if there are any."""
        return [
            Part("enable line", self.enable_line(mux), FAULTY, *faulty[mux])
            if mux in faulty
            else Part("enable line", self.enable_line(mux), OK, found)
            for mux in range(len(self.enable))
        ]
