"""The page of the board on the chip: its figures as tables, and their budgets."""

from collections.abc import Mapping, Sequence
from statistics import mean, median

from host_tools.board.emulator.flashwaits import LONGEST, TYPICAL
from host_tools.board.emulator.xip import MISS_CYCLES
from host_tools.build import firmware
from host_tools.games.loader import host_game
from host_tools.jobs import report
from host_tools.jobs.budgets import KIB, Budget, thousands
from host_tools.lab.chip.measure import measure, plan
from host_tools.lab.chip.parts import Figures
from host_tools.lab.chip.probe import MHZ, milliseconds
from host_tools.lab.experiment import Experiment, Measured, Part
from host_tools.workshop.checkup.chip.measure import keep_expected
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

NOTES = f"""\
Firmware {{name}}.

The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython: cycles of its own
clock, the same in every run. Sensors, tiles and LEDs are the simulator's.

*With flash waits*: reads go through a model of the flash's cache (16 KB, two ways; a miss takes
{MISS_CYCLES} cycles); programming a page takes {TYPICAL.page} ms and erasing a sector
{TYPICAL.sector} ms, interrupts off. *At their longest*: {LONGEST.page} ms and {LONGEST.sector} ms,
the data sheet's maximum for the Pico's flash.

*Work* of a tick: what the processor does from one scan to the next, interrupts included, sleep
left out. *Answer*: from a tile coming to rest to the end of the LED frame that answers it, less
the debounce ({{debounce}}).

Thinking times: {{games}}."""


_LIMITS = (
    ("boot to first light", "s", 1.5),
    ("scan, longest", "ms", 2),
    ("idle tick in play, median", "ms", 5),
    ("idle tick in play, longest", "ms", 5),
    ("idle tick in the menu, median", "ms", 5),
    ("magnet to light, longest", "ms", 50),
)
Results = Mapping[Part, Measured]
ON_CHIP = ("flip", "xtic", "magician")  # games with their own page
SLOW = ("boot", "pieces", "idle", "light")  # measured with the flash's waits, too


def budgets(parts: dict[str, Figures]) -> list[Budget]:
    """Every budget of the board with its measured value."""
    free = parts["memory"]["in play"]
    plain = _times(parts)
    typical, longest = (
        _times({name: parts[f"slow-{name}"][times] for name in SLOW})
        for times in ("typical", "longest")
    )
    return [
        *(
            Budget(what, unit, limit, plain[what], waits=(typical[what], longest[what]))
            for what, unit, limit in _LIMITS
        ),
        Budget("RAM free in play", "KiB", 32, free / KIB, least=True),
        Budget("tables", "KiB of files", 768, parts["flash"]["tables"] / KIB),
        Budget("firmware without tables", "KiB of .mpy", 200, parts["flash"]["total"] / KIB),
    ]


def _times(parts: dict[str, Figures]) -> dict[str, float]:
    """The measured times that the limits are compared with."""
    answers = [*parts["light"]["near"], *parts["light"]["far"]]
    play, menu = (parts["idle"][where]["work"] for where in ("play", "menu"))
    figures = (
        milliseconds(parts["boot"]["light"]) / 1000,
        milliseconds(max(parts["pieces"]["scan"])),
        milliseconds(median(play)),
        milliseconds(max(play)),
        milliseconds(median(menu)),
        milliseconds(max(answers)),
    )
    return {what: figure for (what, _, _), figure in zip(_LIMITS, figures, strict=True)}


def stated(parts: dict[str, Figures]) -> dict[str, tuple[str, str]]:
    """Figures that README and docs state: by name, what each is and its value with the unit."""
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
    slow = {name: parts[f"slow-{name}"]["typical"] for name in SLOW}
    sections = [
        budget_table(budgets(parts)),
        "## Cycles",
        cycles_table(_cycles(parts), _cycles(slow)),
        "## Saving",
        report.table(
            ["a save of", "bytes", "pages", "sectors erased", "median, ms", "longest, ms", ""],
            [_saves_row(what, figures) for what, figures in parts["keeping"].items()],
        ),
        "## Memory",
        bytes_table("RAM free, following a collection", parts["memory"]),
        report.table(["flash", "bytes of .mpy"], _flash(parts["flash"])),
    ]
    return "\n\n".join(sections)


def _cycles(parts: Mapping[str, Figures]) -> dict[str, Sequence[int]]:
    boot, pieces, idle, light = (parts[name] for name in SLOW)
    return {
        "boot to first light": [boot["light"]],
        "boot to the first word on the serial line": [boot["word"]],
        "scan of 16 sensors, 16 conversions each": pieces["scan"],
        "frame to the 16 LEDs": pieces["frame"],
        "work of an idle tick in play": idle["play"]["work"],
        "work of an idle tick in the menu": idle["menu"]["work"],
        "answer to a tile, magnet near": light["near"],
        "answer to a tile, magnet far": light["far"],
    }


def _saves_row(what: str, saves: Figures) -> list[str]:
    """Saves of one blob: the size of its data and of the whole write, and the duration."""
    pages, sectors, times = saves["pages"], saves["sectors"], saves["typical"]
    most, often = max(sectors), sum(1 for erased in sectors if erased)
    return [
        what,
        thousands(saves["bytes"]),
        f"{min(pages)} to {max(pages)}",
        f"{most} in {often} of {len(sectors)}" if most else "none",
        f"{milliseconds(median(times)):.1f}",
        f"{milliseconds(max(times)):.1f}",
        f"{milliseconds(max(saves['longest'])):.0f} at the flash's longest",
    ]


def notes() -> str:
    """What the figures mean."""
    limits = Profile(DATA).sensing
    manifest = firmware.build().manifest
    pages = (f"[{host_game(name).title}](bench-chip-{name}.md)" for name in ON_CHIP)
    return NOTES.format(
        name=f"{manifest.version} {manifest.id}",
        debounce=f"{limits['debounce_ms']} ms and {limits['far_debounce_ms']} ms, magnet near and"
        " far",
        games=", ".join(pages),
    )


def budget_table(held: Sequence[Budget]) -> str:
    """`held` as a table, with the columns of flash waits that say something of their own."""
    waits = [budget.waits for budget in held if budget.waits]
    more = ["with flash waits", "at their longest"] if waits else []
    rows = [budget.row(bool(waits)) for budget in held]
    if all(typical == longest for typical, longest in waits):
        more = more[:1]
        rows = [[*row[:4], row[-1]] if waits else row for row in rows]
    return report.table(["budget", "limit", "measured", *more, ""], rows)


def cycles_table(measured: Mapping[str, Sequence[int]], slow: Mapping[str, Sequence[int]]) -> str:
    """Median and maximum of each thing measured, and the maximum with flash waits; no median of a
    single one."""
    rows = []
    for what, cycles in measured.items():
        middle = thousands(median(cycles)) if len(cycles) > 1 else ""
        longest = [f"{milliseconds(max(each)):.2f}" for each in (cycles, slow[what])]
        rows.append([what, middle, thousands(max(cycles)), *longest])
    titles = ["measured", "median", "longest", "longest, ms", "with flash waits, ms"]
    return report.table(titles, rows)


def bytes_table(title: str, figures: Mapping[str, int]) -> str:
    return report.table([title, "bytes"], _rows(figures))


def _rows(figures: Mapping[str, int]) -> list[list[str]]:
    return [[what, thousands(figure)] for what, figure in figures.items()]


def _flash(figures: Figures) -> list[list[str]]:
    return _rows(
        {
            "firmware together": figures["total"],
            "tables": figures["tables"],
            "a new board's files, loader and manifest included": figures["all files"],
        }
    )


def _figures(results: Results) -> dict[str, Figures]:
    return {
        condition.name.rpartition("-")[0]: measured.figures
        for condition, measured in results.items()
    }


def _missed(results: Results) -> list[str]:
    held = budgets(_figures(results)) if len(results) == len(plan()) else []
    return [f"{one.what}: {one.row()[-1]}" for one in held if not one.met]


def _keep_expected(results: Results) -> None:
    figures = _figures(results)
    keep_expected(figures["first-board"], figures["slow-first-board"])


EXPERIMENT = Experiment(
    name="bench-chip",
    unit="parts",
    tally=Measured,
    in_batch=1,
    plan=plan,
    trial=measure,
    title="How fast it is on the chip",
    body=lambda results: f"{notes()}\n\n{tables(_figures(results))}",
    missed=_missed,
    stated=lambda results: stated(_figures(results)),
    also=_keep_expected,
)
