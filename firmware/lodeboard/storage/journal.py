"""The game in progress, kept so that power may fail at any moment.

One blob, written whole after every completed step: which game and rules, who plays,
the position it began from, and the steps since.

Payload: variant (1 byte), machine (1), length of the position text (1), the text, then each step
in 2 bytes, the low one first. Version 1, which is read too, has 1 byte a step.
"""

from array import array

from lodeboard.games.contract import UNDECIDED, Game, GameError
from lodeboard.storage.blobs import BlobError, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.ports.port import Store

NAME = "game"
DAMAGED = "game-damaged"  # where an unreadable journal is kept
_VERSION = 2
_BYTE_STEPS = 1  # the version with 1 byte a step


class Saved:
    """What a journal holds. `machine`: bit 0 set when the machine plays the first player,
    bit 1 the second. `steps`: all steps since `start` (a position text)."""

    def __init__(self, variant: int, machine: int, start: str, steps: "Sequence[int]"):
        self.variant = variant
        self.machine = machine
        self.start = start
        self.steps = steps


class Journal:
    """Reads and writes the journal blob in the port's store."""

    def __init__(self, store: "Store", board: str):
        self._store = store
        self._board = board

    def save(self, saved: Saved) -> None:
        """Write the whole game; afterwards the old or the new journal is there, never half."""
        start = saved.start.encode()
        head = bytes((saved.variant, saved.machine, len(start)))
        # The chip's numbers begin with their low byte, as those of other computers do.
        payload = head + start + bytes(array("H", saved.steps))
        self._store.save(NAME, pack("J", _VERSION, self._board, payload))

    def clear(self) -> None:
        """Forget the game."""
        self._store.delete(NAME)

    def load(self) -> "Saved | None":
        """The saved game or None. BlobError when it cannot be read: a copy of it is kept."""
        data = self._store.load(NAME)
        if data is None:
            return None
        try:
            return _saved(data, self._board)
        except BlobError:
            self.put_aside(data)
            raise

    def put_aside(self, data: "bytes | None" = None) -> None:
        """Keep an unusable journal under another name; it is no longer offered."""
        if data is None:
            data = self._store.load(NAME)
        if data is not None:
            self._store.save(DAMAGED, data)
        self._store.delete(NAME)


def _payload(data: bytes, board: str) -> bytes:
    """The payload of a journal of either version, or BlobError."""
    version = _BYTE_STEPS if data[3:4] == bytes((_BYTE_STEPS,)) else _VERSION
    return unpack(data, "J", version, board)


def _saved(data: bytes, board: str) -> Saved:
    """What a journal holds, or BlobError."""
    payload = _payload(data, board)
    if len(payload) < 3 or len(payload) < 3 + payload[2]:
        raise BlobError("too short for its position")
    end = 3 + payload[2]
    try:
        start = payload[3:end].decode()
    except UnicodeError as error:
        raise BlobError("its position is no text") from error
    written = payload[end:]
    if data[3] == _BYTE_STEPS:
        steps = array("H", list(written))
    elif len(written) & 1:
        raise BlobError("its last step is cut short")
    else:
        steps = array("H", written)
    return Saved(payload[0], payload[1], start, steps)


def begun_variant(store: "Store", board: str) -> int:
    """The variant of the game in the journal, -1 where there is none that can be read."""
    try:
        data = store.load(NAME)
        return -1 if data is None else _payload(data, board)[0]
    except (BlobError, IndexError):
        return -1


def replay(game: Game, saved: Saved) -> None:
    """Bring `game` to where the journal ends; BlobError when it breaks the rules."""
    buffer = array("H", [0] * game.max_steps)
    try:
        game.load(saved.start)
    except GameError as error:
        raise BlobError(f"its position cannot be: {error}") from error
    if len(saved.steps) > game.max_length:
        raise BlobError("more steps than a game can have")
    for number, step in enumerate(saved.steps):
        count = game.steps(buffer)
        # MicroPython cannot look for a number in an array with `in`.
        if not any(buffer[at] == step for at in range(count)):
            raise BlobError(f"step {number + 1} of it is not legal")
        game.push(step)


def unfinished(game: Game, saved: Saved) -> bool:
    """True when the replayed game has begun and is not decided."""
    return len(saved.steps) > 0 and game.verdict() == UNDECIDED
