"""Compares the speed of the emulated chip with its compiled core and with rp2040py alone: the same
board, alternately, in seconds of processor time."""

import json
import time
from typing import NamedTuple

from host_tools.board.emulator.board import EmulatedBoard
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
