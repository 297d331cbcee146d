"""What people ask of hands: of their own, through a page, and of the helping hand. Each is a page's
message; `host_tools/play/web/messages.py` has the others."""

from msgspec import UNSET, Struct, UnsetType, field

MODES = ("off", "board", "both")  # of the helping hand: whose tiles it moves
SPEEDS = ("slow", "normal", "fast")
FARTHEST_MM = 2000.0  # nobody's arm is longer


def _check_lengths(*lengths: float) -> None:
    if not all(abs(length) <= FARTHEST_MM for length in lengths):  # no NaN is
        raise ValueError(f'"x" and "y" must lie within {FARTHEST_MM:.0f} mm of the board')


def _check_word(key: str, word: str, words: tuple[str, ...]) -> None:
    if word and word not in words:
        raise ValueError(f'"{key}" must be one of {", ".join(words)}')


class Asked(Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message of a page; its type, the class's name in small letters, stands in "t"."""


class Told(Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message to a page. What is UNSET is left out."""

    def as_dict(self) -> dict[str, object]:
        """The message as JSON has it."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        values = {key: getattr(self, name) for key, name in names}
        kind = self.__struct_config__.tag
        return {"t": kind, **{key: value for key, value in values.items() if value is not UNSET}}


class HelperTold(Told, frozen=True, tag="helper"):
    """What the helping hand is about. `waits`: for people's hands; `why`: it stopped by itself."""

    mode: str
    speed: str
    waits: bool
    why: str


class ScreenTold(Told, frozen=True, tag="screen"):
    """How the hands for a board on a screen work; `to`: the cells that tiles are on their way to,
    by the tile's number, where the position has them there. Left out where there is no world in
    which tiles could be moved."""

    on: bool
    force: bool
    speed: str
    to: dict[str, int]


class Grab(Asked, frozen=True):
    """Take the tile of this number."""

    tile: int


class Move(Asked, frozen=True):
    """Carry it there, in millimetres on the board."""

    x_mm: float = field(name="x")
    y_mm: float = field(name="y")

    def __post_init__(self) -> None:
        _check_lengths(self.x_mm, self.y_mm)


class Turn(Asked, frozen=True):
    """Turn it over in the hand."""


class Drop(Asked, frozen=True):
    """Carry it there and set it down; without `x` and `y`, where it is."""

    x_mm: float | UnsetType = field(name="x", default=UNSET)
    y_mm: float | UnsetType = field(name="y", default=UNSET)

    def __post_init__(self) -> None:
        if self.x_mm is not UNSET and self.y_mm is not UNSET:
            _check_lengths(self.x_mm, self.y_mm)
        elif self.x_mm is not self.y_mm:
            raise ValueError('"x" and "y" belong together: send both, or neither')

    @property
    def at(self) -> Move | None:
        """Where to, None where it is."""
        if self.x_mm is UNSET or self.y_mm is UNSET:
            return None
        return Move(self.x_mm, self.y_mm)


class Back(Asked, frozen=True):
    """Put it back where and as it was."""


class Screen(Asked, frozen=True):
    """How hands for a board on a screen work. `on`: they do whatever is not a player's own move;
    `still`: tiles lie at once where they belong, and do not travel; `force`: a player's only legal
    step is carried out for them; `speed`: "slow", "normal" or "fast", of tiles and of the wait for
    the board's move. What is left out stays as it is."""

    on: bool | UnsetType = UNSET
    still: bool | UnsetType = UNSET
    force: bool | UnsetType = UNSET
    speed: str = ""

    def __post_init__(self) -> None:
        _check_word("speed", self.speed, SPEEDS)


class Play(Asked, frozen=True):
    """Carry out this move of the player to act, as the game writes it: a spell, whose hole no hand
    can take."""

    move: str


class Help(Asked, frozen=True):
    """A hand that does what the lights ask. `mode`: "off"; "board", the board's moves; "both", the
    board plays both sides. `speed`: "slow", "normal" or "fast". What is left out stays as it is."""

    mode: str = ""
    speed: str = ""

    def __post_init__(self) -> None:
        _check_word("mode", self.mode, MODES)
        _check_word("speed", self.speed, SPEEDS)


HandAct = Grab | Move | Turn | Drop | Back
