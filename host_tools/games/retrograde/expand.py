"""Finds what follows a position. Runs in processes of their own; see `explore`."""

import random
import signal
from array import array
from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.build import outside
from host_tools.games.contract import SolveError
from lodeboard.games.contract import UNDECIDED, Game
from lodeboard.games.grid import Grid

Keys = npt.NDArray[np.bytes_]  # big-endian, so that they compare as numbers do
KEY_BYTES = 16
KEY = np.dtype(f"S{KEY_BYTES}")
SAME = 1 << 31  # marks a move after which the same player acts again
_IMAGES = 1 << 19  # remembered: all that 4x4 cells have
_TOLD = 1 << 20  # positions remembered as described: some 130 MB


class Found(NamedTuple):
    """What follows some positions. counts: the moves of each position; moves: for each move the
    index of the position that it leads to, with SAME; weights: of each move if chance acts in this
    game, 0 where a player moves; keys, texts, verdicts: of the positions that the moves lead to.
    An Expander describes a position once: later its text is "" and its verdict 0."""

    counts: npt.NDArray[np.uint32]
    moves: npt.NDArray[np.uint32]
    keys: Keys
    texts: list[str]
    verdicts: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.uint16]


def pack_key(game: Game) -> bytes:
    """The key of a position. Raises SolveError if it is too long."""
    try:
        return game.key().to_bytes(KEY_BYTES, "big")
    except OverflowError as error:
        raise SolveError(f"the keys of {game.name} have more than {8 * KEY_BYTES} bits") from error


def pack_keys(keys: list[bytes]) -> Keys:
    return np.frombuffer(b"".join(keys), KEY)


class _QuickGrid(Grid):
    """A Grid that remembers images, which were half of the work: a key needs them all."""

    @lru_cache(_IMAGES)  # noqa: B019 - a process has one of them
    def image(self, mask: int, symmetry: int) -> int:
        return super().image(mask, symmetry)


class Expander:
    """Finds what follows positions. `game` is changed."""

    def __init__(self, game: Any) -> None:
        if isinstance(getattr(game, "grid", None), Grid):
            game.grid = _QuickGrid(game.grid.rows, game.grid.columns)
        self._game: Game = game
        self._told: set[bytes] = set()  # keys of positions described lately
        self._steps = [array("H", bytes(2 * game.max_steps))]
        self._places: dict[bytes, int] = {}
        self._texts: list[str] = []
        self._verdicts = bytearray()
        self._moves = array("I")
        self._chance = game.match == "rolling"

    def expand(self, texts: list[str]) -> Found:
        """Find all positions one move after these undecided ones. Raises SolveError."""
        game = self._game
        self._places, self._texts, self._verdicts = {}, [], bytearray()
        self._moves = array("I")
        if len(self._told) > _TOLD:
            self._told.clear()
        counts, weights = array("I"), array("H")
        for text in texts:
            game.load(text)
            before = len(self._moves)
            self._walk(game.turn, 0)
            counts.append(len(self._moves) - before)
            if self._chance:
                rolls = array("H", bytes(2 * counts[-1]))
                game.chances(rolls)
                weights += rolls
            if not counts[-1]:
                raise SolveError(f"{game.name} has no legal step in the undecided position {text}")
        return Found(
            np.array(counts, np.uint32), np.array(self._moves, np.uint32),
            pack_keys(list(self._places)), self._texts, np.array(self._verdicts, np.uint8),
            np.array(weights, np.uint16),
        )  # fmt: skip

    def _walk(self, mover: int, depth: int) -> None:
        game = self._game
        if depth == len(self._steps):
            self._steps.append(array("H", bytes(2 * game.max_steps)))
        steps = self._steps[depth]
        for step in steps[: game.steps(steps)]:
            game.push(step)
            if game.between_moves():
                self._note(game.turn == mover)
            else:
                self._walk(mover, depth + 1)
            game.pop()

    def _note(self, same: bool) -> None:
        game = self._game
        key = pack_key(game)
        places = self._places
        place = places.setdefault(key, len(places))
        if place == len(self._texts):
            if key in self._told:
                self._texts.append("")
                self._verdicts.append(0)
            else:
                self._told.add(key)
                self._texts.append(game.text())
                self._verdicts.append(game.verdict())
        self._moves.append(place | (SAME if same else 0))


def at_least(game: Game, games: int, plies: tuple[int, ...] = (4, 8, 12, 16, 24)) -> float:
    """A number of positions that the game very likely has at least, from random games: if n of
    them have at some ply c equal pairs, there are about n * n / 2 c positions at that ply, and more
    if some are likelier than others."""
    dice = random.Random(1)
    steps = array("H", bytes(2 * game.max_steps))
    seen: dict[int, Counter[int]] = {ply: Counter() for ply in plies}
    for _ in range(games):
        game.reset()
        for ply in range(1, plies[-1] + 1):
            count = game.steps(steps)
            if not count:
                break
            game.push(steps[dice.randrange(count)])
            if ply in seen and game.between_moves() and game.verdict() == UNDECIDED:
                seen[ply][game.key()] += 1
    most = 0.0
    for each in seen.values():
        pairs = sum(count * (count - 1) for count in each.values()) / 2
        # With fewer than 3 pairs expected, none at all would be no surprise.
        most = max(most, each.total() * (each.total() - 1) / (2 * max(3.0, pairs)))
    return most


_here: list[Expander] = []


def begin(name: str, rules: str) -> None:
    """Prepare a process to expand positions of a game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outside.add(outside.inherited())
    from lodeboard.system.loader import make_game  # noqa: PLC0415 - knows the games only now

    _here[:] = [Expander(make_game(name, rules))]


def expand(texts: list[str]) -> Any:
    """`Expander.expand` in such a process."""
    return _here[0].expand(texts)
