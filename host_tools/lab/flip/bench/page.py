"""Figures of thinking about flip tiles as tables, and their budgets."""

from typing import Any

from host_tools.jobs import report
from host_tools.jobs.budgets import KIB, Budget, thousands
from host_tools.lab.bench.chip.page import budget_table, bytes_table, cycles_table
from host_tools.lab.bench.chip.parts import Figures
from host_tools.lab.bench.chip.probe import MHZ, milliseconds
from host_tools.lab.flip.bench.thinking import BOOKED
from lodeboard.games.flip.player import LEVELS
from lodeboard.play.thinking import GC_TICK

PERFECT = LEVELS[-1]
SPREAD = ("median", "most", "longest")  # of thinking times: half, 99 % and all are no longer
NOTES = f"""\
The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython.

*Thinking* runs from the news that the machine is to move to the end of the tick that has the
move; in the first tick after the news the board collects its memory and does not think, once
more in the {GC_TICK}th, and memory may run out in the midst of a decision from the book. It is
counted on the computer by the same code: the kernels are compiled with a counter in each stretch
of them, the Python around them with one in each function and loop, and what each costs was learnt
from decisions on the chip, for evaluations alone do not show it ({{spread}} cycles each, by
position).
Decisions that the App made on the chip were timed whole, the slowest that were counted among
them: those of a level together lie within {{together}} of that count, single ones within
{{worst}}.

The last level, *{PERFECT}*, is held to its budgets on any arrangement of the right numbers of
tiles, evenly over 0 to 15 tiles, also those that no game reaches; the other levels think about
positions of games. The longest is that of these arrangements: rare ones take
[longer](../developer/flip-perfect.md#the-longest-decisions). With at most {BOOKED} tiles it decides
with its book, else by a search to the end of the game, which makes {{perfect}} evaluations a
second; it finds out more with each.
The first decision of this level opens the book, too: with {BOOKED - 2} tiles it took
{{opening}}, which the table leaves out.

*RAM taken for thinking* is what is free before there is a player, less what is free in the
midst or at the end of a perfect decision, each following a collection: the look-up tables and
the memory of the search, which the book uses too, and what the book keeps open. The code itself
counts as firmware.

*With flash waits*: the decisions that hold the lights up longest, at every level, and the slowest
of those that need the book, were timed once more with these waits (see
[bench-chip.md](bench-chip.md)). The longest tick is one of theirs; the other times are those
without waits, longer by the share by which such decisions came out longer at most: {{below}} by
search below the last level, {{book}} by the book, {{search}} by the last level's search. Nothing
is written while the board thinks, so the flash's longest times change nothing."""


def budgets(figures: dict[str, Figures]) -> list[Budget]:
    """Every budget of thinking with what was measured."""
    thinking, waits = figures["thinking"], figures["waits"]
    rate = thinking["rate"]
    slow = rate / waits["below"]
    still, longer = (milliseconds(some["still"]) for some in (thinking, waits))
    return [
        Budget("search", "evaluations/s", 100_000, rate, least=True, waits=(slow, slow)),
        Budget("light still while thinking, longest", "ms", 60, still, waits=(longer, longer)),
        *_perfect(thinking["levels"], waits),
        Budget("RAM free at the end of a decision", "KiB", 32, thinking["free"] / KIB, least=True),
        Budget("RAM taken for thinking", "KiB", 96, max(figures["ram"].values()) / KIB),
    ]


def stated(figures: dict[str, Figures]) -> dict[str, tuple[str, str]]:
    """What README says of it."""
    rows = [row for row in figures["thinking"]["levels"] if LEVELS[row["level"]] == PERFECT]
    count = thousands(sum(row["positions"] for row in rows))
    value = f"{milliseconds(max(row['longest'] for row in rows)) / 1000:.2f} s"
    return {"perfect-longest": (f"longest of {count} decisions at `{PERFECT}`", value)}


def _perfect(levels: list[dict[str, Any]], waits: dict[str, float]) -> list[Budget]:
    """The last level's thinking time, under each rule set. In the median it asks its
    book, and what takes longest is a search."""
    limits = {"median": (0.5, "book"), "99 %": (5, "search"), "longest": (10, "search")}
    found = []
    for row in levels:
        if LEVELS[row["level"]] != PERFECT:
            continue
        for (what, (limit, kind)), name in zip(limits.items(), SPREAD, strict=True):
            took = milliseconds(row[name]) / 1000
            longer = took * waits[kind]
            budget = f"{PERFECT}, {row['rules']}, {what}"
            found.append(Budget(budget, "s", limit, took, waits=(longer, longer)))
    return found


def tables(figures: dict[str, Figures]) -> str:
    """All figures as Markdown."""
    thinking = figures["thinking"]
    ticks = {
        "work of a tick while thinking": thinking["work"],
        "length of a tick while thinking": thinking["length"],
    }
    sections = [
        budget_table(budgets(figures)),
        "## Cycles",
        cycles_table(ticks),
        f"Search: {thousands(thinking['rate'])} leaf evaluations a second over"
        f" {thousands(thinking['evals'])} of them on the chip,"
        f" {thousands(thinking['per evaluation'])} cycles each; the fastest decision makes"
        f" {thousands(thinking['fastest'])} a second, the slowest"
        f" {thousands(thinking['slowest'])}.",
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
        bytes_table("RAM free, following a collection", {"in play, book opened": thinking["free"]}),
        bytes_table("RAM taken for thinking", figures["ram"]),
    ]
    return "\n\n".join(sections)


def notes(figures: dict[str, Figures]) -> str:
    """What the figures mean."""
    thinking = figures["thinking"]
    spread = " to ".join(thousands(MHZ * 1e6 / thinking[end]) for end in ("fastest", "slowest"))
    return NOTES.format(
        spread=spread,
        together=f"{max(map(_together, thinking['whole'])):.1%}",
        worst=f"{thinking['worst']:.1%}",
        perfect=thousands(thinking["rate perfect"]),
        opening=f"{milliseconds(thinking['opening']):.0f} ms",
        **{kind: f"{figures['waits'][kind] - 1:.1%}" for kind in ("below", "book", "search")},
    )


def _level(row: dict[str, Any]) -> list[list[str]]:
    """A level under a rule set; the last by what decides, too."""
    level = LEVELS[row["level"]]
    rows = [[row["rules"], level, *_spread(row), thousands(row["evals"])]]
    if level == PERFECT:
        rows.append(["", f"up to {BOOKED} tiles", *_spread(row["few"]), ""])
        rows.append(["", f"from {BOOKED + 1} tiles on", *_spread(row["many"]), ""])
    return rows


def _spread(times: dict[str, Any]) -> list[str]:
    return [thousands(times["positions"])] + [
        f"{thousands(milliseconds(times[at]))} ms" for at in SPREAD
    ]


def _whole(row: dict[str, Any]) -> list[str]:
    reported = [
        f"{thousands(milliseconds(row[name]))} ms" for name in ("longest", "timed", "counted")
    ]
    apart = [f"{_together(row):.1%}", f"{row['apart']:.1%}"]
    return [LEVELS[row["level"]], str(row["decisions"]), *reported, *apart]


def _together(row: dict[str, Any]) -> float:
    """How far the count of a level's decisions is from their time, as a share."""
    return abs(float(row["counted"] / row["timed"]) - 1)
