"""The printed parts: their names, how many a board needs, and OpenSCAD to run on them."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, replace

from hardware.dimensions import RELEASED, Dimensions, Point
from hardware.prints.parameters import HERE, parameters, spelled

# The page draws the same outlines.
OUTLINES = HERE.parents[1] / "host_tools" / "web" / "page" / "js" / "magician_outlines.js"
CURVE = 12  # straight pieces to one curve


class PrintError(Exception):
    """A part could not be made or is not right; the text says which and why."""


LARGE = ("base", "plate", "grid")  # those as large as the board


@dataclass(frozen=True)
class Part:
    """One file to print. `of` says what it is for: the board, its tiles, the pieces of xtic or
    of Magician Chess."""

    name: str
    source: str
    settings: tuple[tuple[str, str], ...]
    count: int
    of: str
    plastic: str
    bodies: int = 0  # joined here: OpenSCAD would take minutes
    cut: bool = False  # ... and one to take away
    figures: tuple[str, ...] = ()  # of a board of another size, for those in parameters.scad
    # Column and row of a part that is one of several, cut along the board's seams.
    quarter: tuple[int, int] | None = None

    def defines(self, *more: str) -> list[str]:
        """OpenSCAD's arguments for the part, or for a body of it."""
        own = more or tuple(f"{key}={value}" for key, value in self.settings)
        return [word for define in (*self.figures, *own) for word in ("-D", define)]


def _part(name: str, source: str, count: int, of: str, plastic: str, number: int = -1) -> Part:
    part = "piece" if number >= 0 else name
    settings: list[tuple[str, str]] = [("part", f'"{part}"')]
    if number >= 0:
        settings.append(("number", str(number)))
    return Part(name, source, tuple(settings), count, of, plastic)


def piece_name(number: int) -> str:
    """`piece_f_brown_vertical_hollow_square`: a file's name says what it is."""
    bits = (
        "brown" if number & 8 else "black",
        "vertical" if number & 4 else "horizontal",
        "hollow" if number & 2 else "solid",
        "square" if number & 1 else "round",
    )
    return f"piece_{number:x}_" + "_".join(bits)


@dataclass(frozen=True)
class Chessman:
    """A kind of Magician Chess's pieces. `flutes` are hollows in the side, `rim` a raised edge on
    top: fingers know the magician and the king by them."""

    letter: str
    per_side: int  # spares for promotion among them
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


def drawing(kind: str) -> tuple[list[Point], list[list[Point]]]:
    """The outline of a piece and the polygons to leave out of it, in mm from the middle of its
    top, y away from the player."""
    text = OUTLINES.read_text(encoding="utf-8")
    drawn = json.loads(text[text.index("{") : text.rindex("}") + 1])[kind]
    return _polygon(drawn["outline"]), [_polygon(cut) for cut in drawn["cuts"]]


def _polygon(path: str) -> list[Point]:
    """The corners of a closed path of M, L, C and Z, curves as straight pieces; y turned over."""
    points: list[Point] = []
    for letter, numbers in re.findall(r"([MLC])([^MLCZ]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if letter == "C":
            curve = [points[-1], *ends]
            for step in range(1, CURVE + 1):
                t = step / CURVE
                weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
                pairs = list(zip(weights, curve, strict=True))
                points.append((sum(w * p[0] for w, p in pairs), sum(w * p[1] for w, p in pairs)))
        else:
            points += ends
    return [(x, 0.0 - y) for x, y in points]


def _chessman(kind: str, side: str) -> Part:
    man = CHESSMEN[kind]
    outline, cuts = drawing(kind)
    settings = (
        ("part", '"chessman"'),
        ("second", spelled(side == "second")),
        ("height_mm", spelled(man.height_mm)),
        ("flutes", spelled(man.flutes)),
        ("rim", spelled(man.rim)),
        ("outline", spelled(outline)),
        ("cuts", spelled(cuts)),
    )
    plastic = "light" if side == "first" else "another colour, or the same"
    return Part(f"chess_{kind}_{side}", "tiles.scad", settings, man.per_side, "magician", plastic)


def parts(d: Dimensions = RELEASED) -> list[Part]:
    """All parts of the released board; of one of another size those that differ by its size."""
    cells = d.profile.cells
    tiles = d.profile.data["tile"]["per_player"]
    listed = [
        replace(_part("base", "case.scad", 1, "board", "any, dark"), bodies=4),
        replace(
            _part("plate", "case.scad", 1, "board", "dark, lets no light through"),
            bodies=3,
            cut=True,
        ),
        _part("grid", "case.scad", 1, "board", "white"),
        _part("ring", "case.scad", cells, "board", "clear or white, lets light through"),
        _part("spacer", "case.scad", len(d.strip_holes()), "board", "any"),
        _part("hood", "case.scad", 1, "board", "any, dark"),
        _part("tile_first", "tiles.scad", tiles, "tiles", "light"),
        _part("tile_second", "tiles.scad", tiles, "tiles", "another colour, or the same"),
        _part("plug", "tiles.scad", 2 * tiles, "tiles", "as the tile"),
        _part("jig", "tiles.scad", 1, "tiles", "any"),
        *(
            _part(
                piece_name(number),
                "tiles.scad",
                1,
                "xtic",
                "brown" if number & 8 else "black",
                number,
            )
            for number in range(16)
        ),
        _part("cap", "tiles.scad", 16, "xtic", "any"),
        *(_chessman(kind, side) for side in ("first", "second") for kind in CHESSMEN),
    ]
    if d is RELEASED:
        return listed
    figures = tuple(f"{name}={spelled(value)}" for name, value in parameters(d).items())
    sized = [replace(part, figures=figures) for part in listed if part.of == "board"]
    return [piece for part in sized for piece in _cut(part, d)]


def quarter_name(name: str, column: int, row: int) -> str:
    """`plate_2_1`: of the plate's pieces the second from the left in the upper row."""
    return f"{name}_{column + 1}_{row + 1}"


def _cut(part: Part, d: Dimensions) -> list[Part]:
    """The part, or the pieces of it where it is larger than a bed."""
    across, down = d.seams()
    if part.name not in LARGE or not (across or down):
        return [part]
    return [
        replace(part, name=quarter_name(part.name, i, j), quarter=(i, j))
        for j in range(len(down) + 1)
        for i in range(len(across) + 1)
    ]


def openscad(arguments: list[str], display: bool = False) -> str:
    """Run OpenSCAD; what it said. PrintError when it fails or warns."""
    words = ["openscad", *arguments]
    if display and not os.environ.get("DISPLAY"):
        words = ["xvfb-run", "-a", *words]
    if shutil.which(words[0]) is None:
        raise PrintError(f"{words[0]} is not installed. Get it with: make setup-hardware")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    if done.returncode != 0 or "WARNING" in said or "ERROR" in said:
        raise PrintError(f"openscad {' '.join(arguments)}:\n{said.strip()}")
    return said
