"""Records a board: requests every scan, and writes its messages, lights and received lines."""

import contextlib
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from host_tools.board import messages
from host_tools.board.contract import BoardView
from host_tools.board.messages import read
from host_tools.board.recording.file import VERSION, Header, RecordingError, Scan, Writer
from host_tools.board.simulator.meanings import palette_now
from lodeboard.boards.profile import Profile

_ASK = '{"c": "scan", "on": true}'
_END = '{"c": "scan", "on": false}'
_HELLO = '{"c": "hello"}'


class Recorder:
    """One recording of one board, until `close`. If the file can no longer be written, the
    recording ends with a message, and the board continues. `ended`: why, "" if it has not."""

    def __init__(
        self,
        board: BoardView,
        path: Path,
        profile: Profile,
        on: str,
        seed: int,
        stored: Mapping[str, bytes] | None = None,
    ) -> None:
        """`stored`: the stored data of a board that is about to be switched on; None for a running
        board. OSError if the file cannot be created, FileExistsError if it exists."""
        colours, movements = palette_now()
        header = Header(
            lodeboard="recording",
            version=VERSION,
            board=profile.name,
            on=on,
            seed=seed,
            began=datetime.now().astimezone().isoformat(timespec="seconds"),
            stored=None if stored is None else {name: data.hex() for name, data in stored.items()},
            colours=colours.hex(),
            movements=movements.decode(),
        )
        self._writer: Writer | None = Writer(path, header)
        self.ended = ""
        self._path = path
        self._board = board
        self._cells = profile.cells
        self._ends = [
            board.wire.subscribe(lambda _, line: self._say(line)),
            board.sent.subscribe(lambda _, line: self._put("sent", line)),
            board.sounds.subscribe(lambda _, hertz: self._put("tone", hertz)),
        ]
        if stored is None and board.plugged:
            board.send_line(_HELLO)

    def close(self) -> None:
        """End the recording."""
        for end in self._ends:
            end()
        self._ends.clear()
        if self._writer is not None:
            self._board.send_line(_END)
            writer, self._writer = self._writer, None
            try:
                writer.close()
            except OSError as error:
                self._give_up(error)

    @property
    def on(self) -> bool:
        """Whether it is still being written."""
        return self._writer is not None

    def _say(self, line: str) -> None:
        match read(line):
            case messages.Scan() as scan:
                self._scan(Scan(scan.ms, scan.held, scan.readings))
            case messages.Lights(grb=grb):
                self._put("lights", grb)
            case messages.Hello():
                self._put("said", line)
                self._board.send_line(_ASK)
            case messages.Sound():
                pass  # tones have messages of their own
            case _:
                self._put("said", line)

    def _scan(self, scan: Scan) -> None:
        try:
            if self._writer is not None and len(scan.raw) == self._cells:
                self._writer.scan(scan)
        except OSError as error:
            self._give_up(error)

    def _put(self, kind: str, value: object) -> None:
        try:
            if self._writer is not None:
                self._writer.other(kind, value)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self._writer = None
        self.ended = error.strerror or str(error)
        print(f"The recording in {self._path} ends here: {self.ended}.", file=sys.stderr)


@contextlib.contextmanager
def recording(
    board: BoardView,
    path: Path | None,
    profile: Profile,
    on: str,
    seed: int,
    stored: Mapping[str, bytes] | None = None,
) -> Iterator[None]:
    """Record the board within the context, if there is a path. RecordingError if this is
    impossible."""
    if path is None:
        yield
        return
    try:
        recorder = Recorder(board, path, profile, on, seed, stored)
    except FileExistsError:
        raise RecordingError(f"{path} is there already: choose another name") from None
    except OSError as error:
        raise RecordingError(f"cannot record into {path}: {error.strerror}") from None
    try:
        yield
    finally:
        recorder.close()


def stored_in(store: Path) -> dict[str, bytes]:
    """Return a board's stored data from this folder; empty if there is none yet."""
    if not store.is_dir():
        return {}
    return {path.name: path.read_bytes() for path in sorted(store.iterdir()) if path.is_file()}
