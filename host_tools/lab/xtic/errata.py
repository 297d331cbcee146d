"""Finds the errata of xtic's opening books: where the board's search errs after the book's end, of
all positions that a game in which one player follows the book can reach (see walk).

The errata are written beside the facts of the game, from which `lodeboard tables build` takes them.
They belong to the search as it is: after a change of it the walk begins again.
"""

from collections.abc import Mapping, Sequence

from host_tools.games.xtic.errata import files
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.lab.experiment import Experiment
from host_tools.lab.xtic.walk import PLAYERS, TOGETHER, Side, Walked, walk
from lodeboard.games.xtic.rules import Xtic

#: The positions with six pieces in which the strategies end.
ENDS = {
    Side("torus", 1): 3960,
    Side("nodiags", 1): 1007,
    Side("nodiags", 0): 2143,
    Side("normal", 1): 10270,
    Side("normal", 0): 15896,
}


def moves(results: Mapping[Side, Walked], rules: str, stored: Mapping[str, str]) -> dict[str, str]:
    """The errata of a rule set, moves by position: those found, and the stored ones of a player
    for whom nothing has been walked."""
    walked = {side.player: one for side, one in results.items() if side.rules == rules and one.ends}
    left = {text: move for text, move in stored.items() if player_in(text, rules) not in walked}
    found = dict(each.split(" ", 1) for one in walked.values() for each in one.errata)
    return left | found


def player_in(text: str, rules: str) -> int:
    """The player who decides in a position."""
    game = Xtic(rules)
    game.load(text)
    return game.turn


def faults(_: Side, one: Walked) -> Sequence[str]:
    """Positions in which no step keeps what is guaranteed."""
    return [f"no right move found in {text}" for text in one.open]


def said(_: Side, one: Walked) -> str:
    return f"{thousands(len(one.errata))} errata of {thousands(decisions(one))} decisions"


def decisions(one: Walked) -> int:
    """Decisions of the board that were looked at."""
    return len(one.errata) + one.kept


def body(results: Mapping[Side, Walked]) -> str:
    """The page below its title."""
    rows = []
    for side, ends in ENDS.items():
        one = results.get(side, Walked())
        counts = decisions(one), one.proved, one.searched, len(one.errata), len(one.open)
        who = f"who {PLAYERS[side.player]} first"
        rows.append([side.rules, who, f"{one.ends:,} of {ends:,}", *(f"{n:,}" for n in counts)])
    heads = ["rule set", "player", "ends of the book", "decisions", "proved by the board",
             "proved by the solver", "errata", "open"]  # fmt: skip
    return f"{NOTES}\n\n{report.table(heads, rows)}"


NOTES = """\
From each position with six pieces that the opening book leads to, the board's search plays for the
player for whom the book guarantees something, and the other player makes every step, until eight
pieces lie; from then on the board sees the end. A decision with seven pieces counts as proved by
the board if its own search proves that the step keeps the guarantee, else the solver searches it.
What follows proves a decision with six pieces. An erratum is a position in which the board's step
would give the guarantee away: its table has another step for it. Open is what neither can keep."""


def write_errata(results: Mapping[Side, Walked]) -> None:
    """Write what the books take in."""
    for rules in Xtic.rule_sets:
        if found := moves(results, rules, files.read(rules)):
            files.write(rules, found)


EXPERIMENT = Experiment(
    name="xtic-errata",
    unit="ends",
    tally=Walked,
    in_batch=TOGETHER,
    plan=lambda: dict(ENDS),
    trial=walk,
    said=said,
    faults=faults,
    title="Where the board's search errs after the book of xtic",
    body=body,
    also=write_errata,
)
