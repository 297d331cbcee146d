"""What the people at the board have chosen, and how it is kept."""

from lodeboard.storage.blobs import BlobError, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.ports.port import BlobStore

    # How many values each field has, in order, where the variant is this one.
    Limits = Callable[[int], tuple[int, ...]]

NAME = "settings"
_VERSION = 1

# Who plays
ONE_PLAYER = 0
TWO_PLAYERS = 1
MACHINES = 2


class Settings:
    """variant: its place in catalogue.VARIANTS. players: ONE_PLAYER, TWO_PLAYERS
    or MACHINES. starts: 0 the person, 1 the machine (one player only). level: index into
    the game's levels. brightness: 0..3. sound, coach: 0 off, 1 on. fast: 1 to run the processor
    at the higher of its clocks."""

    FIELDS = ("variant", "players", "starts", "level", "brightness", "sound", "coach", "fast")
    LEAST = 7  # fields of what an earlier firmware kept; the others are as new

    def __init__(self) -> None:
        self.variant = 0
        self.players = ONE_PLAYER
        self.starts = 0
        self.level = 1
        self.brightness = 2
        self.sound = 1
        self.coach = 0
        self.fast = 1

    def machine(self) -> int:
        """Which players the machine plays: bit 0 the first, bit 1 the second."""
        if self.players == TWO_PLAYERS:
            return 0
        if self.players == MACHINES:
            return 3
        return 1 if self.starts else 2

    def save(self, store: "BlobStore", board: str) -> None:
        """Keep the settings."""
        payload = bytes([getattr(self, field) for field in self.FIELDS])
        store.save(NAME, pack("S", _VERSION, board, payload))

    def load(self, store: "BlobStore", board: str, limits: "Limits") -> None:
        """Take over stored settings. BlobError leaves the settings as they were."""
        data = store.load(NAME)
        if data is None:
            return
        payload = unpack(data, "S", _VERSION, board)
        count = len(payload)
        if not self.LEAST <= count <= len(self.FIELDS):
            raise BlobError(f"{count} settings, not {len(self.FIELDS)}")
        most = limits(payload[0])
        fields = self.FIELDS[:count]
        for at, field in enumerate(fields):
            if payload[at] >= most[at]:
                raise BlobError(f"{field} cannot be {payload[at]}")
        for at, field in enumerate(fields):
            setattr(self, field, payload[at])


def stored(store: "BlobStore", board: str, field: str) -> int:
    """This field of the stored settings; as new where there are none that can be read."""
    try:
        data = store.load(NAME)
        if data is not None:
            return unpack(data, "S", _VERSION, board)[Settings.FIELDS.index(field)]
    except (BlobError, IndexError):
        pass
    value: int = getattr(Settings(), field)
    return value
