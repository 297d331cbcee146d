"""The parts that the reports on games' solutions share, as Markdown."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from host_tools.jobs.report import table

_ENDS = {"win": "won", "lose": "lost"}


class Count(NamedTuple):
    """How many positions of a kind are won, tied and lost for the player to act, and the turns of
    the longest win (0: none)."""

    kind: str
    won: int
    tied: int
    lost: int
    longest: int

    @property
    def values(self) -> tuple[int, int, int]:
        return self.won, self.tied, self.lost

    @property
    def total(self) -> int:
        return sum(self.values)


def beginning(start: Mapping[str, Any]) -> str:
    """What the first position is worth, by its analysis."""
    turns = "" if start["remoteness"] is None else f", in {start['remoteness']} turns"
    return (
        f"**The start is worth a {start['value']}{turns}**. Of its {start['moves']} moves"
        f" {len(start['best'])} keep\nthat: {', '.join(start['best'])}."
    )


def farthest(ends: Sequence[tuple[str, int, str]]) -> str:
    """The ends that take longest: win or lose, turns, position."""
    rows = [f"| {_ENDS[word]} | {turns} | `{position}` |" for word, turns, position in ends]
    head = ["| the farthest end under perfect play | turns | a position |", "|---|---|---|"]
    return "\n".join([*head, *rows])


def values_table(
    kind: str, counts: Sequence[Count], last: tuple[str, Sequence[str]] | None = None
) -> str:
    """Positions by value, a row for each count; of several also their sum. last: heading and cells
    of one more column."""
    extra = [] if last is None else list(last[1])
    rows = [
        [each.kind, *map("{:,}".format, each.values), str(each.longest or ""), *extra[i : i + 1]]
        for i, each in enumerate(counts)
    ]
    if len(counts) > 1:
        sums = map(sum, zip(*(each.values for each in counts), strict=True))
        rows.append(["all", *(f"{number:,}" for number in sums), *[""] * (2 if last else 1)])
    heads = [kind, "won", "tied", "lost", "longest win"]
    return table(heads if last is None else [*heads, last[0]], rows)
