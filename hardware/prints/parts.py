"""The printed parts: their names and quantities."""

from dataclasses import dataclass, replace

from hardware.dimensions import RELEASED, Dimensions
from lodeboard.games.catalogue import BOARDS, VARIANTS


class PrintError(Exception):
    """A part could not be made or is wrong; the text says which and why."""


LARGE = (
    "base",
    "plate",
    "grid",
    "lid",
    "carrier",
    "plate_flat",
    "lid_flat",
)  # as large as the board
LONG = ("cover", "wing")  # as long as the board
RAISED = 1.0  # height of the drawing on a piece of Magician Chess


@dataclass(frozen=True)
class Part:
    """One file to print. `of` is its use: the board, its flat top instead of the ridged one, a Pico
    in sockets instead of one that lies flat, its tiles, the box for pieces, the pieces of xtic or
    of Magician Chess; `drawn` is the part of which it is all or a piece."""

    name: str
    drawn: str
    count: int
    of: str
    plastic: str
    # Column and row of a piece of a part that is cut along the board's seams.
    quarter: tuple[int, int] | None = None


def _part(name: str, count: int, of: str, plastic: str) -> Part:
    return Part(name, name, count, of, plastic)


def piece_name(number: int) -> str:
    """`piece_f_brown_vertical_hollow_square`: the file's name describes the piece."""
    bits = (
        "brown" if number & 8 else "black",
        "vertical" if number & 4 else "horizontal",
        "hollow" if number & 2 else "solid",
        "square" if number & 1 else "round",
    )
    return f"piece_{number:x}_" + "_".join(bits)


@dataclass(frozen=True)
class Chessman:
    """A kind of piece of Magician Chess. `flutes` are hollows in the side, `rim` a raised edge on
    top, by which fingers recognise the magician and the king."""

    letter: str
    per_side: int  # including spares for promotion
    height_mm: int  # of the disc, without the drawing on it
    flutes: int = 0
    rim: bool = False


CHESSMEN = {
    "pawn": Chessman("P", 7, 6),
    "rook": Chessman("R", 3, 10),
    "knight": Chessman("N", 3, 10),
    "magician": Chessman("M", 3, 12, flutes=3),
    "king": Chessman("K", 1, 16, rim=True),
}


def parts(d: Dimensions = RELEASED) -> list[Part]:
    """All parts of the released board; for another size those that depend on the size."""
    tiles = d.profile.data["tile"]["per_player"]
    if d.bench:
        return [_part(*row) for row in _board(d) if row[0] in BENCH]
    sized = [piece for row in _board(d) for piece in _cut(_part(*row), d)]
    if d is not RELEASED:
        return sized
    return [
        *sized,
        _part("tile_first", tiles, "tiles", "cream, from 0.4 to 6.4 mm orange"),
        _part("tile_second", tiles, "tiles", "dark blue, from 0.4 to 6.4 mm pale blue"),
        _part("plug_first", tiles, "tiles", "orange"),
        _part("plug_second", tiles, "tiles", "pale blue, from 3.5 mm dark blue"),
        _part("jig", 1, "tiles", "any"),
        *(
            _part(piece_name(number), 1, "xtic", "brown" if number & 8 else "black")
            for number in range(16)
        ),
        _part("cap", 16, "xtic", "any"),
        _part("cover_socket", 1, "socket", "as the cover"),
        _part("box", 1, "box", "any, dark"),
        _part("box_lid", 1, "box", "as the lid"),
        *(
            _part(f"chess_{kind}_{side}", man.per_side, "magician", plastic)
            for side, plastic in (("first", "light"), ("second", "another colour, or the same"))
            for kind, man in CHESSMEN.items()
        ),
    ]


# The parts of a board needed for cells on a bench.
BENCH = ("base", "plate", "grid", "ring", "carrier", "lid")


def _board(d: Dimensions) -> list[tuple[str, int, str, str]]:
    dark = "any, dark"
    return [
        ("base", 1, "board", dark),
        ("wing", 1, "board", dark),
        ("plate", 1, "board", "dark, lets no light through"),
        ("grid", 1, "board", "first 0.4 mm dark, then white"),
        ("ring", d.profile.cells, "board", "clear or white, lets light through"),
        ("cover", 1, "board", "first 0.4 mm as the marks, then dark"),
        ("hatch", 1, "board", dark),
        *((f"button_{name}", 1, "board", "as the cover") for name in BUTTONS),
        ("lid", 1, "board", "first 0.4 mm as the plate's marks, then dark"),
        *((("carrier", 1, "board", "any: only without a circuit board"),) if carried(d) else ()),
        ("plate_flat", 1, "flat", "first 0.8 mm dark, then white"),
        ("ring_flat", d.profile.cells, "flat", "clear or white, lets light through"),
        ("lid_flat", 1, "flat", "as the lid"),
    ]


def carried(d: Dimensions) -> bool:
    """Whether there is something to put in place of the circuit board: a cell on a bench, or
    strips."""
    return d.bench or d is RELEASED


BUTTONS = ("left", "middle", "right")


def stored_mm(d: Dimensions) -> float:
    """Height of the tallest piece under the closed lid: a tile, or the pieces of a game only for
    boards of this size."""
    size = (d.profile.rows, d.profile.columns)
    tile: float = d.profile.data["tile"]["thickness_mm"]
    games = {name for (name, _), sizes in zip(VARIANTS, BOARDS, strict=True) if size in sizes}
    if "magician" in games:
        return max(man.height_mm for man in CHESSMEN.values()) + RAISED
    return tile


def quarter_name(name: str, column: int, row: int) -> str:
    """`plate_2_1`: of the plate's pieces the second from the left in the upper row."""
    return f"{name}_{column + 1}_{row + 1}"


def seams(name: str, d: Dimensions) -> tuple[list[float], list[float]]:
    """The cuts of a part, by x and by y."""
    across, down = d.seams()
    if name in LARGE:
        return across, down
    return [], down if name in LONG else []


def _cut(part: Part, d: Dimensions) -> list[Part]:
    """The part, or its pieces if it is larger than a bed."""
    across, down = seams(part.name, d)
    if not (across or down):
        return [part]
    return [
        replace(part, name=quarter_name(part.name, i, j), quarter=(i, j))
        for j in range(len(down) + 1)
        for i in range(len(across) + 1)
    ]
