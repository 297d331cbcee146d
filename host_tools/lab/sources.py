"""What a test or an experiment depends on: every file of this project that can affect its outcome.

Imports are followed through the source, wherever in a file they are. Data belong to their folder:
a Python file brings the other files beside it, and those in its subfolders without Python. If a
module or file is named only at run time, `REACHES` says where it can be; a test of this module
finds the files that need an entry. A test that starts programs depends on every command, unless
`STARTS` says which.
"""

import ast
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from host_tools import ROOT

# Where imports are searched, in the same order as pytest and the installed project.
FOLDERS = ("firmware", ".", "tests")
EVERYWHERE = "constraints.txt"  # of the libraries
# A file, and the files and folders that it reaches beside its imports.
REACHES = {
    "firmware/main.py": ("firmware/packs.py",),
    "firmware/lodeboard/storage/fault_log.py": (),  # a module of MicroPython's
    "firmware/lodeboard/system/loader.py": ("firmware/lodeboard/games", "firmware/lodeboard/play"),
    "firmware/lodeboard/system/first_light.py": ("firmware/lodeboard",),
    "host_tools/build/circuitpython.py": ("circuitpython",),
    "host_tools/build/compiled.py": ("firmware/lodeboard/games",),
    "host_tools/build/firmware.py": ("firmware", "host_tools/build"),
    "host_tools/build/packs.py": ("firmware",),
    "host_tools/build/profiles.py": ("firmware/lodeboard/boards",),
    "host_tools/build/swap.py": ("host_tools/build/compile_kernel.py",),
    "host_tools/lab/experiments.py": ("host_tools/lab",),
    "host_tools/play/cli/commands.py": (),  # see STARTS
    "host_tools/play/cli/new_game.py": ("host_tools/games/example",),
    "host_tools/play/cli/lab.py": ("host_tools/lab/experiments.py",),
    "host_tools/board/device/watch.py": ("firmware",),
    "host_tools/games/retrograde/explore.py": ("firmware/lodeboard/games",),
    "host_tools/games/loader.py": ("host_tools/games/*/plugin.py",),
    "host_tools/games/table_files.py": ("firmware/tables",),
    "host_tools/lab/reliability/hostile/books.py": ("host_tools/games/*/tables",),
    "host_tools/workshop/checkup/probe.py": ("host_tools/workshop/checkup/onboard",),
    "host_tools/play/site/kernels.py": ("firmware/lodeboard/games",),
    "tests/checkup/test_bringup_on_chip.py": ("tests/scenarios",),
    "tests/checkup/test_selftest_on_chip.py": ("host_tools/play/cli/selftest.py",),
    "tests/interpreters/test_newer.py": ("tests/interpreters/replay.py", "tests/recording/corpus"),
    "tests/interpreters/test_cortex.py": ("tests/recording/corpus",),
    "tests/games/outside/test_teeko.py": ("tests/games/outside/teeko",),
    "tests/games/retrograde/test_solved_table.py": ("tests/games/outside/teeko",),
    "tests/web/conftest.py": ("host_tools/play/site",),
}
# A test file that imports one of these may start or run any command,
PROCESSES = ("subprocess", "pty", "cli.command", "command", "host_tools.play.cli")
COMMANDS = "host_tools/play/cli"
# except for these, which start no others.
STARTS = {
    "tests/apart.py": (),
    "tests/cli/command.py": (),  # declared by the test that imports it
    "tests/interpreters/builds.py": (),
    "tests/games/flip/solver/conftest.py": ("host_tools/play/cli/solve.py",),
    "tests/games/flip/solver/test_terminal.py": ("host_tools/play/cli/solve.py",),
    "tests/games/flip/solver/test_trust.py": ("host_tools/play/cli/solve.py",),
    "tests/games/flip/tables/test_proof.py": ("host_tools/play/cli/tables.py",),
}
# Which tests run does not change an outcome.
_CHOICE = ("tests/long_runs.py", "host_tools/lab/sources.py")


def _data(file: Path) -> bool:
    return file.is_file() and file.suffix != ".py" and "__pycache__" not in file.parts


@cache
def beside(folder: Path) -> frozenset[Path]:
    """The data in a folder, and in its subfolders without Python."""
    found = {file for file in folder.iterdir() if _data(file)}
    for inner in folder.iterdir():
        if inner.is_dir() and not any(inner.rglob("*.py")):
            found.update(file for file in inner.rglob("*") if _data(file))
    return frozenset(found)


def _named(tree: ast.AST, package: list[str]) -> Iterator[list[str]]:
    """Every module, or name in a module, that a source imports, split into its parts."""
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
    """The files that importing a module executes: its own and its packages'."""
    for folder in folders:
        found, path = set(), folder
        for part in parts:
            path = path / part
            for file in (path / "__init__.py", path.with_suffix(".py")):
                if file.is_file():
                    found.add(file)
        if found:
            return found
    return set()


@cache
def imported(file: Path) -> frozenset[Path]:
    """The files of this project that a file imports, or reaches through `REACHES`."""
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
        if relative.parts[0] == "tests" and ".".join(parts) in PROCESSES:
            reaches += STARTS.get(relative.as_posix(), (COMMANDS,))
    for pattern in reaches:
        for reached in ROOT.glob(pattern):
            inside = [reached] if reached.is_file() else reached.rglob("*")
            found.update(path for path in inside if path.suffix == ".py" or _data(path))
    found -= {ROOT / name for name in _CHOICE}
    return frozenset(path for path in found if path.is_file())


@cache
def depends_on(file: Path) -> frozenset[Path]:
    """A file, everything it imports, directly or not, and the data beside these."""
    above = {folder / "conftest.py" for folder in file.parents if ROOT in folder.parents}
    known = {file, *(path for path in above if path.is_file())}
    todo = list(known)
    while todo:
        source = todo.pop()
        more = set(beside(source.parent))
        if source.suffix == ".py":
            more |= imported(source)
        todo += more - known
        known |= more
    return frozenset(known)


@cache
def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


def key(file: Path) -> str:
    """A digest of everything that a source depends on: 16 hexadecimal digits."""
    text = f"Python {sys.version_info.major}.{sys.version_info.minor}\n".encode()
    for path in sorted({*depends_on(file), ROOT / EVERYWHERE}):
        text += path.relative_to(ROOT).as_posix().encode() + b"\0" + _digest(path)
    return hashlib.sha256(text).hexdigest()[:16]
