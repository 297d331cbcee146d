"""Checks a proof of xtic by other means than it was found with.

What the first position is worth is shown once more from the facts about positions with the most
pieces alone (`facts.DEEPEST`), by the firmware's rules and with symmetries found here by trying.
Those facts in turn are searched again by the board's own engine, which shares nothing with the
kernel that found them but the rules.
"""

import math
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

import numpy as np

from host_tools.build.compiled import compiled
from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.board import I64, text_of
from host_tools.games.xtic.solver.facts import DEEPEST, Key
from host_tools.jobs.interrupt import at_once, between_steps
from lodeboard.games.contract import LOSE, NOWHERE
from lodeboard.games.xtic import search_layout as xtic_words
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import FULL_BOARD, XticSearch
from lodeboard.games.xtic.search_kernel import xtic_search

GIVE = 16  # first giving step
SAVE_S = 60.0

# A leaf of the proof: its key, and whether the question is about the giver (1) or the placer (0).
Leaf = tuple[Key, int]
Say = Callable[[str], None]


def record_path(rules: str, where: Path) -> Path:
    """The path of the record of facts searched again and found right, in the same format."""
    return where / f"xtic-{rules}.checked"


class Step(NamedTuple):
    """A gift and where it is laid, and the position after that."""

    piece: int
    cell: int
    key: Key


class CheckError(Exception):
    """The proof does not hold; the text says where."""


def board_symmetries(lines: "tuple[int, ...]") -> I64:
    """Find every permutation of the cells that maps lines to lines, by trying cell by cell; a
    branch ends when two cells on a common line map to cells on none, or the reverse."""
    cells = range(16)
    common = [[sum(line >> a & line >> b & 1 for line in lines) for b in cells] for a in cells]
    found: list[list[int]] = []

    def place(image: list[int]) -> None:
        cell = len(image)
        if cell == 16:
            images = {sum(1 << image[c] for c in cells if line >> c & 1) for line in lines}
            if images == set(lines):
                found.append(list(image))
            return
        for target in cells:
            if target not in image and all(
                common[target][there] == common[cell][before] for before, there in enumerate(image)
            ):
                place([*image, target])

    place([])
    return np.array(found, np.int64)


def least_faces(masks: I64) -> int:
    """The least of these faces, four masks of cells each in any order, as a key has them."""
    masks.sort(axis=1)
    packed = masks.astype(np.uint64) @ (np.uint64(1) << np.arange(0, 64, 16, dtype=np.uint64))
    return int(packed.min())


class Checker:
    """One file of facts. Raises StoreError if it cannot be read."""

    def __init__(self, rules: str, path: Path, root: str = "", deepest: int = DEEPEST) -> None:
        self.rules = rules
        self._deepest = deepest
        self._game = Xtic(rules)
        if root:
            self._game.load(root)
        self._symmetries = board_symmetries(self._game.lines)
        self._weights = 1 << self._symmetries  # of cell i under each symmetry
        # What the file says, under keys of the checker's own; followed, and believed only where
        # the tree ends.
        self._said: dict[Key, int] = store.read(rules, path, self.key).known
        self._proved: dict[Leaf, bool] = {}
        self._needed: dict[Leaf, bool] = {}
        self._costs: dict[Leaf, float] = {}
        self._say: Say = print
        #: Of the last repeated search, including earlier runs of the same record.
        self.seconds = 0.0

    def key(self, game: Xtic) -> Key:
        """Occupied cells and faces of the smallest image of the pieces on the board."""
        pieces = np.frombuffer(bytes(game.at), np.uint8).astype(np.int64)
        taken = pieces != NOWHERE
        cells = self._weights @ taken
        best = cells.min()
        weights = self._weights[cells == best]
        first = int(best) & -int(best)
        masks = np.stack([weights @ (taken & (pieces >> bit & 1 == 1)) for bit in range(4)], axis=1)
        masks = np.where(masks & first, masks ^ best, masks)
        return int(best), least_faces(masks)

    def prove(self, say: Say) -> tuple[str, dict[Leaf, bool]]:
        """The value of the first position for who gives (`not-win` where only that is said), and
        the facts at the end of the tree that prove it. CheckError where something is missing or
        contradicts itself."""
        self._say = say
        key = self.key(self._game)
        for gives, value in ((1, "win"), (0, "lose")):
            if self._claim(key, gives) is None:
                if gives:
                    raise CheckError("it is not finished: what the root is worth is not said")
                return "not-win", self._needed
            if self._wins(key, gives):
                return value, self._needed
        return "tie", self._needed

    def _wins(self, key: Key, gives: int) -> bool:
        """Whether the giver (1) or the placer (0) wins in the position of the game, `key`."""
        leaf = (key, gives)
        if leaf in self._proved:
            return self._proved[leaf]
        said = self._claim(key, gives)
        if said is None:
            raise CheckError(f"there is no fact about {text_of(*key)}")
        if key[0].bit_count() == self._deepest:
            self._needed[leaf] = said
        else:
            self._follow(key, gives, said)
        self._proved[leaf] = said
        if len(self._proved) % 100 == 0:
            self._say(f"followed {len(self._proved):,} positions of the tree")
        return said

    def _claim(self, key: Key, gives: int) -> bool | None:
        bits = self._said.get(key, 0) >> (0 if gives else 2) & 3
        return None if bits == 0 else bits == 1

    def _follow(self, key: Key, gives: int, said: bool) -> None:
        """Show that the answer follows from answers one piece further on. Of several ways, the one
        that needs the fewest new facts is followed."""
        for ways in self._choices(gives, said):
            if not ways:
                raise CheckError(f"no step achieves what the fact about {text_of(*key)} claims")
            for step in min(ways, key=lambda way: sum(self._cost(step, gives) for step in way)):
                self._push(step)
                found = self._wins(step.key, 1 - gives)
                self._pop()
                assert found == self._claim(step.key, 1 - gives)

    def _choices(self, gives: int, said: bool) -> list[list[list[Step]]]:
        """The ways to show the answer for the position of the game: one way of each choice is
        needed. A way is all of its steps."""
        good = gives == 0  # the answer that the placer wants
        after: list[list[Step]] = [
            [Step(piece, cell, key) for key, cell in cells.items()]
            for piece, cells in enumerate(self._gifts())
            if self._left(piece)
        ]
        claims = [[self._claim(step.key, 1 - gives) for step in steps] for steps in after]
        if said != good:
            # one gift with no good cell for the placer
            return [[
                steps for steps, known in zip(after, claims, strict=True)
                if good not in known and None not in known
            ]]  # fmt: skip
        # For each gift one cell that is good for who places.
        return [
            [[step] for step, claim in zip(steps, known, strict=True) if claim == good]
            for steps, known in zip(after, claims, strict=True)
        ]

    def _cost(self, step: Step, gave: int) -> float:
        """How many facts it takes to show what is said after a step, with each counted as often
        as it is used; none where it is shown. gave: of the question before the step."""
        key, gives = leaf = step.key, 1 - gave
        if leaf in self._proved:
            return 0
        if key[0].bit_count() == self._deepest:
            return 1
        if leaf not in self._costs:
            said = self._claim(key, gives)
            assert said is not None
            self._push(step)
            self._costs[leaf] = sum(
                min(
                    (sum(self._cost(each, gives) for each in way) for way in ways),
                    default=math.inf,
                )
                for ways in self._choices(gives, said)
            )
            self._pop()
        return self._costs[leaf]

    def _push(self, step: Step) -> None:
        self._game.push(GIVE + step.piece)
        self._game.push(step.cell)

    def _pop(self) -> None:
        self._game.pop()
        self._game.pop()

    def _left(self, piece: int) -> bool:
        return not self._game.used >> piece & 1

    def _gifts(self) -> list[dict[Key, int]]:
        """For each piece, the positions that giving it may lead to, and a suitable cell; lost ones
        are omitted."""
        game = self._game
        found: list[dict[Key, int]] = [{} for _ in range(16)]
        for piece in range(16):
            if not self._left(piece):
                continue
            game.push(GIVE + piece)
            for cell in range(16):
                if not game.occupied >> cell & 1:
                    game.push(cell)
                    if game.verdict() != LOSE:
                        found[piece].setdefault(self.key(game), cell)
                    game.pop()
            game.pop()
        return found

    def search_again(
        self, needed: dict[Leaf, bool], sample: int, say: Say, threads: int = 1,
        record: Path | None = None,
    ) -> int:  # fmt: skip
        """Search facts by the engine of the board, so many as `sample` says, or all with 0; in an
        order by chance that is always the same, so that what a run has done until it is broken off
        is a fair sample. How many there are; CheckError where one is wrong, StoreError.

        record: a file of those found right, written every minute and at the end; what it says is
        not searched again.
        """
        chosen = sorted(needed)
        random.Random(self.rules).shuffle(chosen)
        chosen = chosen[: sample or len(chosen)]
        found = store.Facts(self.rules)
        if record and record.exists():
            found = store.read(self.rules, record, self.key)
        waiting = [
            leaf for leaf in reversed(chosen) if found.look_up(*leaf) is not needed[leaf]
        ]  # fmt: skip
        again = _Again(needed, waiting, found, record)
        engines = [Engine(self.rules) for _ in range(threads)]
        if waiting:
            with at_once():
                engines[0].compile(waiting[-1])
        saved = time.monotonic()
        with between_steps(say) as told, ThreadPoolExecutor(threads) as pool:
            works = [pool.submit(again.work, engine) for engine in engines]
            try:
                while True:
                    done, rest = wait(works, 0.2, FIRST_EXCEPTION)
                    told(f"searched {len(chosen) - len(waiting):,} of {len(chosen):,} again")
                    if time.monotonic() - saved > SAVE_S:
                        again.save()
                        saved = time.monotonic()
                    if not rest or any(each.exception() for each in done):
                        break
            finally:
                again.stop.set()
                wait(works)
                again.save()
            for each in works:
                each.result()
        self.seconds = again.seconds
        return sum(found.look_up(*leaf) is needed[leaf] for leaf in chosen)


class _Again:
    """Facts that several threads search again: those waiting, and those found right."""

    def __init__(
        self, needed: dict[Leaf, bool], waiting: list[Leaf], found: store.Facts,
        record: Path | None,
    ) -> None:  # fmt: skip
        self._needed = needed
        self._waiting = waiting
        self._found = found
        self._record = record
        self._lock = threading.Lock()
        self._before, self._begun = found.seconds, time.monotonic()
        self.stop = threading.Event()

    @property
    def seconds(self) -> float:
        """What has been searched so long, with the runs before."""
        return self._before + time.monotonic() - self._begun

    def work(self, engine: "Engine") -> None:
        """Search one after another until none waits, or until `stop`. CheckError."""
        while True:
            with self._lock:
                if not self._waiting:
                    return
                leaf = self._waiting.pop()
            wins = engine.wins(leaf, self.stop)
            if wins is None:
                return
            if wins is not self._needed[leaf]:
                raise CheckError(
                    f"searched again, {text_of(*leaf[0])}: who"
                    f" {'gives' if leaf[1] else 'places'} {'wins' if wins else 'does not win'}"
                )
            with self._lock:
                self._found.add(*leaf, self._needed[leaf])
                self._found.nodes += engine.nodes

    def save(self) -> None:
        """Write those found right, where they are recorded."""
        if self._record:
            with self._lock:
                self._found.seconds = self.seconds
                copy = self._found.copy()
            store.write(copy, self._record)


class Engine:
    """The engine of the board, compiled, with a transposition table of its own."""

    SLOTS = 1 << 15  # this many stay in the processor's cache: more would be slower

    def __init__(self, rules: str) -> None:
        self._search = XticSearch(self.SLOTS, compiled(xtic_search))
        self._game = Xtic(rules)

    def compile(self, leaf: Leaf) -> None:
        """Compile before threads use it: compiling in a thread would delay Ctrl-C."""
        self._begin(leaf)
        self._search.run(1)

    def wins(self, leaf: Leaf, stop: threading.Event) -> bool | None:
        """The answer to the question; None once `stop` is set."""
        self._begin(leaf)
        while self._search.run(200_000) == xtic_words.RUNNING:
            if stop.is_set():
                return None
        return self._search.value == (1 if leaf[1] else -1)

    @property
    def nodes(self) -> int:
        """The number of gifts examined for the last answer."""
        return self._search.nodes

    def _begin(self, leaf: Leaf) -> None:
        key, gives = leaf
        self._game.load(text_of(*key))
        steps = bytearray(self._game.max_steps)
        self._search.wipe()
        self._search.load(self._game, steps, self._game.steps(steps))
        self._search.begin(FULL_BOARD)
        # a window that only separates wins from the rest, or losses, halves the work
        state = self._search.state
        state[xtic_words.FRAMES + xtic_words.ALPHA] = gives - 1
        state[xtic_words.FRAMES + xtic_words.BETA] = gives
