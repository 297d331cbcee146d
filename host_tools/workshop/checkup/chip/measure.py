"""Measurements on a board's Pico, compared with the emulated chip.

The board measures by its own clock, so the speed of the line, or of the machine that emulates a
chip, does not matter. docs/measured/first-board.json has the expected values: the same measurement
on the emulated chip without flash waits, and with the longest. A real chip lies between them.
"""

import ast
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median, pstdev
from typing import Any, NamedTuple

from host_tools import ROOT
from host_tools.board.device.flash import identify
from host_tools.board.device.reach import reach
from host_tools.build import chips, profiles
from host_tools.jobs.notes import read_notes, write_notes
from host_tools.workshop.checkup.chip.onboard import MEASURES, START
from host_tools.workshop.checkup.parts import LOOK, OK
from host_tools.workshop.checkup.steps import Row, Step
from lodeboard.boards.profile import Profile

EXPECTED = ROOT / "docs" / "measured" / "first-board.json"
Figures = dict[str, float]

TICKS = 60
TIMES = 20
_SLACK = 1.1  # for crystals, temperatures, and the simplified model of the cache
# The clock's step is a microsecond, and calls take a few.
_STEP = 0.02

# Measurements: name, and description for people.
WHAT = {
    "load": "importing the firmware, ms",
    "word": "from there to its first word, ms",
    "scan": "a scan of all cells, ms",
    "frame": "a frame to the LEDs, ms",
    "tick": "a tick in which nothing happens, median, ms",
    "longest tick": "the longest of these, ms",
    "misses": "reads that the flash's cache did not have, in such a tick",
    "save": "a save, median, ms",
    "longest save": "the longest save, which erases a sector, ms",
    "noise": "noise of a conversion, counts",
    "free": "RAM free with the firmware loaded, KiB",
}
# The noise of a real chip cannot be emulated.
NOISE = (0.05, 20.0)
_LESS_ROOM = 2.0  # KiB


class Expected(NamedTuple):
    """A value of the emulated chip: without flash waits, and with the longest."""

    quick: float
    slow: float

    def limits(self, name: str) -> tuple[float, float]:
        """Return the lowest and highest value that agree with it."""
        if name == "noise":
            return NOISE
        low, high = sorted(self)
        if name == "free":
            return low - _LESS_ROOM, high + _LESS_ROOM
        return low / _SLACK - _STEP, high * _SLACK + _STEP


def measure(run: Callable[[str], str]) -> Figures:
    """Measure all values of a board; `run` runs Python code at its prompt."""

    def ask(name: str, expression: str) -> Any:
        run(f"{name} = {expression}")
        return ast.literal_eval(run(f"print(repr({name}))").strip())

    run(START)
    load, word = ask("start", "start")
    run(MEASURES)
    free = ask("free", "gc.collect() or gc.mem_free()")
    run("_ticks(5)")
    ticks, misses = ask("found", f"_ticks({TICKS})")
    scan = ask("found", f"_times(_scan, {TIMES})")
    frame = ask("found", f"_times(_show, {TIMES})")
    saves = ask("found", f"_times(_save, {TIMES})")
    run("port.store.delete('measure')")
    sums = ask("found", f"_noise({TIMES})")
    conversions = ask("found", "profile.data['adc']['oversample']")
    run("del found\nfrom lodeboard.system.start import darken\ndarken(port, profile)")
    return {
        "load": load / 1000,
        "word": (word - load) / 1000,
        "scan": median(scan) / 1000,
        "frame": median(frame) / 1000,
        "tick": median(ticks) / 1000,
        "longest tick": max(ticks) / 1000,
        "misses": misses,
        "save": median(saves) / 1000,
        "longest save": max(saves) / 1000,
        "noise": pstdev(sums) / conversions**0.5,
        "free": free / 1024,
    }


def compare(figures: Figures, expected: Mapping[str, Expected]) -> list[Row]:
    """Return a row for each value with its expected one."""
    return [_row(what, figures[name], *expected[name].limits(name)) for name, what in WHAT.items()]


def _row(what: str, figure: float, low: float, high: float) -> Row:
    found = f"{figure:.2f}, expected {low:.2f} to {high:.2f}"
    if low <= figure <= high:
        return Row(what, OK, found)
    found += ": too little" if figure < low else ": too much"
    return Row(what, LOOK, found, "docs/maker/manual.md says what each figure points to")


def compare_chip(step: Step, profile: Profile, port: str, say: Callable[[str], None]) -> None:
    """Complete the step from the board on this port, which then restarts. DeviceError."""
    try:
        expected = read_expected()
    except LookupError as error:
        step.why = str(error)
        return
    if profile.name != profiles.DEFAULT:
        step.why = f"Nothing was measured of an emulated {profile.name}."
        return
    with reach(port, say) as prompt:
        machine = identify(prompt).machine
        if chips.of_machine(machine) != chips.DEFAULT:
            # Not only its figures would be others: it has no cache counters at these addresses.
            step.why = f"It is a {machine}; only an RP2040 was emulated to compare it with."
            prompt.leave()
            return
        try:
            figures = measure(prompt.run)
        except BaseException:
            prompt.leave()
            raise
        prompt.restart()
    step.figures |= {what: round(figures[name], 2) for name, what in WHAT.items()}
    step.rows = compare(figures, expected)
    step.judge()


def read_expected(path: Path = EXPECTED) -> dict[str, Expected]:
    """Return the expected values, as last measured."""
    found = read_notes(path, dict[str, Expected])
    if found is None or found.keys() != WHAT.keys():
        raise LookupError(f"{path.name} is of another measurement: make bench-chip ARGS=--write")
    return found


def keep_expected(quick: Figures, slow: Figures, path: Path = EXPECTED) -> None:
    write_notes(path, {name: Expected(quick[name], slow[name]) for name in WHAT})
