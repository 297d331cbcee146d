"""How often the level `perfect` has its answer when it is asked: thinking on people's time.

    lodeboard lab flip-ahead            games, counted on the computer
    lodeboard lab flip-ahead --ticks    how long such ticks are on the chip

Games of `perfect` against `hard`, who stands for a person, from random positions of seven tiles,
with the board's own code, tick by tick. A person is taken to need so long to lay the board's move
and to think of the own one, and so long from the flip to the placement. A tick that looks ahead
takes 20 ms, a quarter of a slice of thinking; a whole slice and the rest of its tick take 37 ms at
200 MHz, and the tick that collects memory before the first 20 ms. What is counted are the
decisions with at least eight tiles, and that both ways give the same moves.
"""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table
from host_tools.jobs import report
from host_tools.jobs.budgets import quantile
from host_tools.jobs.command import Parser
from host_tools.jobs.progress import progress_bar
from host_tools.lab.bench.chip.probe import Probe, milliseconds
from host_tools.lab.flip.bench.positions import Position, sample
from host_tools.lab.flip.bench.thinking import set_up
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.book import MOST_TILES
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

GAMES = 60  # for each rule set
TIMES = ((3, 1), (6, 2), (12, 3), (25, 5))  # seconds up to the flip, and from there
TICK_MS = 20
SLICE_MS = 37
BUDGET = 6500 * 200 // 125  # of a slice at 200 MHz
PERFECT = len(LEVELS) - 1
PERSON = LEVELS.index("hard")
# Of eight tiles, with a long game ahead: where ticks are looked at, and how many of each.
EIGHT = ("1_-dD-U-uD---u--dU", "1_---U-U--uud-D-Dd", "1_--DD--u-U---Uddd")
TICKS = 300


class Wait(NamedTuple):
    """Of one decision: milliseconds without looking ahead and with it, and whether it was there."""

    without: float
    with_it: float
    there: bool


def make() -> FlipPlayer:
    return FlipPlayer(open_table, Memory())


def decide(player: FlipPlayer, game: Flip, level: int) -> tuple[list[int], float]:
    """The steps, and how long that takes."""
    player.start(game, level)
    slices = 1
    while not player.run(BUDGET):
        slices += 1
    return list(player.steps), TICK_MS + slices * SLICE_MS


def look_ahead(player: FlipPlayer, game: Flip, plan: list[int], seconds: float) -> None:
    """So long, as `Thinking` does it."""
    ahead = player.ahead
    ahead.start(game, PERFECT, plan)
    ticks = round(1000 * seconds / TICK_MS)
    while ticks > 0 and ahead.more:
        ticks -= 2 if ahead.run(BUDGET // 4) else 1


def play(rules: str, text: str, times: tuple[float, float]) -> Iterator[Wait]:
    """A game; each decision by search."""
    player, plain, person = make(), make(), make()
    game = Flip(rules)
    game.load(text)
    while True:
        there = bool(player.ahead.answer(game))
        steps, took = decide(player, game, PERFECT)
        same, without = decide(plain, game, PERFECT)
        if steps != same:
            raise RuntimeError(f"{game.text()}: {steps} looking ahead, else {same}")
        if game.occupied.bit_count() > MOST_TILES:
            yield Wait(without, TICK_MS + SLICE_MS if there else took, there)
        think, place = times
        look_ahead(player, game, steps, think / 2)
        for step in steps:
            game.push(step)
        if game.verdict() != UNDECIDED:
            return
        turn, _ = decide(person, game, PERSON)
        look_ahead(player, game, [], think / 2)
        for step in turn[:-1]:
            game.push(step)
            look_ahead(player, game, [], place)
        game.push(turn[-1])
        if game.verdict() != UNDECIDED:
            return


def ticks(waits: bool) -> list[float]:
    """Milliseconds of ticks on the emulated chip in which the board asks for its move and looks
    ahead; with the waits for the flash or without."""
    probe = Probe()
    probe.calibrate()
    probe.send(c="set", players=0, starts=1, level=PERFECT)
    probe.wait(30_000, ask="place", level=LEVELS[PERFECT])
    found = []
    for text in EIGHT:
        set_up(probe, Position("magic", text))
        probe.send(c="setup", position=text, moves=[])
        probe.wait(30_000, ask="lift", start=text)
        if waits:
            probe.waits.slow_reads(True)
        pairs = pairwise(probe.run_ticks(TICKS))
        found += [milliseconds(after.clock - before.clock) for before, after in pairs]
        if waits:
            probe.waits.slow_reads(False)
    return found


def print_ticks() -> int:
    for waits in (False, True):
        lengths = ticks(waits)
        longer = sum(length > TICK_MS + 1 for length in lengths)
        print(
            "with waits for the flash:" if waits else "without waits for the flash:",
            f"{longer} of {len(lengths)} ticks longer than {TICK_MS + 1} ms,",
            f"99 % {quantile(lengths, 0.99):.1f} ms, longest {max(lengths):.1f} ms",
            flush=True,
        )
    return 0


def main(words: list[str]) -> int:
    parser = Parser(prog="lodeboard lab flip-ahead", description=__doc__)
    parser.add_argument("--ticks", action="store_true", help="on the emulated chip")
    if parser.parse_args(words).ticks:
        return print_ticks()
    compiled.install()
    rows = []
    with progress_bar(len(TIMES) * len(Flip.rule_sets) * GAMES) as bar:
        for times in TIMES:
            for rules in Flip.rule_sets:
                waits: list[Wait] = []
                positions = [at for at in sample(rules, 16 * GAMES, "ahead") if at.tiles == 7]
                for position in random.Random(rules).sample(positions, GAMES):
                    waits += play(rules, position.text, times)
                    bar.update()
                rows.append(_row(rules, times, waits))
    print(
        report.table(
            ["rules", "seconds", "decisions", "there at once", "mean", "99 %", "longest"], rows
        )
    )
    return 0


def _row(rules: str, times: tuple[float, float], waits: list[Wait]) -> list[str]:
    def both(of: list[float], other: list[float]) -> list[str]:
        pairs = ((sum(some) / len(some), quantile(some, 0.99), max(some)) for some in (of, other))
        return [f"{one / 1000:.2f} → {two / 1000:.2f} s" for one, two in zip(*pairs, strict=True)]

    there = sum(wait.there for wait in waits) / len(waits)
    spread = both([wait.without for wait in waits], [wait.with_it for wait in waits])
    return [rules, f"{times[0]} + {times[1]}", str(len(waits)), f"{there:.0%}", *spread]
