"""The messages that a board may send, as types for tools and page."""

from typing import Annotated, Any, Protocol

from msgspec import Meta, Struct, field

from host_tools.jobs.messages import MessageError, checked
from lodeboard.boards.profile import Profile

_CODES = 6
_READING = 65535
_LARGE = 1 << 30

Hex = Annotated[str, Meta(pattern=r"\A[0-9a-f]*\Z")]
Byte = Annotated[int, Meta(ge=0, le=255)]
Number = Annotated[int, Meta(ge=0, le=_LARGE)]
Player = Annotated[int, Meta(ge=0, le=3)]
Reading = Annotated[int, Meta(ge=0, le=_READING)]
Gain = Annotated[int, Meta(ge=1, le=_READING)]
Code = Annotated[int, Meta(ge=0, lt=_CODES)]
Two = Annotated[list[float], Meta(min_length=2, max_length=2)]


class Form(Protocol):
    """The fields of one kind of message."""

    def fits(self, cells: int) -> bool:
        """Whether it is valid for a board with this number of cells."""
        ...


class AnyBoard(Struct):
    def fits(self, cells: int) -> bool:
        return True


class Hello(AnyBoard):
    v: Number
    board: str


class Sentence(AnyBoard):
    say: str


class MenuItem(Struct):
    name: str
    field: str
    values: list[str]


class Menu(AnyBoard):
    items: list[MenuItem]


class State(AnyBoard, kw_only=True):
    phase: str
    game: str
    rules: str
    ask: str
    say: str
    settings: dict[str, Byte]
    position: str = ""
    start: str = ""
    level: str = ""
    moves: list[str] | None = None
    wrong: list[str] = []
    turn: Player = 0
    machine: Player = 0
    number: Number = 0
    moves_from: Number | None = None
    menu: dict[str, Any] | None = None
    result: str | None = None

    def __post_init__(self) -> None:
        if self.moves_from is not None and self.moves is None:
            raise ValueError('"moves_from" needs "moves"')


class Limits(AnyBoard):
    empty_mv: float
    far_mv: Two
    near_mv: Two


class Keeping(Sentence):
    why: str
    names: list[str] = field(name="not")


class Cells(Struct):
    raw: list[Reading]
    zero: list[Reading]
    gain: list[Gain]
    codes: list[Code]
    mv: list[float]
    ms: Number | None = None

    def fits(self, cells: int) -> bool:
        return {len(self.raw), len(self.zero), len(self.gain), len(self.codes), len(self.mv)} == {
            cells
        }


class Lights(Struct):
    grb: Hex
    ms: Number | None = None

    def fits(self, cells: int) -> bool:
        return len(self.grb) == 6 * cells


class Sound(AnyBoard):
    ms: Number
    hertz: Number


class Zeros(Struct):
    valid: bool
    zero: list[Reading]
    gain: list[Gain]

    def fits(self, cells: int) -> bool:
        return len(self.zero) == len(self.gain) == cells


class Scan(Struct):
    ms: Number
    held: Annotated[int, Meta(ge=0, le=7)]
    raw: Hex

    def fits(self, cells: int) -> bool:
        return len(self.raw) == 4 * cells


class Inject(AnyBoard):
    on: bool


_FORMS: dict[str, type[Form]] = {
    "hello": Hello,
    "notice": Sentence,
    "error": Sentence,
    "keeping": Keeping,
    "menu": Menu,
    "state": State,
    "limits": Limits,
    "cells": Cells,
    "lights": Lights,
    "sound": Sound,
    "zeros": Zeros,
    "scan": Scan,
    "inject": Inject,
}


def whole(message: dict[str, Any], profile: Profile) -> bool:
    """Whether a board's message has the required fields; an unknown kind always does."""
    form = _FORMS.get(message["t"])
    if form is None:
        return True
    try:
        return checked(message, form).fits(profile.cells)
    except MessageError:
        return False
