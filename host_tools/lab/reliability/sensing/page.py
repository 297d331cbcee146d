"""The report: tables of what was counted, and its pictures."""

from collections.abc import Mapping

from host_tools import ROOT
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.sensing import pictures, spread
from host_tools.lab.reliability.sensing.conditions import GAINS, ZEROS, Condition
from host_tools.lab.reliability.sensing.counts import LEVELS, METHODS, Counts
from host_tools.lab.reliability.sensing.groups import BOARDS
from host_tools.lab.reliability.sensing.plan import plan
from host_tools.lab.reliability.sensing.trying import LONG, LONG_SCANS, SCANS

PAGE = ROOT / "docs" / "measured" / "sensing.md"
Results = Mapping[Condition, Counts]


def write(results: Results, command: str) -> None:
    """Write the page, and its pictures into `pictures` beside it."""
    drawn = {
        "sensing-curves": pictures.curves(results),
        "sensing-readings": pictures.readings(results),
        "sensing-latency": pictures.latency(results),
    }
    report.write_page(PAGE, "How often the sensing is wrong", command, body(results), drawn)


def body(results: Results) -> str:
    """The page below its title."""
    tick = next(iter(results)).profile.tick_ms
    return f"""\
Random boards, each with one random position. Zeros and gains are set by the firmware's scenes
`Zeros` and `Gains`, and the code of each cell is decided by its `Cells`: the source that the board
runs, its kernel compiled by Numba. Fields, sensors and converter are the simulator's. A cell is
*wrong* when the firmware takes it at any moment for something that does not lie there, *unclear*
when it says after {SCANS * tick} ms that it cannot tell, which a player sees as a light that asks.
Where none was seen among *n* cells, the share is at most 3/*n* with 95 % confidence: a hollow mark
in the picture, which no line leads to.

{_outcomes(results)}

`refused`: boards that did not accept their zeros, as an offset might be a magnet; they are tried
all the same, with the zeros as measured. `asked`: boards that asked whether a cell is truly empty;
the answer is that it is. `no gain`: cells whose calibrating tile the board did not accept; their
gain stays 1. `traces`: boards that report a tile between cells where there is none; one group in
{LONG // 2} is looked at for that, for {LONG_SCANS * tick} ms.

{_asked(results)}

![Share of cells wrong or unclear](pictures/sensing-curves.svg)

## Other methods on the same readings

*Fixed thresholds*: nominal levels, half of the supply for zero. *Midpoint*: the zeros and gains of
the board. Both take one reading and the nearest of the five nominal levels, and always answer.

{_methods(results)}

## Readings and bands

![Readings](pictures/sensing-readings.svg)

## Time to a code

From the first scan of a tile at rest, on a plate that was seen as empty before; tiles that are
unclear are left out.

{_latencies(results)}

![Time to a code](pictures/sensing-latency.svg)

## What is drawn at random

Each is multiplied by the factor. A deviation has a normal distribution with half of the largest
value as standard deviation, and is cut off at the largest.

{_spreads()}

{BOARDS} boards at a time share converter, temperatures and supply. The same boards are drawn under
every condition, each off by more or less. A position has any number of tiles up to all that there
are; in half of the positions they belong to both players and lie either way up, as in flip tiles,
in the others all have the first player's magnet, as in xtic. The tiles that are left lie in the
trays. On half of the boards tiles are laid on a plate that the board has seen empty, on the others
before it is switched on."""


def _sorted(results: Results) -> list[tuple[Condition, Counts]]:
    order = sorted(results.items(), key=lambda item: (item[0].board, item[0].factor))
    return sorted(order, key=lambda item: (item[0].board, item[0].calibration == GAINS))


def _labels(condition: Condition) -> list[str]:
    calibration = "zeros and gains" if condition.calibration == GAINS else "zeros"
    return [condition.board, calibration, f"{condition.factor:g} x"]


def share(part: int, whole: int) -> str:
    """A count, and what share it is: "13 (271 ppm)", "4 (1.2 %)"."""
    if not part:
        return "0"
    size = part / whole
    said = f"{1e6 * size:.3g} ppm" if size < 1e-3 else f"{100 * size:.3g} %"
    return f"{thousands(part)} ({said})"


def _outcomes(results: Results) -> str:
    rows = []
    for condition, counts in _sorted(results):
        rows.append(
            [
                *_labels(condition),
                thousands(counts.boards),
                thousands(counts.cells),
                share(counts.wrong_cells, counts.cells),
                share(counts.unclear_cells, counts.cells),
                share(counts.unclear_boards, counts.boards),
            ]
        )
    titles = ["board", "calibration", "spread", "boards", "cells", "wrong", "unclear"]
    return report.table([*titles, "boards with unclear"], rows)


def _asked(results: Results) -> str:
    rows = [
        [
            *_labels(condition),
            share(counts.refused, counts.boards),
            share(counts.asked, counts.boards),
            share(counts.skipped, counts.cells) if condition.calibration == GAINS else "",
            f"{share(counts.traces, counts.long)} of {thousands(counts.long)}",
        ]
        for condition, counts in _sorted(results)
    ]
    titles = ["board", "calibration", "spread", "refused", "asked", "no gain", "traces"]
    return report.table(titles, rows)


def _methods(results: Results) -> str:
    rows = []
    for condition, counts in _sorted(results):
        figures = [counts.wrong(method) for method in METHODS]
        cells = [share(wrong, counts.cells) for wrong, _ in figures]
        boards = [share(wrong, counts.boards) for _, wrong in figures]
        rows.append([*_labels(condition), *cells, *boards])
    titles = [f"{method}: {what}" for what in ("wrong cells", "boards") for method in METHODS]
    return report.table(["board", "calibration", "spread", *titles], rows)


def _latencies(results: Results) -> str:
    rows = []
    for condition, counts in _sorted(results):
        if condition.calibration == ZEROS:
            tick = condition.profile.tick_ms
            for level, ticks in list(zip(LEVELS, counts.latency, strict=True))[1:]:
                if sum(ticks):
                    times = [f"{tick * _within(ticks, part)} ms" for part in (0.5, 0.999, 1.0)]
                    rows.append([*_labels(condition), level, thousands(sum(ticks)), *times])
    return report.table(
        ["board", "calibration", "spread", "tile", "tiles", "middle", "99.9 %", "slowest"], rows
    )


def _within(ticks: list[int], part: float) -> int:
    """The number of ticks within which this part of them has its code."""
    found = 0
    for at, cells in enumerate(ticks):
        found += cells
        if found >= part * sum(ticks):
            return at
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
