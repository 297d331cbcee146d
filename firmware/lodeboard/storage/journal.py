"""The game in progress, kept so that power may fail at any moment.

One blob, written whole after every completed step: which game and rules, who plays,
the position it began from, and the steps since.

Payload: variant (1 byte), machine (1), length of the position text (1), the text, then each step
in 2 bytes, the low one first. Version 1, which is read too, has 1 byte a step.
"""

from array import array

from lodeboard.storage.blobs import BlobError, pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.ports.port import BlobStore

NAME = "game"
DAMAGED = "game-damaged"  # where an unreadable journal is kept
VERSION = 2
BYTE_STEPS = 1  # the version with 1 byte a step


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

    def __init__(self, store: "BlobStore", board: str):
        self._store = store
        self._board = board

    def save(self, saved: Saved) -> None:
        """Write the whole game; afterwards the old or the new journal is there, never half."""
        start = saved.start.encode()
        head = bytes((saved.variant, saved.machine, len(start)))
        # The chip's numbers begin with their low byte, as those of other computers do.
        payload = head + start + bytes(array("H", saved.steps))
        self._store.save(NAME, pack("J", VERSION, self._board, payload))

    def clear(self) -> None:
        """Forget the game."""
        self._store.delete(NAME)

    def load(self) -> "Saved | None":
        """The saved game or None. BlobError when it cannot be read: a copy of it is kept."""
        data = self._store.load(NAME)
        if data is None:
            return None
        try:
            # Rare, so the module is in memory only while it is needed: see Loader.
            from lodeboard.storage import replay

            return replay.read(data, self._board)
        except BlobError:
            self.put_aside(data)
            raise

    def put_aside(self, data: "bytes | None" = None) -> None:
        """Keep an unusable journal under another name; it is no longer offered. One that cannot be
        read now stays where it is."""
        if data is None:
            try:
                data = self._store.load(NAME)
            except BlobError:
                return
        if data is not None:
            self._store.save(DAMAGED, data)
        self._store.delete(NAME)
