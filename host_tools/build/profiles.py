"""The boards: every module of the firmware's `boards` package with a board's data."""

import pkgutil
from collections.abc import Collection
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lodeboard import boards
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.games.catalogue import BOARDS, GAMES, NAMES, VARIANTS

if TYPE_CHECKING:
    import argparse  # browsers would load it

DEFAULT: str = DATA["name"]


@cache
def names() -> tuple[str, ...]:
    """The name of every board, which is that of its module, sorted."""
    found = (module.name for module in pkgutil.iter_modules(boards.__path__))
    return tuple(sorted(name for name in found if _data(name).get("name") == name))


def _data(name: str) -> dict[str, Any]:
    found: dict[str, Any] = getattr(import_module(f"{boards.__name__}.{name}"), "DATA", {})
    return found


def data(name: str = DEFAULT) -> dict[str, Any]:
    """The data of the board of this name. Raises ValueError."""
    if name not in names():
        raise ValueError(f"no board is called {name}; there is {', '.join(names())}")
    return _data(name)


def without_unread(data: dict[str, Any], read: Collection[str]) -> dict[str, Any]:
    """A board's data without entries at any depth whose names are not in `read`. Most data are for
    the simulated world and the hardware files and would take a board's memory."""
    return {
        name: without_unread(entry, read) if isinstance(entry, dict) else entry
        for name, entry in data.items()
        if name in read
    }


def profile(name: str = DEFAULT) -> Profile:
    """The profile of the board of this name. Raises ValueError."""
    return Profile(data(name))


@cache
def games(board: str) -> tuple[str, ...]:
    """The games for the board of this name, in the catalogue's order."""
    found = [
        name for (name, _), sizes in zip(VARIANTS, BOARDS, strict=True) if _size(board) in sizes
    ]
    return tuple(dict.fromkeys(found))


@cache
def variants(board: str) -> tuple[str, ...]:
    """The variants for the board of this name, with the names and order of its menu."""
    return tuple(name for name, sizes in zip(NAMES, BOARDS, strict=True) if _size(board) in sizes)


def _size(board: str) -> tuple[int, int]:
    return data(board)["rows"], data(board)["columns"]


@cache
def others(board: str) -> dict[str, tuple[str, ...]]:
    """All other boards for which there are games, with their variants."""
    found = {name: variants(name) for name in names() if name != board}
    return {name: theirs for name, theirs in found.items() if theirs}


@cache
def of_game(game: str) -> Profile:
    """The board for trying this game: the default one, or else the first by name. Raises
    ValueError."""
    for name in (DEFAULT, *names()):
        if game in games(name):
            return profile(name)
    raise ValueError(f"no board is made for {game}; there are {', '.join(GAMES)}")


def add_argument(
    parser: "argparse.ArgumentParser",
    which: str = "which board it is",
    default: str | None = DEFAULT,
) -> None:
    """Add the option --board of all commands that work on a board."""
    parser.add_argument(
        "--board",
        choices=names(),
        metavar="NAME",
        default=default,
        help=f"{which}: {', '.join(names())} (default {DEFAULT})",
    )
