"""Many games in one boot of the chip, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.chipgames import page, trying
from host_tools.lab.reliability.chipgames.counts import Counts
from host_tools.lab.reliability.chipgames.trying import Condition
from host_tools.lab.reliability.subject import Stated, Subject


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


SUBJECT = Subject(
    "chipgames",
    "games",
    Counts,
    trying.GAMES_IN_BOOT,
    trying.plan,
    trying.try_batch,
    said,
    faults,
    page.write,
    stated,
)
