"""A board profile: the data of one board, and values computed from it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# Bytes of the longest line that a computer may send: a `setup` with the 300 moves of a long game of
# Magician Chess, about 10 each with quotes and comma, and the position it begins from.
LINE_BYTES = 4096


class Profile:
    """One board, ready to use. `data` is the dictionary of a module of this package."""

    def __init__(self, data: "dict[str, Any]"):
        self.data = data
        self.name: str = data["name"]
        self.version: int = data["version"]
        self.rows: int = data["rows"]
        self.columns: int = data["columns"]
        self.cells = self.rows * self.columns
        self.pitch_mm: float = data["plate"]["pitch_mm"]
        # Of each cell: the multiplexer's number times its inputs, plus the input.
        self.mux_channels: tuple[int, ...] = data["mux"]["channels"]
        self.led_order: tuple[int, ...] = data["leds"]["order"]
        self.leds_per_cell: int = data["leds"]["per_cell"]
        leds = data["leds"]
        # The part of the light budget left when all LEDs are dark, in bytes of one LED's colours,
        # three per cell: the limit for the sum of a frame.
        every_ma = leds["budget_ma"] - leds["idle_ma"] * self.leds_per_cell * self.cells
        each_ma = leds["channel_full_ma"] * self.leds_per_cell
        self.light_budget = int(every_ma * 255 / each_ma)
        self.tick_ms: int = data["tick_ms"]
        self.sensing: dict[str, Any] = data["sensing"]
        self.session: dict[str, int] = data["session"]
        adc = data["adc"]
        self.raw_full: int = adc["oversample"] << adc["bits"]
        self.raw_middle = self.raw_full * data["sensor"]["supply_mv"] // adc["reference_mv"] // 2
        self._reference_mv: int = adc["reference_mv"]

    def raw(self, millivolts: float) -> int:
        """Millivolts as a difference of raw readings (the sum of `oversample` conversions)."""
        return int(millivolts * self.raw_full / self._reference_mv)

    def millivolts(self, raw: int) -> float:
        """A raw reading, or a difference of two, in millivolts."""
        return raw * self._reference_mv / self.raw_full

    # Only start-up and calibration compute with magnets, so a board loads that module only then.

    def gap_mm(self, near: bool) -> float:
        """Hall element to the nearer magnet face of a seated tile, magnet down or up."""
        from lodeboard.boards import magnets

        return magnets.gap_mm(self.data, near)

    def signal_mv(self, near: bool) -> float:
        """Nominal sensor signal of a seated tile in millivolts, magnet near or far."""
        from lodeboard.boards import magnets

        return magnets.signal_mv(self.data, near)

    def crosstalk_mv(self, near: bool, distance_mm: float) -> float:
        """What a seated tile adds to a sensor `distance_mm` beside its own, in millivolts."""
        from lodeboard.boards import magnets

        return magnets.crosstalk_mv(self.data, near, distance_mm)

    def corners(self) -> "tuple[int, ...]":
        """The cells at the corners."""
        return 0, self.columns - 1, self.cells - self.columns, self.cells - 1

    def cell_name(self, cell: int) -> str:
        """`a1` for cell 0; the letter is the column, the digit the row, counted from the front on
        some boards."""
        row = cell // self.columns
        if self.data.get("rows_from_front"):
            row = self.rows - 1 - row
        return chr(97 + cell % self.columns) + chr(49 + row)
