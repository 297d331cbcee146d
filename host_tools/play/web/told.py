"""What a page is told, as types; `reference.py` writes docs/developer/messages.md from them."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType, field

from host_tools.board.hands.acts import HelperTold, ScreenTold, Told

Moves = Sequence[str]


class Hello(Told, frozen=True):
    """The first message: the page's number, the board's dimensions and tiles. `palette`: colour and
    movement of each light; `speed`: board time over real time; `longest`: characters in a message,
    at most; `others`: the variants of each other kind of board; `only`: why there are none; `seat`:
    of this page, if the board is shared with the local network: first, second or watching."""

    you: int
    name: str
    rows: int
    columns: int
    from_front: bool = field(name="fromFront")
    leds_per_cell: int = field(name="ledsPerCell")
    palette: dict[str, str]
    plate: dict[str, Any]
    tile: dict[str, Any]
    homes: Sequence[Sequence[object]]
    speed: float
    longest: int
    others: Mapping[str, Sequence[str]]
    only: str
    seat: str


class Frame(Told, frozen=True):
    """What changed since the last frame, at this time of the board. `tiles`: of each that changed
    id, x, y, z, up, tilt, towards and holder; `leds`: the colours; `before`: what the lights were
    since that frame; `tones`: ms and hertz."""

    ms: int
    tiles: Sequence[Any] | UnsetType = UNSET
    leds: str | UnsetType = UNSET
    before: Sequence[Any] | UnsetType = UNSET
    tones: Sequence[tuple[int, int]] | UnsetType = UNSET


class Said(Told, frozen=True):
    """A line of the board: `line`, the message as it said it, or `text` where it is no message."""

    line: dict[str, Any] | UnsetType = UNSET
    text: str | UnsetType = UNSET


class RecordRead(Told, frozen=True, tag="record"):
    """The record as it was understood: `positions` before the first move, after it, and so on;
    `turns`: who acts in each; `names`: of the moves, as people write them; `check`: whether the
    player to act at the end is in check; `drawn`: why the game is a draw, or ""; `notes`: what
    was corrected, in sentences."""

    id: int
    start: str
    positions: Sequence[str]
    turns: Sequence[int]
    moves: Moves
    verdict: str
    game: str
    rules: str
    names: Moves
    check: bool
    drawn: str
    notes: Sequence[str]


class Written(RecordRead, frozen=True, tag="written"):
    """The same, in answer to "write"."""


class Refused(Told, frozen=True, tag="record"):
    """Why a question cannot be answered; any type of answer can have it."""

    id: int
    error: str


class Studied(Told, frozen=True):
    """One position of the record, of index `at`, as `lodeboard analyse` tells it. `steps`: of each
    step its text, its value for the mover, and the turns to the end; the value of a flip is that
    of the best placement after it; null where not known. `fix`: how to get what is not known, null
    where all is. `chance`: of winning, 0 to 1, in a solved game in which chance acts."""

    id: int
    at: int
    position: str
    verdict: str
    moves: int
    value: str | None
    remoteness: int | None
    best: Moves | None
    steps: Sequence[Any]
    fix: str | None
    chance: float | UnsetType = UNSET


class Scorecard(Told, frozen=True):
    """After the last position of a study: each move and each player graded, as
    `games/analysis/scorecard.py` does it."""

    id: int
    moves: Sequence[Any]
    players: Sequence[Any]


class Guessed(Told, frozen=True):
    """The choice of the board's player, as `lodeboard choose` tells it; `name`: the move as people
    write it."""

    id: int
    position: str
    move: str
    source: str = field(name="from")
    nodes: int
    name: str


class LegalMoves(Told, frozen=True, tag="legal"):
    """The legal moves, as the game writes them. `names`: of the moves, as people write them."""

    id: int
    moves: Moves
    names: Moves


class TurnRead(RecordRead, frozen=True, tag="received"):
    """The game of a friend's link, as a record, and what else the link holds; `link`: the same
    without what messengers have made of it."""

    number: str
    by: int | None
    at: int
    players: Sequence[str]
    offer: str
    says: str
    link: str


class TurnWritten(RecordRead, frozen=True, tag="passed"):
    """The link of a turn, from its # on, with the record in it."""

    link: str


class CodeDrawn(Told, frozen=True, tag="drawn"):
    """A QR code: the modules on a side, and the path of an SVG image with lines of width 1. null
    for a text that is too long for one."""

    id: int
    qr: tuple[int, str] | None


class Bench(Told, frozen=True):
    """How the workbench stands, and what a perfect sensor makes of a field. `breaks`: cell, how and
    mV; `recording`: null where nothing can be recorded; `device`: a real board, its port, whether
    it answers, and a sentence."""

    seed: int
    mv_per_count: float
    mv_per_mt: float
    knobs: dict[str, float]
    breaks: Sequence[Sequence[object]]
    power: bool
    cable: bool
    recording: dict[str, object] | None
    device: dict[str, object] | UnsetType = UNSET


class Truth(Told, frozen=True):
    """While somebody watches: the field at each sensor in mT, null where nobody knows it, and the
    LEDs' current."""

    field: Sequence[float] | None
    ma: float


class Scans(Told, frozen=True):
    """While somebody watches: board time and raw counts of all cells, of every scan of a simulated
    board, and of the readings that another board sends."""

    ms: Sequence[int]
    raw: Sequence[Sequence[int]]


class Pace(Told, frozen=True):
    """`say`, for people: how far the board's start is, or how fast it runs. `starting`: the same in
    per cent; `speed`: 1 for real time. Neither where nothing is known."""

    say: str
    starting: int | UnsetType = UNSET
    speed: float | UnsetType = UNSET


class Parked(Told, frozen=True):
    """The answer to "park" with true: whether the game is parked for this page. If not, "error"
    says why."""

    on: bool


class Error(Told, frozen=True):
    """A message of the page that was not understood or not possible, and why."""

    error: str


ALL: tuple[type[Told], ...] = (
    Hello, Frame, Said, RecordRead, Written, Refused, Studied, Scorecard, Guessed, LegalMoves,
    TurnRead, TurnWritten, CodeDrawn, HelperTold, ScreenTold, Bench, Truth, Scans, Pace,
    Parked, Error,
)  # fmt: skip
