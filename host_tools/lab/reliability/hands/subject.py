"""Whether lights always lead back into the game, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.hands import page, trying
from host_tools.lab.reliability.hands.conditions import Condition, plan
from host_tools.lab.reliability.hands.counts import Counts
from host_tools.lab.reliability.subject import Stated, Subject


def said(_: Condition, counts: Counts) -> str:
    """How much was done, and what went wrong."""
    return (
        f"{counts.all_acts} acts, back after {max(counts.needed, default=0)} at most,"
        f" {len(counts.stuck)} stuck, {len(counts.lost)} lost, {len(counts.faults)} faults,"
        f" {len(counts.refused)} sensors refused"
    )


def faults(_: Condition, counts: Counts) -> list[str]:
    """Bursts that the hand did not come back from, and games that were lost."""
    return [*counts.stuck, *counts.lost, *counts.faults]


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """Acts, how many bursts did not end in the game, and how much the way back took."""
    whole = page.total(results)
    wrong = len(whole.stuck) + len(whole.lost) + len(whole.faults)
    most = max(whole.needed, default=0)
    return {
        "hands-acts": ("acts of a careless hand", f"{thousands(whole.all_acts)}"),
        "hands-wrong": (
            "bursts of them that left a board stuck, its game lost, or a fault",
            f"{wrong} of {thousands(whole.bursts)}",
        ),
        "hands-back": (
            "things done by a hand that follows the lights, until the game goes on",
            f"middle {page.within(whole.needed, 0.5)}, at most {most}",
        ),
    }


SUBJECT = Subject(
    "hands",
    "bursts",
    Counts,
    trying.BURSTS_IN_BATCH,
    plan,
    trying.try_batch,
    said,
    faults,
    page.write,
    stated,
)
