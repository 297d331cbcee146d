"""The files for the drive of an RP2040 board with CircuitPython: `python -m
host_tools.build.circuitpython FOLDER` writes them there.

The modules are folded and inlined as for MicroPython (see fold, inline) but compiled to plain
bytecode: CircuitPython has no viper. The compiler is MicroPython's. CircuitPython's own, release
10.2.1, gives the same bytes for every module here except the first byte, which identifies the
compiler; a test ensures that no module uses `async`, whose flag the two encode differently.

Only games whose arrays fit the heap there are included.
"""

import argparse
import tempfile
from collections.abc import Iterable
from pathlib import Path

from host_tools import FIRMWARE, ROOT
from host_tools.build import chips, profiles
from host_tools.build.firmware import (
    OTHER_PORTS,
    compile_module,
    dotted,
    for_games,
    on_boards,
    runs,
    source_for,
    sources,
)
from host_tools.build.fold import Tree
from host_tools.build.inline import inlined
from host_tools.build.viper import is_kernel
from lodeboard.system.loader import playable

# Modules for MicroPython on an RP2040 only.
OTHERS = frozenset(
    {
        "main.py",
        "packs.py",
        "lodeboard/ports/rp2.py",
        "lodeboard/ports/rp2_registers.py",
    }
)
MICROPYTHON, CIRCUITPYTHON = b"M", b"C"  # first byte of a `.mpy` file
SOURCE = ROOT / "circuitpython"  # files needed as source
PORT = "lodeboard.ports.circuitpython"


def games(tree: Tree, board: str = profiles.DEFAULT) -> list[str]:
    """The games that the port offers on this board."""
    words = tree.constants(PORT)["GAME_WORDS"]
    return list(dict.fromkeys(game for game, _ in playable(profiles.profile(board), words)))


def modules(board: str = profiles.DEFAULT, mark: bytes = CIRCUITPYTHON) -> dict[str, bytes]:
    """The compiled modules, path on the drive to contents. Raises CompileError."""
    offered = games(Tree(FIRMWARE), board)
    names = [
        name
        for name in sources()
        if name not in OTHERS
        and (name in OTHER_PORTS or on_boards(name))
        and for_games(name, offered)
    ]
    return bytecode(names, board, mark)


def bytecode(
    names: Iterable[str],
    board: str = profiles.DEFAULT,
    mark: bytes = MICROPYTHON,
    chip: str = chips.DEFAULT,
) -> dict[str, bytes]:
    """These files of the firmware for this board and chip as plain bytecode, which any Python with
    this mark runs: path to contents. Raises CompileError."""
    tree = Tree(FIRMWARE, chip)
    found = {}
    with tempfile.TemporaryDirectory(prefix="lodeboard-mpy-") as folder:
        for name in names:
            text = tree.fold(source_for(board, FIRMWARE, name, chip), dotted(name))
            if is_kernel(name):
                text = inlined(text, sharing=True)
            if name.endswith("__init__.py") or runs(text):
                code = compile_module(name, text, Path(folder))
                found[name.removesuffix(".py") + ".mpy"] = mark + code[1:]
    return found


def drive_files(board: str = profiles.DEFAULT) -> dict[str, bytes]:
    """Every file for the drive except Adafruit's library. Raises CompileError."""
    own = {path.name: path.read_bytes() for path in SOURCE.iterdir() if path.is_file()}
    return modules(board) | own


def main(arguments: list[str] | None = None) -> int:
    offered = games(Tree(FIRMWARE))
    here = profiles.games(profiles.DEFAULT)
    lacking = [game for game in here if game not in offered]
    parser = argparse.ArgumentParser(
        prog="circuitpython",
        description=f"Files for CircuitPython, which plays {' and '.join(offered)} there. Not "
        f"{' or '.join(lacking)}: its memory is too small.",
    )
    parser.add_argument("folder", type=Path, help="the drive CIRCUITPY")
    profiles.add_argument(parser)
    chosen = parser.parse_args(arguments)
    if not chosen.folder.is_dir():
        parser.error(f"{chosen.folder} is not a folder")
    files = drive_files(chosen.board)
    for name, data in files.items():
        path: Path = chosen.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes, in {chosen.folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
