"""`lodeboard new-game`: a small running game to begin with."""

import argparse
import shlex
from pathlib import Path

from host_tools.build import outside
from host_tools.jobs.command import OK, UsageError
from host_tools.jobs.files import whole_folder

EXAMPLE = Path(outside.__file__).parent.parent / "games" / "example"
NAME = "example"  # the game in that folder

DESCRIPTION = """\
Write a small running game into the folder DIR/NAME: three in a row on a board of 4x4 cells, with a
scenario and the commands to try it. Nothing else changes, and nothing is overwritten.
"""
EPILOG = """\
examples:
  lodeboard new-game trio --in games
  lodeboard perft trio 1 --games games               16
  lodeboard play --games games
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `lodeboard new-game`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("name", metavar="NAME", help="the game, and its folder")
    parser.add_argument(
        "--in", dest="folder", metavar="DIR", type=Path, default=Path(), help="default: here"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the game. Raises UsageError, OSError."""
    name: str = arguments.name
    place: Path = arguments.folder / name
    try:
        outside.check_name(name)
    except outside.OutsideError as error:
        raise UsageError(str(error)) from error
    if place.exists():
        raise UsageError(f"{place} exists: choose another name or folder")
    with whole_folder(place) as part:
        for path in EXAMPLE.iterdir():
            if path.is_file():
                text = path.read_text(encoding="utf-8").replace(NAME, name)
                text = text.replace("DIR", shlex.quote(str(arguments.folder)))
                (part / path.name).write_text(text, encoding="utf-8")
    print(f"The game is in {place}; its README.md has the commands to try.")
    return OK
