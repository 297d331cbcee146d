"""Feeds a recording to the firmware on an emulated chip, through its converter and its pins."""

import contextlib
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.waves import Waves
from host_tools.board.recording.feeding import feed
from host_tools.board.recording.file import Reader
from host_tools.board.recording.rerun import Result, Tick, unseen
from host_tools.board.recording.start import lay_out
from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.mux import Channels
from lodeboard.boards.profile import Profile

_STARTS_MS = 10_000
_STOPS_MS = 400  # a chip that has not read its sensors for this long is restarting


class Converted:
    """Single conversions whose sums are the readings of a scan."""

    def __init__(self, board: EmulatedBoard) -> None:
        self._cell_on = board.frontend.mux.cell_on
        self._each: int = board.profile.data["adc"]["oversample"]
        self._channels: Channels = ()
        self._taken = 0  # conversions since this selection
        self.raw: Sequence[int] = (0,) * board.profile.cells

    def conversion(self, channels: Channels, previous: Channels, since_select_us: float) -> int:
        """Return the next conversion. The firmware discards the first after a selection and sums
        the others."""
        if channels != self._channels:
            self._channels, self._taken = channels, 0
        index = self._taken
        self._taken += 1
        raw = self.raw[self._cell_on[channels[0]]]
        if index == 0:
            return raw // self._each
        return raw * index // self._each - raw * (index - 1) // self._each


class _Chip:
    """The board around an emulated chip, with readings put into its converter."""

    def __init__(self, board: EmulatedBoard) -> None:
        self.board = board
        self._converted = Converted(board)
        board.wiring.analogue = self._converted
        self.shown: list[list[Colour]] = []
        board.frames.subscribe(lambda _, leds: self.shown.append(leds))

    def set_readings(self, raw: Sequence[int]) -> None:
        self._converted.raw = raw

    def send(self, line: str) -> None:
        self.board.send_line(line)

    def begin(self) -> None:
        _until_it_reads(self.board)

    def start(self, tick: Tick) -> None:
        """Restart as the recorded board did: by itself, or by a power cycle."""
        board, scans = self.board, -1
        for _ in range(_STARTS_MS // _STOPS_MS):
            if board.scans == scans:
                break
            scans = board.scans
            board.run_ms(_STOPS_MS)
            if scans >= 0 and board.scans - scans > _STOPS_MS // board.profile.tick_ms // 2:
                board.boot()
                break
        _until_it_reads(board)


def rerun_on_chip(
    path: Path,
    profile: Profile,
    waves: Path | None = None,
    progress: Callable[[int], None] = unseen,
) -> Result:
    """Replay the recording on an emulated chip with the firmware of this tree. `waves`: file for
    the signals of its pins. RecordingError, OSError."""
    reader = Reader(path)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="lodeboard-rerun-"))
        lay_out(Path(folder), path, reader, profile)
        board = EmulatedBoard(profile, reader.header.seed, store_dir=Path(folder))
        chip = _Chip(board)
        if waves is not None:  # after the chip, since they use its conversions too
            file = stack.enter_context(waves.open("w", encoding="ascii"))
            stack.callback(Waves(board, file).close)
        result = feed(path, reader, profile, chip, progress)
        board.power_cut()
    return result


def _until_it_reads(board: EmulatedBoard) -> None:
    scans = board.scans
    board.run_until(lambda: board.scans > scans + 1, _STARTS_MS, "reading of its sensors")
