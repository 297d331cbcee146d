"""What the people at the board have chosen, and how it is kept."""

from lodeboard.storage.blobs import pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.ports.port import BlobStore

    Variants = tuple[tuple[str, str], ...]  # game and rules of each
    # How many values each field has, in order, where the variant is this one.
    Limits = Callable[[int], tuple[int, ...]]

NAME = "settings"
VERSION = 2
LEAST = 7  # of the settings that version 1 kept, by their places

# Who plays
ONE_PLAYER = 0
TWO_PLAYERS = 1
MACHINES = 2


class Settings:
    """variant: its place in `variants`. players: ONE_PLAYER, TWO_PLAYERS
    or MACHINES. starts: 0 the person, 1 the machine (one player only). level: index into
    the game's levels. brightness: 0..3. sound, coach: 0 off, 1 on. fast: 1 to run the processor
    at the higher of its clocks."""

    FIELDS = ("variant", "players", "starts", "level", "brightness", "sound", "coach", "fast")
    variants: "Variants" = ()  # of this board; those unknown are stored by their places

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
        words = [f"{field}={getattr(self, field)}" for field in self.FIELDS]
        words[0] = "variant=" + name_of(self.variant, self.variants)
        store.save(NAME, pack("S", VERSION, board, " ".join(words).encode()))


def name_of(variant: int, variants: "Variants") -> str:
    """Game and rules of a variant, as they are stored: flip/magic; its place where they are not
    known."""
    return "/".join(variants[variant]) if variant < len(variants) else str(variant)
