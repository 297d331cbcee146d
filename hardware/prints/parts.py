"""The printed parts: their names, how many a board needs, and OpenSCAD to run on them."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, replace
from typing import Any

from hardware.dimensions import RELEASED, Dimensions
from hardware.prints.parameters import HERE, parameters, spelled

DRAWINGS = HERE / "magician.json"


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


def chessmen() -> dict[str, Any]:
    """Magician Chess's pieces by name: how many a side needs, shape and drawing."""
    found: dict[str, Any] = json.loads(DRAWINGS.read_text(encoding="ascii"))["pieces"]
    return found


def _chessman(kind: str, side: str) -> Part:
    man = chessmen()[kind]
    settings = [("part", '"chessman"'), ("second", "true" if side == "second" else "false")]
    settings += [(key, spelled(man[key])) for key in ("height_mm", "flutes", "rim", "add", "cut")]
    plastic = "light" if side == "first" else "another colour, or the same"
    name = f"chess_{kind}_{side}"
    return Part(name, "tiles.scad", tuple(settings), man["per_side"], "magician", plastic)


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
        *(_chessman(kind, side) for side in ("first", "second") for kind in chessmen()),
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
