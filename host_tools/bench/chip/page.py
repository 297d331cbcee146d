"""Figures of the board as tables, and their budgets."""

from collections.abc import Mapping, Sequence
from statistics import mean, median

from host_tools.bench.chip.parts import Figures
from host_tools.bench.chip.probe import MHZ, milliseconds
from host_tools.jobs import report
from host_tools.jobs.budgets import KIB, Budget, quantile, thousands

NOTES = f"""\
Firmware {{name}}.

The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython: cycles of its own
clock, the same in every run. It knows no waiting for the flash chip: code that runs from flash
for the first time takes longer on silicon, so leave some room. Sensors, tiles and LEDs are the
simulator's world.

*Work* of a tick is what the processor does from one scan to the next, interrupts included and
sleep left out. *Answer* runs from a tile coming to rest to the end of the LED frame that
answers it, less the debounce ({{debounce}}).

How long each game thinks stands on a page of its own: {{games}}."""


def budgets(parts: dict[str, Figures]) -> list[Budget]:
    """Every budget of the board with what was measured."""
    answers = [*parts["light"]["near"], *parts["light"]["far"]]
    free = parts["memory"]["in play"]
    play, menu = (parts["idle"][where]["work"] for where in ("play", "menu"))
    return [
        Budget("boot to first light", "s", 1.5, milliseconds(parts["boot"]["light"]) / 1000),
        Budget("scan, longest", "ms", 2, milliseconds(max(parts["pieces"]["scan"]))),
        Budget("idle tick in play, median", "ms", 5, milliseconds(median(play))),
        Budget("idle tick in play, longest", "ms", 5, milliseconds(max(play))),
        Budget("idle tick in the menu, median", "ms", 5, milliseconds(median(menu))),
        Budget("magnet to light, longest", "ms", 50, milliseconds(max(answers))),
        Budget("RAM free in play", "KiB", 32, free / KIB, least=True),
        Budget("tables", "KiB of files", 768, parts["flash"]["tables"] / KIB),
        Budget("firmware without tables", "KiB of .mpy", 200, parts["flash"]["total"] / KIB),
    ]


def stated(parts: dict[str, Figures]) -> dict[str, tuple[str, str]]:
    """What README and docs say of it: by name, what it is and its value with the unit."""
    light, word = (milliseconds(parts["boot"][name]) / 1000 for name in ("light", "word"))
    idle = milliseconds(mean(parts["idle"]["play"]["work"]))
    return {
        "first-light": ("power to first light", f"{light:.2f} s"),
        "start": ("power to the first word on the serial line", f"{word:.2f} s"),
        "idle-tick": ("work of an idle tick, mean", f"{idle:.1f} ms"),
        "ram-in-play": (
            "RAM free in play, flip tiles at `perfect`",
            f"{parts['memory']['while thinking'] / KIB:.1f} KiB",
        ),
        "firmware": ("compiled firmware", f"{parts['flash']['total'] / KIB:.0f} KiB"),
        "tables": ("tables of all games", f"{parts['flash']['tables'] / KIB:.0f} KiB"),
    }


def tables(parts: dict[str, Figures]) -> str:
    """All figures as Markdown."""
    boot, pieces, idle, light = (parts[name] for name in ("boot", "pieces", "idle", "light"))
    single = {
        "boot to first light": [boot["light"]],
        "boot to the first word on the serial line": [boot["word"]],
    }
    many = {
        "scan of 16 sensors, 16 conversions each": pieces["scan"],
        "frame to the 16 LEDs": pieces["frame"],
        "work of an idle tick in play": idle["play"]["work"],
        "work of an idle tick in the menu": idle["menu"]["work"],
        "answer to a tile, magnet near": light["near"],
        "answer to a tile, magnet far": light["far"],
    }
    sections = [
        budget_table(budgets(parts)),
        "## Cycles",
        cycles_table({**single, **many}),
        "## Memory",
        bytes_table("RAM free, following a collection", parts["memory"]),
        report.table(["flash", "bytes of .mpy"], _flash(parts["flash"])),
    ]
    return "\n\n".join(sections)


def notes(debounce: Sequence[int], name: str, games: Mapping[str, str]) -> str:
    """What the figures mean. `name`: which firmware they are of; `games`: the pages by title."""
    return NOTES.format(
        name=name,
        debounce=" and ".join(f"{ms} ms" for ms in debounce) + ", magnet near and far",
        games=", ".join(f"[{title}]({path})" for title, path in games.items()),
    )


def budget_table(held: Sequence[Budget]) -> str:
    return report.table(["budget", "limit", "measured", ""], [budget.row() for budget in held])


def cycles_table(measured: Mapping[str, Sequence[int]]) -> str:
    """Cycles of each thing measured; of one that was measured once, only these."""
    rows = []
    for what, cycles in measured.items():
        spread = (median(cycles), quantile(cycles, 0.99)) if len(cycles) > 1 else ()
        reported = [thousands(figure) for figure in spread] or ["", ""]
        longest = max(cycles)
        rows.append([what, *reported, thousands(longest), f"{milliseconds(longest):.2f}"])
    return report.table(["measured", "median", "99 %", "longest", "longest, ms"], rows)


def bytes_table(title: str, figures: Mapping[str, int]) -> str:
    return report.table([title, "bytes"], _rows(figures))


def _rows(figures: Mapping[str, int]) -> list[list[str]]:
    return [[what, thousands(figure)] for what, figure in figures.items()]


def _flash(figures: Figures) -> list[list[str]]:
    rows = _rows(figures["parts"])
    rows.append(["firmware together", thousands(figures["total"])])
    rows.append(["tables", thousands(figures["tables"])])
    rows.append(
        ["a new board's files, loader and manifest included", thousands(figures["all files"])]
    )
    return rows
