"""Figures as a table, and the budgets they are held to."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, NamedTuple

from host_tools import report
from host_tools.bench_chip.parts import Figures
from host_tools.bench_chip.probe import CYCLES_PER_MS, MHZ
from lodeboard.engine.flip_player import LEVELS

KIB = 1024
NOTES = f"""\
Firmware {{name}}.

The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython: cycles of its own
clock, the same in every run. It knows no waiting for the flash chip: code that runs from flash
for the first time takes longer on silicon, so leave some room. Sensors, tiles and LEDs are the
simulator's world.

*Work* of a tick is what the processor does from one scan to the next, interrupts included and
sleep left out. *Answer* runs from a tile coming to rest to the end of the LED frame that
answers it, less the debounce ({{debounce}}).

*Thinking* runs from the first tick that searches to the end of the one that has the move; ticks
in which memory is collected are reckoned in by their share. It is counted on the computer by
the same code: the kernel is compiled with a counter in each stretch of it, and what each
stretch costs was learnt from searches on the chip, for evaluations alone do not tell
({{spread}} cycles each, by position). Decisions that the App made on the chip were timed whole:
those of a level together lie within {{together}} of that count, single ones, of few ticks,
within {{worst}}."""


class Budget(NamedTuple):
    """A limit. `least`: the figure must reach it; else it must not exceed it."""

    what: str
    unit: str
    limit: float
    figure: float
    least: bool = False

    @property
    def met(self) -> bool:
        return self.figure >= self.limit if self.least else self.figure <= self.limit

    def row(self) -> list[str]:
        sign = "at least" if self.least else "at most"
        missed = abs(self.figure - self.limit)
        verdict = "met" if self.met else f"missed by {_figure(missed)} {self.unit}"
        limit = f"{sign} {_figure(self.limit)} {self.unit}"
        return [self.what, limit, f"{_figure(self.figure)} {self.unit}", verdict]


def budgets(parts: dict[str, Figures]) -> list[Budget]:
    """Every budget with what was measured."""
    thinking = parts["thinking"]
    answers = [*parts["light"]["near"], *parts["light"]["far"]]
    play, menu = (parts["idle"][where]["work"] for where in ("play", "menu"))
    return [
        Budget("boot to first light", "s", 1.5, _ms(parts["boot"]["light"]) / 1000),
        Budget("scan, longest", "ms", 2, _ms(max(parts["pieces"]["scan"]))),
        Budget("idle tick in play, median", "ms", 5, _ms(median(play))),
        Budget("idle tick in play, longest", "ms", 5, _ms(max(play))),
        Budget("idle tick in the menu, median", "ms", 5, _ms(median(menu))),
        Budget("magnet to light, longest", "ms", 50, _ms(max(answers))),
        Budget("search", "evaluations/s", 100_000, thinking["rate"], least=True),
        Budget("light still while thinking, longest", "ms", 60, _ms(thinking["still"])),
        Budget("RAM free in play", "KiB", 64, parts["memory"]["in play"] / KIB, least=True),
        Budget("firmware without tables", "KiB of .mpy", 200, parts["flash"]["total"] / KIB),
    ]


def tables(parts: dict[str, Figures]) -> str:
    """All figures as Markdown."""
    thinking = parts["thinking"]
    sections = [
        report.table(["budget", "limit", "measured", ""], [b.row() for b in budgets(parts)]),
        "## Cycles",
        report.table(["measured", "median", "99 %", "longest", "longest, ms"], _times(parts)),
        f"Search: {_thousands(thinking['rate'])} leaf evaluations a second over"
        f" {_thousands(thinking['evals'])} of them on the chip,"
        f" {_thousands(thinking['per evaluation'])} cycles each; the fastest decision makes"
        f" {_thousands(thinking['fastest'])} a second, the slowest"
        f" {_thousands(thinking['slowest'])}.",
        "## Thinking time",
        report.table(
            ["rules", "level", "positions", "median", "99 %", "maximum", "evaluations, maximum"],
            [_level(row) for row in thinking["levels"]],
        ),
        "Timed whole on the chip beside the count:",
        report.table(
            ["level", "decisions", "timed together", "counted", "apart", "farthest of one"],
            [_whole(row) for row in thinking["whole"]],
        ),
        "## Memory",
        report.table(["RAM free, following a collection", "bytes"], _rows(parts["memory"])),
        report.table(["flash", "bytes of .mpy"], _flash(parts["flash"])),
    ]
    return "\n\n".join(sections)


def notes(parts: dict[str, Figures], debounce: Sequence[int], name: str) -> str:
    """What the figures mean. `name`: which firmware they are of."""
    thinking = parts["thinking"]
    spread = " to ".join(_thousands(MHZ * 1e6 / thinking[end]) for end in ("fastest", "slowest"))
    return NOTES.format(
        name=name,
        debounce=" and ".join(f"{ms} ms" for ms in debounce) + ", magnet near and far",
        spread=spread,
        together=f"{max(map(_together, thinking['whole'])):.1%}",
        worst=f"{thinking['worst']:.1%}",
    )


def _times(parts: dict[str, Figures]) -> list[list[str]]:
    boot, pieces, idle, light = (parts[name] for name in ("boot", "pieces", "idle", "light"))
    single = {
        "boot to first light": boot["light"],
        "boot to the first word on the serial line": boot["word"],
    }
    rows = [
        [what, "", "", _thousands(cycles), f"{_ms(cycles):.2f}"] for what, cycles in single.items()
    ]
    many = {
        "scan of 16 sensors, 16 conversions each": pieces["scan"],
        "frame to the 16 LEDs": pieces["frame"],
        "work of an idle tick in play": idle["play"]["work"],
        "work of an idle tick in the menu": idle["menu"]["work"],
        "work of a tick while thinking": parts["thinking"]["work"],
        "length of a tick while thinking": parts["thinking"]["length"],
        "answer to a tile, magnet near": light["near"],
        "answer to a tile, magnet far": light["far"],
    }
    for what, cycles in many.items():
        figures = (median(cycles), quantile(cycles, 0.99), max(cycles))
        rows.append([what, *map(_thousands, figures), f"{_ms(max(cycles)):.2f}"])
    return rows


def _level(row: dict[str, Any]) -> list[str]:
    times = [
        f"{_ms(row[name]):,.0f} ms".replace(",", " ") for name in ("median", "most", "longest")
    ]
    level = LEVELS[row["level"]]
    return [row["rules"], level, str(row["positions"]), *times, _thousands(row["evals"])]


def _whole(row: dict[str, Any]) -> list[str]:
    timed, counted = (f"{_ms(row[name]):.1f} ms" for name in ("timed", "counted"))
    apart = [f"{_together(row):.1%}", f"{row['apart']:.1%}"]
    return [LEVELS[row["level"]], str(row["decisions"]), timed, counted, *apart]


def _together(row: dict[str, Any]) -> float:
    """How far the count of a level's decisions is from their time, as a share."""
    return abs(float(row["counted"] / row["timed"]) - 1)


def _rows(figures: dict[str, int]) -> list[list[str]]:
    return [[what, _thousands(figure)] for what, figure in figures.items()]


def _flash(figures: Figures) -> list[list[str]]:
    rows = _rows(figures["parts"])
    rows.append(["firmware together", _thousands(figures["total"])])
    rows.append(["tables", _thousands(figures["tables"])])
    rows.append(
        ["a new board's files, loader and manifest included", _thousands(figures["all files"])]
    )
    return rows


def quantile(figures: Iterable[float], share: float) -> float:
    """The smallest figure that at least this share of all do not exceed."""
    ordered = sorted(figures)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def _ms(cycles: float) -> float:
    return cycles / CYCLES_PER_MS


def _thousands(figure: float) -> str:
    return f"{figure:,.0f}".replace(",", " ")


def _figure(figure: float) -> str:
    return _thousands(figure) if figure >= 1000 else f"{figure:.4g}"
