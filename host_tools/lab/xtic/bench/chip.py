"""How long the chip thinks at xtic, and what memory that takes.

The kernel's stretches are counted on the computer, what each costs is learnt from decisions on
the emulated chip, and some more decisions there show how far off the count is.
"""

import random
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table
from host_tools.jobs import report
from host_tools.jobs.budgets import KIB, Budget, quantile
from host_tools.jobs.progress import progress_bar
from host_tools.lab.bench.chip.counting import Counting, Counts, Thinking, fit
from host_tools.lab.bench.chip.page import budget_table
from host_tools.lab.bench.chip.parts import prelude
from host_tools.lab.bench.chip.probe import CYCLES_PER_MS, MHZ, Marks
from host_tools.lab.bench.games import Kept
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.games.catalogue import MEMORY_WORDS
from lodeboard.games.xtic import search_kernel
from lodeboard.games.xtic.player import LEVELS, XticPlayer
from lodeboard.games.xtic.rules import Xtic
from lodeboard.play.thinking import GC_TICK

THINKING = Thinking(
    {"xtic_search": search_kernel},
    (
        "lodeboard.games.xtic.symmetry",
        "lodeboard.games.xtic.search",
        "lodeboard.games.book_file",
        "lodeboard.games.xtic.book",
        "lodeboard.games.xtic.player",
    ),
    "XticPlayer",
)
STRONGEST = len(LEVELS) - 1
DONT_TRY = STRONGEST - 1
NOTHING = "----------------/-"  # no piece laid
EIGHT = 8  # pieces on the board: from there on the last level looks to the end
BOOKED = 5  # up to so many it asks the book
EACH = 20  # positions for each number of pieces, rule set and level
EACH_EIGHT = 100  # ... with eight pieces for the last level
LESSONS = 20  # decisions by search for each rule set to learn from, and as many with the book
TRIALS = 4  # ... and to be timed beside the count
WORST = 3  # of the decisions that were counted longest, so many are timed on the chip
STILL = 40  # of those with the longest slices; a count of a single slice can be half too long
NEAR = 6_000  # nodes of those, at most
BESIDE_MS = 4.0  # what a tick does beside its slice of thinking
TIDY_MS = 35.0  # a tick that collects memory and does not think
TICK_MS = Profile(DATA).tick_ms
_THINK = """
gc.collect()
start = gc.mem_free()
from lodeboard.games.xtic import search_kernel
port.memory.words(MEMORY_WORDS["xtic"])
gc.collect()
kernel = gc.mem_free()
player, coach = plugin("xtic").engine(port.memory, port.store.table)
gc.collect()
made = gc.mem_free()
gc.threshold(-1)

def think(rules, position, level):
    game = make_game("xtic", rules)
    game.load(position)
    gc.collect()
    player.start(game, level)
    done = False
    while not done:
        if gc.mem_free() < 25000:
            gc.collect()
        mark()
        done = player.run(port.think_evals)
        mark()
    print(player.nodes)
"""
NOTES = f"""\
The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython. Positions are
arrangements on which no line is complete, {EACH} for each number of pieces from 0 to 15, rule set
and level, with a piece in hand and without in turn; {EACH_EIGHT} with eight pieces for the last
level. Thinking is counted on the computer with the board's own code, as described in
[bench-chip-flip.md](bench-chip-flip.md); to each slice of it {BESIDE_MS:.0f} ms are added for the
rest of its tick, and {TIDY_MS:.0f} ms for each tick that collects memory: the first and the
{GC_TICK}th. Up to {BOOKED} pieces the last level asks its book first, where there is one; opening
it is counted once for each rule set. Decisions that were timed on the chip and not learnt from lie
within
{{apart:.1%}} of their count together, single ones within {{farthest:.1%}}. Of those
with just eight pieces the {WORST} that take longest under each rule set were timed on the chip, and
their times stand here instead of the counts. How long the lights stand still is never counted: it
is the longest of {{slices}} slices timed on the chip, those of the {STILL} decisions whose slices
were counted longest among them.

*With flash waits* (see [bench-chip.md](bench-chip.md)): the longest of those with just
eight pieces, one under each rule set, and the {WORST} of these {STILL} with the longest slices
were timed once more with these waits. One with eight pieces took {{whole:.1%}} longer at most, the
longest slice of any of them {{slice:.1%}}; by these shares the figures without waits are made
longer.
Nothing is written while the board thinks, so the flash's longest times change nothing.

The memory for large arrays is made once, before there is a player: {{workspace}} bytes for xtic,
counted with the kernel."""


def positions(rules: str, placed: int, count: int, seed: str) -> list[str]:
    """Arrangements of so many pieces without a complete line, a piece in hand in every other."""
    source = random.Random(f"{seed} {rules} {placed}")
    game = Xtic(rules)
    found: list[str] = []
    while len(found) < count:
        pieces = source.sample("0123456789abcdef", placed + 1)
        cells = ["-"] * 16
        for cell, piece in zip(source.sample(range(16), placed), pieces, strict=False):
            cells[cell] = piece
        text = "".join(cells) + "/"
        game.load(text + "-")
        if not game.fatal_lines():
            found.append(text + ("-" if len(found) % 2 else pieces[placed]))
    return found


class Counter:
    """The machine's player, counted slice by slice."""

    def __init__(self, budget: int) -> None:
        self._counting = Counting(THINKING)
        self._budget = budget
        self._player = self._counting.player()

    def count(self, rules: str, text: str, level: int) -> tuple[Counts, int]:
        """Counts of every slice (slices x counters), and nodes."""
        game = Xtic(rules)
        game.load(text)
        rows = list(self._counting.slices(self._player, game, level, self._budget))
        return np.array(rows), self._player.nodes


def lessons(seed: str, count: int) -> list[tuple[str, str, int]]:
    """Rule set, position and level of decisions that the chip makes soon: so many by search, and
    as many in which the last level asks the book first, where there is one."""
    compiled.install()
    player = XticPlayer(open_table, Memory())
    source = random.Random(seed)
    found: list[tuple[str, str, int]] = []
    while len(found) < 2 * count:
        rules = Xtic.rule_sets[len(found) % 3]
        asks = len(found) >= count
        level = STRONGEST if asks else source.choice((3, 4, DONT_TRY, STRONGEST, STRONGEST))
        placed = source.randrange(EIGHT if level == STRONGEST else 3, 12)
        if asks:
            placed = source.randrange(BOOKED + 1)
        [text] = positions(rules, placed, 1, f"{seed} {source.random()}")
        game = Xtic(rules)
        game.load(text)
        player.start(game, level)
        while not player.run(1 << 29):
            pass
        if (0 if asks else NEAR // 30) <= player.nodes <= NEAR:
            found.append((rules, text, level))
    return found


def beside(
    marks: Marks, counter: Counter, rules: str, text: str, level: int
) -> tuple[Counts, Counts]:
    """A decision on the chip and on the computer: counts of every slice (slices x counters), and
    its cycles. RuntimeError where they do not think alike."""
    counts, nodes = counter.count(rules, text, level)
    looked = int(marks.say(f"think({rules!r}, {text!r}, {level})"))
    cycles = np.array(marks.between(), float)
    if (looked, len(cycles)) != (nodes, len(counts)):
        raise RuntimeError(
            f"the chip looks into {looked} nodes in {len(cycles)} slices, the computer into {nodes}"
            f" in {len(counts)}, at {text} ({rules}, {LEVELS[level]})"
        )
    return counts, cycles


def begin(waits: bool = False) -> Marks:
    """The chip, ready to think. `waits`: reads of its flash wait for it."""
    return Marks(prelude() + _THINK, waits)


Timed = tuple[Counts, tuple[str, str, int]]  # cycles of the slices of a decision


def with_waits(decisions: Sequence[Timed]) -> list[tuple[float, float]]:
    """How much longer the chip takes with the flash's waits, as a share of these cycles without
    them: for each whole decision, and for its longest slice."""
    marks = begin(waits=True)
    found = []
    for cycles, (rules, text, level) in decisions:
        marks.say(f"think({rules!r}, {NOTHING!r}, {STRONGEST})")  # opens the book
        marks.say(f"think({rules!r}, {text!r}, {level})")
        waited = np.array(marks.between(), float)
        found.append((float(waited.sum() / cycles.sum()), float(waited.max() / cycles.max())))
    return found


def measure() -> dict[str, Any]:
    """All figures: times in milliseconds."""
    marks = begin()
    counter = Counter(int(marks.say("print(port.think_evals)")))
    free = [int(word) for word in marks.say("print(start, kernel, made)").split()]
    taught = lessons("lessons", 3 * LESSONS)
    tried = lessons("trials", 3 * TRIALS)
    pairs = [beside(marks, counter, *decision) for decision in taught]
    rows, cycles = (np.concatenate(column) for column in zip(*pairs, strict=True))
    costs = fit(rows, cycles)
    slices = [cycles]
    timed = []
    for decision in tried:
        counts, measured = beside(marks, counter, *decision)
        slices.append(measured)
        timed.append((int(measured.sum()), float((counts @ costs).sum())))
    table, stillest = _counted(counter, costs)
    still: list[Timed] = []
    for _, rules, text, level in stillest[:STILL]:
        beside(marks, counter, rules, NOTHING, STRONGEST)  # opens the book
        _, measured = beside(marks, counter, rules, text, level)
        slices.append(measured)
        still.append((measured, (rules, text, level)))
    still.sort(key=lambda one: -one[0].max())
    longest: list[Timed] = []
    for row in table[STRONGEST :: len(LEVELS)]:
        beside(marks, counter, row["rules"], NOTHING, STRONGEST)  # opens the book
        took = row["ms"][EIGHT]
        texts = positions(row["rules"], EIGHT, EACH_EIGHT, "bench")
        slow = []
        for at in sorted(range(EACH_EIGHT), key=took.__getitem__)[-WORST:]:
            decision = (row["rules"], texts[at], STRONGEST)
            _, measured = beside(marks, counter, *decision)
            slices.append(measured)
            took[at] = _in_ticks(_milliseconds(measured))
            slow.append((took[at], measured, decision))
        longest.append(max(slow, key=lambda one: one[0])[1:])
    whole, single = zip(*with_waits([*longest, *still[:WORST]]), strict=True)
    waits = {"whole": max(whole[: len(longest)]), "slice": max(single)}
    milliseconds = _milliseconds(np.concatenate(slices))
    return {
        "free": free, "timed": timed, "levels": table, "waits": waits,
        "slices": len(milliseconds), "still": float(milliseconds.max()),
    }  # fmt: skip


def _counted(
    counter: Counter, costs: NDArray[np.float64]
) -> tuple[list[dict[str, Any]], list[tuple[float, str, str, int]]]:
    """A row for each rule set and level, and of all decisions the longest slice in milliseconds,
    its rule set, position and level, the longest first."""
    table = []
    stillest: list[tuple[float, str, str, int]] = []
    with progress_bar(3 * len(LEVELS) * 16) as bar:
        for rules in Xtic.rule_sets:
            for level in range(len(LEVELS)):
                row: dict[str, Any] = {"rules": rules, "level": level, "ms": {}, "nodes": 0}
                for placed in range(16):
                    many = level == STRONGEST and placed == EIGHT
                    took = []
                    for text in positions(rules, placed, EACH_EIGHT if many else EACH, "bench"):
                        counts, nodes = counter.count(rules, text, level)
                        slices = _milliseconds(counts @ costs)
                        took.append(_in_ticks(slices))
                        stillest.append((float(slices.max()), rules, text, level))
                        row["nodes"] = max(row["nodes"], nodes)
                    row["ms"][placed] = took
                    bar.update()
                table.append(row)
    return table, sorted(stillest, reverse=True)


def _milliseconds(cycles: NDArray[np.float64]) -> NDArray[np.float64]:
    """How long each tick takes that thinks for so many cycles."""
    return cycles / CYCLES_PER_MS + BESIDE_MS


def _in_ticks(slices: NDArray[np.float64]) -> float:
    """How long a decision takes of these slices, in milliseconds."""
    tidied = 1 if len(slices) < GC_TICK - 1 else 2
    return TIDY_MS * tidied + float(np.maximum(slices, TICK_MS).sum())


def budgets(figures: dict[str, Any]) -> list[Budget]:
    """What the chip is held to at xtic."""
    found = []
    waits = figures["waits"]

    def within(what: str, limit: float, milliseconds: float) -> None:
        took = milliseconds / 1000
        longer = took * waits["whole"]
        found.append(Budget(what, "s", limit, took, waits=(longer, longer)))

    for row in figures["levels"]:
        if row["level"] == DONT_TRY:
            within(f"dont-try, {row['rules']}, longest", 5, max(map(max, row["ms"].values())))
        elif row["level"] == STRONGEST:
            # Each number of pieces weighs the same, however many positions were counted.
            many = len(row["ms"][EIGHT])
            spread = [
                ms for n in range(EIGHT, 16) for ms in row["ms"][n] * (many // len(row["ms"][n]))
            ]
            within(f"exact from eight pieces, {row['rules']}, 99 %", 3, quantile(spread, 0.99))
            eight = quantile(row["ms"][EIGHT], 0.99)
            within(f"exact with just eight, {row['rules']}, 99 %", 3, eight)
    still = figures["still"]
    longer = still * waits["slice"]
    name = "light still while thinking, longest"
    found.append(Budget(name, "ms", 60, still, waits=(longer, longer)))
    return found


def tables(figures: dict[str, Any]) -> str:
    """All figures as Markdown."""
    rows = []
    for row in figures["levels"]:
        kinds = [("", range(16))]
        if row["level"] == STRONGEST:
            kinds += [("up to 7 pieces", range(EIGHT)), ("8 pieces", range(EIGHT, EIGHT + 1))]
            kinds += [("from 9 pieces on", range(EIGHT + 1, 16))]
        for kind, numbers in kinds:
            took = [ms for n in numbers for ms in row["ms"][n]]
            spread = (median(took), quantile(took, 0.99), max(took))
            reported = [f"{ms:,.0f} ms".replace(",", " ") for ms in spread]
            nodes = f"{row['nodes']:,}".replace(",", " ")
            level = kind or LEVELS[row["level"]]
            rules = "" if kind else row["rules"]
            rows.append([rules, level, str(len(took)), *reported, "" if kind else nodes])
    start, kernel, made = figures["free"]
    memory = [
        ["the kernel, and the memory for large arrays", f"{(start - kernel) / KIB:.1f} KiB"],
        ["rules, lights, player and coach of xtic", f"{(kernel - made) / KIB:.1f} KiB"],
    ]
    titles = ["rules", "level", "positions", "median", "99 %", "maximum", "nodes, maximum"]
    return "\n\n".join(
        [
            budget_table(budgets(figures)),
            report.table(titles, rows),
            report.table(["memory taken when xtic is chosen", ""], memory),
        ]
    )


def notes(figures: dict[str, Any]) -> str:
    """What the figures mean."""
    chip, counted = map(sum, zip(*figures["timed"], strict=True))
    farthest = max(abs(count / time - 1) for time, count in figures["timed"])
    words = 4 * MEMORY_WORDS["xtic"]
    return NOTES.format(
        apart=abs(counted / chip - 1),
        farthest=farthest,
        whole=figures["waits"]["whole"] - 1,
        slice=figures["waits"]["slice"] - 1,
        slices=f"{figures['slices']:,}".replace(",", " "),
        workspace=f"{words:,}".replace(",", " "),
    )


class OnChip:
    """What bench-chip measures of xtic, all of it in one go."""

    def jobs(self) -> dict[str, Callable[[], Any]]:
        return {}

    def estimate(self, results: dict[str, Any], kept: Kept) -> dict[str, Any]:
        return measure()

    def budgets(self, figures: dict[str, Any]) -> list[Budget]:
        return budgets(figures)

    def tables(self, figures: dict[str, Any]) -> str:
        return tables(figures)

    def notes(self, figures: dict[str, Any]) -> str:
        return notes(figures)

    def stated(self, figures: dict[str, Any]) -> dict[str, tuple[str, str]]:
        return {}
