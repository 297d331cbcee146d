"""The game in progress, stored so that a power cut at any moment does not lose it.

One blob, written whole after every completed step: which game and rules, who plays,
the position it began from, and the steps since.

Payload: length of the variant's name (1 byte), the name (see storage/stored.py), machine (1),
length of the position text (1), the text, then each step in 2 bytes, the low one first. Versions 1
and 2, which can still be read, have the variant's index (1 byte) in place of its name; version 1
has 1 byte per step. Version 4, of a game with a clock, has after the steps what the clock keeps:
four words of 2 bytes, and one for each step (see play/clock.py).
"""

from array import array

from lodeboard.storage.blobs import BlobError, pack
from lodeboard.storage.settings import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.ports.port import BlobStore
    from lodeboard.storage.settings import Variants

NAME = "game"
DAMAGED = "game-damaged"  # name of an unreadable journal
VERSION = 3
CLOCKED = 4  # the version of a game with a clock
BYTE_STEPS = 1  # the version with 1 byte per step


class Saved:
    """The contents of a journal. `machine`: bit 0 set when the machine plays the first player,
    bit 1 the second. `steps`: all steps since `start` (a position text). `clock`: what a clock
    keeps, or None."""

    def __init__(
        self,
        variant: int,
        machine: int,
        start: str,
        steps: "Sequence[int]",
        clock: "array[int] | None" = None,
    ):
        self.variant = variant
        self.machine = machine
        self.start = start
        self.steps = steps
        self.clock = clock


class Journal:
    """Writes the journal blob into a store; `replay.load` reads it. variants: those of this
    board."""

    def __init__(self, store: "BlobStore", board: str, variants: "Variants" = ()):
        self._store = store
        self._board = board
        self._variants = variants

    def save(self, saved: Saved) -> None:
        """Write the whole game. A power cut leaves the old or the new journal, never half of
        one."""
        start = saved.start.encode()
        name = name_of(saved.variant, self._variants).encode()
        head = bytes((len(name),)) + name + bytes((saved.machine, len(start)))
        # The chip and other computers are little-endian.
        payload = head + start + bytes(array("H", saved.steps))
        version = VERSION
        if saved.clock:
            version = CLOCKED
            payload += bytes(saved.clock)
        self._store.save(NAME, pack("J", version, self._board, payload))

    def clear(self) -> None:
        """Delete the journal."""
        self._store.delete(NAME)

    def put_aside(self) -> None:
        """Rename an unusable journal, so that it is no longer offered. One that cannot be read now
        stays where it is."""
        try:
            data = self._store.load(NAME)
        except BlobError:
            return
        if data is not None:
            self._store.save(DAMAGED, data)
        self._store.delete(NAME)
