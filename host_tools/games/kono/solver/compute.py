"""Computes the solution of Four Field Kono: all positions with few tiles first, then with more.

In memory at once: three bytes for each of the 3 ** 16 ways to fill the board (129 MB), and for
the largest tier, of 4 036 032 positions, lists of 73 MB.
"""

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from host_tools.build.compiled import machine_code
from host_tools.games.kono.solver import kernel
from host_tools.games.kono.solver.kernel import MOST, POSITIONS
from lodeboard.games.grid import Grid

Scores = npt.NDArray[np.uint8]

SETS = 1 << 16  # of cells


class SolveError(Exception):
    """The solution cannot be computed here; the text says why and what to do."""


def tiers() -> Iterator[tuple[int, int]]:
    """Numbers of tiles of the two players, the smaller first, in the order to be solved."""
    for total in range(2 * MOST + 1):
        for one in range(max(0, total - MOST), total // 2 + 1):
            yield one, total - one


TIERS = len(list(tiers()))


def ternary() -> npt.NDArray[np.uint32]:
    """By set of cells: the sum of 3 ** cell."""
    sums = np.zeros(SETS, np.uint32)
    for cell in range(16):
        sums[1 << cell : 2 << cell] = sums[: 1 << cell] + 3**cell
    return sums


def solve(report: Callable[[int, int], None], most: int = 2 * MOST) -> Scores:
    """The scores (see `kernel`) of all positions of at most so many tiles together, by
    ternary()[own] + 2 * ternary()[theirs]; of all others 0. `report(one, two)` is called for
    each tier that is solved. Raises SolveError."""
    code = machine_code(kernel.solve_tier)
    if code is None:
        raise SolveError("solving needs Numba: make setup-check installs it")
    counts = np.array([mask.bit_count() for mask in range(SETS)], np.uint8)
    neighbours = np.frombuffer(Grid(4, 4).neighbours, np.uint8)
    scores, open_steps, latest = (np.zeros(POSITIONS, np.uint8) for _ in range(3))
    sums = ternary()
    for one, two in tiers():
        if one + two <= most:
            ones = np.flatnonzero(counts == one).astype(np.uint16)
            twos = np.flatnonzero(counts == two).astype(np.uint16)
            if code(ones, twos, sums, neighbours, scores, open_steps, latest) < 0:
                raise SolveError("a game lasts too many turns for a score of one byte")
            report(one, two)
    return scores
