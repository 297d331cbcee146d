"""A chain of WS2812 LEDs: from the bytes on its wire to colours."""

from collections.abc import Sequence
from typing import Any

Colour = tuple[int, int, int]
DARK: Colour = (0, 0, 0)


def current_ma(data: dict[str, Any], colours: Sequence[Colour]) -> float:
    """Estimated supply current in mA of a board's LEDs, `per_cell` of which show each colour."""
    lit = sum(sum(colour) for colour in colours)
    one_each = lit / 255 * data["channel_full_ma"] + data["idle_ma"] * len(colours)
    return float(data["per_cell"] * one_each)


class Ws2812Chain:
    """Decodes the bytes as LEDs do: each keeps the first three (green, red, blue) that reach it,
    passes the others on, and shows them when the line is silent. If a cell has several LEDs, their
    inputs are joined, and one entry stands for all."""

    def __init__(self, data: dict[str, Any], count: int) -> None:
        if data["bytes_order"] != "GRB":
            raise ValueError(f"WS2812 take green, red, blue; not {data['bytes_order']}")
        self.colours: list[Colour] = [DARK] * count
        self._data = data
        self.broken: int | None = None  # index of an LED that passes nothing on, or None

    def receive(self, stream: bytes | bytearray) -> None:
        """Receive a burst of bytes followed by a pause. LEDs that it does not reach keep their
        colour."""
        reached = len(stream) // 3
        if self.broken is not None:
            reached = min(reached, self.broken)
        for place in range(min(reached, len(self.colours))):
            green, red, blue = stream[3 * place : 3 * place + 3]
            self.colours[place] = (red, green, blue)

    def darken(self) -> None:
        """Turn all LEDs dark, as without power."""
        self.colours = [DARK] * len(self.colours)

    def current_ma(self) -> float:
        """Estimated supply current of the whole chain in mA."""
        return current_ma(self._data, self.colours)
