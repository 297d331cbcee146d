"""The data of the xtic search kernel: its tables for a rule set, and positions as words."""

import functools
import itertools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.games.xtic.solver import kernel
from lodeboard.games.xtic import symmetry as xtic_symmetry
from lodeboard.games.xtic.rules import Xtic

I64 = npt.NDArray[np.int64]

ENTRY_BYTES = 8 * kernel.ENTRY


class State(NamedTuple):
    """A position in which a piece must be given, as the kernel's words."""

    occupied: int
    left: int
    ones: int
    zeros: int
    low: int
    high: int
    faces: int


@functools.cache
def tables(rules: str) -> tuple[I64, I64]:
    """The kernel's `board` and `images` of a rule set."""
    game = Xtic(rules)
    board = np.full(kernel.BOARD, kernel.LINES, np.int64)
    board[kernel.SQUEEZED :] = 0
    board[: len(game.lines)] = game.lines
    for cell in range(kernel.CELLS):
        through = [number for number, line in enumerate(game.lines) if line >> cell & 1]
        board[kernel.CELL_LINES + 4 * cell :][: len(through)] = through
    for live in range(16):
        bits = [bit for bit in range(4) if live >> bit & 1]
        for piece in range(16):
            squeezed = sum((piece >> bit & 1) << to for to, bit in enumerate(bits))
            board[kernel.SQUEEZED + live * 16 + piece] = squeezed
    for row, content, (number, line) in itertools.product(
        range(4), range(16), enumerate(game.lines)
    ):
        gaps = (line >> 4 * row & 15 & ~content).bit_count()
        board[kernel.GAPS + 32 * row + 2 * content + number // 8] += gaps << 8 * (number % 8)
    return board, _images(game)


def _images(game: Xtic) -> I64:
    """The image of every content of every row under every symmetry of the board."""
    found = []
    orders = xtic_symmetry.shuffles()
    for columns, rows in itertools.product(orders, orders):
        moved = xtic_symmetry.moved_by(columns)
        if not xtic_symmetry.keeps(game.lines, moved, rows):
            continue
        shuffled = [
            [xtic_symmetry.image(content << 4 * row, moved, rows) for content in range(16)]
            for row in range(4)
        ]
        found.append(shuffled)
        found.append([[xtic_symmetry.exchanged(mask) for mask in row] for row in shuffled])
    return np.array(found, np.int64)


def spread(bits: int) -> int:
    return sum((bits >> place & 1) << 16 * place for place in range(4))


def state_of(game: Xtic) -> State:
    """The words of the board and of the remaining pieces, excluding one in hand. The game must not
    be over."""
    ones = zeros = 0
    agreed = []
    for line in game.lines:
        gaps = line & ~game.occupied
        pieces = [game.at[cell] for cell in range(kernel.CELLS) if (line & ~gaps) >> cell & 1]
        shared = 0xFF if gaps else 0
        for piece in pieces:
            shared &= piece | (piece ^ 15) << 4
        agreed.append(shared)
        if gaps & (gaps - 1) == 0:
            ones |= spread(shared & 15) * gaps
            zeros |= spread(shared >> 4) * gaps
    words = int.from_bytes(bytes(agreed), "little")
    faces = sum(mask << 16 * place for place, mask in enumerate(game.ones))
    return State(
        game.occupied, kernel.FULL & ~game.used, ones, zeros, words & (1 << 64) - 1, words >> 64,
        faces,
    )  # fmt: skip


def game_of(rules: str, occupied: int, faces: int) -> Xtic:
    """The position of these pieces as a game, nothing in hand."""
    game = Xtic(rules)
    game.load(text_of(occupied, faces))
    return game


def text_of(occupied: int, faces: int) -> str:
    """The position of these pieces as it is written, nothing in hand."""
    cells = ["-"] * kernel.CELLS
    for cell in range(kernel.CELLS):
        if occupied >> cell & 1:
            cells[cell] = f"{sum((faces >> 16 * bit + cell & 1) << bit for bit in range(4)):x}"
    return "".join(cells) + "/-"


def safe_cells(state: State, piece: int) -> list[int]:
    """The free cells where a piece does not lose."""
    lost = kernel.danger(np.uint64(state.ones), np.uint64(state.zeros), piece)
    free = kernel.FULL & ~state.occupied & ~int(lost)
    return [cell for cell in range(kernel.CELLS) if free >> cell & 1]


def laid(board: I64, state: State, piece: int, cell: int) -> State:
    """The position after a piece is given and placed on a safe cell."""
    words = [np.uint64(word) for word in state[2:6]]
    ones, zeros, low, high = kernel.lay(board, state.occupied, *words, piece, cell)
    return State(
        state.occupied | 1 << cell, state.left & ~(1 << piece), int(ones), int(zeros), int(low),
        int(high), state.faces | spread(piece) << cell,
    )  # fmt: skip


def canonical(images: I64, state: State) -> tuple[int, int]:
    """Occupied cells and faces of the smallest of all symmetric positions."""
    occupied, faces = kernel.canonical(images, state.occupied, np.uint64(state.faces))
    return int(occupied), int(faces)


class Searcher:
    """The compiled kernel with a table of its own.

    entries: a power of two from 2 on, of ENTRY_BYTES each.
    """

    def __init__(self, rules: str, entries: int) -> None:
        self.board = tables(rules)[0]
        self.work = np.zeros(kernel.WORK, np.int64)
        self.table = np.zeros(kernel.ENTRY * entries, np.uint64)

    def attack(self, state: State, gives: int, limit: int = 16, most: int = 1 << 60) -> bool | None:
        """Whether the attacker wins; None if `most` nodes did not suffice."""
        self.work[kernel.NODES] = 0
        self.work[kernel.MOST_NODES] = most
        self.work[kernel.GAVE_UP] = 0
        words = [np.uint64(word) for word in state[2:6]]
        # Sums of hashes overflow by intention; NumPy would warn, without Numba.
        with np.errstate(over="ignore"):
            found = kernel.attack(
                self.board, self.work, self.table, state.occupied, state.left, *words, gives, limit
            )
        return None if self.work[kernel.GAVE_UP] else bool(found)

    @property
    def nodes(self) -> int:
        """The number of positions searched for the last answer."""
        return int(self.work[kernel.NODES])
