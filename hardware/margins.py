"""The sensors' readings in the worst case, from the board's data.

    python -m hardware.margins        tables for every board, and 100,000 random boards per class

Fields are computed by magpylib. Readings are millivolts from the cell's zero without the sign,
which gives the pole. The class is the content of a cell: nothing, or a tile with its magnet far
(weak) or near (strong).
"""

import copy
import sys
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import magpylib
import numpy as np
from numpy.typing import NDArray

from hardware.released import BOARDS
from lodeboard.boards.profile import Profile

Floats: TypeAlias = NDArray[np.float64]
CLASSES = ("empty", "weak", "strong")
# Dimensions that an inaccurate printer changes by half a millimetre, one at a time.
PRINTED = (
    ("plate", "floor_above_hall_mm", "height of the well's floor"),
    ("plate", "well_diameter_mm", "diameter of the well"),
    ("plate", "well_depth_mm", "depth of the well"),
    ("plate", "pitch_mm", "distance of the wells"),
    ("tile", "diameter_mm", "diameter of the tile"),
    ("tile", "thickness_mm", "thickness of the tile"),
    ("tile", "pocket_floor_mm", "floor under the magnet"),
)


@dataclass(frozen=True)
class Tolerances:
    """All tolerances, each at its maximum: the worst case combines them."""

    remanence: float = 0.03
    magnet_mm: float = 0.05  # diameter and height
    gap_mm: float = 0.4  # floor above the Hall element; smaller with a gain per cell
    lateral_mm: float = 1.0
    closer_mm: float = 2.0  # neighbours' magnets towards the cell
    # remaining after the temperature coefficients of sensor and magnet cancel
    temperature: float = 0.03
    sensitivity: float = 0.05  # of the sensor; 0 with a gain per cell
    # linearity 1 %, ratiometry 2.5 %, ageing 0.5 %: not corrected by a gain
    linearity: float = 0.04
    drift_mv: float = 33.0
    adc_mv: float = 15.0
    offset_mv: float = 0.0  # of the sensor; 0 with a zero per cell


def tolerances(data: dict[str, Any], calibration: str) -> Tolerances:
    """`calibration`: "zero and gain", "zero only", "none". Well and tile determine the play."""
    sensor = data["sensor"]
    play = (data["plate"]["well_diameter_mm"] - data["tile"]["diameter_mm"]) / 2
    base = Tolerances(
        remanence=data["magnet"]["remanence_tolerance"],
        lateral_mm=play,
        closer_mm=2 * play,
        sensitivity=sensor["sensitivity_tolerance"],
    )
    if calibration == "zero and gain":
        return replace(base, gap_mm=0.25, sensitivity=0.0)
    if calibration == "none":
        return replace(base, offset_mv=2 * sensor["offset_sigma_mv"])
    return base


def field_mt(
    gap: Floats | float,
    lateral: Floats | float,
    remanence: Floats | float,
    diameter: Floats | float,
    height: Floats | float,
) -> Floats:
    """Axial field of upward discs, `gap` from the nearer face and `lateral` from the axis."""
    gap, lateral, remanence, diameter, height = (
        np.atleast_1d(np.asarray(value, float))
        for value in (gap, lateral, remanence, diameter, height)
    )
    gap, lateral, remanence, diameter, height = np.broadcast_arrays(
        gap, lateral, remanence, diameter, height
    )
    zero = np.zeros_like(gap)
    of_cylinders: Any = magpylib.func.cylinder_field  # it has no type annotations
    field = of_cylinders(
        "B",
        observers=np.stack((lateral, zero, -(gap + height / 2)), axis=-1),
        dimensions=np.stack((diameter, height), axis=-1),
        polarizations=np.stack((zero, zero, remanence), axis=-1),
        squeeze=False,
    )
    result: Floats = np.reshape(field, (-1, 3))[:, 2]
    return result


@dataclass(frozen=True)
class Bands:
    """Least and largest reading of each class in millivolts, and the distances between them."""

    empty: float
    weak: tuple[float, float]
    strong: tuple[float, float]
    limit: float  # end of the sensor's linear range

    @property
    def guards(self) -> tuple[float, float, float]:
        """The distances between empty and weak, between weak and strong, and above strong."""
        return (
            self.weak[0] - self.empty,
            self.strong[0] - self.weak[1],
            self.limit - self.strong[1],
        )


def worst_case(data: dict[str, Any], off: Tolerances) -> Bands:
    """All tolerances at once in the worst direction, with eight unfavourable neighbours."""
    profile = Profile(data)
    magnet, sensor = data["magnet"], data["sensor"]
    diameter, height = magnet["diameter_mm"], magnet["height_mm"]
    gaps = {"weak": profile.gap_mm(False), "strong": profile.gap_mm(True)}

    def mv(gap: float, lateral: float, sign: int) -> float:
        """One magnet with everything that makes it stronger (sign 1) or weaker (-1)."""
        field = field_mt(
            gap - sign * off.gap_mm,
            lateral,
            magnet["remanence_mt"] * (1 + sign * off.remanence),
            diameter + sign * off.magnet_mm,
            height + sign * off.magnet_mm,
        )
        scale = (
            (1 + sign * off.temperature) * (1 + sign * off.sensitivity) * (1 + sign * off.linearity)
        )
        return float(abs(field[0]) * sensor["sensitivity_mv_per_mt"] * scale)

    beside, across = profile.pitch_mm, profile.pitch_mm * 2**0.5
    around = 4 * sum(
        max(mv(gap, away - off.closer_mm, 1) for gap in gaps.values()) for away in (beside, across)
    )
    wrong = around + off.drift_mv + off.adc_mv + off.offset_mv

    def band(gap: float) -> tuple[float, float]:
        return mv(gap, off.lateral_mm, -1) - wrong, mv(gap, 0.0, 1) + wrong

    limit = sensor["supply_mv"] / 2 - sensor["swing_margin_mv"]
    return Bands(wrong, band(gaps["weak"]), band(gaps["strong"]), limit)


def with_gains(data: dict[str, Any], built: dict[str, Any]) -> tuple[Bands, Bands]:
    """A board of this design with the dimensions of `built` and the gain of every cell measured:
    the sensors' readings, and these times the gain that brings a strong tile to the aim in the
    data. The error in `built` replaces the gap's tolerance."""
    said = worst_case(built, replace(tolerances(built, "zero and gain"), gap_mm=0.0))
    aim = data["sensing"]["gain_aim_percent"] / 100
    gain = aim * Profile(data).signal_mv(True) / Profile(built).signal_mv(True)
    (low, high), (least, most) = said.weak, said.strong
    read = Bands(
        said.empty * gain, (low * gain, high * gain), (least * gain, most * gain), said.limit * gain
    )
    return said, read


def spare(data: dict[str, Any], bands: Bands) -> tuple[float, float, float]:
    """The guards at the sensor, with the headroom reduced by the offset of the zero from half the
    supply."""
    weak, strong, headroom = bands.guards
    return weak, strong, headroom - 2 * data["sensor"]["offset_sigma_mv"]


def off_by(data: dict[str, Any], group: str, name: str, by: float) -> dict[str, Any]:
    """The data with one dimension changed."""
    changed = copy.deepcopy(data)
    changed[group][name] += by
    return changed


@dataclass(frozen=True)
class Drawn:
    """Random boards of one class: least and largest reading, and how many the thresholds classify
    wrongly or leave unclear."""

    low: float
    high: float
    wrong: int
    unclear: int


def thresholds(data: dict[str, Any], mv: Floats) -> NDArray[np.int64]:
    """The firmware's classification of readings from rest: an index of CLASSES, or -1 for
    unclear."""
    sensing = data["sensing"]
    size = np.abs(mv)
    result = np.full(size.shape, -1)
    result[size < sensing["empty_mv"]] = 0
    for index, name in ((1, "far_mv"), (2, "near_mv")):
        low, high = sensing[name]
        result[(size >= low) & (size < high)] = index
    return result


def random_boards(data: dict[str, Any], off: Tolerances, kind: int, count: int, seed: int) -> Drawn:
    """Tolerances drawn evenly within their limits (drift: the standard deviation is a third of the
    limit); neighbours of any class and owner. `kind` indexes CLASSES."""
    rng = np.random.default_rng((seed, kind))
    profile = Profile(data)
    magnet, sensor = data["magnet"], data["sensor"]

    def evenly(limit: float, *shape: int) -> Floats:
        return rng.uniform(-limit, limit, shape)

    gap = evenly(off.gap_mm, count)
    common = np.ones(count)
    for limit in (off.temperature, off.sensitivity, off.linearity):
        common *= 1 + evenly(limit, count)
    gaps = np.array((0.0, profile.gap_mm(False), profile.gap_mm(True)))

    def magnets(which: NDArray[np.int64], away: Floats, error: Floats) -> Floats:
        many = len(which)
        field = field_mt(
            np.maximum(gaps[which], 1.0) + error,
            away,
            magnet["remanence_mt"] * (1 + evenly(off.remanence, many)),
            magnet["diameter_mm"] + evenly(off.magnet_mm, many),
            magnet["height_mm"] + evenly(off.magnet_mm, many),
        )
        pole = np.where(which == 2, 1.0, -1.0) * np.where(which == 0, 0.0, 1.0)
        signed: Floats = field * pole
        return signed

    lateral = off.lateral_mm * np.sqrt(rng.uniform(0.0, 1.0, count))
    total = magnets(np.full(count, kind), lateral, gap)
    pitch = profile.pitch_mm
    for x, y in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)):
        away = np.hypot(
            x * pitch + evenly(off.lateral_mm, count), y * pitch + evenly(off.lateral_mm, count)
        )
        owner = rng.choice((-1.0, 1.0), count)
        total += owner * magnets(rng.integers(0, 3, count), away, gap)
    mv = total * sensor["sensitivity_mv_per_mt"] * common
    mv += np.clip(rng.normal(0.0, off.drift_mv / 3, count), -off.drift_mv, off.drift_mv)
    mv += evenly(off.adc_mv, count) + rng.normal(0.0, off.offset_mv / 2, count)
    seen = thresholds(data, mv)
    size = np.abs(mv)
    wrong = (seen != kind) & (seen != -1)
    return Drawn(float(size.min()), float(size.max()), int(wrong.sum()), int((seen == -1).sum()))


def table(data: dict[str, Any]) -> list[str]:
    """The margin tables, as Markdown."""
    lines = [
        "| calibration | empty | weak | strong | empty to weak | weak to strong | headroom |",
        "|---|---|---|---|---|---|---|",
    ]

    def row(name: str, bands: Bands) -> str:
        weak, strong = (f"{low:.0f} to {high:.0f}" for low, high in (bands.weak, bands.strong))
        guards = " | ".join(f"{guard:.0f}" for guard in bands.guards)
        return f"| {name} | ±{bands.empty:.0f} | {weak} | {strong} | {guards} |"

    for calibration in ("zero and gain", "zero only", "none"):
        lines.append(row(calibration, worst_case(data, tolerances(data, calibration))))
    # Half a millimetre replaces the gap's tolerance, which mostly consists of such errors.
    lines += ["", lines[0].replace("calibration", "zero only; 0.5 mm off"), lines[1]]
    for group, name, what in PRINTED:
        for by in (-0.5, 0.5):
            changed = off_by(data, group, name, by)
            bands = worst_case(changed, replace(tolerances(changed, "zero only"), gap_mm=0.0))
            lines.append(row(f"{what} {by:+.1f}", bands))
    # The same with gains, and the headroom reduced by the zero's offset.
    lines += ["", lines[0].replace("calibration", "zero and gain; 0.5 mm off"), lines[1]]
    for group, name, what in PRINTED:
        for by in (-0.5, 0.5):
            bands, _ = with_gains(data, off_by(data, group, name, by))
            weak, strong = (f"{low:.0f} to {high:.0f}" for low, high in (bands.weak, bands.strong))
            left = " | ".join(f"{guard:.0f}" for guard in spare(data, bands))
            lines.append(f"| {what} {by:+.1f} | ±{bands.empty:.0f} | {weak} | {strong} | {left} |")
    return lines


def main(count: int = 100_000) -> int:
    failed = 0
    for data in BOARDS:
        print(f"\n{data['name']}\n")
        print("\n".join(table(data)))
        print(f"\nzero only, {count:,} random boards of each class:")
        for kind, name in enumerate(CLASSES):
            drawn = random_boards(data, tolerances(data, "zero only"), kind, count, 1)
            print(
                f"{name:<7} {drawn.low:5.0f} to {drawn.high:5.0f} mV, "
                f"{drawn.wrong} wrong, {drawn.unclear} unclear"
            )
            failed += drawn.wrong
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
