"""The report: tables of the counts, and pictures."""

from collections.abc import Mapping, Sequence

from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.lab.charts import (
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
from host_tools.lab.experiment import Experiment, Stated
from host_tools.lab.reliability.sensing import spread, trial
from host_tools.lab.reliability.sensing.conditions import (
    BIN_MV,
    BINS,
    FACTORS,
    GAINS,
    HELD,
    LATENCY_TICKS,
    LEVELS,
    SMALL,
    ZEROS,
    Condition,
    Counts,
    plan,
)
from host_tools.lab.reliability.sensing.groups import BOARDS
from host_tools.lab.reliability.sensing.trial import LONG, LONG_SCANS, SCANS

Results = Mapping[Condition, Counts]
_SHOWN = 2.0  # times the spread; the picture has more


def pictures(results: Results) -> dict[str, str]:
    """By name."""
    return {
        "sensing-curves": curves(results),
        "sensing-readings": readings(results),
        "sensing-latency": latency(results),
    }


def body(results: Results) -> str:
    """The page below its title."""
    tick = next(iter(results)).profile.tick_ms
    return f"""\
Random boards, each with one random position. The firmware's scenes `Zeros` and `Gains` calibrate
them, and its `Cells` decides the code of each cell. Fields, sensors and converter are the
simulator's. A cell is *wrong* if the
firmware takes it at any moment for something that does not lie there, and *unclear* if after
{SCANS * tick} ms a light still asks what lies there. A share of 0 among *n* cells means at most
3/*n* with 95 % confidence.

{_outcomes(results)}

*Refused*: boards that did not accept their zeros, because an offset might be a magnet; they are
tried all the same. *Asked*: boards that asked whether a cell is truly empty; the answer is yes.
*No gain*: cells whose calibrating tile was not accepted; their gain stays 1. *Traces*: boards that
report a tile between cells where there is none, of one group in {LONG // 2}, within
{LONG_SCANS * tick} ms.

![Share of cells wrong or unclear](pictures/sensing-curves.svg)

The picture has larger spreads, and two simpler methods that take one reading and the nearest of the
five nominal levels. *Fixed thresholds*: half of the supply for zero. *Midpoint*: zeros and gains of
the board. A hollow mark means that there was none.

![Readings](pictures/sensing-readings.svg)

## Time to a code

From the first scan of a tile at rest, on a plate that was seen empty before, with zeros only:
middle, 99.9 % and slowest. Unclear tiles are left out.

{_latencies(results)}

![Time to a code](pictures/sensing-latency.svg)

## What is drawn at random

Each deviation is multiplied by the spread. It has a normal distribution with half of the largest
value as standard deviation, and is cut off at the largest.

{_spreads()}

{BOARDS} boards at a time share converter, temperatures and supply. All conditions use the same
boards, with smaller or larger deviations. Half of the positions are as in flip tiles, with both
players' tiles either way up, half as in xtic. On half of the boards tiles are laid on a plate that
the board has seen empty, on the others before it is switched on."""


def _sorted(results: Results) -> list[tuple[Condition, Counts]]:
    order = sorted(results.items(), key=lambda item: (item[0].board, item[0].factor))
    return sorted(order, key=lambda item: (item[0].board, item[0].calibration == GAINS))


def _labels(condition: Condition) -> list[str]:
    calibration = "zeros and gains" if condition.calibration == GAINS else "zeros"
    return [condition.board, calibration, f"{condition.factor:g} x"]


def share(part: int, whole: int) -> str:
    """A share with three digits: "271 ppm", "1.2 %"."""
    if not part:
        return "0"
    size = part / whole
    return f"{1e6 * size:.3g} ppm" if size < 1e-3 else f"{100 * size:.3g} %"


def _outcomes(results: Results) -> str:
    rows = [
        [
            *_labels(condition),
            thousands(counts.cells),
            share(counts.wrong_cells, counts.cells),
            share(counts.unclear_cells, counts.cells),
            share(counts.refused, counts.boards),
            share(counts.asked, counts.boards),
            share(counts.skipped, counts.cells) if condition.calibration == GAINS else "",
            share(counts.traces, counts.long),
        ]
        for condition, counts in _sorted(results)
        if condition.factor <= _SHOWN
    ]
    titles = ["board", "calibration", "spread", "cells", "wrong", "unclear", "refused", "asked"]
    return report.table([*titles, "no gain", "traces"], rows)


def _latencies(results: Results) -> str:
    rows = []
    for condition, counts in _sorted(results):
        if condition.calibration == ZEROS and condition.factor in (*HELD, FACTORS[-1]):
            tick = condition.profile.tick_ms
            for level, ticks in list(zip(LEVELS, counts.latency, strict=True))[1:]:
                if sum(ticks):
                    times = [f"{tick * _within(ticks, part)} ms" for part in (0.5, 0.999, 1.0)]
                    rows.append([*_labels(condition), level, thousands(sum(ticks)), *times])
    return report.table(
        ["board", "calibration", "spread", "tile", "tiles", "middle", "99.9 %", "slowest"], rows
    )


def _within(ticks: list[int], part: float) -> int:
    """The number of ticks within which this share of them has its code."""
    found = 0
    for index, cells in enumerate(ticks):
        found += cells
        if found >= part * sum(ticks):
            return index
    return len(ticks) - 1


def _spreads() -> str:
    data = next(iter(plan())).data
    sensor, adc, magnet = data["sensor"], data["adc"], data["magnet"]
    rows = [
        ["offset of a sensor", f"standard deviation {sensor['offset_sigma_mv']:g} mV, not cut off"],
        ["sensitivity of a sensor", f"{100 * sensor['sensitivity_tolerance']:g} %"],
        ["sensitivity since gains were measured", f"{100 * spread.SINCE_GAINS:g} %"],
        ["offset with temperature", f"{sensor['drift_sigma_mv_per_kelvin']:g} mV/K, not cut off"],
        ["noise of a sensor", f"{sensor['noise_mt_pp']:g} mT peak to peak"],
        ["remanence of a magnet", f"{100 * magnet['remanence_tolerance']:g} %"],
        ["diameter and height of a magnet", f"{spread.MAGNET_MM:g} mm"],
        ["plastic under a magnet", f"{spread.POCKET_MM:g} mm"],
        ["height of a cell's floor above its sensor", f"{spread.HEIGHT_MM:g} mm"],
        ["place of a tile", "anywhere within the play of its cell"],
        ["temperature when zeros are set", f"25 °C, {spread.CALIBRATED_K:g} K"],
        ["temperature in play", f"{spread.WARMER_K:g} K from that"],
        ["supply and reference at calibration", f"{100 * spread.SUPPLY:g} % apart"],
        ["the same, in play", f"{100 * spread.SUPPLY_SINCE:g} % from that"],
        ["converter", f"INL {adc['inl_counts']} counts, DNL {adc['dnl_counts']} at"
         f" {len(adc['dnl_codes'])} codes, noise {adc['noise_counts_rms']:g} counts"],
    ]  # fmt: skip
    return report.table(["what", "largest"], rows)


_SERIES = {  # class, and the form of its marks
    "firmware": ("wrong: this firmware", "M-4 0a4 4 0 0 1 8 0a4 4 0 0 1-8 0Z"),
    "unclear": ("unclear: this firmware", "M-4-4H4V4H-4Z"),
    "midpoint": ("wrong: midpoint", "M0-5L5 4H-5Z"),
    "fixed": ("wrong: fixed thresholds", "M0-5L5 0L0 5L-5 0Z"),
}
_CALIBRATED = {ZEROS: "Zeros only", GAINS: "Zeros and gains"}
_LEAST = 1e-7


def curves(results: Results) -> str:
    """The share of misread cells by production spread, one panel for each calibration."""
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
            point = f"{x.at(factor):.1f} {y.at(share):.1f}"
            if cells:
                points.append(point)
            note = f"{said}, {factor:g} times: {cells} of {counts.cells} cells"
            kind = "spot" if cells else "none"
            where = f"translate({point})"
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
    """The upper limit of the share, with 95 % confidence, if none occurred among this many."""
    return 3.0 / cells


def readings(results: Results) -> str:
    """Cells by the size of their reading, with the bands of the firmware behind."""
    conditions = [Condition(SMALL, factor, ZEROS) for factor in HELD]
    return file(
        [
            _readings(condition, results[condition])
            for condition in conditions
            if condition in results
        ],
        "Cells by the size of their reading, and the bands in which it is taken for a level",
    )


def _readings(condition: Condition, counts: Counts) -> list[str]:
    limits = condition.profile.sensing
    x = Scale((0.0, BIN_MV * BINS), (LEFT, RIGHT))
    y, axis = _count_axis(counts.readings)
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
    parts += axis
    parts += across(x, range(0, BIN_MV * BINS + 1, 250), "millivolts from zero")
    for level, row in zip(LEVELS, counts.readings, strict=True):
        parts += _bars(x, y, row, BIN_MV, f"{level}, from {{}} mV: {{}} cells", level)
    return parts


def _count_axis(rows: Sequence[Sequence[int]]) -> tuple[Scale, list[str]]:
    """A logarithmic scale for these counts, and its axis."""
    top = max(10, *(max(row) for row in rows))
    y = Scale((0.5, 2.0 * top), (BOTTOM, TOP), log=True)
    marks = [(10.0**power, f"1e{power}") for power in range(9) if 10**power <= 2 * top]
    return y, upright(y, marks)


def _bars(x: Scale, y: Scale, row: Sequence[int], step: float, said: str, kind: str) -> list[str]:
    parts = []
    for index, cells in enumerate(row):
        if cells:
            left, right = x.at(step * index), x.at(step * (index + 1))
            high = y.at(cells)
            box = {"x": left, "y": high, "width": max(right - left, 1.0), "height": BOTTOM - high}
            note = hint(said.format(f"{step * index:g}", cells))
            parts.append(tag("rect", note, **box, class_=kind))
    return parts


def latency(results: Results) -> str:
    """Tiles by the time from coming to rest to their code."""
    conditions = [Condition(SMALL, factor, ZEROS) for factor in (HELD[-1], FACTORS[-1])]
    return file(
        [
            _latency(condition, results[condition])
            for condition in conditions
            if condition in results
        ],
        "Tiles by the time from coming to rest to their code",
    )


def _latency(condition: Condition, counts: Counts) -> list[str]:
    tick = condition.profile.tick_ms
    x = Scale((0.0, tick * LATENCY_TICKS), (LEFT, RIGHT))
    y, axis = _count_axis(counts.latency)
    parts = [words(f"Time to a code at {condition.factor:g} times: tiles", LEFT, 18, "title")]
    parts += axis
    parts += across(x, range(0, tick * LATENCY_TICKS, 200), "milliseconds from rest")
    for level, row in list(zip(LEVELS, counts.latency, strict=True))[1:]:
        parts += _bars(x, y, row, tick, f"{level}, after {{}} ms: {{}} tiles", level)
    for index, level in enumerate(LEVELS[1:]):
        left = RIGHT - 160 + 80 * index
        parts.append(tag("rect", x=left, y=9, width=13, height=10, class_=level))
        parts.append(words(level, left + 18, 18, "soft"))
    return parts


def said(_: Condition, counts: Counts) -> str:
    """What was wrong under a condition."""
    return f"{counts.wrong_cells} cells wrong"


def faults(condition: Condition, counts: Counts) -> list[str]:
    """The wrong cells where none is allowed."""
    return counts.examples if condition.factor in HELD else []


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """Boards and cells at the factors at which none may be wrong, with zeros only."""
    figures: Stated = {}
    for factor in HELD:
        counts = results.get(Condition(SMALL, factor, ZEROS), Counts())
        value = f"{thousands(counts.wrong_cells)} of {thousands(counts.cells)}"
        name = f"sensing-{factor:g}".replace(".", "-")
        figures[name] = (f"cells taken for something else, {factor:g} x the spread", value)
    return figures


EXPERIMENT = Experiment(
    name="sensing",
    unit="boards",
    tally=Counts,
    in_batch=trial.BOARDS_IN_BATCH,
    plan=plan,
    trial=trial.try_batch,
    said=said,
    faults=faults,
    title="How often the sensing is wrong",
    body=body,
    pictures=pictures,
    stated=stated,
)
