"""Feeds a recording to the firmware of a board on a cable: the recorded readings are injected,
timed by the board's clock.

The board starts with the recorded board's stored data; its own data is stashed and restored. It
does not save zeros measured from injected readings, so after a recorded restart it gets the
recorded zeros.
"""

import contextlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from host_tools.board.recording.feeding import feed
from host_tools.board.recording.file import Reader
from host_tools.board.recording.recorder import stored_in
from host_tools.board.recording.rerun import Result, Tick, unseen
from host_tools.board.recording.start import lay_out, stored_zeros
from host_tools.board.scenario.oncable import Borrowed, CableBoard, Opened
from host_tools.board.simulator.leds import Colour
from host_tools.jobs.messages import MessageError, parsed
from lodeboard.boards.profile import Profile

_OURS = ("hello", "watch", "scan", "inject")  # requests of the recorder or a page


class _Injected(CableBoard):
    """A board that gets the recorded readings, tick by tick."""

    def __init__(self, opened: Opened, raw: Callable[[], Sequence[int]]) -> None:
        super().__init__(*opened, seed=0, inject_ticks=1)
        self._raw = raw

    def _readings(self) -> Sequence[float]:
        return self._raw()


class _Cabled:
    """A board on a cable across its restarts."""

    def __init__(
        self, borrowed: Borrowed, profile: Profile, data: Mapping[str, bytes], raw: Sequence[int]
    ) -> None:
        self.shown: list[list[Colour]] = []
        self._borrowed = borrowed
        self._profile = profile
        self._data = data
        self._raw = raw
        self._stack = contextlib.ExitStack()
        self._board: _Injected | None = None

    @property
    def board(self) -> _Injected:
        assert self._board is not None
        return self._board

    def set_readings(self, raw: Sequence[int]) -> None:
        self._raw = raw

    def send(self, line: str) -> None:
        try:
            command = parsed(line.encode())
        except MessageError:
            command = None
        if not isinstance(command, dict) or command.get("c") not in _OURS:
            self.board.send_line(line)

    def begin(self) -> None:
        self._open(self._borrowed.with_data(self._data, self._make))

    def start(self, tick: Tick) -> None:
        self.close()
        zeros = {} if tick.zeros is None else stored_zeros(tick.zeros, self._profile)
        self._open(self._borrowed.again_with(zeros, self._make))

    def close(self) -> None:
        """Release the board."""
        self._stack.close()

    def _make(self, opened: Opened) -> _Injected:
        return _Injected(opened, lambda: self._raw)

    def _open(self, board: AbstractContextManager[_Injected]) -> None:
        self._board = self._stack.enter_context(board)
        self._board.frames.subscribe(lambda _, leds: self.shown.append(leds))


def rerun_on_cable(
    path: Path, profile: Profile, port: str, progress: Callable[[int], None] = unseen
) -> Result:
    """Replay the recording on the board on this port. RecordingError, DeviceError."""
    reader = Reader(path)
    with tempfile.TemporaryDirectory(prefix="lodeboard-rerun-") as folder:
        lay_out(Path(folder), path, reader, profile)
        data = stored_in(Path(folder))
    with Borrowed(profile, port) as borrowed:
        cabled = _Cabled(borrowed, profile, data, (0,) * profile.cells)
        with contextlib.closing(cabled):
            return feed(path, reader, profile, cabled, progress)
