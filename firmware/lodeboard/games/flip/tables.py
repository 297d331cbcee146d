"""The look-up tables of the flip kernels: geometry as bytes, made once at start. A board then needs
this module no more.

Sections (offsets in search_layout):
LINES     a bit for each of the 65 536 masks: does it hold three in a row, column or diagonal?
          Mask m is bit m & 7 of byte m >> 3.
ONES      number of ones of each byte value
CELLS     cell of a one-bit mask: index ((mask * 0x09AF) >> 12) & 15 (a de Bruijn sequence)
NEAR      for each cell, low byte then high: the cells that share a line with it
NEXT_TO   the cells that share more than one line with it
PLACES    for each cell, the patterns that it is part of: pairs of the pattern's number and the
          power of 5 that the cell counts for, ended by a power 0
PATTERNS  for each pattern, low byte then high: where its weights begin within a set
WEIGHTS   the sets of weights, each byte 128 more than the weight: for the order of a search, and
          for moves that set problems. Filled by the caller, who then sets LEARNED.

A pattern's cells are digits of a number in base 5: 0 empty, 1 and 2 a tile of the player who
has just moved, up and down side, 3 and 4 one of the other player's.
"""

from micropython import const

from lodeboard.games.contract import NOWHERE
from lodeboard.games.flip import search_layout as layout
from lodeboard.games.flip.lookup import put_mask
from lodeboard.games.grid import Grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_CHUNK = const(512)  # bytes wiped at a time


def build_tables(
    grid: Grid, into: "bytearray | memoryview | None" = None
) -> "bytearray | memoryview":
    """Build all sections for a 4x4 grid in TABLES_BYTES bytes of memory, allocated if none is
    given. Fast enough for the chip's start."""
    tables = bytearray(layout.TABLES_BYTES) if into is None else into
    if into is not None:
        nothing = bytes(_CHUNK)
        for offset in range(0, layout.TABLES_BYTES, _CHUNK):
            length = min(_CHUNK, layout.TABLES_BYTES - offset)
            tables[offset : offset + length] = nothing[:length]
    lines = grid.lines
    _fill_lines(tables, lines)
    for value in range(1, 256):
        tables[layout.ONES + value] = tables[layout.ONES + (value >> 1)] + (value & 1)
    for cell in range(16):
        tables[layout.CELLS + (((0x09AF << cell) >> 12) & 15)] = cell
        near = 0
        next_to = 0
        for line in lines:
            if (line >> cell) & 1:
                next_to |= near & line
                near |= line
        beside = 0
        degree = 0
        for step in range(4):
            other = grid.neighbours[cell * 4 + step]
            if other != NOWHERE:
                beside |= 1 << other
                degree += 1
        tables[layout.DEGREE + cell] = degree
        put_mask(tables, layout.BESIDE + 2 * cell, beside)
        put_mask(tables, layout.NEAR + 2 * cell, near & ~(1 << cell))
        put_mask(tables, layout.NEXT_TO + 2 * cell, next_to & ~(1 << cell))
    _fill_patterns(tables, grid)
    return tables


def _fill_patterns(tables: "bytearray | memoryview", grid: Grid) -> None:
    """The sections PLACES and PATTERNS."""
    ends = [layout.PLACES + cell * layout.PLACES_BYTES for cell in range(16)]
    for index, (base, cells) in enumerate(patterns(grid)):
        put_mask(tables, layout.PATTERNS + 2 * index, base)
        power = 1
        for cell in reversed(cells):
            tables[ends[cell]] = index
            tables[ends[cell] + 1] = power
            ends[cell] += 2
            power *= 5


def patterns(grid: Grid) -> "list[tuple[int, list[int]]]":
    """The patterns of the learned order, 24 lines and 9 squares: the offset of each one's weights,
    and its cells, most significant first. Symmetric patterns share their weights."""
    shapes = [[cell for cell in range(16) if line >> cell & 1] for line in grid.lines]
    for corner in (0, 1, 2, 4, 5, 6, 8, 9, 10):
        shapes.append([corner, corner + 1, corner + 4, corner + 5])
    bases: dict[tuple[int, ...], int] = {}
    found = []
    end = 0
    for cells in shapes:
        images = [
            (sorted(symmetry[cell] for cell in cells), symmetry) for symmetry in grid.symmetries
        ]
        least, symmetry = min(images, key=lambda image: image[0])
        kind = tuple(least)
        if kind not in bases:
            bases[kind] = end
            end += 5 ** len(cells)
        found.append((bases[kind], sorted(cells, key=lambda cell: symmetry[cell])))
    return found


def _fill_lines(tables: "bytearray | memoryview", lines: "Sequence[int]") -> None:
    """Build by doubling: the masks whose highest cell is c are the masks below with c added. They
    contain the same lines, and also the lines whose highest cell is c and whose other two cells are
    present."""
    # Bytes: the low three cells are the bits of a byte, the others its index.
    for line in lines:
        if line < 8:
            for low in range(8):
                if low & line == line:
                    tables[0] |= 1 << low
    for cell in range(3, 16):
        half = 1 << (cell - 3)
        tables[half : 2 * half] = tables[0:half]
        for line in lines:
            if line >> cell == 1:
                rest = line & ~(1 << cell)
                bits = 0
                for low in range(8):
                    if low & rest & 7 == rest & 7:
                        bits |= 1 << low
                _add_line(tables, half, rest >> 3, bits)


def _add_line(tables: "bytearray | memoryview", half: int, rest: int, bits: int) -> None:
    """Set `bits` in every byte half..2*half-1 whose index contains all of `rest`."""
    index = half + rest
    while index < 2 * half:
        tables[index] |= bits
        index = (index + 1) | rest
