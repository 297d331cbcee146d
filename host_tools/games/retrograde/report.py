"""What a solution says of a game, as Markdown."""

import numpy as np

from host_tools.games.finding import analyse
from host_tools.games.retrograde.solution import Chances, Values
from host_tools.games.tiers.report import Count, beginning, farthest, values_table
from lodeboard.games.contract import LOSE, TIE, WIN, Game


def report(values: Values, game: Game) -> str:
    """How many positions are won, tied and lost, what the first is worth, and the longest wins."""
    game.reset()
    title = f"# {game.name} {game.rules}".rstrip()
    if isinstance(values, Chances):
        return (
            f"{title}\n\nPlay can lead to {len(values.scores):,} positions. From the beginning the"
            f" first player wins {100 * (values.chance(game) or 0):.2f} % of games, if both play"
            " their best moves."
        )
    scores = values.scores
    odd = scores % 2 == 1
    longest = {WIN: scores[odd], LOSE: scores[(scores > 0) & ~odd]}
    turns = {value: (int(each.max()) - 1) >> 1 for value, each in longest.items() if each.size}
    count = Count(
        "all", len(longest[WIN]), int(np.count_nonzero(scores == 0)), len(longest[LOSE]),
        turns.get(WIN, 0),
    )  # fmt: skip
    ends = [
        (word, turns[value], values.farthest[word])
        for word, value in (("win", WIN), ("lose", LOSE), ("tie", TIE))
        if word in values.farthest
    ]
    return "\n\n".join(
        (
            title,
            beginning(analyse(game, values)),
            f"Play can lead to {count.total:,} positions, those that symmetry makes equal counted"
            " once, seen by the player to act.",
            values_table("positions", [count]),
            farthest(ends),
        )
    )
