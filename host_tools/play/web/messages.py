"""The messages of a page, as types. msgspec reads each message into its type, and `reference.py`
writes docs/developer/messages.md from these types and their docstrings.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field, structs

from host_tools.board.hands.acts import (
    Asked,
    HandAct,
    Help,
    Play,
    Screen,
)
from host_tools.games.loader import GAMES

BUTTONS = (1, 2, 4)
MOST_CELLS = 64
DEFAULT_GAME = GAMES[0]  # of a question that names none
TILES = {"U": (0, True), "D": (0, False), "u": (1, True), "d": (1, False), "-": None}
# What can be set: lowest, highest and default value.
KNOBS = {
    "noise": (0.0, 20.0, 1.0),  # times what the data say
    "tremor": (0.0, 3.0, 0.3),  # mm rms
    "spread": (0.0, 5.0, 1.0),  # times what the data say
    "temperature": (-10.0, 60.0, 25.0),  # degrees Celsius
}
# How a sensor can be broken, and the largest size in millivolts that goes with it.
BREAKS = {"whole": 0.0, "dead": 0.0, "stuck": 3300.0, "noisy": 500.0}
MOST_SEED = 2**53 - 1
MOST_MOVES = 200


def _knob(name: str) -> Meta:
    lowest, highest, _ = KNOBS[name]
    return Meta(ge=lowest, le=highest)


Cell = Annotated[int, Meta(ge=0)]


class _OfButton(Asked, frozen=True):
    button: int

    def __post_init__(self) -> None:
        if self.button not in BUTTONS:
            raise ValueError('"button" must be 1 (left), 2 (middle) or 4 (right)')


class Press(_OfButton, frozen=True):
    """Hold down a button: 1 left, 2 middle, 4 right."""


class Release(_OfButton, frozen=True):
    """Let go of a button."""


class Tell(Asked, frozen=True):
    """A line to the board, as a computer on its serial line sends it."""

    line: dict[str, Any]


class Lay(Asked, frozen=True):
    """Lay the tiles out without hands. `cells` has a letter for each cell: U D for the up and down
    side of the first player's tiles, u d for the second's, - for none; all other tiles go into
    their trays. `alike`: of the set of tiles that all carry the first player's magnet."""

    cells: Annotated[str, Meta(max_length=MOST_CELLS)]
    alike: bool = False

    def __post_init__(self) -> None:
        if not set(self.cells) <= set(TILES):
            raise ValueError(f'"cells" must have a letter of {"".join(TILES)} for each cell')

    @property
    def tiles(self) -> list[tuple[int, bool] | None]:
        """Owner and whether the up side shows, by cell; None for no tile."""
        return [TILES[letter] for letter in self.cells]


class Park(Asked, frozen=True):
    """Park the game, to use the board for something else; answered by "parked". False, or a page
    that goes away, brings it back."""

    on: bool = False


class OtherBoard(Asked, frozen=True, tag="board"):
    """Play on another kind of board, one of `others` in the page's "hello". The board in play
    keeps its game; a "hello" of the other one comes."""

    name: str


class _OfRecord(Asked, frozen=True):
    id: int
    rules: str
    record: str
    game: str = DEFAULT_GAME


class _OfPosition(Asked, frozen=True):
    id: int
    rules: str
    position: str
    game: str = DEFAULT_GAME


class Study(_OfRecord, frozen=True):
    """Study this record. Answered by "record", a "studied" for each position and a "scorecard"."""


class RandomPosition(Asked, frozen=True, tag="random"):
    """A position by chance, studied."""

    id: int
    rules: str
    seed: int
    game: str = DEFAULT_GAME


class Write(_OfRecord, frozen=True):
    """How people write these moves, and the positions that follow. Answered by "written"."""


class Guess(_OfPosition, frozen=True):
    """What the board's player would choose, at its best level. Answered by "guessed"."""


class Legal(_OfPosition, frozen=True):
    """The legal moves there. Answered by "legal"."""


class ReadTurn(Asked, frozen=True, tag="receive"):
    """Read the link of a game with a friend. Answered by "received"."""

    id: int
    link: str


class DrawCode(Asked, frozen=True, tag="qr"):
    """Draw this text as a QR code. Answered by "drawn"."""

    id: int
    text: str


class WriteTurn(Asked, frozen=True, tag="pass"):
    """Write the link of a turn, as host_tools/games/analysis/turnlink.py describes it. `by`: who
    sends it, 0 or 1, null for somebody who only watches; `at`: the number of the link in its game;
    `players`: their names. Answered by "passed"."""

    id: int
    number: str
    game: str
    rules: str
    record: str
    by: Annotated[int, Meta(ge=0, le=1)] | None
    at: int
    players: tuple[str, str] = ("", "")
    offer: str = ""
    says: str = ""


class Watch(Asked, frozen=True):
    """Send the readings, about five times a second."""

    on: bool


class KnobValues(Struct, frozen=True, forbid_unknown_fields=True):
    """`noise` and `spread`: times what the board's data say; `tremor`: mm rms; `temperature`:
    degrees Celsius."""

    noise: Annotated[float, _knob("noise")] | UnsetType = UNSET
    tremor: Annotated[float, _knob("tremor")] | UnsetType = UNSET
    spread: Annotated[float, _knob("spread")] | UnsetType = UNSET
    temperature: Annotated[float, _knob("temperature")] | UnsetType = UNSET

    def named(self) -> dict[str, float]:
        """The settings that the message names, by name."""
        values = structs.asdict(self)
        return {name: value for name, value in values.items() if value is not UNSET}


class Knobs(KnobValues, frozen=True, tag_field="t", tag="knobs"):
    """Set noise and spread, times what the board's data say; the hands' tremor, mm rms; the
    temperature, degrees Celsius. What is left out stays as it is."""


def _check_break(how: str, mv: float) -> None:
    if how not in BREAKS:
        raise ValueError(f"a sensor can be {', '.join(BREAKS)}")
    if not 0.0 <= mv <= BREAKS[how]:
        raise ValueError(f"millivolts must lie between 0 and {BREAKS[how]:g}")


class Break(Asked, frozen=True):
    """Break a cell's sensor: "stuck" at so many mV, "noisy" by so many mV rms, or a "dead" channel;
    "whole" repairs it."""

    cell: Cell
    how: str
    mv: float = 0.0

    def __post_init__(self) -> None:
        _check_break(self.how, self.mv)


class BreakRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The same in a scene, as a list."""

    cell: Cell
    how: str
    mv: float

    def __post_init__(self) -> None:
        _check_break(self.how, self.mv)


class Power(Asked, frozen=True):
    """Cut the power, or switch on."""

    on: bool


class Cable(Asked, frozen=True):
    """Pull the serial cable out, or put it in."""

    on: bool


class Record(Asked, frozen=True):
    """Record all that the board reads and does; false ends it."""

    on: bool


class Scene(Asked, frozen=True):
    """Another board of that seed, calibrated as new; then this game, and last what is set and
    broken. The same scene gives the same readings on any server."""

    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)]
    knobs: KnobValues = KnobValues()
    breaks: list[BreakRow] = field(default_factory=list)
    settings: dict[str, int] = field(default_factory=dict)
    start: str = ""
    moves: Annotated[list[str], Meta(max_length=MOST_MOVES)] = field(default_factory=list)
    power: bool = True
    cable: bool = True


BenchAct = Watch | Knobs | Break | Power | Cable | Record | Scene
Act = HandAct | Press | Release | Tell | Lay | Park | Help | Screen | Play | BenchAct
Question = Study | RandomPosition | Write | Guess | Legal | ReadTurn | WriteTurn | DrawCode
MESSAGES = Act | Question | OtherBoard
