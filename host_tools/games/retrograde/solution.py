"""The solution of a game on disk: keys in rising order, and a score for each."""

import json
import mmap
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.games.contract import Outcome, StoreError
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.games.retrograde.chances import CERTAIN
from host_tools.games.retrograde.expand import KEY, Keys, pack_key
from host_tools.games.retrograde.explore import sources
from host_tools.games.retrograde.values import SCORE, Scores, outcome
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.files import whole_file
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, Game

MAGIC = b"LODEVALU"
OPPOSITE = {WIN: LOSE, LOSE: WIN, TIE: TIE}
_BEST = {WIN: 2, TIE: 1, LOSE: 0}


def path_of(where: Path, name: str, rules: str) -> Path:
    """The file of a rule set's solution."""
    return where / f"{'-'.join(filter(None, (name, rules)))}.values"


def write(path: Path, game: Game, keys: Keys, scores: Scores, farthest: Mapping[str, str]) -> None:
    """Write a solution whole. farthest: a position of the longest win and of the longest loss, by
    the word. Raises StoreError."""
    bodies = keys.astype(KEY).tobytes(), scores.astype(SCORE).tobytes()
    head = {
        "game": game.name, "rules": game.rules, "sources": sources(game.name),
        "positions": len(keys), "farthest": farthest,
        "crc": zlib.crc32(bodies[1], zlib.crc32(bodies[0])),
    }  # fmt: skip
    try:
        with whole_file(path) as file:
            file.write(MAGIC + json.dumps(head).encode() + b"\n")
            file.writelines(bodies)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error


class Values:
    """A solution, open for reading. Raises StoreError if the file cannot be used.

    current: whether it is of the game's present rules. farthest: a position of the longest win and
    of the longest loss, by the word.
    """

    def __init__(self, path: Path, game: Game) -> None:
        self._game = game.name
        self.path = path
        try:
            with path.open("rb") as file:
                first = file.readline(4096)
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error
        except ValueError as error:
            raise StoreError(f"{path} is empty") from error
        try:
            head: dict[str, Any] = json.loads(first.removeprefix(MAGIC))
            count, begin = int(head["positions"]), len(first)
            whole = begin + count * (KEY.itemsize + SCORE.itemsize) == len(self._map)
            if not whole or zlib.crc32(memoryview(self._map)[begin:]) != head["crc"]:
                raise StoreError(f"{path} is damaged: it fails its checksum")
            self.farthest: dict[str, str] = head["farthest"]
            self.current = head["sources"] == sources(game.name)
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{path} is no file of a solution") from error
        self.keys: Keys = np.frombuffer(self._map, KEY, count, begin)
        self.scores: Scores = np.frombuffer(self._map, SCORE, count, begin + self.keys.nbytes)

    def close(self) -> None:
        """Nothing: the file is closed, and its memory is freed with this object."""

    def score(self, game: Game) -> int | None:
        """The score of a position between moves; None if play does not lead there."""
        key = np.frombuffer(pack_key(game), KEY)
        index = int(np.searchsorted(self.keys, key)[0])
        if index == len(self.keys) or self.keys[index] != key[0]:
            return None
        return int(self.scores[index])

    # As a solver of `lodeboard analyse`

    def settles(self, game: Game) -> bool:
        return game.between_moves() and self.score(game) is not None

    def value(self, game: Game) -> Outcome | None:
        """The outcome of a position that play can lead to, regardless of the moves before it."""
        if game.name != self._game:
            raise ValueError(f"this solution is of {self._game}")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        if game.between_moves():
            score = self.score(game)
            return None if score is None else outcome(score)
        return self._inside(game)

    glimpse = value

    def _inside(self, game: Game) -> Outcome | None:
        """The outcome inside a move: that of its best completion."""
        found: list[Outcome] = []
        mover = game.turn
        for move in legal_moves(game):
            make_move(game, move)
            after = self.value(game)
            same = game.turn == mover
            take_back(game, move)
            if after is None or after[1] is None:
                return None
            found.append((after[0] if same else OPPOSITE[after[0]], after[1]))
        value = max((each[0] for each in found), key=_BEST.__getitem__)
        turns = [each[1] or 0 for each in found if each[0] == value]
        return value, 0 if value == TIE else 1 + (min(turns) if value == WIN else max(turns))


class Chances(Values):
    """The solution of a game in which chance acts: no value is certain before the end."""

    def settles(self, game: Game) -> bool:
        return False

    def value(self, game: Game) -> Outcome | None:
        return None

    glimpse = value

    def chance(self, game: Game) -> float | None:
        """The chance that the player to act wins, within `chances.BOUND`."""
        score = self.score(game)
        return None if score is None else score / CERTAIN


def open_values(game: Game, where: Path | None = None) -> Values | None:
    """The solution of this game's rules; None if there is none. Raises StoreError."""
    path = path_of(where or solution_folder(), game.name, game.rules)
    if not path.exists():
        return None
    values = read(path, game)
    return values if values.current else None


def read(path: Path, game: Game) -> Values:
    """The solution in a file. Raises StoreError."""
    return (Chances if game.match == "rolling" else Values)(path, game)
