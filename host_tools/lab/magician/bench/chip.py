"""How long the chip thinks at Magician Chess, how deep it looks, and what memory that takes.

Decisions are made on the emulated chip itself, slice by slice; a whole one is made by the board as
people have it, to see what the rest of each tick adds.
"""

import random
from collections.abc import Callable
from statistics import median
from typing import Any

from host_tools.build import firmware, profiles
from host_tools.jobs import report
from host_tools.jobs.budgets import KIB, Budget, thousands
from host_tools.jobs.progress import progress_bar
from host_tools.lab.bench.chip.page import budget_table
from host_tools.lab.bench.chip.parts import prelude, ticks_of
from host_tools.lab.bench.chip.probe import MHZ, Marks, Probe, milliseconds
from host_tools.lab.bench.games import Kept
from host_tools.lab.magician.mates import LENGTHS, all_mates
from host_tools.lab.matches import any_move, openings
from lodeboard.games import catalogue
from lodeboard.games.catalogue import LEVELS, MEMORY_WORDS
from lodeboard.games.magician.rules import Magician
from lodeboard.play.thinking import GC_TICK
from lodeboard.system.loader import playable

PROFILE = profiles.of_game("magician")
NAMES = LEVELS["magician"]
STRONGEST = len(NAMES) - 1
RULE_SETS = tuple(catalogue.rule_sets("magician"))
PLAYED = (0, 4, 8, 14, 20, 28, 36, 50)  # turns played at random
LONG_MATES = 4  # positions with a mate in four: there the search for mates works longest
KERNEL = "lodeboard/games/magician/board_kernel.mpy"
LIMIT_S = 5.0
STILL_MS = 60.0
TIDY_MS = 35.0  # a tick that collects memory and does not think
IDLE_TICKS = 40
_THINK = """
gc.collect()
start = gc.mem_free()
port.memory.words(MEMORY_WORDS["magician"])
gc.collect()
words = gc.mem_free()
player, coach = plugin("magician").engine(port.memory, port.store.table)
game = make_game("magician", "standard")
gc.collect()
made = gc.mem_free()
gc.threshold(-1)

def think(rules, position, level):
    game.change_rules(rules)  # a second game would not fit, and the board has one
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
    print(player.nodes, player.depth, player.search.work)
"""
NOTES = f"""\
The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython, as the board of
49 cells has it. Under each rule set each level decides in {len(PLAYED)} positions after 0 to
{PLAYED[-1]} turns played at random, and in {LONG_MATES} with a mate in four, where the search for
mates works longest. A decision is the sum of its slices, each with {{beside:.1f}} ms for
the rest of its tick (the median of ticks in which nobody does anything), but at least a tick of
{PROFILE.tick_ms} ms, and {TIDY_MS:.0f} ms for each tick that collects memory: the first and the
{GC_TICK}th. The whole board, at its strongest in the first position of the game, takes
{{whole:.2f}} s from the command to the lit piece; the sum for this position is {{reckoned:.2f}} s.

*Plies* are those that were searched to the end; the search for mates looks up to seven plies deep
beside them. A unit of work takes {{unit:.1f}} us at the median, {{dear:.1f}} us at most in a
decision of the strongest level.

The memory for large arrays is made once, before there is a player:
{thousands(4 * MEMORY_WORDS["magician"])} bytes for Magician Chess, learned tables included."""


def positions(rules: str) -> list[str]:
    """Where the chip is to think."""
    source = random.Random(f"bench magician {rules}")
    game = Magician(rules)
    found = [openings(game, 1, [n].__getitem__, any_move(source))[0] for n in PLAYED]
    mates = [mate for mate in all_mates() if mate[1:3] == (rules, LENGTHS[-1])]
    return found + [mate[0] for mate in mates[:LONG_MATES]]


def think() -> dict[str, Any]:
    """Of each rule set and level, a list of decisions: milliseconds of the slices, positions looked
    at, plies, work. And bytes free before, with the large arrays, with the player."""
    marks = Marks(prelude() + _THINK, board=PROFILE.name)
    free = [int(word) for word in marks.say("print(start, words, made)").split()]
    rows = []
    count = len(PLAYED) + LONG_MATES
    with progress_bar(len(RULE_SETS) * len(NAMES) * count) as bar:
        for rules in RULE_SETS:
            for level in range(len(NAMES)):
                made = []
                for text in positions(rules):
                    said = marks.say(f"think({rules!r}, {text!r}, {level})").split()
                    slices = [milliseconds(cycles) for cycles in marks.between()]
                    made.append([slices, *map(int, said)])
                    bar.update()
                rows.append({"rules": rules, "level": level, "made": made})
    return {"free": free, "rows": rows}


def kernel() -> int:
    """Bytes of the kernel's module as it is compiled."""
    return len(firmware.modules(board=PROFILE.name)[KERNEL])


def whole() -> dict[str, float]:
    """The whole board: memory free in bytes, milliseconds that a tick at rest works, and those of
    a decision."""
    probe = Probe(profile=PROFILE)
    probe.calibrate("restore")
    variant = [name for name, _ in playable(PROFILE)].index("magician")
    probe.send(c="set", variant=variant, players=0, level=STRONGEST)
    codes = bytearray(PROFILE.cells)
    Magician().expected(codes)
    lies = [((code - 1) // 2, code % 2 == 1) if code else None for code in codes]
    probe.board.world.arrange(lies)
    probe.wait(phase="match", game="magician", ask="lift", limit_ms=20_000)
    probe.board.run_ms(500)
    free = probe.free_bytes()
    rest = ticks_of(probe, IDLE_TICKS)["work"]
    start = probe.board.now_ms
    probe.send(c="set", players=2, level=STRONGEST)
    probe.board.run_ms(500)
    thinking = probe.free_bytes()
    probe.wait(ask="lift", machine=3, limit_ms=20_000)
    took = probe.board.now_ms - start
    return {"free": free, "thinking": thinking, "beside": milliseconds(median(rest)), "took": took}


def decision_ms(slices: list[float], beside: float) -> float:
    """How long the board takes for a decision of these slices, in milliseconds."""
    tidied = 1 if len(slices) < GC_TICK - 1 else 2
    return TIDY_MS * tidied + sum(max(one + beside, PROFILE.tick_ms) for one in slices)


def budgets(figures: dict[str, Any]) -> list[Budget]:
    """What the chip is held to at Magician Chess."""
    beside = figures["whole"]["beside"]
    found = []
    for rules in RULE_SETS:
        longest = max(
            decision_ms(made[0], beside)
            for row in figures["think"]["rows"]
            if row["rules"] == rules
            for made in row["made"]
        )
        found.append(Budget(f"a move, {rules}, longest", "s", LIMIT_S, longest / 1000))
    took = figures["whole"]["took"] / 1000
    found.append(Budget("the first move of a game, whole board", "s", LIMIT_S, took))
    still = max(
        slices + beside
        for row in figures["think"]["rows"]
        for made in row["made"]
        for slices in made[0]
    )
    found.append(Budget("light still while thinking, longest", "ms", STILL_MS, still))
    return found


def tables(figures: dict[str, Any]) -> str:
    """All figures as Markdown."""
    beside = figures["whole"]["beside"]
    rows = []
    for row in figures["think"]["rows"]:
        took = [decision_ms(made[0], beside) for made in row["made"]]
        slices = [one for made in row["made"] for one in made[0]]
        depths = [made[2] for made in row["made"]]
        nodes = [made[1] for made in row["made"]]
        rate = 1000 * sum(nodes) / sum(slices)
        rows.append(
            [
                row["rules"],
                NAMES[row["level"]],
                str(len(took)),
                f"{thousands(median(took))} ms",
                f"{thousands(max(took))} ms",
                f"{max(slices):.1f} ms",
                thousands(median(nodes)),
                thousands(rate),
                f"{min(depths)} to {max(depths)}",
            ]
        )
    titles = ["rules", "level", "positions", "median", "longest", "longest slice"]
    titles += ["nodes", "nodes/s", "plies"]
    start, words, made = figures["think"]["free"]
    memory = [
        ["the kernel, compiled", figures["kernel"]],
        ["large arrays", start - words],
        ["a game, its player and coach", words - made],
        ["free in a game", figures["whole"]["free"]],
        ["free while the board thinks", figures["whole"]["thinking"]],
    ]
    return "\n\n".join(
        [
            budget_table(budgets(figures)),
            report.table(titles, rows),
            report.table(["memory", ""], [[what, f"{n / KIB:.1f} KiB"] for what, n in memory]),
        ]
    )


def notes(figures: dict[str, Any]) -> str:
    """What the figures mean."""
    whole = figures["whole"]
    strongest = [row for row in figures["think"]["rows"] if row["level"] == STRONGEST]
    units = [1000 * sum(made[0]) / made[3] for row in strongest for made in row["made"] if made[3]]
    first = strongest[0]["made"][0][0]
    return NOTES.format(
        beside=whole["beside"],
        whole=whole["took"] / 1000,
        reckoned=decision_ms(first, whole["beside"]) / 1000,
        unit=median(units),
        dear=max(units),
    )


class OnChip:
    """What bench-chip measures of Magician Chess."""

    def jobs(self) -> dict[str, Callable[[], Any]]:
        return {"think": think, "whole": whole, "kernel": kernel}

    def estimate(self, results: dict[str, Any], kept: Kept) -> dict[str, Any]:
        return results

    def budgets(self, figures: dict[str, Any]) -> list[Budget]:
        return budgets(figures)

    def tables(self, figures: dict[str, Any]) -> str:
        return tables(figures)

    def notes(self, figures: dict[str, Any]) -> str:
        return notes(figures)

    def stated(self, figures: dict[str, Any]) -> dict[str, tuple[str, str]]:
        return {}
