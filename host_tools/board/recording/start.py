"""A board's stored data at the start of a recording: as noted in the file, or derived from its
messages."""

import tempfile
from array import array
from pathlib import Path

from host_tools.board.messages import State, Zeros, listen, read
from host_tools.board.recording.file import Other, Reader, RecordingError, Scan
from host_tools.board.recording.recorder import stored_in
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.boards.profile import Profile
from lodeboard.games.contract import GameError
from lodeboard.play.scene import MIDDLE
from lodeboard.ports.file_store import FileStore
from lodeboard.sensing import calibration
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.settings import Settings
from lodeboard.system.loader import make_game, playable

GO_ON_MS = 2000  # until the filters have settled, and the game is offered
_BEFORE_MS = 2 * GO_ON_MS  # assumed running time of a board that was running at the start
_PRESS_MS = 100


def lay_out(folder: Path, path: Path, reader: Reader, profile: Profile) -> None:
    """Write the board's stored data into this folder, as a board stores it. RecordingError if it
    cannot be determined."""
    if reader.header.stored is not None:
        for name, data in reader.stored.items():
            (folder / name).write_bytes(data)
        return
    state, zeros = _first(path)
    if state is None or zeros is None:
        raise RecordingError("the recording does not begin with what the board was doing")
    store = FileStore(str(folder))
    try:
        _settings(state).save(store, profile.name)
        if zeros.valid:
            store.save(calibration.NAME, _zeros(zeros, profile).to_blob())
        if state.moves:
            Journal(store, profile.name).save(_game(state, profile))
    except (KeyError, ValueError, GameError) as error:
        raise RecordingError(
            f"the recording does not begin with what the board was doing: {error!r}"
        ) from None


def stored_zeros(zeros: Zeros, profile: Profile) -> dict[str, bytes]:
    """Return the stored calibration of a board with this zeros message. RecordingError."""
    if not zeros.valid:
        return {}
    try:
        with tempfile.TemporaryDirectory(prefix="lodeboard-zeros-") as folder:
            store = FileStore(folder)
            store.save(calibration.NAME, _zeros(zeros, profile).to_blob())
            return stored_in(Path(folder))
    except ValueError as error:
        raise RecordingError(f"the board's zeros cannot be made out: {error!r}") from None


def started(board: SimulatedBoard, ms: int) -> None:
    """Bring the board to the start of the recording: run it for a while with the readings of the
    first scan, and continue a game that it asks about. The next tick is then at `ms`."""
    tick_ms = board.profile.tick_ms
    asked: list[bool] = []
    end = listen(board.lines, {State: lambda state: asked.append(state.phase == "resume")})
    board.clock.elapsed_ms = ms - _BEFORE_MS
    while board.now_ms < ms - tick_ms:
        half = board.now_ms > ms - GO_ON_MS
        pressed = half and any(asked) and board.now_ms < ms - GO_ON_MS + _PRESS_MS
        board.port.finger.down = MIDDLE if pressed else 0
        board.advance(tick_ms)
    end()


def _first(path: Path) -> tuple[State | None, Zeros | None]:
    """Return the first state and the first zeros, from the first few scans."""
    state: State | None = None
    zeros: Zeros | None = None
    scans = 0
    for event in Reader(path).events():
        scans += isinstance(event, Scan)
        if isinstance(event, Other) and event.kind == "said":
            match read(event.value):
                case State() as said if state is None:
                    state = said
                case Zeros() as said if zeros is None:
                    zeros = said
        if scans > 100 or (state and zeros):
            break
    return state, zeros


def _settings(state: State) -> Settings:
    made = Settings()
    for field in Settings.FIELDS:
        setattr(made, field, state.settings[field])
    return made


def _zeros(message: Zeros, profile: Profile) -> Calibration:
    made = Calibration(profile)
    made.zero[:] = array("H", message.zero)
    made.gain[:] = array("H", message.gain)
    return made


def _game(state: State, profile: Profile) -> Saved:
    name, rules = state.game, state.rules
    variant = list(playable(profile)).index((name, rules))
    game = make_game(name, rules)
    game.load(state.start)
    steps: list[int] = []
    for move in state.moves or ():
        for step in game.parse_move(move):
            game.push(step)
            steps.append(step)
    return Saved(variant, state.machine, state.start, steps)
