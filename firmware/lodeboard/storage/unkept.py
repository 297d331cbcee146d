"""What a board cannot keep: blobs that wait in memory for their store, and how people are told.

In a board's memory only while a store fails.
"""

from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.link.link import Link
    from lodeboard.play.match import Match
    from lodeboard.play.scene import Board
    from lodeboard.storage.blobs import Blobs

# Why something is not kept, as messages to a computer have it, and what people should do.
FULL = "full"
READ_ONLY = "read-only"
GONE = "gone"
BROKEN = "broken"
AFTER_FAULTS = "after-faults"  # the firmware itself has put its store aside
BROWSER = "browser"  # the board runs in a browser, which keeps nothing for it
WORDS = {
    FULL: "Free some space where the board stores its data: it is full. Not saved: %s.",
    READ_ONLY: "Make the board's storage writable. Not saved: %s.",
    GONE: "Reconnect the board's storage: it is missing. Not saved: %s.",
    BROKEN: "Check the board's storage: it fails. Not saved: %s.",
    AFTER_FAULTS: "Switch the board off and on: it had too many faults. Not saved: %s.",
    BROWSER: "Let this browser store data for this page, or free some space. Not saved: %s.",
}
AGAIN = "The board saves everything again."
NO_CHANGE = "The board cannot change to another game now: it cannot save the choice."
# Blobs that people know, and what they call them.
NAMES = {"game": "game", "settings": "settings", "calibration": "zeros"}
ASIDE = "-damaged"  # ends the name under which a blob is kept that could not be read
# By the numbers of errors; MicroPython has no names for most of these.
_WHY = ((FULL, (27, 28, 122)), (READ_ONLY, (1, 13, 30)), (GONE, (2, 19, 20)))
# Until the next try; each one takes twice as long to come, as each wears the flash.
_FIRST_MS = 2000
_LONGEST_MS = 64000


class Unkept:
    """Blobs that wait for their store.

    why: why they wait, "" once they have been written. outside: why nothing is kept though the
    store takes it; empty where that is not so. reported: whoever listens knows of it.
    """

    def __init__(self, blobs: "Blobs"):
        self._blobs = blobs
        self._store = blobs.store
        self._waiting: "dict[str, bytes | None]" = {}  # None: to be deleted
        self._unread: "list[str]" = []  # could not be read, so must not be written over
        self._since_ms = -1  # the last try; -1 before the first
        self._wait_ms = _FIRST_MS
        self._failed = ""
        self._emptied = False  # the store had lost its folder, which was made again
        self._told = ""  # said last; empty before the first time
        self.outside = ""
        self.reported = False

    @property
    def why(self) -> str:
        return self._failed or self.outside

    @property
    def names(self) -> "list[str]":
        """What is not kept, or cannot be read, as people call it: all, where that comes from
        outside."""
        blobs = list(self._waiting) + self._unread
        return [NAMES[name] for name in sorted(NAMES) if name in blobs or self.outside]

    # For who keeps something

    def load(self, name: str) -> "bytes | None":
        """The blob of this name as it was saved last, or None. OSError where the store has one
        that cannot be read."""
        if name in self._waiting:
            return self._waiting[name]
        try:
            return self._store.load(name)
        except OSError as error:
            self._failed = _why(error)
            if name not in self._unread:
                self._unread.append(name)
            raise

    def save(self, name: str, data: "bytes | None") -> None:
        """Keep a blob here, None to delete it, and try to write all."""
        self._waiting[name] = data
        self.write()

    def ready(self, notice: "Callable[[str], None]") -> bool:
        """Whether the firmware may start again: not while a choice would be lost by it, as a
        notice then says."""
        if self.write() or getattr(self._blobs, "lives", False):
            return True
        notice(NO_CHANGE)
        return False

    # Writing

    def write(self) -> bool:
        """Try to write all that waits; True where nothing does any more."""
        self._failed = ""
        try:
            self._emptied = self._store.open() or self._emptied
            for name in list(self._unread):
                self._set_aside(name)
        except OSError as error:
            self._failed = _why(error)
        for deleting in (False, True):
            for name in self._due(deleting):
                try:
                    self._write(name)
                except OSError as error:
                    self._failed = self._failed or _why(error)
        return not self._waiting and not self._unread

    def _set_aside(self, name: str) -> None:
        """Look again at a blob that could not be read: it is kept under another name if this one
        has been given to something else meanwhile."""
        data = self._store.load(name)
        if data is not None and name in self._waiting:
            self._store.save(name + ASIDE, data)
        self._unread.remove(name)

    def _due(self, deleting: bool) -> "list[str]":
        """What may be written now, or be deleted: nothing of which the old one is not safe."""
        return [
            name
            for name in list(self._waiting)
            if (self._waiting[name] is None) == deleting
            and name not in self._unread
            and not (deleting and name + ASIDE in self._waiting)
        ]

    def _write(self, name: str) -> None:
        data = self._waiting[name]
        if data is not None:
            self._store.save(name, data)
        elif self._store.load(name) is not None:
            self._store.delete(name)
        del self._waiting[name]

    # For who tells people

    def tick(self, now_ms: int, board: "Board", link: "Link", match: "Match | None") -> bool:
        """Try again when it is time, and tell what is new; `board.store` has none of this any more
        once all is kept. True where it is told for the first time."""
        if self._since_ms < 0:
            self._since_ms = now_ms
        elif since(now_ms, self._since_ms) >= self._wait_ms:
            self._since_ms = now_ms
            self._wait_ms = min(2 * self._wait_ms, _LONGEST_MS)
            self.write()
        if self._emptied:
            self._emptied = False
            self._keep_all(board, match)
        if self.why:
            return self._tell(board, link)
        if not self._waiting and not self._unread:
            self._blobs.unkept = None
            if self._told:
                link.send({"t": "keeping", "why": "", "not": [], "say": AGAIN})
                board.changes.show()
        return False

    def _tell(self, board: "Board", link: "Link") -> bool:
        names = self.names
        say = WORDS[self.why] % ", ".join(names)
        first = not self._told
        if first:
            board.changes.show()  # the light
        if say != self._told or not self.reported:
            self._told = say
            self.reported = True
            link.send({"t": "keeping", "why": self.why, "not": names, "say": say})
        return first

    def _keep_all(self, board: "Board", match: "Match | None") -> None:
        """The store has lost all that it had."""
        store = self._blobs
        board.settings.save(store, board.profile.name)
        if board.calibration.valid and not board.lent:
            store.save("calibration", board.calibration.to_blob())
        if match is not None and not match.over:
            match.record.keep()

    def paint(self, marks: bytearray, corners: "tuple[int, ...]", light: int) -> None:
        """Mark those corners that are dark otherwise."""
        for corner in corners:
            marks[corner] = marks[corner] or light


def _why(error: OSError) -> str:
    for why, numbers in _WHY:
        if error.errno in numbers:
            return why
    return BROKEN
