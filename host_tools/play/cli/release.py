"""`lodeboard release`: all files to publish of this version, in one folder."""

import argparse
from pathlib import Path

from host_tools import ROOT
from host_tools.jobs.command import FAILED, OK, UsageError, complain, tell
from host_tools.setup.extras import needs

FOLDER = ROOT / "dist" / "release"

DESCRIPTION = """\
Write all files to publish of this version: for each board one file to copy to a new Pico
(lodeboard-BOARD.uf2: MicroPython, firmware, tables), the wheel, archives of the site and of the
hardware files, licences, notes (this version's part of CHANGELOG.md) and checksums. The same tree
gives the same bytes. The folder keeps its old content until the new release is complete. Requires a
checkout of the project, and npm the first time, for the site.
"""
EPILOG = """\
examples:
  make release                                   the same, and install what it needs
  lodeboard release                              into dist/release
  lodeboard release ../handed-out
  cd dist/release && sha256sum --check SHA256SUMS
  lodeboard emulate --serial --uf2 dist/release/lodeboard-tile4x4.uf2
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard release`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR", default=FOLDER, help="default: dist/release"
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the release; 1 if a part of it could not be made."""
    folder: Path = arguments.folder.absolute()
    if not (ROOT / "CHANGELOG.md").is_file():
        raise UsageError("a release is made in a checkout of the project, and this is none")
    with needs("a release", "board"):
        from host_tools.board.emulator.bootrom import Uf2Error  # noqa: PLC0415
        from host_tools.board.emulator.image import ImageError  # noqa: PLC0415
        from host_tools.build.firmware import CompileError  # noqa: PLC0415 - not for --help
        from host_tools.play.site.build import build as build_site  # noqa: PLC0415
        from host_tools.play.site.fetched import FetchError  # noqa: PLC0415
        from host_tools.workshop.release.build import build, is_release  # noqa: PLC0415
        from host_tools.workshop.release.notes import NotesError  # noqa: PLC0415
        from host_tools.workshop.release.wheel import WheelError  # noqa: PLC0415
    if not is_release(folder):
        raise UsageError(f"{folder} holds something else than a release: name another folder")
    try:
        build(folder, build_site, tell)
    except (CompileError, FetchError, ImageError, NotesError, Uf2Error, WheelError) as error:
        complain("release", error)
        return FAILED
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    for name, size in sizes.items():
        print(f"{size / 1e6:8.2f} MB  {name}")
    print(f"{sum(sizes.values()) / 1e6:8.2f} MB  in {folder}")
    return OK
