"""A board of rows and columns as bit masks: bit i is cell i, row-major from the top left.

Cells are written like a1: the letter is the column, the digit the row, a1 top left.
Directions are 0 north (towards row 1), 1 east, 2 south, 3 west.
"""

from lodeboard.games.contract import NOWHERE, GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DIRECTIONS = "NESW"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_RUN = 3  # cells per line


class Grid:
    """Geometry of a rows x columns board, computed once.

    `full`        mask of all cells
    `neighbours`  index cell * 4 + direction: the orthogonal neighbour, or NOWHERE
    `lines`       masks of all rows, columns and diagonals of three consecutive cells
    `symmetries`  permutations: cell i goes to symmetries[t][i]; 8 of them on a square board,
                  4 on an oblong one, the identity first
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.cells = rows * columns
        self.full = (1 << self.cells) - 1
        self.neighbours = _neighbours(rows, columns)
        self._first_column = _column(rows, columns, 0)
        self._last_column = _column(rows, columns, columns - 1)
        # A line has a first cell and a stride; the mask holds the possible first cells.
        self._runs = _runs(rows, columns)
        self.lines = _lines(self._runs, self.cells)
        self.symmetries = _symmetries(rows, columns)

    def spread(self, mask: int) -> int:
        """Return all orthogonal neighbours of the cells in `mask`."""
        columns = self.columns
        return (
            (mask >> columns)
            | (mask << columns)
            | ((mask & ~self._first_column) >> 1)
            | ((mask & ~self._last_column) << 1)
        ) & self.full

    def lined(self, mask: int) -> int:
        """Return the cells of `mask` that are part of a line within `mask`."""
        cells = 0
        for stride, starts in self._runs:
            run = mask & (mask >> stride) & (mask >> (stride + stride)) & starts
            if run:
                cells |= run | (run << stride) | (run << (stride + stride))
        return cells

    def image(self, mask: int, symmetry: int) -> int:
        """`mask` under a symmetry (index into `symmetries`)."""
        moved = 0
        for cell in self.symmetries[symmetry]:
            if mask & 1:
                moved |= 1 << cell
            mask >>= 1
        return moved

    def cell_name(self, cell: int) -> str:
        """a1 is cell 0."""
        return _LETTERS[cell % self.columns] + str(cell // self.columns + 1)

    def cell_of(self, text: str) -> int:
        """Return the cell with this name. GameError if there is none."""
        if len(text) == 2:
            column = _LETTERS.find(text[0])
            row = "123456789".find(text[1])
            if 0 <= column < self.columns and 0 <= row < self.rows:
                return row * self.columns + column
        raise GameError(
            f'"{text}" is no cell: cells are a1 to {self.cell_name(self.cells - 1)},'
            " column then row"
        )


_MADE: "dict[tuple[int, int], Grid]" = {}


def grid_of(rows: int, columns: int) -> Grid:
    """Return the grid of this size. It is shared, since it never changes and a copy would take
    memory."""
    size = (rows, columns)
    if size not in _MADE:
        _MADE[size] = Grid(rows, columns)
    return _MADE[size]


def _column(rows: int, columns: int, column: int) -> int:
    mask = 0
    for row in range(rows):
        mask |= 1 << (row * columns + column)
    return mask


def _neighbours(rows: int, columns: int) -> bytes:
    table = bytearray(rows * columns * 4)
    for cell in range(rows * columns):
        row = cell // columns
        column = cell % columns
        table[cell * 4] = cell - columns if row > 0 else NOWHERE
        table[cell * 4 + 1] = cell + 1 if column < columns - 1 else NOWHERE
        table[cell * 4 + 2] = cell + columns if row < rows - 1 else NOWHERE
        table[cell * 4 + 3] = cell - 1 if column > 0 else NOWHERE
    return bytes(table)


def _runs(rows: int, columns: int) -> "tuple[tuple[int, int], ...]":
    reach = _RUN - 1
    runs = []
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        starts = 0
        for cell in range(rows * columns):
            row = cell // columns + down * reach
            column = cell % columns + across * reach
            if row < rows and 0 <= column < columns:
                starts |= 1 << cell
        runs.append((down * columns + across, starts))
    return tuple(runs)


def _lines(runs: "Sequence[tuple[int, int]]", cells: int) -> "tuple[int, ...]":
    lines = []
    for stride, starts in runs:
        shape = 1 | (1 << stride) | (1 << (stride + stride))
        for cell in range(cells):
            if (starts >> cell) & 1:
                lines.append(shape << cell)
    return tuple(lines)


def _symmetries(rows: int, columns: int) -> "tuple[bytes, ...]":
    permutations = []
    for swap in (False, True) if rows == columns else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                permutation = bytearray(rows * columns)
                for cell in range(rows * columns):
                    row = cell // columns
                    column = cell % columns
                    if swap:
                        row, column = column, row
                    if upside_down:
                        row = rows - 1 - row
                    if mirrored:
                        column = columns - 1 - column
                    permutation[cell] = row * columns + column
                permutations.append(bytes(permutation))
    return tuple(permutations)
