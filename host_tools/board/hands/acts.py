"""What people ask of hands: of their own, through a page, and of the helping hand. Those that are
Structs are read from a page's messages just so."""

from dataclasses import dataclass
from typing import Self

from msgspec import Struct

MODES = ("off", "board", "both")  # of the helping hand: whose tiles it moves
SPEEDS = ("slow", "normal", "fast")  # of the helping hand


class Asked(Struct, frozen=True, tag_field="t"):
    """A message that is what it asks for."""

    def act(self) -> Self:
        return self


class Grab(Asked, frozen=True, tag="grab"):
    tile: int


@dataclass(frozen=True, slots=True)
class Move:
    x_mm: float
    y_mm: float


class Turn(Asked, frozen=True, tag="turn"):
    pass


@dataclass(frozen=True, slots=True)
class Drop:
    at: Move | None


class Back(Asked, frozen=True, tag="back"):
    pass


@dataclass(frozen=True, slots=True)
class Screen:
    """A wish to the hands of a board on a screen. None stays as it is."""

    on: bool | None = None
    still: bool | None = None
    force: bool | None = None  # carry out a player's step where it is the only one
    speed: str = ""


class Play(Asked, frozen=True, tag="play"):
    """A player's own move, as the game writes it, for the hands of a board on a screen."""

    move: str


HandAct = Grab | Move | Turn | Drop | Back


class Help(Asked, frozen=True, tag="help"):
    """A wish to the helping hand. Empty fields stay as they are. ValueError for unknown words."""

    mode: str = ""
    speed: str = ""

    def __post_init__(self) -> None:
        for key, word, words in (("mode", self.mode, MODES), ("speed", self.speed, SPEEDS)):
            if word and word not in words:
                raise ValueError(f'"{key}" must be one of {", ".join(words)}')
