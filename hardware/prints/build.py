"""python -m hardware.prints: writes the STL files into build/hardware/prints."""

import argparse
import sys
import zipfile
from pathlib import Path

from hardware import released
from hardware.circuit.sizes import sized
from hardware.dimensions import RELEASED, Dimensions
from hardware.prints.meshes import make_all
from hardware.prints.parts import PrintError, parts
from hardware.prints.pictures import draw
from hardware.stages import Stages, announced
from lodeboard.boards.profile import Profile

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "hardware" / "prints"
RELEASE = ROOT / "hardware" / "release"
# Released boards other than the one whose archive also has the tiles and pieces.
OTHERS = [
    Dimensions(Profile(data))
    for data in (*released.BOARDS, *released.BENCHES)
    if data is not released.DATA
]
SECONDS, DISK_MB = 20, 20  # of one board's prints; of all
GUIDE = ROOT / "hardware" / "pictures"


def build_parts(
    folder: Path = BUILD, names: tuple[str, ...] = (), d: Dimensions = RELEASED
) -> None:
    """Write STL files, of these names or all."""
    make_all([part for part in parts(d) if not names or part.name in names], folder, d)


def folder_of(d: Dimensions, folder: Path = BUILD) -> Path:
    """The folder of another board's parts, beside the first's."""
    return folder.with_name(f"{folder.name}-{d.profile.rows}x{d.profile.columns}")


def cut_up() -> tuple[Path, Dimensions] | None:
    """The first released board with parts larger than a bed, and their folder."""
    return next(((folder_of(d), d) for d in OTHERS if any(d.seams())), None)


def build(folder: Path = BUILD) -> None:
    print(announced("all prints", SECONDS * (1 + len(OTHERS)), DISK_MB))
    boards = {d.profile.name: d for d in (RELEASED, *OTHERS)}
    with Stages({("prints", name): SECONDS for name in boards}) as stages:
        for name, d in boards.items():
            stages.begin("prints", name)
            build_parts(folder if d is RELEASED else folder_of(d, folder), d=d)
    print(f"prints: {len(parts())} parts in {folder}")


def pack(folder: Path, archive: Path, d: Dimensions = RELEASED) -> None:
    """Pack a board's STL files into one archive without dates."""
    with zipfile.ZipFile(archive, "w") as packed:
        for part in sorted(parts(d), key=lambda part: part.name):
            entry = zipfile.ZipInfo(f"{part.name}.stl")
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, (folder / entry.filename).read_bytes(), compresslevel=9)


def release(folder: Path = BUILD) -> None:
    """Copy the STL files to the release, one archive per board."""
    RELEASE.mkdir(exist_ok=True)
    pack(folder, RELEASE / "prints.zip")
    for d in OTHERS:
        pack(folder_of(d, folder), RELEASE / f"{d.profile.name}-prints.zip", d)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="hardware.prints", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="PART", help="only these STL files, such as `plate`"
    )
    size = "rows x columns: only parts that depend on it (default: all of the released boards)"
    parser.add_argument("--size", default=released.SIZE, help=size)
    parser.add_argument("--release", action="store_true", help="also update hardware/release")
    pictures = "also render the guide's pictures (these or all) into hardware/pictures: slow"
    parser.add_argument("--pictures", nargs="*", metavar="PICTURE", help=pictures)
    # `make hardware` passes its arguments to both programs; those about tracks do not concern the
    # prints.
    parser.add_argument("--kept", action="store_true", help=argparse.SUPPRESS)
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
            if options.pictures is not None:
                draw(BUILD, GUIDE, tuple(options.pictures), cut_up())
    except PrintError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
