"""Damages the flash of a board, and starts the emulated chip from it.

The board has a firmware in each slot, which share all packs but one, and has been played on. A byte
is changed anywhere in the blocks that its file system uses, or a file is cut off at any of its
bytes. MicroPython itself, which has no checksum, stays whole.
"""

import functools
import json
from dataclasses import replace
from random import Random
from typing import NamedTuple

from littlefs.errors import LittleFSError
from msgspec import field

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.build import firmware, profiles
from host_tools.build.layout import DATA
from host_tools.lab.experiment import Tally
from host_tools.lab.reliability.hostile.images import Flash, board_files
from lodeboard.boards.rp2040 import FILES_OFFSET

IN_BATCH = 10
BYTE, CUT = "byte", "cut"
PLANNED = 1000  # of each kind
STARTED_MS = 15_000  # of board time: from power-on until the board plays, twice over
ANSWERS_MS = 500
_MEND = "lodeboard flash"
_PROMPT = ">>> "

# What became of a board.
PLAYS, TOLD, SAYS, PROMPT, MUTE = "plays", "plays and says", "says", "prompt", "mute"
OUTCOMES = (PLAYS, TOLD, SAYS, PROMPT, MUTE)


class Condition(NamedTuple):
    """A kind of damage."""

    name: str


class Counts(Tally):
    """`outcomes`: how often each. `lost`: boards on which something whole is gone."""

    trials: int = 0
    lost: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@functools.cache
def files() -> dict[str, bytes]:
    """The files of the board: it runs slot b."""
    built = firmware.build()
    extra = {"lodeboard/extra.mpy": b"M\x06of the older firmware"}
    older = replace(built, version="0.1", modules={**built.modules, **extra})
    return board_files() | older.slot_files("a") | built.board_files("b")


@functools.cache
def image() -> bytes:
    """The file system with these files."""
    return filesystem.make_image(files())


@functools.cache
def _used() -> list[int]:
    return filesystem.blocks_in_use(image())


def damaged(kind: str, number: int) -> tuple[str, bytes]:
    """What is damaged, and the file system after it."""
    source = Random(f"{kind} {number}")
    if kind == BYTE:
        block = source.choice(_used())
        offset = block * filesystem.BLOCK_BYTES + source.randrange(filesystem.BLOCK_BYTES)
        flipped = bytearray(image())
        flipped[offset] ^= source.randrange(1, 256)
        return f"byte {offset} of the file system", bytes(flipped)
    offset = source.randrange(sum(map(len, files().values())))
    files_left = iter(files().items())
    path, data = next(files_left)
    while offset >= len(data):
        offset -= len(data)
        path, data = next(files_left)
    return f"{path} cut off after {offset} bytes", filesystem.make_image(
        {**files(), path: data[:offset]}
    )


def whole_data(contents: bytes) -> set[str]:
    """The stored data that can be read from this file system as they were stored. Empty without a
    file system."""
    try:
        flash = Flash(contents)
    except LittleFSError:
        return set()
    return {
        path
        for path, data in files().items()
        if path.startswith(f"{DATA}/") and _read(flash, path) == data
    }


def _read(flash: Flash, path: str) -> bytes | None:
    """A file, or None if it cannot be read."""
    try:
        return flash.read(path)
    except OSError:
        return None


def start(contents: bytes) -> tuple[str, EmulatedBoard]:
    """Start a board with this file system; return what became of it."""
    board = EmulatedBoard(profiles.profile(), 1, files={})
    begin = FILES_OFFSET
    board.chip.mcu.flash[begin : begin + filesystem.SIZE] = contents

    def ended() -> bool:
        states = [said for said in board.messages() if said["t"] == "state"]
        began = bool(states) and states[-1]["phase"] in ("resume", "match", "calibrate", "menu")
        return began or board.chip.text().endswith(_PROMPT)

    board.boot()
    reached = board.run_until(ended, STARTED_MS)
    if not reached:  # a prompt that came before the computer listened comes again
        board.chip.send(b"\r")
        reached = board.run_until(ended, ANSWERS_MS)
    text = board.chip.text()
    if reached and not text.endswith(_PROMPT):
        notices = [said for said in board.messages() if said["t"] == "notice"]
        return (TOLD if notices else PLAYS), board
    if _MEND in text:
        return SAYS, board
    return (PROMPT if reached else MUTE), board


def try_one(kind: str, number: int, counts: Counts) -> None:
    """Try one damage."""
    what, contents = damaged(kind, number)
    whole = whole_data(contents)
    outcome, board = start(contents)
    counts.trials += 1
    counts.outcomes[outcome] = counts.outcomes.get(outcome, 0) + 1
    fault = ""
    if outcome in (PROMPT, MUTE):
        fault = f"{outcome}: {json.dumps(board.chip.text()[-200:])}"
    else:
        lost = sorted(whole - whole_data(board.chip.file_system()))
        counts.lost += bool(lost)
        fault = f"lost {', '.join(lost)}" if lost else ""
    if fault:
        counts.faults.append(f"{kind} {number}: {what}: {fault}")


def try_batch(condition: Condition, number: int) -> Counts:
    """Try the damages of a batch."""
    counts = Counts()
    for index in range(number * IN_BATCH, (number + 1) * IN_BATCH):
        try_one(condition.name, index, counts)
    return counts


def plan() -> dict[Condition, int]:
    """How many of each kind."""
    return {Condition(BYTE): PLANNED, Condition(CUT): PLANNED}
