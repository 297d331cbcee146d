"""Checks a proof of xtic by other means than it was found with.

What the first position is worth is shown once more from the facts about positions with the most
pieces alone (`facts.DEEPEST`), by the firmware's rules and with symmetries found here by trying.
Those facts in turn are searched again by the board's own engine, which shares nothing with the
kernel that found them but the rules.
"""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np

from host_tools.build.compiled import compiled
from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.board import I64, text_of
from host_tools.games.xtic.solver.facts import DEEPEST, Key
from lodeboard.games.contract import LOSE, NOWHERE
from lodeboard.games.xtic import search_layout as xtic_words
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import FULL_BOARD, XticSearch
from lodeboard.games.xtic.search_kernel import xtic_search

GIVE = 16  # first giving step

# A leaf of the proof: its key, and whether the question is who gives (1) or who places (0).
Leaf = tuple[Key, int]
Say = Callable[[str], None]


class CheckError(Exception):
    """The proof does not hold; the text says where."""


def board_symmetries(lines: "tuple[int, ...]") -> I64:
    """Every permutation of the cells that carries lines to lines, found by trying cell by cell;
    given up where two cells had a line in common and have none any more, or the reverse."""
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
    """One file of facts, read; StoreError where it cannot be."""

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
        self._said: dict[Key, int] = {}
        for key, bits in store.read(rules, path).known.items():
            game = Xtic(rules)
            game.load(text_of(*key))
            self._said[self.key(game)] = bits
        self._proved: dict[Leaf, bool] = {}
        self._needed: dict[Leaf, bool] = {}
        self._say: Say = print

    def key(self, game: Xtic) -> Key:
        """Occupied cells and faces of the smallest image of the pieces on the board."""
        at = np.frombuffer(bytes(game.at), np.uint8).astype(np.int64)
        taken = at != NOWHERE
        cells = self._weights @ taken
        best = cells.min()
        weights = self._weights[cells == best]
        first = int(best) & -int(best)
        masks = np.stack([weights @ (taken & (at >> bit & 1 == 1)) for bit in range(4)], axis=1)
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
        """Whether who gives (1) or who places (0) wins in the position of the game, `key`."""
        leaf = (key, gives)
        if leaf in self._proved:
            return self._proved[leaf]
        said = self._claim(key, gives)
        if said is None:
            raise CheckError(f"nothing is said of {text_of(*key)}")
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
        """Show that the answer to the question follows from those one piece further on."""
        good = gives == 0  # the answer that who places wants
        after = [list(cells.items()) for cells in self._gifts()]
        if said != good:
            # One gift with which no cell is good for who places.
            for piece, cells in enumerate(after):
                claims = [self._claim(each, 1 - gives) for each, _ in cells]
                if self._left(piece) and good not in claims and None not in claims:
                    for each, cell in cells:
                        self._check(piece, cell, each, 1 - gives, said)
                    return
            raise CheckError(f"no gift is known to do what is said of {text_of(*key)}")
        # For each gift one cell that is good for who places.
        for piece, cells in enumerate(after):
            if self._left(piece):
                found = [pair for pair in cells if self._claim(pair[0], 1 - gives) == good]
                if not found:
                    raise CheckError(f"gift {piece:x} is not answered in {text_of(*key)}")
                self._check(piece, found[0][1], found[0][0], 1 - gives, said)

    def _left(self, piece: int) -> bool:
        return not self._game.used >> piece & 1

    def _check(self, piece: int, cell: int, key: Key, gives: int, wanted: bool) -> None:
        game = self._game
        game.push(GIVE + piece)
        game.push(cell)
        found = self._wins(key, gives)
        game.pop()
        game.pop()
        assert found == wanted

    def _gifts(self) -> list[dict[Key, int]]:
        """For each piece the positions that giving it may lead to, and a cell that does; those
        in which it has lost are left out."""
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

    def search_again(self, needed: dict[Leaf, bool], sample: int, say: Say) -> int:
        """Search facts by the engine of the board: so many, chosen at random but always the
        same, or all with 0. CheckError where one is wrong."""
        chosen = sorted(needed)
        if 0 < sample < len(chosen):
            chosen = random.Random(self.rules).sample(chosen, sample)
        search = XticSearch(1 << 18, compiled(xtic_search))
        game = Xtic(self.rules)
        for number, (key, gives) in enumerate(chosen, start=1):
            game.load(text_of(*key))
            steps = bytearray(game.max_steps)
            search.wipe()
            search.load(game, steps, game.steps(steps))
            search.begin(FULL_BOARD)
            while search.run(1_000_000) == xtic_words.RUNNING:
                pass
            if (search.value == (1 if gives else -1)) != needed[key, gives]:
                raise CheckError(
                    f"searched again, {text_of(*key)} is worth {search.value} for who gives"
                )
            say(f"searched {number:,} of {len(chosen):,} facts again")
        return len(chosen)
