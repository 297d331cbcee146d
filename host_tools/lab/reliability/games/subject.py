"""Whole games, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.experiment import Experiment, Stated
from host_tools.lab.reliability.games import page, trying
from host_tools.lab.reliability.games.conditions import Condition, plan
from host_tools.lab.reliability.games.counts import Counts


def said(_: Condition, counts: Counts) -> str:
    """How much was played, and what went wrong."""
    return (
        f"{counts.moves} moves, {counts.slips} slips, at most {counts.grown} bytes more,"
        f" {len(counts.wrong)} wrong"
    )


def faults(_: Condition, counts: Counts) -> list[str]:
    """Games that are not as the rules say, that were not ended, or left memory taken."""
    return counts.wrong


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """Games, and how many were wrong."""
    whole = page.total(results)
    what = "games by a careless hand that were not legal, ended wrongly or left a fault"
    grown = "bytes that the firmware held more after games, at most"
    return {
        "games-wrong": (what, f"{len(whole.wrong)} of {thousands(whole.games)}"),
        "games-grown": (grown, f"{whole.grown} of {thousands(whole.held)}"),
    }


EXPERIMENT = Experiment(
    name="games",
    unit="games",
    tally=Counts,
    in_batch=trying.GAMES_IN_BATCH,
    plan=plan,
    trial=trying.try_batch,
    said=said,
    faults=faults,
    title="Whole games by a careless hand",
    body=page.body,
    pictures=lambda results: {"games-played": page.picture(results)},
    stated=stated,
)
