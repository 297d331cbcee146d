"""Decisions at flip tiles, counted slice by slice on the computer."""

import numpy as np

from host_tools.lab.bench.chip.counting import Counting, Counts, Thinking
from host_tools.lab.flip.bench.positions import Position
from lodeboard.games.flip import book_kernel, search_kernel

THINKING = Thinking(
    {
        "flip_search": search_kernel,
        "flip_order": book_kernel,
        "flip_unpack": book_kernel,
    },
    tuple(
        "lodeboard.games.flip." + name
        for name in ("search", "book", "evaluator", "perfect", "player")
    ),
    "FlipPlayer",
)


class Slices:
    """Decisions in slices, as the App has them, from power-on: counts and evaluations."""

    def __init__(self, counting: Counting, budget: int) -> None:
        self.player = counting.player()
        self._counting = counting
        self._budget = budget

    def of(self, position: Position) -> tuple[Counts, list[int]]:
        """Counts of every slice (slices x counters), and evaluations made in each."""
        player = self.player
        rows: list[Counts] = []
        evals = []
        before = player.search.evals
        for row in self._counting.slices(player, position.game(), position.level, self._budget):
            rows.append(row)
            now = player.search.evals
            evals.append(now - before if now >= before else now)
            before = now
        return np.array(rows), evals
