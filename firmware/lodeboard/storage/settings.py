"""The settings chosen by the people at the board, and how they are stored."""

from lodeboard.storage.blobs import pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.ports.port import BlobStore

    Variants = tuple[tuple[str, str], ...]  # game and rules of each
    # Number of values of each field, in order, for a variant.
    Limits = Callable[[int], tuple[int, ...]]

NAME = "settings"
VERSION = 2
LEAST = 7  # settings stored by version 1, in order

# Who plays
ONE_PLAYER = 0
TWO_PLAYERS = 1
MACHINES = 2

#: Added to the players that the machine plays: a friend elsewhere chooses the steps in its place.
FRIEND = 4


class Settings:
    """variant: index in `variants`. players: ONE_PLAYER, TWO_PLAYERS or MACHINES. starts: 0 the
    person, 1 the machine (one player only). level: index into the game's levels; wanted: the same,
    as chosen for a game with more levels; fitted: the last that followed from it. brightness: 0..3.
    sound, coach: 0 off, 1 on. fast: 1 runs the processor at its higher clock. fair: the player
    whose rating sets the level of each game; 0 if none does. friend: 1 if a friend elsewhere plays
    in the machine's place (one player only). clock: 0 off, else the number of a control in
    storage/controls.py (two players only)."""

    FIELDS = (
        "variant",
        "players",
        "starts",
        "level",
        "brightness",
        "sound",
        "coach",
        "fast",
        "fair",
        "friend",
        "clock",
    )
    variants: "Variants" = ()  # of this board; unknown ones are stored by index
    levels: "tuple[str, ...]" = ()  # of the variant; set by the menu

    def __init__(self) -> None:
        self.variant = 0
        self.players = ONE_PLAYER
        self.starts = 0
        self.level = self.wanted = 1
        self.fitted = -1
        self.brightness = 2
        self.sound = 1
        self.coach = 0
        self.fast = 1
        self.fair = 0
        self.friend = 0
        self.clock = 0

    def machine(self) -> int:
        """The players that the machine plays: bit 0 the first, bit 1 the second, and FRIEND."""
        if self.players == TWO_PLAYERS:
            return 0
        if self.players == MACHINES:
            return 3
        return (1 if self.starts else 2) | (FRIEND if self.friend else 0)

    def save(self, store: "BlobStore", board: str) -> None:
        """Save the settings."""
        words = [f"{field}={getattr(self, field)}" for field in self.FIELDS]
        words[0] = "variant=" + name_of(self.variant, self.variants)
        store.save(NAME, pack("S", VERSION, board, " ".join(words).encode()))


def name_of(variant: int, variants: "Variants") -> str:
    """Return a variant's stored name, such as flip/magic, or its index if the name is unknown."""
    return "/".join(variants[variant]) if variant < len(variants) else str(variant)
