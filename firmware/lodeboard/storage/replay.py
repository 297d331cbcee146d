"""Restores an interrupted game: reads the journal and replays its steps."""

from array import array

from lodeboard.games.contract import UNDECIDED, Game, GameError
from lodeboard.storage.blobs import BlobError
from lodeboard.storage.controls import CONTROLS
from lodeboard.storage.journal import BYTE_STEPS, CLOCKED, NAME, Saved
from lodeboard.storage.settings import FRIEND
from lodeboard.storage.stored import begun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import BlobStore
    from lodeboard.storage.settings import Variants


def read(data: bytes, board: str, variants: "Variants" = ()) -> Saved:
    """Return the contents of a journal; variant -1 if this board does not have it. Raises
    BlobError."""
    variant, payload = begun(data, board, variants)
    if len(payload) < 2 or len(payload) < 2 + payload[1]:
        raise BlobError("too short for its position")
    if payload[0] > 6 or payload[0] == FRIEND:  # 5 and 6: a friend in the place of one
        raise BlobError("the machine plays for more than two players")
    end = 2 + payload[1]
    try:
        start = payload[2:end].decode()
    except UnicodeError as error:
        raise BlobError("its position is no text") from error
    written = payload[end:]
    if data[3] == BYTE_STEPS:
        steps = array("H", list(written))
    elif len(written) & 1:
        raise BlobError("its last step is cut short")
    else:
        steps = array("H", written)
    clock = None
    if data[3] == CLOCKED:
        count = (len(steps) - 4) // 2
        clock = steps[count:]
        steps = steps[:count]
        if len(clock) != count + 4 or not 1 <= clock[0] <= len(CONTROLS):
            raise BlobError("its clock is none")
    return Saved(variant, payload[0], start, steps, clock)


def load(store: "BlobStore", board: str, variants: "Variants" = ()) -> "Saved | None":
    """Return the saved game or None. BlobError if it cannot be read."""
    data = store.load(NAME)
    return None if data is None else read(data, board, variants)


def replay(game: Game, saved: Saved) -> None:
    """Replay the steps of the journal in `game`. BlobError if one is illegal."""
    buffer = array("H", [0] * game.max_steps)
    try:
        game.load(saved.start)
    except GameError as error:
        raise BlobError(f"its position cannot be: {error}") from error
    if len(saved.steps) > game.max_length:
        raise BlobError("more steps than a game can have")
    for number, step in enumerate(saved.steps):
        count = game.steps(buffer)
        # MicroPython does not support `in` for arrays.
        if not any(buffer[index] == step for index in range(count)):
            raise BlobError(f"step {number + 1} of it is not legal")
        game.push(step)


def unfinished(game: Game, saved: Saved) -> bool:
    """True when the replayed game has begun and is not decided."""
    return len(saved.steps) > 0 and game.verdict() == UNDECIDED
