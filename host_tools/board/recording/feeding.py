"""Feeds a recording to a board with its own tick times, and compares lights by meaning."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from host_tools.board.contract import Board
from host_tools.board.recording.comparison import ByMeaning
from host_tools.board.recording.file import Reader
from host_tools.board.recording.rerun import Result, Tick, colours, ended, ticks
from host_tools.board.recording.start import GO_ON_MS
from host_tools.board.simulator.leds import Colour
from lodeboard.boards.profile import Profile
from lodeboard.play.scene import MIDDLE

_PRESS_MS = 100


class Fed(Protocol):
    """A board that starts with the stored data of the recorded one. `shown`: its lights by cell
    after each change; the reader empties it."""

    shown: list[list[Colour]]

    @property
    def board(self) -> Board: ...

    def set_readings(self, raw: Sequence[int]) -> None:
        """Set the readings of its sensors from now on."""

    def send(self, line: str) -> None:
        """Send a line from a computer to the board."""

    def begin(self) -> None:
        """Run until it reads the fed values."""

    def start(self, tick: Tick) -> None:
        """Run until the board has started, as the recorded one has here."""


def feed(
    path: Path, reader: Reader, profile: Profile, fed: Fed, progress: Callable[[int], None]
) -> Result:
    """Replay the recording on the board; progress is called with the ms done. RecordingError."""
    result = Result()
    comparison = ByMeaning(profile, GO_ON_MS, reader.palette)
    held, last_ms, offset_ms = 0, 0, 0
    for tick in ticks(reader.events()):
        scan = tick.scan
        fed.set_readings(scan.raw)
        if result.scans == 0:
            fed.begin()
            if reader.header.stored is None:
                _go_on(fed.board)
        elif tick.starts:
            fed.start(tick)
            held = 0
        else:
            result.ms += max(0, scan.ms - last_ms)
        board = fed.board
        if result.scans == 0 or tick.starts:
            offset_ms = board.now_ms - scan.ms
        for line in tick.sent:
            fed.send(line)
        if scan.held != held:
            board.release(held & ~scan.held)
            board.press(scan.held & ~held)
            held = scan.held
        board.run_ms(scan.ms + offset_ms - board.now_ms)
        result.scans += 1
        last_ms = scan.ms
        was = None if tick.lights is None else colours(profile, tick.lights)
        result.first = comparison.show(result.ms, was, fed.shown[-1] if fed.shown else None)
        fed.shown.clear()
        if result.first:
            break
        progress(result.ms)
    return ended(path, reader, result)


def _go_on(board: Board) -> None:
    """Answer its question about an interrupted game."""
    board.run_ms(GO_ON_MS)
    board.press(MIDDLE)
    board.run_ms(_PRESS_MS)
    board.release(MIDDLE)
    board.run_ms(GO_ON_MS)
