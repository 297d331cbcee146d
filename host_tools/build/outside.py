"""Games from outside the project: each a folder with `rules.py`, and with constants in
`__init__.py` where they are not these:

    VARIANTS = (("", ((4, 4),)),)       rule sets, each with the boards that it is played on
    LEVELS = ("novice", "easy", "medium", "hard", "expert")      weakest first
    MEMORY_WORDS = 0                    32-bit words that its player's arrays take

`add` puts them into the firmware's catalogue, for this process and those that it starts. This must
happen before other modules read the catalogue. The constants are read without running any code;
the game itself runs like the project's own, here and on a board.
"""

import ast
import keyword
import os
import re
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from host_tools import ADDED_TABLES, FIRMWARE
from lodeboard import games

VARIABLE = "LODEBOARD_GAMES"  # folders of games, for processes that this one starts
GROUP = "lodeboard.games"  # entry points whose values are packages, each the folder of a game
CATALOGUE = FIRMWARE / "lodeboard" / "games" / "catalogue.py"
NAME = re.compile(r"[a-z][a-z0-9_]{0,11}")  # a pack's name has at most 12 letters
RULES = "rules.py"  # every game has it
DEFAULTS: Mapping[str, Any] = {
    "VARIANTS": (("", ((4, 4),)),),
    "LEVELS": ("novice", "easy", "medium", "hard", "expert"),
    "MEMORY_WORDS": 0,
}
PARTS = "PARTS"  # another constant: the firmware reads it, see system/loader.py
RULE_SET = re.compile(r"|[a-z0-9-]{1,12}")  # a table's header has 12 bytes for it
PERFECT = "perfect"  # the level that a game with tables has besides
_INIT = "__init__.py"
_CORE = "core"  # the pack of the firmware itself

Row = tuple[str, tuple[Any, ...], tuple[str, ...], int]

_added: dict[str, Path] = {}  # name -> folder of the game


class OutsideError(ValueError):
    """A folder that is not a game, or a name that is not allowed; the text says why."""


def check_name(name: str) -> None:
    """Raise OutsideError if a game from outside cannot have this name."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise OutsideError(
            f'"{name}" is no name for a game: take up to 12 small letters, digits and _, first a'
            " letter, and no keyword of Python"
        )
    place = CATALOGUE.with_name(name)
    if name == _CORE or place.exists() or place.with_suffix(".py").exists():
        raise OutsideError(f'the firmware has a "{name}" of its own: choose another name')


def _check_own_name(folder: Path) -> None:
    """Raise OutsideError if the rules give the game another name than that of its folder. They are
    read, not run; a syntax error is reported where the game is imported."""
    path = folder / RULES
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return
    found = set()
    for each in ast.walk(tree):
        for node in each.body if isinstance(each, ast.ClassDef) else ():
            match node:
                case ast.Assign(targets=[ast.Name(id="name")], value=ast.Constant(value=str(name))):
                    found.add(name)
    if found and folder.name not in found:
        names = " and ".join(sorted(found))
        raise OutsideError(
            f'{path} is of {names}, in the folder {folder.name}: write name = "{folder.name}"'
        )


def is_game(folder: Path) -> bool:
    """Whether this is the folder of a game from outside."""
    return (folder / RULES).is_file() and folder.resolve().parent != CATALOGUE.parent


def games_in(folder: Path) -> list[Path]:
    """The folders of the games in this folder, or this folder itself if it is a game. Raises
    OutsideError if there are none."""
    if is_game(folder):
        return [folder]
    found = [path.parent for path in sorted(folder.glob(f"*/{RULES}"))]
    if not found:
        raise OutsideError(f"there is no game in {folder}: a game is a folder with {RULES}")
    return found


def installed() -> list[str]:
    """The packages that are said to be the folder of a game, for `folder_of`."""
    from importlib import metadata  # noqa: PLC0415 - takes a while

    return [entry.module for entry in metadata.entry_points(group=GROUP)]


def folder_of(package: str) -> Path:
    """The folder of the game that is this package. Raises OutsideError."""
    try:
        spec = find_spec(package)
    except Exception as error:  # whatever the package that it is in raises
        raise OutsideError(f"{package}: {error}") from error
    places = spec and spec.submodule_search_locations
    if not places or not is_game(Path(places[0])):
        raise OutsideError(f"{package} is no folder with {RULES}")
    return Path(places[0])


def inherited() -> list[Path]:
    """The folders of the games that the process that started this one had added."""
    return [Path(path) for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def checked(folders: Iterable[Path]) -> dict[str, Path]:
    """The games in these folders that `add` would add, by name. Raises OutsideError."""
    new: dict[str, Path] = {}
    for folder in map(Path.resolve, folders):
        known = _added.get(folder.name) or new.get(folder.name)
        if known and known != folder:
            raise OutsideError(f"{known} and {folder} are games of the same name")
        if not known:
            check_name(folder.name)
            _check_own_name(folder)
            row_of(folder)
            new[folder.name] = folder
    names: dict[str, Any] = {}
    _run_catalogue([*_added.values(), *new.values()], names)
    return new


def _run_catalogue(folders: Iterable[Path], names: dict[str, Any]) -> None:
    """Run the catalogue with these games, as a module of these names."""
    text = extended(CATALOGUE.read_text(encoding="utf-8"), folders)
    exec(compile(text, CATALOGUE, "exec"), names)


def add(folders: Iterable[Path]) -> None:
    """Add the games in these folders, each with the name of its folder. Raises OutsideError, and
    then adds none."""
    new = checked(folders)
    if not new:
        return
    if f"{games.__name__}.catalogue" in sys.modules:
        raise OutsideError(f"too late for {', '.join(new)}: the catalogue is in use")
    from lodeboard.games import catalogue  # noqa: PLC0415 - in use from here on

    if not _added:
        sys.meta_path.append(_Finder)
    _added.update(new)
    for folder in new.values():
        paths = tables_of(folder, row_of(folder)[1])
        ADDED_TABLES.update({path.stem: path for path in paths})
    os.environ[VARIABLE] = os.pathsep.join(map(str, _added.values()))
    _run_catalogue(_added.values(), vars(catalogue))


class _Finder:
    """Imports each added game from its own folder. The parent folder as a whole must not be on
    the path: it may hold a copy of another game, or modules of other names."""

    @staticmethod
    def find_spec(name: str, *_rest: Any) -> ModuleSpec | None:
        package, _, game = name.rpartition(".")
        if package != games.__name__ or game not in _added:
            return None
        return PathFinder.find_spec(name, [str(_added[game].parent)])


def added() -> Mapping[str, Path]:
    """The folders of the games added, by name."""
    return _added


def source_files() -> dict[str, Path]:
    """The sources of the games added, by their path below the firmware."""
    found: dict[str, Path] = {}
    for name, folder in _added.items():
        files = {_INIT: CATALOGUE.with_name(_INIT)}  # an empty one: packs need it
        files |= {path.name: path for path in sorted(folder.glob("*.py"))}
        found |= {f"lodeboard/games/{name}/{file}": path for file, path in files.items()}
    return found


def extended(catalogue: str, folders: Iterable[Path] | None = None) -> str:
    """The text of the catalogue with the games in these folders at its end; without `folders`,
    with those added. Raises OutsideError."""
    rows = map(row_of, _added.values() if folders is None else folders)
    lines = catalogue.splitlines(keepends=True)
    end = rows_of(catalogue)[-1].end_lineno or 0
    lines[end:end] = [f"    {row!r},\n" for row in rows]
    return "".join(lines)


def rows_of(catalogue: str) -> list[ast.expr]:
    """The rows in the text of a catalogue. Raises ValueError if it has none."""
    for node in ast.parse(catalogue).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="_ROWS")], value=ast.Tuple(elts=rows)):
                return rows
    raise ValueError("a catalogue has its games in _ROWS")


def row_of(folder: Path) -> Row:
    """A game's row in the catalogue, from the constants in its folder. Raises OutsideError."""
    path = folder / _INIT
    found = dict(DEFAULTS)
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for node in ast.parse(text).body:
            match node:
                case ast.Expr(value=ast.Constant(value=str())):
                    continue
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ) if name in (*DEFAULTS, PARTS):
                    found[name] = ast.literal_eval(value)
                case _:
                    raise ValueError(f"line {node.lineno} is none of {', '.join(DEFAULTS)}")
    except (OSError, SyntaxError, ValueError) as error:
        raise OutsideError(f"{path} may have plain constants only: {error}") from error
    wrong = _wrong(found)
    if wrong:
        raise OutsideError(f"{path}: {wrong}")
    levels = found["LEVELS"]
    if tables_of(folder, found["VARIANTS"]):
        levels += (PERFECT,)
    return folder.name, found["VARIANTS"], levels, found["MEMORY_WORDS"]


def table_path(folder: Path, rules: str) -> Path:
    """The table for perfect play of a rule set."""
    return folder / f"{'-'.join(filter(None, (folder.name, rules)))}.table"


def fingerprint(folder: Path) -> bytes:
    """What a table ends with: 16 letters that tell the sources of its game from others."""
    found = sha256()
    for path in sorted(folder.glob("*.py")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16].encode()


def tables_of(folder: Path, variants: Iterable[Any]) -> list[Path]:
    """The tables of a game; none unless every rule set has one, made with the present sources."""
    paths = [table_path(folder, rules) for rules, _ in variants]
    wanted = fingerprint(folder)
    whole = all(path.is_file() and path.read_bytes().endswith(wanted) for path in paths)
    return paths if whole else []


def left_out() -> list[Path]:
    """The tables beside the games added that are not used: see `tables_of`."""
    found = [path for folder in _added.values() for path in sorted(folder.glob("*.table"))]
    return [path for path in found if path not in ADDED_TABLES.values()]


def _wrong(found: Mapping[str, Any]) -> str:
    """What is wrong with a game's constants; nothing if they are as in the text above."""
    variants, levels, words = (found[name] for name in DEFAULTS)
    if not (isinstance(variants, tuple) and variants and all(map(_is_variant, variants))):
        return f"VARIANTS are names with boards, {DEFAULTS['VARIANTS']!r}, not {variants!r}"
    names = [name for name, _ in variants]
    for name in names:
        if not RULE_SET.fullmatch(name):
            return f'"{name}" is no name for rules: take up to 12 small letters, digits and -'
    if not (isinstance(levels, tuple) and levels and all(map(_is_name, levels))):
        return f"LEVELS are names, not {levels!r}"
    for what, each in (("VARIANTS", names), ("LEVELS", levels)):
        if len(set(each)) < len(each):
            return f"{what} have the same name twice: {', '.join(map(repr, each))}"
    if type(words) is not int or words < 0:
        return f"MEMORY_WORDS is a number, not {words!r}"
    return ""


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_variant(variant: Any) -> bool:
    match variant:
        case (str(), [_, *_] as sizes):
            return all(
                isinstance(size, tuple) and list(map(type, size)) == [int, int] for size in sizes
            )
    return False
