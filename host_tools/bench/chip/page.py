"""Figures as a table, and the budgets they are held to."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, NamedTuple

from host_tools.bench.chip.parts import Figures
from host_tools.bench.chip.probe import CYCLES_PER_MS, MHZ
from host_tools.bench.chip.thinking import BOOKED
from host_tools.jobs import report
from lodeboard.games.flip.player import LEVELS
from lodeboard.play.thinking import GC_TICK

KIB = 1024
PERFECT = LEVELS[-1]
SPREAD = ("median", "most", "longest")  # of thinking times: half, 99 % and all are no longer
NOTES = f"""\
Firmware {{name}}.

The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython: cycles of its own
clock, the same in every run. It knows no waiting for the flash chip: code that runs from flash
for the first time takes longer on silicon, so leave some room. Sensors, tiles and LEDs are the
simulator's world.

*Work* of a tick is what the processor does from one scan to the next, interrupts included and
sleep left out. *Answer* runs from a tile coming to rest to the end of the LED frame that
answers it, less the debounce ({{debounce}}).

*Thinking* runs from the news that the machine is to move to the end of the tick that has the
move; in the first tick after the news the board collects its memory and does not think, once
more in the {GC_TICK}th, and memory may run out in the midst of a decision from the book. It is
counted on the computer by the same code: the kernels are compiled with a counter in each stretch
of them, the Python around them with one in each function and loop, and what each costs was learnt
from decisions on the chip, for evaluations alone do not tell ({{spread}} cycles each, by
position).
Decisions that the App made on the chip were timed whole, the slowest that were counted among
them: those of a level together lie within {{together}} of that count, single ones within
{{worst}}.

The last level, *{PERFECT}*, is held to its budgets on any arrangement of the right numbers of
tiles, evenly over 0 to 15 tiles, also those that no game reaches; the other levels think about
positions of games. With at most {BOOKED} tiles it decides with its book, else by a search to
the end of the game, which makes {{perfect}} evaluations a second; it finds out more with each.
The first decision of this level opens the book, too: with {BOOKED - 2} tiles it took
{{opening}}, which the table leaves out.

*RAM taken for thinking* is what is free before there is a player, less what is free in the
midst or at the end of a perfect decision, each following a collection: the look-up tables and
the memory of the search, which the book uses too, and what the book keeps open. The code itself
counts as firmware.

All thinking on this page is about flip tiles; xtic has a page of its own,
[bench-chip-xtic.md](bench-chip-xtic.md)."""


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
    free = min(parts["memory"]["in play"], thinking["free"])
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
        *_perfect(thinking["levels"]),
        Budget("RAM free in play", "KiB", 64, free / KIB, least=True),
        Budget("RAM taken for thinking", "KiB", 96, max(parts["ram"].values()) / KIB),
        Budget("tables", "KiB of files", 768, parts["flash"]["tables"] / KIB),
        Budget("firmware without tables", "KiB of .mpy", 200, parts["flash"]["total"] / KIB),
    ]


def _perfect(levels: list[dict[str, Any]]) -> list[Budget]:
    """The last level's thinking time, under each rule set."""
    limits = {"median": 0.5, "99 %": 5, "longest": 10}
    return [
        Budget(f"{PERFECT}, {row['rules']}, {what}", "s", limit, _ms(row[name]) / 1000)
        for row in levels
        if LEVELS[row["level"]] == PERFECT
        for (what, limit), name in zip(limits.items(), SPREAD, strict=True)
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
            [row for level in thinking["levels"] for row in _level(level)],
        ),
        "Timed whole on the chip beside the count:",
        report.table(
            ["level", "decisions", "longest", "together", "counted", "apart", "farthest of one"],
            [_whole(row) for row in thinking["whole"]],
        ),
        "## Memory",
        report.table(["RAM free, following a collection", "bytes"], _free(parts)),
        report.table(["RAM taken for thinking", "bytes"], _rows(parts["ram"])),
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
        perfect=_thousands(thinking["rate perfect"]),
        opening=f"{_ms(thinking['opening']):.0f} ms",
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


def _level(row: dict[str, Any]) -> list[list[str]]:
    """A level under a rule set; the last by what decides, too."""
    level = LEVELS[row["level"]]
    rows = [[row["rules"], level, *_spread(row), _thousands(row["evals"])]]
    if level == PERFECT:
        rows.append(["", f"up to {BOOKED} tiles", *_spread(row["few"]), ""])
        rows.append(["", f"from {BOOKED + 1} tiles on", *_spread(row["many"]), ""])
    return rows


def _spread(times: dict[str, Any]) -> list[str]:
    return [_thousands(times["positions"])] + [f"{_thousands(_ms(times[at]))} ms" for at in SPREAD]


def _whole(row: dict[str, Any]) -> list[str]:
    told = [f"{_thousands(_ms(row[name]))} ms" for name in ("longest", "timed", "counted")]
    apart = [f"{_together(row):.1%}", f"{row['apart']:.1%}"]
    return [LEVELS[row["level"]], str(row["decisions"]), *told, *apart]


def _free(parts: dict[str, Figures]) -> list[list[str]]:
    figures = dict(parts["memory"])
    figures["in play, book opened"] = parts["thinking"]["free"]
    return _rows(figures)


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
