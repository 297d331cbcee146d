"""What a test file depends on: every file of this project that its outcome can come from.

Imports are followed through the source, wherever in a file they stand. Data count with the folder
they lie in: with a Python file come the other files beside it and those in folders beside it that
hold no Python. Where a module is imported, or a file read, by a name made up while it runs,
`REACHES` says where it can lie; `tests/test_sources.py` finds who would have to stand there.
"""

import ast
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Where imports are looked for, in the order in which pytest and the installed project do.
FOLDERS = ("firmware", ".", "tests")
TREE = ("firmware", "host_tools", "tests", "circuitpython")  # what the outcome of a test is made of
EVERYWHERE = "constraints.txt"  # of the libraries
# A file or folder, and what else it reaches.
REACHES = {
    "firmware/lodeboard/storage/fault_log.py": (),  # a module of MicroPython's
    "firmware/lodeboard/system/loader.py": ("firmware/lodeboard/games",),
    "firmware/lodeboard/system/start.py": ("firmware/lodeboard",),
    "host_tools/bench/chip/counting.py": ("firmware",),
    "host_tools/build/compiled.py": ("firmware/lodeboard/games",),
    "host_tools/build/firmware.py": ("firmware",),
    "host_tools/build/packs.py": ("firmware",),
    "host_tools/build/profiles.py": ("firmware/lodeboard/boards",),
    "host_tools/cli/__init__.py": ("host_tools/cli",),
    "host_tools/games/loader.py": ("host_tools/games",),
    "host_tools/games/table_files.py": ("firmware/tables",),
}
PROCESSES = ("subprocess", "pexpect")  # a test file that imports one may start any command
COMMANDS = "host_tools/cli"
_NO_DATA = ("__pycache__", "durations.json")  # the order of tests changes no outcome


def _data(file: Path) -> bool:
    ignored = any(part in _NO_DATA for part in file.parts)
    return file.is_file() and file.suffix != ".py" and not ignored


@cache
def beside(folder: Path) -> frozenset[Path]:
    """The data in a folder, and in the folders in it that hold no Python."""
    found = {file for file in folder.iterdir() if _data(file)}
    for inner in folder.iterdir():
        if inner.is_dir() and not any(inner.rglob("*.py")):
            found.update(file for file in inner.rglob("*") if _data(file))
    return frozenset(found)


def _named(tree: ast.AST, package: list[str]) -> Iterator[list[str]]:
    """Every module, or name in a module, that a source imports, as its parts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            yield base
            for alias in node.names:
                yield [*base, alias.name]


def _files(parts: list[str], folders: list[Path]) -> set[Path]:
    """The files that importing a module runs: its own and its packages'."""
    for folder in folders:
        found, at = set(), folder
        for part in parts:
            at = at / part
            for file in (at / "__init__.py", at.with_suffix(".py")):
                if file.is_file():
                    found.add(file)
        if found:
            return found
    return set()


@cache
def imported(file: Path) -> frozenset[Path]:
    """The files of this project that a file imports, or reaches by `REACHES`."""
    tree = ast.parse(file.read_bytes(), str(file))
    relative = file.relative_to(ROOT)
    roots = [ROOT / name for name in FOLDERS]
    top = next((root for root in roots if root != ROOT and file.is_relative_to(root)), ROOT)
    package = list(file.relative_to(top).parts[:-1])
    folders = [*roots, file.parent] if relative.parts[0] == "tests" else roots
    found: set[Path] = set()
    reaches = list(REACHES.get(relative.as_posix(), ()))
    for parts in _named(tree, package):
        found |= _files(parts, folders)
        if relative.parts[0] == "tests" and parts[:1] and parts[0] in PROCESSES:
            reaches.append(COMMANDS)
    for reached in reaches:
        found.update((ROOT / reached).rglob("*.py"))
        found.update(path for path in (ROOT / reached).rglob("*") if _data(path))
    if relative.parts[0] == "tests":
        found.update(folder / "conftest.py" for folder in file.parents if ROOT in folder.parents)
    return frozenset(path for path in found if path.is_file())


def source_of(file: Path) -> Path:
    """The source of a compiled module; any other file as it is."""
    if file.parent.name == "__pycache__":
        return file.parent.parent / f"{file.name.partition('.')[0]}.py"
    return file


@cache
def depends_on(file: Path) -> frozenset[Path]:
    """A file, all that it imports, what those import, and the data that lie with them."""
    known = {file}
    todo = [file]
    while todo:
        at = todo.pop()
        more = set(beside(at.parent))
        if at.suffix == ".py":
            more |= imported(at)
        todo += more - known
        known |= more
    return frozenset(known)


@cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


def key(file: Path) -> str:
    """Names all that a test file depends on: 16 hexadecimal digits."""
    text = f"Python {sys.version_info.major}.{sys.version_info.minor}\n".encode()
    for path in sorted({*depends_on(file), ROOT / EVERYWHERE}):
        text += path.relative_to(ROOT).as_posix().encode() + b"\0" + _digest(path)
    return hashlib.sha256(text).hexdigest()[:16]
