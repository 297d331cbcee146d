"""`lodeboard firmware`: the files that would be put on a board, and the space they take."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools import ADDED_TABLES, ROOT
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, OK, UsageError, complain
from host_tools.setup.extras import needs

if TYPE_CHECKING:
    from host_tools.build.layout import Firmware

FIGURES = ROOT / "docs" / "measured" / "figures.json"
BLOCK_BYTES = 4096  # of flash
NAMES = "n_qstr"  # key in FIGURES

DESCRIPTION = """\
List what `lodeboard flash` would put on a board: packs of compiled modules and tables, with their
size in bytes and blocks of flash, and the number of blocks left free. Needs no board.

With --uf2, write one file to drag onto a new Pico instead: an image of MicroPython with this
firmware and its tables. The image says which chip it is for. For a Pico the release has that file
already; for a Pico 2, on which none was tried, make it from RPI_PICO2-....uf2 of
micropython.org/download/RPI_PICO2.
"""
EPILOG = """\
examples:
  lodeboard firmware
  lodeboard firmware --json
  lodeboard firmware --uf2 lodeboard-pico2.uf2 --image RPI_PICO2-20250415-v1.25.0.uf2

With --json, one object: `board`; `packs` and `tables`, each a list of objects with `name`,
`bytes` and `blocks` (a pack also has `modules`); `blocks_total`; `blocks_one_slot`, taken on a new
board; `blocks_two_slots`, taken when the other slot holds another firmware with the same tables but
different packs; `blocks_free`, left in that case; and `names`, the number of interned names in RAM
while the largest game is played, measured on the emulated chip, or null if not measured.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    profiles.add_argument(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.add_argument("--uf2", type=Path, metavar="FILE", help="write a file for a new Pico")
    parser.add_argument("--image", type=Path, metavar="UF2", help="MicroPython, for --uf2")


def run(arguments: argparse.Namespace) -> int:
    from host_tools.build import firmware  # noqa: PLC0415 - not needed for --help

    if (arguments.uf2 is None) != (arguments.image is None):
        raise UsageError("--uf2 and --image go together")
    try:
        if arguments.uf2 is not None:
            return _write_uf2(arguments.board, arguments.image, arguments.uf2)
        built = firmware.build(board=arguments.board)
    except firmware.CompileError as error:
        complain("firmware", f"the firmware does not compile: {error}")
        return FAILED
    wrong = _too_large(built)
    if wrong:
        complain("firmware", wrong)
        return FAILED
    found = summary(built, measured(FIGURES) if arguments.board == profiles.DEFAULT else None)
    print(json.dumps(found) if arguments.json else _table(found))
    return OK


def _write_uf2(board: str, image: Path, target: Path) -> int:
    """Write the file for a new Pico, made from this image. Raises CompileError."""
    with needs("a file for a new Pico", "board"):
        from host_tools.board.emulator.bootrom import Uf2Error  # noqa: PLC0415
        from host_tools.workshop.release.uf2 import chip_of, make_uf2  # noqa: PLC0415
    from host_tools.build import chips  # noqa: PLC0415
    from host_tools.play.onboard import firmware as onboard  # noqa: PLC0415

    try:
        chip = chip_of(image)
        data = make_uf2(image, onboard.build(board, chip), chip)
        target.write_bytes(data)
    except (OSError, Uf2Error) as error:
        complain("firmware", error)
        return FAILED
    known = chips.CHIPS[chip]
    print(f"{target}: {len(data)} bytes for a {known.UF2_BOARD} with {known.NAME}")
    if not known.TRIED:
        print(
            f"It has not been tried on an {known.NAME}. Please report what works and what does not"
        )
    return OK


def summary(built: "Firmware", names: int | None) -> dict[str, Any]:
    """The command's report on a firmware, ready for JSON; littlefs itself counts the blocks."""
    from host_tools.build.packs import read_pack  # noqa: PLC0415 - not needed for --help

    with needs("the room on a board", "board"):
        from host_tools.board.emulator.filesystem import BLOCKS, blocks_taken  # noqa: PLC0415

    empty = blocks_taken({})

    def row(name: str, data: bytes) -> dict[str, Any]:
        return {"name": name, "bytes": len(data), "blocks": blocks_taken({"x": data}) - empty}

    two = blocks_taken({**another(built).slot_files("b"), **built.board_files("a")})
    return {
        "board": built.board,
        "packs": [
            {**row(name, data), "modules": len(read_pack(data)[1])}
            for name, data in built.packs.items()
        ],
        "tables": [row(name, data) for name, data in built.tables.items()],
        "blocks_total": BLOCKS,
        "blocks_one_slot": blocks_taken(built.board_files("a")),
        "blocks_two_slots": two,
        "blocks_free": BLOCKS - two,
        "names": names,
    }


def _too_large(built: "Firmware") -> str:
    """A sentence if the tables of games from outside do not fit beside the rest, or ""."""
    added = {name: data for name, data in built.tables.items() if name in ADDED_TABLES}
    if not added:
        return ""
    rest = {name: data for name, data in built.tables.items() if name not in added}
    free = summary(replace(built, tables=rest), None)["blocks_free"] * BLOCK_BYTES
    size = sum(map(len, added.values()))
    if size <= free:
        return ""
    return (
        f"too large: the tables {', '.join(added)} have {size:,} bytes, and {free:,} are free."
        " Without its table a game is played by search"
    )


def another(built: "Firmware") -> "Firmware":
    """A firmware of the same size with the same tables, but with every module different."""
    modules = {path: bytes(byte ^ 0xFF for byte in code) for path, code in built.modules.items()}
    return replace(built, modules=modules)


def measured(figures: Path) -> int | None:
    """The number of interned names in the measured figures; None if missing."""
    try:
        found = json.loads(figures.read_text(encoding="utf-8")).get(NAMES)
    except FileNotFoundError:
        return None
    return None if found is None else int(found["value"] if isinstance(found, dict) else found)


def _table(found: dict[str, Any]) -> str:
    lines = [f"firmware for {found['board']}", f"{'':24}{'modules':>9}{'bytes':>9}{'blocks':>8}"]
    for kind in ("packs", "tables"):
        for each in found[kind]:
            name = f"{kind.removesuffix('s')} {each['name']}"
            count = each.get("modules", "")
            lines.append(f"{name:24}{count:>9}{each['bytes']:>9}{each['blocks']:>8}")
    for key, what in (
        ("blocks_one_slot", "a new board, all files"),
        ("blocks_two_slots", "with another firmware in the other slot"),
        ("blocks_free", "free in that case"),
        ("blocks_total", "total"),
    ):
        lines.append(f"{what:42}{found[key]:>8}")
    if found["names"] is not None:
        lines.append(f"{'interned names in play, as measured':42}{found['names']:>8}")
    return "\n".join(lines)
