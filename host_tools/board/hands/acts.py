"""What people ask of hands: of their own, through a page, and of the helping hand."""

from dataclasses import dataclass

MODES = ("off", "board", "both")  # of the helping hand: whose tiles it moves
SPEEDS = ("slow", "normal", "fast")  # of the helping hand


@dataclass(frozen=True, slots=True)
class Grab:
    tile: int


@dataclass(frozen=True, slots=True)
class Move:
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Turn:
    pass


@dataclass(frozen=True, slots=True)
class Drop:
    at: Move | None


@dataclass(frozen=True, slots=True)
class Back:
    pass


@dataclass(frozen=True, slots=True)
class Screen:
    """A wish to the hands of a board on a screen. None stays as it is."""

    on: bool | None = None
    still: bool | None = None
    force: bool | None = None  # carry out a player's step where it is the only one
    speed: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """A player's own move, as the game writes it, for the hands of a board on a screen."""

    move: str


HandAct = Grab | Move | Turn | Drop | Back


@dataclass(frozen=True, slots=True)
class Help:
    """A wish to the helping hand. Empty fields stay as they are."""

    mode: str = ""
    speed: str = ""
