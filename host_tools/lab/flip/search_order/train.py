"""The recipe of the search's weights, from nothing to bytes.

First weights come of random positions: which of their moves cut. Then, twice, searches from
random positions of eight tiles show which nodes there are to order, with their windows; of a
sample of these the work of each move is measured, and the weights are fitted to that, from 14
tiles down. There is one set of weights for each number of tiles. The board has one set in all:
the mean of those that are used most.
"""

import numpy as np
import numpy.typing as npt

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.tiers.masks import CELLS, I64
from host_tools.lab.flip.search_order import traps
from host_tools.lab.flip.search_order.collect import (
    FEWEST,
    Choices,
    Positions,
    Searcher,
    choices,
    open_windows,
    sample,
    scaled,
)
from host_tools.lab.flip.search_order.fit import Examples, fit
from host_tools.lab.flip.search_order.layout import F32, Layout, layout
from host_tools.lab.flip.search_order.progress import Progress
from host_tools.lab.flip.search_order.tree import MOST, ROOM
from lodeboard.games.flip import search_layout as words

SEED = 1
ROUNDS = ((250, 3), (900, 1))  # roots to search, and by what the samples are divided
RANDOM = 6000  # positions of each number of tiles that first weights come of
SHALLOW = 8000  # and positions of eight tiles, whose work is not measured
KEPT = 30_000  # nodes visited of each number of tiles
#: By tiles of the node: how many nodes, and how many moves that cut and that do not of each.
SAMPLES = {
    9: (5000, 5, 7),
    10: (12000, 6, 8),
    11: (20000, 8, 10),
    12: (25000, ROOM, ROOM),
    13: (25000, ROOM, ROOM),
    14: (10000, ROOM, ROOM),
}
#: By tiles, how much weights are drawn back to where they began: more where examples are few.
PULL = {9: 0.01, 10: 0.003}
_PULL = 0.001
USED = range(10, 13)  # tiles after the move of the sets whose mean the board has
_SOFTER = 3  # by what the mean is divided: the kernel cuts what a move adds to a byte
_ZERO = 128  # the byte of a weight of 0
_PORTION = 100  # nodes measured at a time
#: About how many seconds each act takes: first weights; the first round, its searches and then
#: a line for each number of tiles from 14 down; the second round; traps.
SHARES = [3.0, 3.0, 1.0, 2.0, 5.0, 6.0, 12.0, 14.0, 1.0, 9.0, 2.0, 3.0, 5.0, 12.0, 17.0, 34.0, 12.0]


class Trainer:
    """The weights of a rule set in training, and what they are made from."""

    def __init__(self, rules: str, solution: Solution) -> None:
        self.rules = rules
        self.shown = Progress(rules, SHARES)
        self._layout: Layout = layout()
        self._batch = Batch(solution)
        self._positions = Positions(self._batch)
        self._rng = np.random.default_rng(SEED)
        self._sets: dict[int, F32] = {}  # by tiles after the move: parameters

    def close(self) -> None:
        self._batch.close()
        self.shown.close()

    def learn(self) -> tuple[bytes, list[str]]:
        """Both sets, the order's first, each byte 128 more than its weight; and lines that say
        about them."""
        self._first_weights()
        for at, (roots, divisor) in enumerate(ROUNDS):
            self._round(roots, divisor, last=at == len(ROUNDS) - 1)
        order = self._rounded()[list(USED)].mean(0) / _SOFTER
        found, reported = traps.train(self._positions, self.shown)
        return written(order) + written(found), reported

    def _rounded(self) -> I64:
        """[tiles after the move, weight]"""
        found = np.zeros((CELLS + 1, self._layout.size), np.int64)
        for tiles, values in self._sets.items():
            found[tiles] = self._layout.rounded(values)
        return found

    def _likely(self, nodes: I64) -> tuple[Choices, F32]:
        """Parameters that say which moves cut, however much work they are."""
        found = choices(self._positions, nodes)
        nothing = np.zeros(1, np.float32)
        x = self._layout.parameters_of(found.moved)
        examples = Examples(x, found.first, found.cut, nothing, nothing, found.useful)
        prior = np.zeros(self._layout.parameters, np.float32)
        return found, fit(examples, prior, False, 5, 0.3, 0.6, 0.0)

    def _first_weights(self) -> None:
        tiers = range(FEWEST, MOST + 1)
        self.shown.begin("first weights", len(tiers), "sets")
        for tiles in tiers:
            nodes = open_windows(self._positions.random(tiles, RANDOM, self._rng))
            self._sets[tiles + 1] = self._likely(nodes)[1]
            self.shown.more(1)

    def _round(self, roots: int, divisor: int, last: bool) -> None:
        searcher = Searcher(self.rules, self._layout, self._rounded())
        self.shown.begin("searching", roots, "positions")
        searcher.keep(KEPT)
        for masks in self._positions.random(FEWEST, roots, self._rng):
            searcher.solve(masks)
            self.shown.more(1)
        visited = searcher.visited()
        change = np.zeros(self._layout.parameters, np.float32)
        for tiles in range(MOST, FEWEST, -1):
            found, plain = self._likely(self._rng.permutation(visited[tiles]))
            examples = self._measured(searcher, found, tiles, divisor)
            pull = PULL.get(tiles, _PULL)
            # What was learned of work with a tile more holds here too, by and large.
            fitted = fit(examples, plain + change, True, 8, 0.2, 0.7, pull)
            self._sets[tiles + 1] = fitted
            change = fitted - plain
        if not last:
            self.shown.begin(f"{FEWEST} tiles", SHALLOW, "positions")
            nodes = open_windows(self._positions.random(FEWEST, SHALLOW, self._rng))
            found, plain = self._likely(self._rng.permutation(nodes))
            self._sets[FEWEST + 1] = plain + change
            self.shown.more(SHALLOW)

    def _measured(self, searcher: Searcher, found: Choices, tiles: int, divisor: int) -> Examples:
        """A sample of the moves, with their work."""
        number, cutting, others = SAMPLES[tiles]
        part = sample(found, number // divisor, cutting, others, self._rng)
        work = np.zeros(len(part.moved), np.float32)
        self.shown.begin(f"{tiles} tiles", len(part.moved), "moves")
        for begin in range(0, len(part.nodes), _PORTION):
            end = min(begin + _PORTION, len(part.nodes))
            searcher.measure(part, tiles, begin, end, work)
            self.shown.more(int(part.first[end] - part.first[begin]))
        x = self._layout.parameters_of(part.moved)
        useful = np.arange(len(part.nodes))
        return Examples(x, part.first, part.cut, scaled(work), part.stands, useful)


def written(weights: npt.NDArray[np.float64]) -> bytes:
    """A set as the kernel has it; weights that are not there count nothing."""
    found = np.full(words.SET_BYTES, _ZERO, np.uint8)
    found[: len(weights)] = np.clip(np.round(weights) + _ZERO, 0, 255)
    return found.tobytes()
