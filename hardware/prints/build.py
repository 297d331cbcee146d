"""python -m hardware.prints: make the STL files and the pictures into build/hardware/prints."""

import argparse
import shutil
import sys
import zipfile
from pathlib import Path

from hardware import released
from hardware.circuit.sizes import sized
from hardware.dimensions import RELEASED, Dimensions
from hardware.prints.meshes import make_all
from hardware.prints.parameters import FILE, HERE, spelled, text
from hardware.prints.parts import PrintError, openscad, parts
from lodeboard.boards.profile import Profile

ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "hardware" / "prints"
RELEASE = ROOT / "hardware" / "release"
# The boards of the release besides the one whose archive has the tiles and pieces, too.
OTHERS = [Dimensions(Profile(data)) for data in released.BOARDS if data is not released.DATA]
GUIDE = ROOT / "hardware" / "pictures"
# Scene, camera (what is looked at; turns; distance), projection, size.
PICTURES = {
    "together": ("78,-60,0,50,0,24,640", "p", "1200,860"),
    "apart": ("78,-60,50,62,0,26,820", "p", "1200,1000"),
    "under": ("78,-60,0,38,0,20,620", "p", "1200,900"),
    "cut": ("78,-80,4,90,0,0,125", "o", "1600,300"),
    "tiles": ("42,-21,0,38,0,0,230", "p", "1200,680"),
    "pieces": ("133,-35,6,48,0,0,480", "p", "1400,680"),
    "jig": ("19,0,16,68,0,20,220", "p", "900,760"),
    "chessmen": ("80,-21,6,30,0,0,280", "p", "1400,700"),
    "quarters": ("145,-127,60,52,0,24,1150", "p", "1200,1100"),
}
CUT = "quarters"  # this one is of the released board whose parts are cut


def build_parts(
    folder: Path = BUILD, names: tuple[str, ...] = (), d: Dimensions = RELEASED
) -> None:
    """STL files, of these names or all."""
    if FILE.read_text(encoding="ascii") != text():
        raise PrintError(f"{FILE} is out of date: python -m hardware.prints.parameters")
    make_all([part for part in parts(d) if not names or part.name in names], folder, d)


def build_pictures(folder: Path = BUILD, names: tuple[str, ...] = ()) -> None:
    """PNG pictures, from the STL files in the same folder."""
    for scene, (camera, projection, size) in PICTURES.items():
        if names and scene not in names:
            continue
        others = [d for d in OTHERS if any(d.seams())] if scene == CUT else []
        source = folder_of(others[0], folder) if others else folder
        arguments = ["-o", str(folder / f"{scene}.png")]
        arguments += [
            "--camera",
            camera,
            "--projection",
            projection,
            "--imgsize",
            size,
            "--colorscheme",
            "Tomorrow",
        ]
        defines = [f'scene="{scene}"', f'folder="{source}"']
        defines += [f"seams={spelled(d.seams())}" for d in others]
        for define in defines:
            arguments += ["-D", define]
        openscad([*arguments, str(HERE / "pictures.scad")], display=True)


def folder_of(d: Dimensions, folder: Path = BUILD) -> Path:
    """Where the parts of another board are made, beside the first's."""
    return folder.with_name(f"{folder.name}-{d.profile.rows}x{d.profile.columns}")


def build(folder: Path = BUILD) -> None:
    build_parts(folder)
    for d in OTHERS:
        build_parts(folder_of(d, folder), d=d)
    build_pictures(folder)
    print(f"prints: {len(parts())} parts, {len(PICTURES)} pictures in {folder}")


def pack(folder: Path, archive: Path, d: Dimensions = RELEASED) -> None:
    """Put a board's STL files into one archive without dates."""
    with zipfile.ZipFile(archive, "w") as packed:
        for part in sorted(parts(d), key=lambda part: part.name):
            entry = zipfile.ZipInfo(f"{part.name}.stl")
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, (folder / entry.filename).read_bytes(), compresslevel=9)


def release(folder: Path = BUILD) -> None:
    """Put the STL files, in an archive for each board, and the guide's pictures in their place."""
    for place in (RELEASE, GUIDE):
        place.mkdir(exist_ok=True)
    pack(folder, RELEASE / "prints.zip")
    for d in OTHERS:
        pack(folder_of(d, folder), RELEASE / f"{d.profile.name}-prints.zip", d)
    for scene in PICTURES:
        shutil.copyfile(folder / f"{scene}.png", GUIDE / f"{scene}.png")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="hardware.prints", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PART", help="only these STL files, as `plate`")
    size = "rows x columns: only what differs by it (all of the released boards)"
    parser.add_argument("--size", default=released.SIZE, help=size)
    parser.add_argument("--release", action="store_true", help="renew hardware/release too")
    options = parser.parse_args(arguments)
    try:
        data = sized(options.size)
    except ValueError as error:
        parser.error(str(error))
    sized_parts = parts() if data is released.DATA else parts(Dimensions(Profile(data)))
    unknown = set(options.names) - {part.name for part in sized_parts}
    if unknown:
        parser.error(f"no part called {', '.join(sorted(unknown))}")
    try:
        if data is not released.DATA:
            d = Dimensions(Profile(data))
            build_parts(folder_of(d), tuple(options.names), d)
            case = d.case
            print(f"prints: {folder_of(d)}; the plate is {case.width:.0f} x {case.height:.0f} mm")
        elif options.names:
            build_parts(names=tuple(options.names))
        else:
            build()
            if options.release:
                release()
    except PrintError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
