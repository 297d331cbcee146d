"""Finds every position that can be reached from the beginning, breadth first, into files.

The files grow at their ends only, and `state.json` says how much of them counts. It is replaced
after each portion of work, so that an interrupted run loses a portion at most.

    keys, verdicts   of each position, in the order found
    texts            a line for each undecided position, in the same order
    counts           of each undecided position examined: how many moves it has
    moves            of these, one after the other: the number of the position it leads to, with
                     `expand.SAME`
    weights          where chance acts in the game: of each of these moves, 0 where a player moves
"""

import hashlib
import json
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from host_tools.games.contract import SolveError
from host_tools.games.retrograde import expand
from host_tools.games.retrograde.expand import KEY, SAME, Expander, Found, Keys
from host_tools.jobs.files import write_whole
from lodeboard.games.contract import UNDECIDED, Game
from lodeboard.system.loader import make_game, parts

Numbers = npt.NDArray[np.uint32]
Report = Callable[[int, int], None]  # positions examined, positions found

MOST = 200_000_000  # positions, unless the user allows more
ESTIMATE_AT = 200_000  # positions found: smaller games need no estimate
SAMPLE = 36_000  # random games: they can show about 216 million positions
PORTION = 20_000  # positions at least; a twentieth of those found if that is more
CHUNK = 200  # positions that a process examines at once
_NAMES = ("keys", "verdicts", "texts", "counts", "moves", "weights")
_SHARED = ("contract", "grid", "tiles")


def sources(name: str) -> str:
    """A fingerprint of a game's rules: a solution is of no use once they have changed."""
    found = hashlib.sha256()
    for module in (*parts(name), *(f"lodeboard.games.{each}" for each in _SHARED)):
        found.update(Path(str(import_module(module).__file__)).read_bytes())
    return found.hexdigest()[:16]


def check(game: Game) -> None:
    """Raise SolveError if this way of solving is not for the game."""
    if not callable(getattr(game, "key", None)):
        raise SolveError(f"{game.name} cannot be solved: it has no key()")


class Explorer:
    """The exploration of one rule set in a folder of its own, new or resumed. Raises SolveError.

    processes: how many examine positions. most: positions that are allowed.
    """

    def __init__(
        self, where: Path, name: str, rules: str, processes: int = 1, most: int = MOST
    ) -> None:
        self.where = where
        self.game = make_game(name, rules)
        check(self.game)
        self._processes = processes
        self._most = most
        self._state = self._resume()
        self._keys: Keys = np.fromfile(where / "keys", KEY)
        order = np.argsort(self._keys, kind="stable")
        self._keys, self._numbers = self._keys[order], order.astype(np.uint32)

    @property
    def found(self) -> int:
        return int(self._state["keys"]) // KEY.itemsize

    @property
    def examined(self) -> int:
        return int(self._state["counts"]) // 4

    def _resume(self) -> dict[str, Any]:
        self.where.mkdir(parents=True, exist_ok=True)
        origin = sources(self.game.name)
        try:
            state: dict[str, Any] = json.loads((self.where / "state.json").read_bytes())
        except (FileNotFoundError, ValueError):
            state = {}
        if state.get("sources") != origin or not all(self._reaches(name, state) for name in _NAMES):
            state = {"sources": origin, "read": 0, "estimated": 0} | dict.fromkeys(_NAMES, 0)
        for name in _NAMES:
            with (self.where / name).open("ab") as file:
                file.truncate(state.setdefault(name, 0))
        return state

    def _reaches(self, name: str, state: dict[str, Any]) -> bool:
        """Whether a file is as long as the state says."""
        path = self.where / name
        return path.exists() and path.stat().st_size >= state.get(name, 0)

    def run(self, report: Report) -> None:
        """Explore until nothing new is found. `report` may raise KeyboardInterrupt."""
        if not self.found:
            self.game.reset()
            root = Found(
                np.zeros(0, np.uint32), np.zeros(0, np.uint32),
                expand.pack_keys([expand.pack_key(self.game)]),
                [self.game.text()], np.array([self.game.verdict()], np.uint8),
                np.zeros(0, np.uint16),
            )  # fmt: skip
            self._add([root], 0)
        with self._expanding() as expanding, (self.where / "texts").open("rb") as lines:
            while True:
                self._allow()
                lines.seek(self._state["read"])
                wanted = max(PORTION, self.found // 20)
                texts = [
                    line.decode().rstrip("\n")
                    for line, _ in zip(lines, range(wanted), strict=False)
                ]
                if not texts:
                    return
                found, done = [], 0
                for part in expanding(
                    texts[begin : begin + CHUNK] for begin in range(0, len(texts), CHUNK)
                ):
                    found.append(part)
                    done += len(part.counts)
                    report(self.examined + done, self.found)
                self._add(found, sum(len(text.encode()) + 1 for text in texts))

    @contextmanager
    def _expanding(self) -> Iterator[Callable[[Iterator[list[str]]], Iterator[Found]]]:
        """Yields what examines lists of positions, in this process or in others."""
        if self._processes == 1:
            here = Expander(self.game)
            yield lambda texts: map(here.expand, texts)
            return
        pool = ProcessPoolExecutor(
            self._processes, multiprocessing.get_context("spawn"),
            expand.begin, (self.game.name, self.game.rules),
        )  # fmt: skip
        try:
            yield lambda texts: pool.map(expand.expand, texts)
        finally:
            pool.shutdown(cancel_futures=True)

    def _allow(self) -> None:
        """Raise SolveError if the game is too large."""
        name = f"{self.game.name} {self.game.rules}".rstrip()
        if self.found > self._most:
            raise SolveError(
                f"{name} has more than {self._most:,} positions: --most N allows more, and needs"
                " some 100 bytes of disk for each"
            )
        if self.found > ESTIMATE_AT and not self._state["estimated"]:
            number = round(expand.at_least(self.game, SAMPLE))
            if number > self._most:
                raise SolveError(
                    f"{name} is too large: random games show some {number:,} positions or more,"
                    f" and {self._most:,} are allowed (--most N)"
                )
            self._state["estimated"] = number

    def _add(self, parts: list[Found], read: int) -> None:
        """Number the new positions, write everything down."""
        keys, first, places = np.unique(
            np.concatenate([part.keys for part in parts]), return_index=True, return_inverse=True
        )
        at = np.searchsorted(self._keys, keys)
        known = np.zeros(len(keys), bool)
        inside = at < len(self._keys)
        known[inside] = self._keys[at[inside]] == keys[inside]
        numbers = np.empty(len(keys), np.uint32)
        numbers[known] = self._numbers[at[known]]
        fresh = ~known
        numbers[fresh] = self.found + np.arange(np.count_nonzero(fresh), dtype=np.uint32)
        numbers_there = numbers[places]
        begins = np.cumsum([0] + [len(part.keys) for part in parts])
        moves = [
            numbers_there[begin + (part.moves & (SAME - 1))] | (part.moves & SAME)
            for begin, part in zip(begins, parts, strict=False)
        ]
        texts = [text for part in parts for text in part.texts]
        verdicts = np.concatenate([part.verdicts for part in parts])[first[fresh]]
        new_texts = [
            texts[index] + "\n"
            for index, verdict in zip(first[fresh], verdicts, strict=True)
            if verdict == UNDECIDED
        ]
        self._write("keys", keys[fresh].astype(KEY).tobytes())
        self._write("verdicts", verdicts.tobytes())
        self._write("texts", "".join(new_texts).encode())
        self._write("counts", np.concatenate([part.counts for part in parts]).tobytes())
        self._write("moves", np.concatenate(moves).astype(np.uint32).tobytes())
        self._write("weights", np.concatenate([part.weights for part in parts]).tobytes())
        self._state["read"] += read
        write_whole(self.where / "state.json", json.dumps(self._state))
        self._keys = np.insert(self._keys, at[fresh], keys[fresh])
        self._numbers = np.insert(self._numbers, at[fresh], numbers[fresh])

    def _write(self, name: str, data: bytes) -> None:
        file: BinaryIO
        with (self.where / name).open("ab") as file:
            file.write(data)
        self._state[name] += len(data)

    def sorted(self) -> tuple[Keys, Numbers]:
        """The keys in rising order, and the number of each position."""
        return self._keys, self._numbers
