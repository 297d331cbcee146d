"""What a board with a radio keeps about phones: whether the radio is on, the code that lets a phone
in, the network at home and the address of the owner's site.

Payload: a line each: "on" or "off", then "own" or "home"; the cells of the code, with blanks
between; name of the network at home; its password; the site's address. The password is not
encrypted, as on any device that joins a network by itself.
"""

from lodeboard.storage.blobs import BlobError, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import BlobStore

NAME = "phones"
VERSION = 1
_LINES = 5
LONGEST_NAME = 32  # bytes of a network's name, by IEEE 802.11
PASSWORD = (8, 63)  # characters of a password, by WPA2; none for an open network
LONGEST_SITE = 200


class Phones:
    """on: the radio is on. at_home: in the network at home, not the board's own. code: cells, in
    the order in which the lights show them. home, password: of the network at home, "" if unknown.
    site: of the owner, with a slash at its end, "" if unknown."""

    def __init__(self) -> None:
        self.on = False
        self.at_home = False
        self.code: list[int] = []
        self.home = ""
        self.password = ""
        self.site = ""

    def save(self, store: "BlobStore", board: str) -> None:
        """Save it."""
        lines = [
            f"{'on' if self.on else 'off'} {'home' if self.at_home else 'own'}",
            " ".join([str(cell) for cell in self.code]),
            self.home,
            self.password,
            self.site,
        ]
        store.save(NAME, pack("W", VERSION, board, "\n".join(lines).encode()))

    def load(self, store: "BlobStore", board: str) -> None:
        """Load what was saved, if anything was. Raises BlobError, which changes nothing."""
        data = store.load(NAME)
        if data is None:
            return
        try:
            lines = unpack(data, "W", VERSION, board).decode().split("\n")
            code = [int(cell) for cell in lines[1].split()]
        except (UnicodeError, ValueError, IndexError) as error:
            if isinstance(error, BlobError):
                raise
            raise BlobError("it is no text") from error
        if len(lines) != _LINES:
            raise BlobError("a line is missing")
        self.on = lines[0].startswith("on")
        self.code = code
        self.home, self.password, self.site = lines[2:]
        self.at_home = lines[0].endswith("home") and bool(self.home)
