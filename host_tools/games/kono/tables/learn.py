"""Learns the weights of the board's estimate from the exact values, by least squares.

For each number of tiles: a win in n turns counts 0.4 + 0.6 exp(-n / 20), a loss the negative, a
tie 0. Games that end soon are left out: the search sees those ends itself, and what is about to be
captured there would count for too much elsewhere. Each pattern counts in all eight images, so that
the estimate does not depend on how the board lies.
"""

from pathlib import Path

import numpy as np

from host_tools.games.book_file import word
from host_tools.games.kono.tables.positions import Array, Positions
from host_tools.games.tiers.masks import CELLS, moved
from lodeboard.games.kono.perfect import FEWEST, KINDS, WEIGHTS

WEIGHTS_FILE = Path(__file__).with_name("kono.weights")
SCALE = 220  # of an estimate: a win at once counts this much
SAMPLE = 200_000  # positions of each number of tiles
BATCH = 5_000
COUNTS = range(FEWEST, CELLS + 1)
#: Cells of the patterns of each kind: outer row, inner row, corner, edge and middle square.
SHAPES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 4, 5), (1, 2, 5, 6), (5, 6, 9, 10))
_TURNS = 20
_LEAST = 0.4  # what a win counts, however late
_SOON = 9  # turns; positions with an end within them are left out
_FIRM = 3.0  # how much weights are held to zero


def images_of(kind: int) -> list[tuple[int, ...]]:
    """The cells of each pattern of a kind under all symmetries, with repetitions."""
    return [tuple(int(image[cell]) for cell in SHAPES[kind]) for image in moved()]


def patterns() -> tuple[Array, Array]:
    """The cells of each of the 17 patterns, in one of its orders, and its kind."""
    found: dict[tuple[int, ...], tuple[tuple[int, ...], int]] = {}
    for kind in range(KINDS):
        for cells in images_of(kind):
            found.setdefault(tuple(sorted(cells)), (cells, kind))
    cells, kinds = zip(*found.values(), strict=True)
    return np.array(cells, np.int64), np.array(kinds, np.int64)


def ternary(own: Array, theirs: Array, cells: tuple[int, ...]) -> Array:
    """The number in base 3 of what lies on these cells: 1 own, 2 the opponent's."""
    total = np.zeros(len(own), np.int64)
    for cell in reversed(cells):
        total = 3 * total + (own >> cell & 1) + 2 * (theirs >> cell & 1)
    return total


def learn(positions: Positions) -> bytes:
    """The weights, in the form of the table's section."""
    target = np.zeros(positions.total)
    scores = positions.scores
    ended = scores > 0
    worth = _LEAST + (1 - _LEAST) * np.exp((1 - scores[ended].astype(np.float64)) / _TURNS)
    target[ended] = np.where(scores[ended] & 1, -worth, worth)
    steps = np.diff(positions.begins)
    late = (steps > 0) & ~(ended & (scores - 1 <= _SOON))
    counts = positions.counts
    return b"".join(
        _learn(positions, np.flatnonzero((counts == count) & late), target) for count in COUNTS
    )


def _learn(positions: Positions, those: Array, target: Array) -> bytes:
    """The weights for one number of tiles."""
    if len(those) > SAMPLE:
        those = np.sort(np.random.default_rng(len(those)).choice(those, SAMPLE, replace=False))
    size = KINDS * WEIGHTS + 1
    square, right = np.eye(size) * _FIRM, np.zeros(size)
    for begin in range(0, len(those), BATCH):
        part = those[begin : begin + BATCH]
        own, theirs = positions.own[part], positions.theirs[part]
        rows = np.zeros((len(part), size))
        rows[:, -1] = 1
        for kind in range(KINDS):
            for cells in images_of(kind):
                rows[np.arange(len(part)), kind * WEIGHTS + ternary(own, theirs, cells)] += 1
        square += rows.T @ rows
        right += rows.T @ target[part]
    found = np.linalg.solve(square, right)
    return _rounded(found)


def _rounded(found: Array) -> bytes:
    """Weights as bytes. A pattern is read once, not in all its images: their weights are added."""
    whole = found[:-1].reshape(KINDS, WEIGHTS) * SCALE
    digits = np.array([[number // 3**place % 3 for place in range(4)] for number in range(WEIGHTS)])
    stored = np.zeros((KINDS, WEIGHTS))
    for kind in range(KINDS):
        shape = SHAPES[kind]
        for cells in images_of(kind):
            if set(cells) == set(shape):
                # the digit of a place comes from where the image has that cell
                other = sum(digits[:, shape.index(cell)] * 3**i for i, cell in enumerate(cells))
                stored[kind] += whole[kind][other]
    constant = 32768 + round(float(found[-1]) * SCALE)
    rounded = np.clip(np.rint(stored), -128, 127) + 128
    return word(constant, 2) + bytes(rounded.astype(np.uint8))


def unpacked(weights: bytes) -> Array:
    """The weights as `kernel.estimates` takes them."""
    rows = np.frombuffer(weights, np.uint8).reshape(len(COUNTS), -1).astype(np.int64)
    found = np.zeros((len(COUNTS), KINDS + 1, WEIGHTS), np.int64)
    found[:, :KINDS] = rows[:, 2:].reshape(len(COUNTS), KINDS, WEIGHTS) - 128
    found[:, KINDS, 0] = (rows[:, 0] | rows[:, 1] << 8) - 32768
    return found
