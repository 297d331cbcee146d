"""Blobs that could not be stored and wait in memory, and how people are told. In memory only while
the store fails.
"""

from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.link.link import Link
    from lodeboard.play.match import Match
    from lodeboard.play.scene import Board
    from lodeboard.storage.blobs import Blobs

# Reasons, as sent to a computer, each with a sentence that says what to do.
FULL = "full"
READ_ONLY = "read-only"
GONE = "gone"
BROKEN = "broken"
AFTER_FAULTS = "after-faults"  # the firmware does not use its store after faults
BROWSER = "browser"  # the browser that runs the board stores nothing
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
# Blobs and their names for people.
NAMES = {"game": "game", "settings": "settings", "calibration": "zeros", "ratings": "ratings"}
# Those with the name of another: the game that has just ended, the seed of its rolls, the radio.
ALSO = {"past": "game", "dice": "game", "phones": "settings"}
DAMAGED = "-damaged"  # suffix for the name of a blob that could not be read
# Error numbers: MicroPython has no names for most of them. A name "too long" (36) is what littlefs
# says where a full file system has no room for the entry of a new file.
_WHY = ((FULL, (27, 28, 36, 122)), (READ_ONLY, (1, 13, 30)), (GONE, (2, 19, 20)))
# Time until the next try. It doubles each time, since each try wears the flash.
_FIRST_MS = 2000
_LONGEST_MS = 64000


class Unsaved:
    """Blobs that wait for their store.

    why: why they wait, "" once they have been written. outside: why data is not stored although the
    store accepts it, else "". reported: listeners have been told.
    """

    def __init__(self, blobs: "Blobs"):
        self._blobs = blobs
        self._store = blobs.store
        self._waiting: "dict[str, bytes | None]" = {}  # None: to be deleted
        self._unread: "list[str]" = []  # could not be read, so must not be overwritten
        self._since_ms = -1  # time of the last try; -1 before the first
        self._wait_ms = _FIRST_MS
        self._failed = ""
        self._emptied = False  # the store's folder was missing and has been recreated
        self._told = ""  # last message; empty before the first
        self.outside = ""
        self.reported = False

    @property
    def why(self) -> str:
        return self._failed or self.outside

    @property
    def names(self) -> "list[str]":
        """What is not stored or cannot be read, by its names for people. Everything, if `outside`
        is set."""
        blobs = [ALSO.get(name, name) for name in list(self._waiting) + self._unread]
        return [NAMES[name] for name in sorted(NAMES) if name in blobs or self.outside]

    # For Blobs

    def load(self, name: str) -> "bytes | None":
        """Return the blob last saved under this name, or None. OSError if the stored one cannot be
        read."""
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
        """Hold a blob (None: delete it) and try to write all."""
        self._waiting[name] = data
        self.write()

    def ready(self, notice: "Callable[[str], None]") -> bool:
        """Return whether the firmware may restart. If that would lose a choice, a notice says
        so."""
        if getattr(self._blobs, "lives", False) or (self.write() and not self.outside):
            return True
        notice(NO_CHANGE)
        return False

    # Writing

    def write(self) -> bool:
        """Try to write all waiting blobs. True if none is left."""
        self._failed = ""
        try:
            self._emptied = self._store.open() or self._emptied
            for name in list(self._unread):
                self._rescue(name)
        except OSError as error:
            self._failed = _why(error)
        for deleting in (False, True):
            for name in self._due(deleting):
                try:
                    self._write(name)
                except OSError as error:
                    self._failed = self._failed or _why(error)
        return not self._waiting and not self._unread

    def _rescue(self, name: str) -> None:
        """Try again to read a blob. If its name has been reused meanwhile, save it under another
        name."""
        data = self._store.load(name)
        if data is not None and name in self._waiting:
            self._store.save(name + DAMAGED, data)
        self._unread.remove(name)

    def _due(self, deleting: bool) -> "list[str]":
        """Return the blobs that may be written (or deleted) now: those whose old data has been read
        or saved under another name."""
        return [
            name
            for name in list(self._waiting)
            if (self._waiting[name] is None) == deleting
            and name not in self._unread
            and not (deleting and name + DAMAGED in self._waiting)
        ]

    def _write(self, name: str) -> None:
        data = self._waiting[name]
        if data is not None:
            self._store.save(name, data)
        elif self._store.load(name) is not None:
            self._store.delete(name)
        del self._waiting[name]

    # For the App

    def tick(self, now_ms: int, board: "Board", link: "Link", match: "Match | None") -> bool:
        """Retry when due, and report changes. Once everything is stored, `board.store.unsaved`
        becomes None. True for the first report."""
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
            self._blobs.unsaved = None
            if self._told:
                link.send({"t": "keeping", "why": "", "not": [], "say": AGAIN})
                board.changes.show()
        return False

    def _tell(self, board: "Board", link: "Link") -> bool:
        names = self.names
        say = WORDS[self.why] % ", ".join(names)
        first = not self._told
        if first:
            board.changes.show()  # show the light
        if say != self._told or not self.reported:
            self._told = say
            self.reported = True
            link.send({"t": "keeping", "why": self.why, "not": names, "say": say})
        return first

    def _keep_all(self, board: "Board", match: "Match | None") -> None:
        """Save everything again: the store has lost its data."""
        store = self._blobs
        board.settings.save(store, board.profile.name)
        if board.calibration.valid and not board.injecting:
            store.save("calibration", board.calibration.to_blob())
        if match is not None and not match.over:
            match.record.keep()

    def paint(self, marks: bytearray, corners: "tuple[int, ...]", light: int) -> None:
        """Mark the corners that would be dark."""
        for corner in corners:
            marks[corner] = marks[corner] or light


def _why(error: OSError) -> str:
    for why, numbers in _WHY:
        if error.errno in numbers:
            return why
    return BROKEN
