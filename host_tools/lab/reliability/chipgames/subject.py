"""Many games in one boot of the chip, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.experiment import Experiment, Stated
from host_tools.lab.reliability.chipgames import page, trying
from host_tools.lab.reliability.chipgames.counts import Counts
from host_tools.lab.reliability.chipgames.trying import Condition


def said(_: Condition, counts: Counts) -> str:
    """How much was played, and what went wrong."""
    spread = max(counts.free[1:], default=0) - min(counts.free[1:], default=0)
    return f"{counts.moves} moves, free memory within {spread} bytes, {len(counts.wrong)} wrong"


def faults(_: Condition, counts: Counts) -> list[str]:
    """Games that are not as the rules say or were not ended, and memory that is not flat."""
    return counts.wrong


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """How many games were played in how many boots, and what was wrong."""
    games = sum(counts.games for counts in results.values())
    boots = sum(counts.boots for counts in results.values())
    wrong = sum(len(counts.wrong) for counts in results.values())
    what = "games on the emulated chip that were wrong, or left memory taken"
    return {"games-on-chip": (what, f"{wrong} of {thousands(games)}, in {boots} boots")}


EXPERIMENT = Experiment(
    name="games-on-chip",
    unit="games",
    tally=Counts,
    in_batch=trying.GAMES_IN_BOOT,
    plan=trying.plan,
    trial=trying.try_batch,
    said=said,
    faults=faults,
    title="Games in one boot of the chip",
    body=page.body,
    pictures=lambda results: {"games-on-chip": page.picture(results)},
    stated=stated,
)
