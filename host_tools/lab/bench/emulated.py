"""Compares the speed of the emulated chip with its compiled core and with rp2040py alone: the same
board, alternately, in seconds of processor time."""

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.quick import QuickBoard
from host_tools.board.emulator.snapshots import Snapshots
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

MIDDLE = 2
MACHINE_FIRST = {"c": "set", "players": 2, "level": 4}  # thinks for seconds about its first move
TURNS = 3
SLICE_MS = 100  # of board time; so that both meet the same, and the computer's other work
LIMIT_MS = 8000


class Speed(NamedTuple):
    """Seconds of board time per second of processor time."""

    compiled: float
    rp2040py: float


class Start(NamedTuple):
    """Seconds from the start to the firmware's first output: processor time, and elapsed time."""

    processor: float
    wall: float


def bench_starts(turns: int = TURNS) -> dict[str, Start]:
    """The fastest of some starts of each kind, taken in turn: plain, storing snapshots, and
    restored from a snapshot."""
    profile = Profile(DATA)
    taken: dict[str, list[Start]] = {"as ever": [], "kept on the way": [], "brought back": []}
    _start(lambda: EmulatedBoard(profile, 1))  # compiles, if not done yet
    for _ in range(turns):
        with tempfile.TemporaryDirectory() as folder:
            starts = Snapshots(Path(folder))
            taken["as ever"].append(_start(lambda: EmulatedBoard(profile, 1)))
            for how in ("kept on the way", "brought back"):
                quick = _start(lambda: QuickBoard(profile, 1, snapshots=starts))  # noqa: B023
                taken[how].append(quick)
    return {how: min(starts) for how, starts in taken.items()}


def _start(make: Callable[[], EmulatedBoard]) -> Start:
    processor, wall = time.process_time(), time.perf_counter()
    board = make()
    board.boot()
    board.run_until(lambda: board.start_share is None, LIMIT_MS, "hello")
    return Start(time.process_time() - processor, time.perf_counter() - wall)


def bench_emulated(turns: int = TURNS) -> dict[str, Speed]:
    """Speed of a board in play that nobody touches while the machine thinks."""
    board = EmulatedBoard(Profile(DATA), 1)
    _reach(board, phase="calibrate")
    board.tap(MIDDLE)
    _reach(board, ask="gain")
    board.tap(MIDDLE)
    _reach(board, phase="match", ask="place")
    board.run_ms(1000)
    idle = _speed(board, turns)
    board.send_line(json.dumps(MACHINE_FIRST))
    _reach(board, ask="wait")
    return {"in play, idle": idle, "thinking": _speed(board, turns)}


def _reach(board: EmulatedBoard, **wanted: str) -> None:
    def said() -> bool:
        messages = board.messages()
        return bool(messages) and wanted.items() <= messages[-1].items()

    board.run_until(said, LIMIT_MS, f"state with {wanted}")


def _speed(board: EmulatedBoard, turns: int) -> Speed:
    taken = {True: 0.0, False: 0.0}
    for _ in range(turns):
        for compiled in taken:
            board.chip.compiled = compiled
            start = time.process_time()
            board.run_ms(SLICE_MS)
            taken[compiled] += time.process_time() - start
    board.chip.compiled = True
    ms = turns * SLICE_MS
    return Speed(*(ms / 1000 / seconds for seconds in taken.values()))
