"""The exact values of all positions of flip tiles with few tiles, which ship with the program: what
search needs longest for. Read without NumPy, so in the browser too.

A file for each rule set, in the format of the board's tables (`lodeboard.games.book_file`), with a
section for each number of tiles: that tier of the solution, one signed byte a slot as
`solver/index.py` numbers them, packed by zlib. `solver/early.py` makes it.
"""

import zlib
from bisect import bisect_left
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

from lodeboard.games.book_file import BookError, BookFile
from lodeboard.games.flip.symmetry import image_table

if TYPE_CHECKING:
    from lodeboard.ports.port import Table

MOST_TILES = 7
FOLDER = Path(__file__).with_name("values")
_NAME = "flip"
_SUFFIX = ".early"
_ROWS = 4
_CELLS = 16


def early_path(rules: str, folder: Path = FOLDER) -> Path:
    """Where the values of a rule set lie."""
    return folder / f"{_NAME}-{rules}{_SUFFIX}"


class Early:
    """The values of one rule set. BookError where they cannot be used, also from `score`."""

    def __init__(self, rules: str, folder: Path = FOLDER) -> None:
        def open_table(_: str) -> "Table | None":
            try:
                file: Table = early_path(rules, folder).open("rb")
            except FileNotFoundError:
                return None
            return file

        self._file = BookFile(open_table, _NAME, rules)
        self._tiers: dict[int, bytes] = {}

    def close(self) -> None:
        self._file.close()

    def score(self, occupied: int, own: int, side: int) -> int:
        """The score (see `scores`) of an arrangement of at most MOST_TILES tiles, given as masks of
        cells: all tiles, those of the player to act, those that show their down side."""
        k = occupied.bit_count()
        if k not in self._tiers:
            self._tiers[k] = self._read(k)
        score = self._tiers[k][slot(occupied, own, side)]
        return score - 256 if score > 127 else score

    def _read(self, k: int) -> bytes:
        try:
            return zlib.decompress(self._file.whole(str(k), 0))
        except zlib.error as error:
            raise BookError(f"{self._file.name} is damaged: {k} tiles: {error}") from error


def slot(occupied: int, own: int, side: int) -> int:
    """The slot of an arrangement within its tier, as `solver/index.py` numbers them."""
    k = occupied.bit_count()
    whole, symmetry = min((_image(occupied, t), t) for t in range(8))
    own, side = _image(own, symmetry), _image(side, symmetry)
    rank = mine = sides = place = 0
    for index, cell in enumerate(_cells(whole)):
        if own >> cell & 1:
            mine += 1
            rank += comb(index, mine)
    for tiles in (whole & ~own, own):
        lowest = tiles & -tiles
        shown = side ^ tiles if side & lowest else side
        for cell in _cells(tiles & ~lowest):
            sides |= (shown >> cell & 1) << place
            place += 1
    orbit = bisect_left(_representatives(k), whole)
    return (orbit * comb(k, k // 2) + rank) << place | sides


@cache
def _representatives(k: int) -> list[int]:
    """The smallest images of all sets of k cells, in order."""
    masks = (sum(1 << cell for cell in cells) for cells in combinations(range(_CELLS), k))
    return sorted({min(_image(mask, t) for t in range(8)) for mask in masks})


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(_CELLS) if mask >> cell & 1]


def _image(mask: int, symmetry: int) -> int:
    images, first = _images(), symmetry * _ROWS << 4
    return (
        images[first | mask & 15]
        | images[first + 16 | mask >> 4 & 15]
        | images[first + 32 | mask >> 8 & 15]
        | images[first + 48 | mask >> 12]
    )


@cache
def _images() -> list[int]:
    return image_table().tolist()
