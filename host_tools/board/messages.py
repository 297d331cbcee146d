"""A board's messages as types, and the reader of its lines.

`firmware/lodeboard/link/link.py` describes the messages.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Protocol

import msgspec
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


class Message(Struct, frozen=True, tag_field="t", tag=str.lower):
    """One line from a board; its type is in "t"."""

    def fits(self, _cells: int) -> bool:
        """Return whether the message suits a board with this number of cells."""
        return True


class Hello(Message, frozen=True):
    v: Number
    board: str


class Notice(Message, frozen=True):
    say: str


class Error(Message, frozen=True):
    say: str


class MenuItem(Struct, frozen=True):
    name: str
    field: str
    values: list[str]


class Menu(Message, frozen=True):
    items: list[MenuItem]


class State(Message, frozen=True, kw_only=True):
    """The board's request and position. `moves` is None in scenes without a game; a state from
    `WholeStates` has all moves of the game."""

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
    doubt: list[str] = []
    measure: list[str] = []
    step: int | None = None
    hand: int | None = None
    turn: Player = 0
    machine: Player = 0
    friend: bool = False
    clock: dict[str, Any] | None = None
    number: Number = 0
    moves_from: Number | None = None
    menu: dict[str, Any] | None = None
    result: str | None = None

    def __post_init__(self) -> None:
        if self.moves_from is not None and self.moves is None:
            raise ValueError('"moves_from" needs "moves"')

    @property
    def length(self) -> int:
        """Return the number of moves in it."""
        return len(self.moves or ())


class Limits(Message, frozen=True):
    empty_mv: float
    far_mv: Two
    near_mv: Two


class Keeping(Message, frozen=True):
    say: str
    why: str
    names: list[str] = field(name="not")


class Cells(Message, frozen=True):
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


class Lights(Message, frozen=True):
    grb: Hex
    ms: Number | None = None

    def fits(self, cells: int) -> bool:
        return len(self.grb) == 6 * cells


class Sound(Message, frozen=True):
    ms: Number
    hertz: Number


class Zeros(Message, frozen=True):
    valid: bool
    zero: list[Reading]
    gain: list[Gain]

    def fits(self, cells: int) -> bool:
        return len(self.zero) == len(self.gain) == cells


class Scan(Message, frozen=True):
    ms: Number
    held: Annotated[int, Meta(ge=0, le=7)]
    raw: Hex

    def fits(self, cells: int) -> bool:
        return len(self.raw) == 4 * cells

    @property
    def readings(self) -> tuple[int, ...]:
        """Return the raw counts of all cells."""
        data = bytes.fromhex(self.raw)
        return tuple(data[index] | data[index + 1] << 8 for index in range(0, len(data), 2))


class Inject(Message, frozen=True):
    on: bool


class Past(Message, frozen=True):
    """A past game, or where to go on asking."""

    game: str = ""
    next: int | None = None


_KINDS: tuple[type[Message], ...] = (
    Hello, Notice, Error, Keeping, Menu, State, Limits, Cells, Lights, Sound, Zeros, Scan, Inject,
    Past,
)  # fmt: skip
_BY_NAME = {str(kind.__struct_config__.tag): kind for kind in _KINDS}
_ANY = (
    Hello | Notice | Error | Keeping | Menu | State | Limits
    | Cells | Lights | Sound | Zeros | Scan | Inject | Past
)  # fmt: skip


class _Kind(Struct):
    t: str = ""


_KIND = msgspec.json.Decoder(_Kind)
_DECODER = msgspec.json.Decoder[Message](_ANY)


class Lines(Protocol):
    """A source of a board's lines."""

    def subscribe(self, call: Callable[[int, str], None]) -> Callable[[], None]:
        """Call back with board time in ms and each line. Returns a function that ends this."""
        ...


Handlers = Mapping[type[Message], Callable[[Any], None]]
FAULT = "A fault: "  # start of the sentence that reports a fault
NO_STATE = State(phase="", game="", rules="", ask="", say="", settings={})  # before the first line


def read(line: str) -> Message | None:
    """Return the message in a line; None for other text, an unknown type, or missing fields."""
    try:
        return _DECODER.decode(line) if line.startswith("{") else None
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None


def kind(line: str) -> str:
    """Return the type of the message in a line, also one that is not in this file; "" for other
    text."""
    try:
        return _KIND.decode(line).t if line.startswith("{") else ""
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return ""


def listen(lines: Lines, handlers: Handlers) -> Callable[[], None]:
    """Call the handler for each message's type. Returns a function that ends this."""
    return lines.subscribe(lambda _now_ms, line: take(line, handlers))


def take(line: str, handlers: Handlers) -> None:
    """Call the handler for this line's message, if there is one."""
    message = read(line)
    if message is not None and type(message) in handlers:
        handlers[type(message)](message)


def whole(message: dict[str, Any], profile: Profile) -> bool:
    """Return whether a message has the form of its type; True for an unknown type."""
    form = _BY_NAME.get(message["t"])
    if form is None:
        return True
    try:
        return checked(message, form).fits(profile.cells)
    except MessageError:
        return False
