"""The pictures of the report: how often each method is wrong, readings, and time to a code."""

from collections.abc import Mapping, Sequence

from host_tools.lab.reliability.charts import (
    BOTTOM,
    HIGH,
    LEFT,
    RIGHT,
    TOP,
    Scale,
    across,
    file,
    hint,
    tag,
    upright,
    words,
)
from host_tools.lab.reliability.sensing.conditions import GAINS, ZEROS, Condition
from host_tools.lab.reliability.sensing.counts import BIN_MV, BINS, LATENCY_TICKS, LEVELS, Counts
from host_tools.lab.reliability.sensing.plan import FACTORS, HELD, SMALL

Results = Mapping[Condition, Counts]

_SERIES = {  # class, and the form of its marks
    "firmware": ("wrong: this firmware", "M-4 0a4 4 0 0 1 8 0a4 4 0 0 1-8 0Z"),
    "unclear": ("unclear: this firmware", "M-4-4H4V4H-4Z"),
    "midpoint": ("wrong: midpoint", "M0-5L5 4H-5Z"),
    "fixed": ("wrong: fixed thresholds", "M0-5L5 0L0 5L-5 0Z"),
}
_CALIBRATED = {ZEROS: "Zeros only", GAINS: "Zeros and gains"}
_LEAST = 1e-7


def curves(results: Results) -> str:
    """The share of cells by the spread of production, a panel for each calibration."""
    return file(
        [_curves(results, calibration) for calibration in _CALIBRATED],
        "Share of cells that are wrong or unclear, by the spread of production",
    )


def _curves(results: Results, calibration: str) -> list[str]:
    x = Scale((FACTORS[0], FACTORS[-1]), (LEFT + 12, RIGHT - 12))
    y = Scale((_LEAST, 1.0), (BOTTOM, TOP), log=True)
    parts = [words(f"{_CALIBRATED[calibration]}: share of cells", LEFT, 18, "title")]
    parts += upright(y, [(1.0, "1"), *((10.0**-power, f"1e-{power}") for power in range(1, 8))])
    parts += across(x, FACTORS, "times the spread of production")
    for row, (name, (said, shape)) in enumerate(_SERIES.items()):
        points, spots = [], []
        for factor in FACTORS:
            counts = results.get(Condition(SMALL, factor, calibration))
            if counts is None:
                continue
            cells = counts.unclear_cells if name == "unclear" else counts.wrong(name)[0]
            share = cells / counts.cells or at_most(counts.cells)
            at = f"{x.at(factor):.1f} {y.at(share):.1f}"
            if cells:
                points.append(at)
            note = f"{said}, {factor:g} times: {cells} of {counts.cells} cells"
            kind = "spot" if cells else "none"
            where = f"translate({at})"
            spots.append(tag("path", hint(note), d=shape, transform=where, class_=f"{kind} {name}"))
        if points:
            parts.append(tag("path", d="M" + "L".join(points), class_=f"line {name}"))
        parts += spots
        left, high = LEFT + 165 * (row % 2), HIGH - 26 + 16 * (row // 2)
        parts.append(tag("path", d=f"M{left} {high - 4}h26", class_=f"line {name}"))
        where = f"translate({left + 13:.1f} {high - 4:.1f})"
        parts.append(tag("path", d=shape, transform=where, class_=f"spot {name}"))
        parts.append(words(said, left + 31, high, "soft"))
    parts.append(words("hollow: none", RIGHT, HIGH - 26, "end soft"))
    return parts


def at_most(cells: int) -> float:
    """The share that is not exceeded, at 95 %, when none was seen among so many."""
    return 3.0 / cells


def readings(results: Results) -> str:
    """Cells by the size of their reading, with the bands of the firmware behind."""
    conditions = [Condition(SMALL, factor, ZEROS) for factor in HELD]
    return file(
        [_readings(at, results[at]) for at in conditions if at in results],
        "Cells by the size of their reading, and the bands in which it is taken for a level",
    )


def _readings(condition: Condition, counts: Counts) -> list[str]:
    limits = condition.profile.sensing
    top = max(10, *(max(row) for row in counts.readings))
    x = Scale((0.0, BIN_MV * BINS), (LEFT, RIGHT))
    y = Scale((0.5, 2.0 * top), (BOTTOM, TOP), log=True)
    title = f"Readings at {condition.factor:g} times the spread: cells"
    parts = [words(title, LEFT, 18, "title")]
    for low, high, name in (
        (0, limits["empty_mv"], "empty"),
        (*limits["far_mv"], "far"),
        (*limits["near_mv"], "near"),
    ):
        left, right = x.at(low), x.at(high)
        box = {"x": left, "y": TOP, "width": right - left, "height": BOTTOM - TOP}
        parts.append(tag("rect", hint(f"{name}: {low} to {high} mV"), **box, class_="band"))
        parts.append(words(name, (left + right) / 2, TOP - 5, "middle soft"))
    power = 0
    marks = []
    while 10**power <= 2 * top:
        marks.append((10.0**power, f"1e{power}"))
        power += 1
    parts += upright(y, marks)
    parts += across(x, range(0, BIN_MV * BINS + 1, 250), "millivolts from zero")
    for level, row in zip(LEVELS, counts.readings, strict=True):
        parts += _bars(x, y, row, BIN_MV, f"{level}, from {{}} mV: {{}} cells", level)
    return parts


def _bars(x: Scale, y: Scale, row: Sequence[int], step: float, said: str, kind: str) -> list[str]:
    parts = []
    for at, cells in enumerate(row):
        if cells:
            left, right = x.at(step * at), x.at(step * (at + 1))
            high = y.at(cells)
            box = {"x": left, "y": high, "width": max(right - left, 1.0), "height": BOTTOM - high}
            note = hint(said.format(f"{step * at:g}", cells))
            parts.append(tag("rect", note, **box, class_=kind))
    return parts


def latency(results: Results) -> str:
    """Tiles by the time from coming to rest to their code."""
    conditions = [Condition(SMALL, factor, ZEROS) for factor in (HELD[-1], FACTORS[-1])]
    return file(
        [_latency(at, results[at]) for at in conditions if at in results],
        "Tiles by the time from coming to rest to their code",
    )


def _latency(condition: Condition, counts: Counts) -> list[str]:
    tick = condition.profile.tick_ms
    top = max(10, *(max(row) for row in counts.latency))
    x = Scale((0.0, tick * LATENCY_TICKS), (LEFT, RIGHT))
    y = Scale((0.5, 2.0 * top), (BOTTOM, TOP), log=True)
    parts = [words(f"Time to a code at {condition.factor:g} times: tiles", LEFT, 18, "title")]
    marks = [(10.0**power, f"1e{power}") for power in range(9) if 10**power <= 2 * top]
    parts += upright(y, marks)
    parts += across(x, range(0, tick * LATENCY_TICKS, 200), "milliseconds from rest")
    for level, row in list(zip(LEVELS, counts.latency, strict=True))[1:]:
        parts += _bars(x, y, row, tick, f"{level}, after {{}} ms: {{}} tiles", level)
    for at, level in enumerate(LEVELS[1:]):
        left = RIGHT - 160 + 80 * at
        parts.append(tag("rect", x=left, y=9, width=13, height=10, class_=level))
        parts.append(words(level, left + 18, 18, "soft"))
    return parts
