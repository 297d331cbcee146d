"""The page of a game on the chip: its budgets, how long each level thinks, and memory."""

from collections.abc import Callable, Mapping
from functools import partial
from statistics import median

from host_tools.games.loader import host_game
from host_tools.jobs import report
from host_tools.jobs.budgets import KIB, Budget, quantile, thousands
from host_tools.lab.chip.board import budget_table
from host_tools.lab.chip.probe import MHZ
from host_tools.lab.chip.thinking import (
    BOARD,
    HARDEST,
    TIDY_MS,
    ChipGame,
    Condition,
    Decision,
    Timed,
    decision_ms,
)
from host_tools.lab.experiment import Experiment, Stated
from lodeboard.games.catalogue import rule_sets
from lodeboard.play.thinking import GC_TICK

Results = Mapping[Condition, Timed]
STILL_MS = 60.0
RATE_HERTZ = 1_000_000 * MHZ
NOTES = f"""\
The board is the emulated RP2040 at {MHZ} MHz with the official MicroPython. Each level decides in
the positions of a list, and in the {HARDEST} of many more that take most slices on the computer. A
decision is the sum of its slices, each with {{beside:.1f}} ms for the rest of its tick, but at
least a tick of {{tick}} ms, and {TIDY_MS:.0f} ms for the first and the {GC_TICK}th tick, which
collect memory. The whole board at its strongest takes {{whole:.2f}} s for the first move of a game.
The levels below the last two share a row: of each figure the largest.

*With flash waits* (see [bench-chip.md](bench-chip.md)): the slowest decisions were timed once more;
the other times are longer by the largest share found. Nothing is written while the board thinks."""


class Figures:
    """Timings of a game, in seconds and milliseconds."""

    def __init__(self, game: ChipGame, results: Results) -> None:
        self.game = game
        self.whole = results.get(Condition(BOARD, game.strongest), Timed()).whole
        self.timed = {
            condition: timed for condition, timed in results.items() if condition.rules != BOARD
        }

    def seconds(
        self, rules: str, level: int, wanted: Callable[[str], bool] = lambda _: True
    ) -> list[float]:
        """Decision times of the wanted positions, in seconds."""
        return [
            self._ms(each) / 1000
            for each in self.timed[Condition(rules, level)].decisions
            if wanted(each.position)
        ]

    def _ms(self, decision: Decision) -> float:
        tick = self.game.profile.tick_ms
        return decision_ms(decision.slices, self.whole["beside"], tick)

    def budget(self, what: str, limit_s: float, took_s: float, rules: str, level: int) -> Budget:
        """Time limit of a decision, including the flash's waits."""
        waits = self.timed[Condition(rules, level)].waits
        longer = took_s * max(share for share, _ in waits)
        return Budget(what, "s", limit_s, took_s, waits=(longer, longer))

    def still(self) -> Budget:
        """How long the lights do not change."""
        longest = [
            (max(each.longest_ms for each in timed.decisions), max(one for _, one in timed.waits))
            for timed in self.timed.values()
        ]
        beside = self.whole["beside"]
        plain = max(ms for ms, _ in longest) + beside
        waited = max(ms * share for ms, share in longest) + beside
        name = "light still while thinking, longest"
        return Budget(name, "ms", STILL_MS, plain, waits=(waited, waited))

    def taken(self) -> int:
        """Most bytes held for thinking after any decision."""
        return max(timed.free[0] - timed.free[-1] for timed in self.timed.values())

    def rate(self, levels: range) -> float:
        """How many are counted per second in the slices of these levels."""
        made = [
            (each.work, sum(each.slices))
            for condition, timed in self.timed.items()
            for each in timed.decisions
            if condition.level in levels
        ]
        return RATE_HERTZ * sum(work for work, _ in made) / sum(cycles for _, cycles in made)


Budgets = Callable[[Figures], list[Budget]]
Groups = Mapping[str, Callable[[str], bool]]  # of the strongest level's positions, by title


def tables(figures: Figures, budgets: Budgets, groups: Groups) -> str:
    """All figures as Markdown; the levels below the last two share a row."""
    game, rows = figures.game, []
    for rules in dict.fromkeys(condition.rules for condition in figures.timed):
        rows.append(_row(figures, rules, range(game.strongest - 1)))
        rows.append(_row(figures, rules, range(game.strongest - 1, game.strongest)))
        last = range(game.strongest, game.strongest + 1)
        rows.append(_row(figures, rules, last))
        rows += [_row(figures, rules, last, kind, wanted) for kind, wanted in groups.items()]
    titles = ["rules", "level", "positions", "median", "99 %", "longest", "longest slice"]
    titles += [f"{game.unit}, most", "plies"]
    return "\n\n".join(
        [
            budget_table(budgets(figures)),
            report.table(titles, rows),
            f"{thousands(figures.rate(range(len(game.levels))))} {game.unit} a second.",
            report.table(["memory", ""], _memory(figures)),
        ]
    )


def _row(
    figures: Figures,
    rules: str,
    levels: range,
    kind: str = "",
    wanted: Callable[[str], bool] = lambda _: True,
) -> list[str]:
    """A row of these levels: of each figure the largest. `kind`: the positions that are `wanted`,
    where not all are."""
    names = [figures.game.levels[level] for level in (levels[0], levels[-1])]
    took = [figures.seconds(rules, level, wanted) for level in levels]
    spread = [
        max(median(each) for each in took),
        max(quantile(each, 0.99) for each in took),
        max(max(each) for each in took),
    ]
    row = ["" if kind else rules, kind or " to ".join(dict.fromkeys(names))]
    row += [str(max(map(len, took))), *(f"{thousands(1000 * each)} ms" for each in spread)]
    each = [one for level in levels for one in figures.timed[Condition(rules, level)].decisions]
    return [*row, *(_work(each) if not kind else ["", "", ""])]


def _work(decisions: list[Decision]) -> list[str]:
    depths = [each.depth for each in decisions]
    return [
        f"{max(each.longest_ms for each in decisions):.1f} ms",
        thousands(max(each.work for each in decisions)),
        f"{min(depths)} to {max(depths)}" if any(depths) else "",
    ]


def _memory(figures: Figures) -> list[list[str]]:
    start, words, made, _ = next(iter(figures.timed.values())).free
    return [
        [what, f"{count / KIB:.1f} KiB"]
        for what, count in (
            ("large arrays", start - words),
            ("player and coach", words - made),
            ("free in a game", figures.whole["free"]),
            ("free while the board thinks", figures.whole["thinking"]),
        )
    ]


def body(game: ChipGame, budgets: Budgets, groups: Groups, results: Results) -> str:
    """The page below its title; "" until everything has been timed."""
    if set(results) != set(game.plan()):
        return ""
    figures = Figures(game, results)
    notes = NOTES.format(
        beside=figures.whole["beside"],
        tick=game.profile.tick_ms,
        whole=figures.whole["took"] / 1000,
    )
    return f"{notes}\n\n{tables(figures, budgets, groups)}"


def experiment(
    game: ChipGame,
    trial: Callable[[Condition, int], Timed],
    budgets: Budgets,
    groups: Groups | None = None,
    stated: Callable[[Figures], Stated] = lambda _: {},
) -> Experiment[Condition, Timed]:
    """The timings of a game, as an experiment."""

    def missed(results: Results) -> list[str]:
        held = budgets(Figures(game, results)) if set(results) == set(game.plan()) else []
        return [f"{one.what}: {one.row()[-1]}" for one in held if not one.met]

    return Experiment(
        name=f"bench-chip-{game.name}",
        unit="lists",
        tally=Timed,
        in_batch=1,
        plan=game.plan,
        trial=trial,
        said=lambda _, timed: f"{len(timed.decisions)} decisions",
        title=f"How fast it is on the chip: {host_game(game.name).title}",
        body=partial(body, game, budgets, groups or {}),
        missed=missed,
        stated=lambda results: stated(Figures(game, results)),
    )


def each_rules(game: ChipGame, budget: Callable[[str], list[Budget]]) -> list[Budget]:
    """The same budgets for each rule set."""
    return [one for rules in rule_sets(game.name) for one in budget(rules)]
