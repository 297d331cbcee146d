"""Messages from pages to hands: to a person's own, and to the helping hand. Each is a page's
message; `host_tools/play/web/messages.py` has the others."""

from msgspec import UNSET, Struct, UnsetType, field

MODES = ("off", "board", "both")  # modes of the helping hand: whose tiles it moves
SPEEDS = ("slow", "normal", "fast")
FARTHEST_MM = 2000.0  # reach of an arm


def _check_lengths(*lengths: float) -> None:
    if not all(abs(length) <= FARTHEST_MM for length in lengths):  # false for NaN
        raise ValueError(f'"x" and "y" must lie within {FARTHEST_MM:.0f} mm of the board')


def _check_word(key: str, word: str, words: tuple[str, ...]) -> None:
    if word and word not in words:
        raise ValueError(f'"{key}" must be one of {", ".join(words)}')


class Asked(Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message from a page; its type, the class name in lower case, is in "t"."""


class Told(Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message to a page. UNSET fields are left out."""

    def as_dict(self) -> dict[str, object]:
        """Return the message as a dict for JSON."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        values = {key: getattr(self, name) for key, name in names}
        kind = self.__struct_config__.tag
        return {"t": kind, **{key: value for key, value in values.items() if value is not UNSET}}


class HelperTold(Told, frozen=True, tag="helper"):
    """The state of the helping hand. `waits`: for people's hands; `why`: why it stopped by
    itself."""

    mode: str
    speed: str
    waits: bool
    why: str


class ScreenTold(Told, frozen=True, tag="screen"):
    """The settings of the hands for a board on a screen. `to`: target cell of each moving tile, by
    the tile's number, if it belongs there in the position. Left out if the board has no simulated
    tiles."""

    on: bool
    force: bool
    speed: str
    to: dict[str, int]


class Grab(Asked, frozen=True):
    """Take the tile with this number."""

    tile: int


class Move(Asked, frozen=True):
    """Carry it to this point, in millimetres on the board."""

    x_mm: float = field(name="x")
    y_mm: float = field(name="y")

    def __post_init__(self) -> None:
        _check_lengths(self.x_mm, self.y_mm)


class Turn(Asked, frozen=True):
    """Turn the tile over in the hand."""


class Drop(Asked, frozen=True):
    """Carry it to this point and set it down; without `x` and `y`, at its present place."""

    x_mm: float | UnsetType = field(name="x", default=UNSET)
    y_mm: float | UnsetType = field(name="y", default=UNSET)

    def __post_init__(self) -> None:
        if self.x_mm is not UNSET and self.y_mm is not UNSET:
            _check_lengths(self.x_mm, self.y_mm)
        elif self.x_mm is not self.y_mm:
            raise ValueError('"x" and "y" belong together: send both, or neither')

    @property
    def at(self) -> Move | None:
        """The target; None for the present place."""
        if self.x_mm is UNSET or self.y_mm is UNSET:
            return None
        return Move(self.x_mm, self.y_mm)


class Back(Asked, frozen=True):
    """Put it back as it was."""


class Screen(Asked, frozen=True):
    """Change the settings of the hands for a board on a screen. `on`: they do everything except a
    player's own moves; `still`: tiles appear on their cells at once, without travelling; `force`: a
    player's only legal step is carried out for them; `speed`: "slow", "normal" or "fast", for tiles
    and the wait for the board's move. Omitted fields stay unchanged."""

    on: bool | UnsetType = UNSET
    still: bool | UnsetType = UNSET
    force: bool | UnsetType = UNSET
    speed: str = ""

    def __post_init__(self) -> None:
        _check_word("speed", self.speed, SPEEDS)


class Play(Asked, frozen=True):
    """Carry out this move of the player to act, in the game's notation: a spell, whose hole no hand
    can take."""

    move: str


class Help(Asked, frozen=True):
    """Set the hand that does what the lights ask. `mode`: "off"; "board", the board's moves;
    "both", the board plays both sides. `speed`: "slow", "normal" or "fast". Omitted fields stay
    unchanged."""

    mode: str = ""
    speed: str = ""

    def __post_init__(self) -> None:
        _check_word("mode", self.mode, MODES)
        _check_word("speed", self.speed, SPEEDS)


HandAct = Grab | Move | Turn | Drop | Back
