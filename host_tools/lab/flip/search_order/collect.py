"""What weights are fitted to: nodes that searches visit, which of their moves cut, at what work."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.index import lines
from host_tools.games.tiers.masks import CELLS, I64
from host_tools.lab.flip.search_order import tree
from host_tools.lab.flip.search_order.layout import F32, Layout
from lodeboard.games.contract import LOSE, UNDECIDED
from lodeboard.games.grid import Grid

FEWEST = 8  # tiles of a root
OTHER = [2, 3, 0, 1]  # the columns of a position as the other player sees it
SLOTS = 1024  # of the transposition table
_START = 88172645463325252  # of what the sample of visited nodes is drawn with
_DEAREST = 99.7  # percentile of the work that counts for no more than that

Flags = npt.NDArray[np.bool_]


class Positions:
    """Positions of a rule set: rows of up, down, other's up, other's down for the player to act,
    and what the solution says of them."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def random(self, tiles: int, number: int, rng: np.random.Generator) -> I64:
        """Undecided ones, every arrangement as likely."""
        found = np.zeros((0, 4), np.int64)
        while len(found) < number:
            draws = rng.random((2 * number, CELLS))
            bits = 1 << np.argsort(draws, axis=1).astype(np.int64)
            own, occupied = bits[:, : tiles // 2].sum(1), bits[:, :tiles].sum(1)
            side = (rng.integers(0, 2, (2 * number, tiles)) * bits[:, :tiles]).sum(1)
            other = occupied & ~own
            rows = np.stack([own & ~side, own & side, other & ~side, other & side], 1)
            found = np.concatenate([found, rows[self.undecided(rows)]])
        return found[:number]

    def verdicts(self, rows: I64) -> I64:
        """UNDECIDED, WIN, LOSE or TIE for the player to act."""
        return self._batch.verdicts(*_written(rows))

    def undecided(self, rows: I64) -> Flags:
        free: Flags = self.verdicts(rows) == UNDECIDED
        return free

    def moves(self, rows: I64) -> tuple[I64, I64]:
        """Where the moves of each position begin, one longer, and the positions after them,
        the player who has just moved first."""
        found = self._batch.moves(*_written(rows))
        mine = found.occupied & ~found.own
        side = found.side
        masks = (mine & ~side, mine & side, found.own & ~side, found.own & side)
        return found.first, np.stack(masks, 1)

    def values(self, moved: I64) -> I64:
        """1, 0 or -1 for the player who has just moved."""
        return -np.sign(self._batch.scores(*_written(moved[:, OTHER])))


def _written(rows: I64) -> tuple[I64, I64, I64]:
    """As the solution has them: occupied, own, down side."""
    up, down, oup, odown = rows.T
    return up | down | oup | odown, up | down, down | odown


class Choices(NamedTuple):
    """Nodes of one number of tiles with those of their moves that need a search."""

    nodes: I64  # [node]: the four masks, low, high
    first: I64  # [node], one longer: where its moves begin
    moved: I64  # [move]: the four masks, the mover's first
    cut: Flags  # [move]: whether it cuts, or is as good as can be
    useful: I64  # the nodes where some moves do and some do not
    sure: Flags  # [node]: whether there is a cut


def open_windows(rows: I64) -> I64:
    """Positions as nodes whose window is wide open."""
    return np.concatenate([rows, np.tile([-1, 1], (len(rows), 1))], 1)


def choices(positions: Positions, nodes: I64) -> Choices:
    """The moves of nodes: none where one of them wins at once."""
    first, moved = positions.moves(nodes[:, :4])
    per = np.repeat(np.arange(len(nodes)), np.diff(first))
    verdict = positions.verdicts(moved[:, OTHER])
    won = np.bincount(per[verdict == LOSE], minlength=len(nodes)) > 0
    kept = (verdict == UNDECIDED) & ~won[per]
    per, moved = per[kept], moved[kept]
    value = positions.values(moved)
    first = np.searchsorted(per, np.arange(len(nodes) + 1))
    best = np.full(len(nodes), -2)
    np.maximum.at(best, per, value)
    # Where the window is wide open and there is no win, the ties stand for what cuts.
    low, high = nodes[:, 4], nodes[:, 5]
    target = np.where((low < 0) & (high > 0) & (best == 0), 0, high)
    cut = value >= target[per]
    number = np.bincount(per, cut, len(nodes))
    useful = np.flatnonzero((number > 0) & (number < np.diff(first)))
    return Choices(nodes, first, moved, cut, useful, best >= high)


class Sample(NamedTuple):
    """Some moves of some nodes, of more than they are themselves."""

    nodes: I64
    first: I64
    moved: I64
    cut: Flags
    stands: F32  # [move]: for how many like it


def sample(
    found: Choices, number: int, cutting: int, others: int, rng: np.random.Generator
) -> Sample:
    """The first useful nodes that have a cut, and of each at most so many moves of both kinds."""
    rows, stands, first = [], [], [0]
    chosen = found.useful[found.sure[found.useful]][:number]
    for node in chosen:
        begin, end = found.first[node : node + 2]
        cut = found.cut[begin:end]
        for at, most in ((np.flatnonzero(cut), cutting), (np.flatnonzero(~cut), others)):
            some = rng.permutation(at + begin)[:most]
            rows.append(some)
            stands.append(np.full(len(some), len(at) / len(some), np.float32))
        first.append(first[-1] + len(rows[-1]) + len(rows[-2]))
    row = np.concatenate(rows)
    return Sample(
        found.nodes[chosen], np.array(first), found.moved[row], found.cut[row],
        np.concatenate(stands),
    )  # fmt: skip


def scaled(work: F32) -> F32:
    """Work in parts of the mean, without the rare moves that would outweigh all others."""
    found: F32 = np.minimum(work, np.percentile(work, _DEAREST)) / work.mean()
    return found.astype(np.float32)


class Searcher:
    """Searches with given weights, [tiles after the move, weight]."""

    def __init__(self, rules: str, layout: Layout, weights: I64) -> None:
        self._weights = np.ascontiguousarray(weights, np.int64)
        near = np.frombuffer(Grid(4, 4).neighbours, np.uint8)
        self._rules = rules == "eclipse", lines(), near
        self._table = np.zeros((SLOTS, 4), np.int64)
        self._order = (
            layout.at, layout.number, layout.cells, layout.length, layout.base, layout.power
        )  # fmt: skip
        self._moves = np.zeros((CELLS * tree.ROOM, 6), np.int64)
        self._work = np.zeros(len(tree.CYCLES), np.int64)
        self._kept = np.zeros((CELLS, 0, 6), np.int64)
        self._seen = np.zeros(CELLS, np.int64)
        self._chance = np.array([_START], np.uint64)

    @property
    def _rest(self) -> tuple[Any, ...]:
        return (
            *self._rules, self._table, self._weights, self._order, self._moves, self._work,
            self._kept, self._seen, self._chance,
        )  # fmt: skip

    def solve(self, masks: I64) -> tuple[int, int]:
        """Value and nodes of one position."""
        self._table[:] = 0
        self._work[:] = 0
        up, down, oup, odown = masks.tolist()
        tiles = (up | down | oup | odown).bit_count()
        value = tree.solve(up, down, oup, odown, tiles, -1, 1, *self._rest)
        return int(value), int(self._work[tree.NODE])

    def keep(self, room: int) -> None:
        """From now on keep a sample of the nodes visited, so many of each number of tiles."""
        self._kept = np.zeros((CELLS, room, 6), np.int64)
        self._seen[:] = 0

    def visited(self) -> dict[int, I64]:
        """What was kept, by tiles: masks, low, high. Ends the keeping."""
        kept, self._kept = self._kept, self._kept[:, :0]
        room = kept.shape[1]
        return {k: kept[k, : min(self._seen[k], room)] for k in range(FEWEST, tree.MOST + 1)}

    def measure(self, part: Sample, tiles: int, begin: int, end: int, out: F32) -> None:
        """Write the work of each move of the nodes begin to end - 1 to `out`."""
        tree.measure(
            part.nodes[begin:end], part.first[begin : end + 1], part.moved, tiles, *self._rest,
            tree.CYCLES, out,
        )  # fmt: skip
