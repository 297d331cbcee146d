"""The budgets of each game on the chip."""

from statistics import median

from host_tools.jobs.budgets import KIB, Budget, quantile, thousands
from host_tools.lab.chip.report import Figures, each_rules, experiment
from host_tools.lab.experiment import Stated
from host_tools.lab.flip import chip as flip
from host_tools.lab.magician import chip as magician
from host_tools.lab.xtic import chip as xtic
from lodeboard.games.catalogue import rule_sets


def flip_budgets(figures: Figures) -> list[Budget]:
    """The search, the last level, and memory."""
    level = flip.GAME.strongest
    # The levels below look as people do, step by step; only the last two leave it to the search.
    rate, after = figures.rate(range(level - 1, level)), figures.whole["after"] / KIB

    def perfect(rules: str) -> list[Budget]:
        took = figures.seconds(rules, level)
        limits = (
            ("median", 0.5, median(took)),
            ("99 %", 5, quantile(took, 0.99)),
            ("longest", 10, max(took)),
        )
        return [
            figures.budget(f"perfect, {rules}, {what}", limit, found, rules, level)
            for what, limit, found in limits
        ]

    return [
        Budget("search of expert", "evaluations/s", 100_000, rate, least=True),
        figures.still(),
        *each_rules(flip.GAME, perfect),
        Budget("RAM free at the end of a decision", "KiB", 32, after, least=True),
        Budget("RAM taken for thinking", "KiB", 96, figures.taken() / KIB),
    ]


def flip_stated(figures: Figures) -> Stated:
    """Figures that README states."""
    took = [
        each for rules in rule_sets("flip") for each in figures.seconds(rules, flip.GAME.strongest)
    ]
    what = f"longest of {thousands(len(took))} decisions at `perfect`"
    return {"perfect-longest": (what, f"{max(took):.2f} s")}


def xtic_budgets(figures: Figures) -> list[Budget]:
    """The last level, which searches to the end from eight pieces on, and the level below it."""
    level = xtic.GAME.strongest

    def each(rules: str) -> list[Budget]:
        late = figures.seconds(rules, level, lambda text: xtic.pieces(text) >= xtic.EIGHT)
        eight = figures.seconds(rules, level, lambda text: xtic.pieces(text) == xtic.EIGHT)
        below = max(figures.seconds(rules, level - 1))
        return [
            figures.budget(f"dont-try, {rules}, longest", 5, below, rules, level - 1),
            *(
                figures.budget(f"{what}, {rules}, 99 %", 3, quantile(took, 0.99), rules, level)
                for what, took in (
                    ("exact from eight pieces", late),
                    ("exact with just eight", eight),
                )
            ),
        ]

    return [*each_rules(xtic.GAME, each), figures.still()]


def magician_budgets(figures: Figures) -> list[Budget]:
    """A move of any level."""

    def longest(rules: str) -> list[Budget]:
        levels = range(len(magician.GAME.levels))
        took, level = max((max(figures.seconds(rules, level)), level) for level in levels)
        return [figures.budget(f"a move, {rules}, longest", 5, took, rules, level)]

    first = figures.whole["took"] / 1000
    return [
        *each_rules(magician.GAME, longest),
        Budget("the first move of a game, whole board", "s", 5, first),
        figures.still(),
    ]


FLIP = experiment(
    flip.GAME,
    flip.try_game,
    flip_budgets,
    {
        f"up to {flip.BOOKED} tiles": lambda text: flip.tiles(text) <= flip.BOOKED,
        f"from {flip.BOOKED + 1} tiles on": lambda text: flip.tiles(text) > flip.BOOKED,
    },
    flip_stated,
)
XTIC = experiment(
    xtic.GAME,
    xtic.try_game,
    xtic_budgets,
    {
        "up to 7 pieces": lambda text: xtic.pieces(text) < xtic.EIGHT,
        "8 pieces": lambda text: xtic.pieces(text) == xtic.EIGHT,
        "from 9 pieces on": lambda text: xtic.pieces(text) > xtic.EIGHT,
    },
)
MAGICIAN = experiment(magician.GAME, magician.try_game, magician_budgets)
