"""A board profile: the data of one board, and what follows from it by arithmetic."""

from math import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def axial_field_mt(remanence_mt: float, radius_mm: float, height_mm: float, gap_mm: float) -> float:
    """Field in millitesla on the axis of a disc magnet, `gap_mm` from its nearer face.

    The textbook solenoid formula for an axially magnetised cylinder:
    B = Br/2 * ((h+z)/sqrt(R^2+(h+z)^2) - z/sqrt(R^2+z^2)).
    """
    far = gap_mm + height_mm
    return (
        remanence_mt
        / 2
        * (far / sqrt(radius_mm**2 + far**2) - gap_mm / sqrt(radius_mm**2 + gap_mm**2))
    )


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

    def gap_mm(self, near: bool) -> float:
        """Hall element to the nearer magnet face of a seated tile, magnet down or up."""
        tile = self.data["tile"]
        below = tile["pocket_floor_mm"]
        if not near:
            below = tile["thickness_mm"] - below - self.data["magnet"]["height_mm"]
        return float(self.data["plate"]["floor_above_hall_mm"] + below)

    def signal_mv(self, near: bool) -> float:
        """Nominal sensor signal of a seated tile in millivolts, magnet near or far."""
        magnet = self.data["magnet"]
        field = axial_field_mt(
            magnet["remanence_mt"],
            magnet["diameter_mm"] / 2,
            magnet["height_mm"],
            self.gap_mm(near),
        )
        return field * float(self.data["sensor"]["sensitivity_mv_per_mt"])

    def crosstalk_mv(self, near: bool, distance_mm: float) -> float:
        """What a seated tile adds to a sensor `distance_mm` beside its own, in millivolts.

        The magnet taken as a dipole, B = m (2h^2 - d^2) / (h^2 + d^2)^(5/2) with
        m = Br * R^2 * H / 4; at a board's pitch within a few percent of the exact field.
        """
        magnet = self.data["magnet"]
        radius = magnet["diameter_mm"] / 2
        moment = magnet["remanence_mt"] * radius**2 * magnet["height_mm"] / 4
        height = self.gap_mm(near) + magnet["height_mm"] / 2
        square = height**2 + distance_mm**2
        field = moment * (2 * height**2 - distance_mm**2) / (square * square * sqrt(square))
        return float(field * self.data["sensor"]["sensitivity_mv_per_mt"])

    def cell_name(self, cell: int) -> str:
        """`a1` for cell 0; the letter is the column, the digit the row."""
        return chr(97 + cell % self.columns) + chr(49 + cell // self.columns)
