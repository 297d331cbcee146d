"""Exact answers about many positions at once: what `lodeboard analyse` returns, but fast.

Uses NumPy on whole batches, and Numba for the moves if it is installed. Positions that it cannot
handle (half a turn, bad input) are left to the single-position code.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from host_tools.build.compiled import machine_code
from host_tools.games.flip.scores import SURE
from host_tools.games.flip.solver.expand import expand
from host_tools.games.flip.solver.index import lines
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.tiers.masks import CELLS, I64, popcounts
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, VERDICTS, WIN
from lodeboard.games.flip.rules import Flip
from lodeboard.games.grid import Grid

_LENGTH = 2 + CELLS
_LETTERS = b"-UDud"
_FULL = (1 << CELLS) - 1
_BITS = 1 << np.arange(CELLS, dtype=np.int64)


class Moves(NamedTuple):
    """The moves of many positions, one position's after the other's: those of the position
    `at` are the entries first[at] to first[at + 1] - 1."""

    first: I64
    move: I64  # numbered as `expand` says
    occupied: I64  # what each leads to; own is that of the player to act then
    own: I64
    side: I64


class Batch:
    """Answers for one rule set from its solution."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._magic = solution.rules == "magic"
        grid = Grid(4, 4)
        self._neighbours = np.frombuffer(grid.neighbours, np.uint8)
        self._expand: Any = machine_code(expand) or expand
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1)
        game = Flip(solution.rules)
        self._written = _written_moves(game)

    def close(self) -> None:
        self._pool.shutdown()

    def answer(
        self, texts: Sequence[str], brief: bool, with_moves: bool
    ) -> list[dict[str, Any] | None]:
        """Return the answer for each position; None for one that must be asked singly.

        brief: without best moves. with_moves: with each move's position and value.
        """
        answers: list[dict[str, Any] | None] = [None] * len(texts)
        where, occupied, first, side = _read(texts)
        if not len(where):
            return answers
        tiles = popcounts()[occupied].astype(np.int64)
        own = np.where(tiles & 1, occupied & ~first, first)
        verdicts = self.verdicts(occupied, own, side)
        scores = self.scores(occupied, own, side)
        counts = np.where(verdicts == UNDECIDED, self._count(occupied, own), 0)
        for index, verdict, count, score in zip(
            where.tolist(), verdicts.tolist(), counts.tolist(), scores.tolist(), strict=True
        ):
            answers[index] = {
                "position": texts[index],
                "verdict": VERDICTS[verdict],
                "moves": count,
                "value": _word(score),
                "remoteness": SURE - abs(score) if score else None,
            }
        if not brief:
            open_ = np.flatnonzero(verdicts == UNDECIDED)
            for index in np.flatnonzero(verdicts != UNDECIDED).tolist():
                said = answers[int(where[index])]
                assert said is not None
                said["best"] = []
                if with_moves:
                    said["children"] = {}
                    said["values"] = {}
            self._add_moves(
                answers, where[open_], occupied[open_], own[open_], side[open_], scores[open_],
                with_moves,
            )  # fmt: skip
        return answers

    def scores(self, occupied: I64, own: I64, side: I64) -> I64:
        """The scores (see `kernel`) of positions; `own` is the player to act's."""
        return self._solution.scores(occupied, own, side, self._pool).astype(np.int64)

    def written(self, move: int) -> str:
        """The notation of a move numbered as `expand` says."""
        return str(self._written[move])

    def verdicts(self, occupied: I64, own: I64, side: I64) -> I64:
        """What the rules decide about positions: UNDECIDED, WIN, LOSE or TIE for the player to
        act."""
        shut = occupied & ~_spread(_FULL ^ occupied)
        theirs = occupied & ~own & shut
        mine = own if self._magic else own & shut
        won = (lines()[mine & side] | lines()[mine & ~side]) > 0
        lost = (lines()[theirs & side] | lines()[theirs & ~side]) > 0
        full = np.where(occupied == _FULL, TIE, UNDECIDED)
        decided = np.where(won, WIN, np.where(lost, LOSE, full))
        if not self._magic:
            decided = np.where(won & lost, TIE, decided)
        return decided.astype(np.int64)

    def _count(self, occupied: I64, own: I64) -> I64:
        """Legal moves of undecided positions."""
        free = CELLS - popcounts()[occupied].astype(np.int64)
        flips = np.zeros_like(occupied)
        theirs, empty = occupied & ~own, _FULL ^ occupied
        for way, target in enumerate(self._neighbours.tolist()):
            if target < CELLS:
                flips += theirs >> (way >> 2) & empty >> target & 1
        return 2 * free * np.maximum(flips, 1)

    def moves(self, occupied: I64, own: I64, side: I64) -> "Moves":
        """All moves of positions that are not decided."""
        first = np.zeros(len(occupied) + 1, np.int64)
        np.cumsum(self._count(occupied, own), out=first[1:])
        written = [np.empty(int(first[-1]), np.int64) for _ in range(4)]
        self._expand(occupied, own, side, self._neighbours, first, *written)
        return Moves(first, *written)

    def _add_moves(
        self, answers: list[dict[str, Any] | None], where: I64, occupied: I64, own: I64,
        side: I64, scores: I64, with_moves: bool,
    ) -> None:  # fmt: skip
        first, move, *after = self.moves(occupied, own, side)
        mine = -np.sign(self.scores(*after))  # the value for who made the move
        keeps = mine == np.repeat(np.sign(scores), np.diff(first))
        names = self._written[move].tolist()
        kept = keeps.tolist()
        words = [_WORDS[sign] for sign in mine.tolist()] if with_moves else []
        children = _texts(*after) if with_moves else []
        starts = first.tolist()
        for index, place in enumerate(where.tolist()):
            begin, end = starts[index], starts[index + 1]
            said = answers[place]
            assert said is not None
            mine_names = names[begin:end]
            said["best"] = [
                name for name, good in zip(mine_names, kept[begin:end], strict=True) if good
            ]
            if with_moves:
                said["children"] = dict(zip(mine_names, children[begin:end], strict=True))
                said["values"] = dict(zip(mine_names, words[begin:end], strict=True))


_WORDS: dict[int, str] = {1: VERDICTS[WIN], 0: VERDICTS[TIE], -1: VERDICTS[LOSE]}


def _word(score: int) -> str:
    return _WORDS[(score > 0) - (score < 0)]


def _spread(mask: I64) -> I64:
    """All orthogonal neighbours of the cells in each mask of a 4 x 4 board."""
    return (mask >> 4 | mask << 4 | (mask & 0xEEEE) >> 1 | (mask & 0x7777) << 1) & _FULL


def _read(texts: Sequence[str]) -> tuple[I64, I64, I64, I64]:
    """Which texts are valid whole positions, and their masks: occupied, first player's, down
    side."""
    likely = [index for index, text in enumerate(texts) if len(text) == _LENGTH and text.isascii()]
    raw = "".join([texts[index] for index in likely]).encode("ascii")
    letters = np.frombuffer(raw, np.uint8).reshape(-1, _LENGTH)
    codes = np.full(256, 5, np.uint8)
    for code, letter in enumerate(_LETTERS):
        codes[letter] = code
    cells = codes[letters[:, 2:]]
    occupied = (cells > 0) @ _BITS
    first = ((cells == 1) | (cells == 2)) @ _BITS
    side = ((cells == 2) | (cells == 4)) @ _BITS
    ours = popcounts()[first].astype(np.int64)
    theirs = popcounts()[occupied].astype(np.int64) - ours
    good = (cells < 5).all(axis=1) & (letters[:, 1] == ord("_"))
    good &= (ours - theirs == letters[:, 0].astype(np.int64) - ord("1")) & (ours - theirs >= 0)
    good &= ours - theirs <= 1
    where = np.array(likely, np.int64)
    return where[good], occupied[good], first[good], side[good]


def _texts(occupied: I64, own: I64, side: I64) -> list[str]:
    """The written form of positions; `own` are the tiles of the player to act."""
    tiles = popcounts()[occupied].astype(np.int64)
    first = np.where(tiles & 1, occupied & ~own, own)
    chars = np.empty((len(occupied), _LENGTH), np.uint8)
    chars[:, 0] = ord("1") + (tiles & 1)
    chars[:, 1] = ord("_")
    letters = np.frombuffer(_LETTERS, np.uint8)
    for cell in range(CELLS):
        there = occupied >> cell & 1
        code = there * (1 + (side >> cell & 1) + 2 * (1 - (first >> cell & 1)))
        chars[:, 2 + cell] = letters[code]
    whole = chars.tobytes().decode("ascii")
    return [whole[offset : offset + _LENGTH] for offset in range(0, len(whole), _LENGTH)]


def _written_moves(game: Flip) -> Any:
    """The notation of every packed move, by its number."""
    grid = game.grid
    places = [grid.cell_name(cell) + "UD"[shown] for cell in range(CELLS) for shown in range(2)]
    written = np.full(32 * (32 + 4 * CELLS), "", dtype="<U6")
    written[32:64] = places
    for way in range(4 * CELLS):
        flip = grid.cell_name(way >> 2) + "NESW"[way & 3]
        written[(32 + way) * 32 : (33 + way) * 32] = [flip + place for place in places]
    return written
