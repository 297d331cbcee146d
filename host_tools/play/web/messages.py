"""The messages of a page, as types. msgspec reads a message into one of MESSAGES; its `act` returns
the request. protocol.py describes each message."""

import json
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from host_tools.board.hands import acts
from host_tools.board.hands.acts import SPEEDS, Asked, HandAct, Help, Play, Screen
from host_tools.games.loader import GAMES
from host_tools.play.web import bench_acts
from host_tools.play.web.bench_acts import BREAKS, KNOBS, MOST_MOVES, MOST_SEED, BenchAct

FARTHEST_MM = 2000.0  # nobody's arm is longer
BUTTONS = (1, 2, 4)
MOST_CELLS = 64
DEFAULT_GAME = GAMES[0]  # of a question that names none
TILES = {"U": (0, True), "D": (0, False), "u": (1, True), "d": (1, False), "-": None}


def _knob(name: str) -> Meta:
    least, most, _ = KNOBS[name]
    return Meta(ge=least, le=most)


def _refuse_beyond(*lengths: float) -> None:
    if not all(abs(length) <= FARTHEST_MM for length in lengths):  # no NaN is
        raise ValueError(f'"x" and "y" must lie within {FARTHEST_MM:.0f} mm of the board')


class Button(Struct, frozen=True):
    mask: int
    down: bool


class Tell(Struct, frozen=True):
    line: str


class Lay(Struct, frozen=True):
    """For each cell the owner and whether the up side shows, or None. `alike`: use the set of tiles
    that all carry the same magnet."""

    cells: tuple[tuple[int, bool] | None, ...]
    alike: bool = False


class Park(Asked, frozen=True, tag="park"):
    on: bool = False


class OtherBoard(Asked, frozen=True, tag="board"):
    """Play on the kind of board of this name from now on."""

    name: str


class OfRecord(Asked, frozen=True):
    id: int
    rules: str
    record: str
    game: str = DEFAULT_GAME


class OfPosition(Asked, frozen=True):
    id: int
    rules: str
    position: str
    game: str = DEFAULT_GAME


class Study(OfRecord, frozen=True, tag="study"):
    pass


class RandomPosition(Asked, frozen=True, tag="random"):
    id: int
    rules: str
    seed: int
    game: str = DEFAULT_GAME


class Write(OfRecord, frozen=True, tag="write"):
    pass


class Guess(OfPosition, frozen=True, tag="guess"):
    pass


class Legal(OfPosition, frozen=True, tag="legal"):
    pass


class MoveMessage(Struct, frozen=True, tag_field="t", tag="move"):
    x: float
    y: float

    def __post_init__(self) -> None:
        _refuse_beyond(self.x, self.y)

    def act(self) -> acts.Move:
        return acts.Move(self.x, self.y)


class DropMessage(Struct, frozen=True, tag_field="t", tag="drop"):
    x: float | UnsetType = UNSET
    y: float | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.x is not UNSET and self.y is not UNSET:
            _refuse_beyond(self.x, self.y)
        elif self.x is not self.y:
            raise ValueError('"x" and "y" belong together: send both, or neither')

    def act(self) -> acts.Drop:
        if self.x is UNSET or self.y is UNSET:
            return acts.Drop(None)
        return acts.Drop(acts.Move(self.x, self.y))


class PressMessage(Struct, frozen=True, tag_field="t", tag="press"):
    button: int

    def __post_init__(self) -> None:
        if self.button not in BUTTONS:
            raise ValueError('"button" must be 1 (left), 2 (middle) or 4 (right)')

    def act(self) -> Button:
        return Button(self.button, down=True)


class ReleaseMessage(PressMessage, frozen=True, tag_field="t", tag="release"):
    def act(self) -> Button:
        return Button(self.button, down=False)


class TellMessage(Struct, frozen=True, tag_field="t", tag="tell"):
    line: dict[str, Any]

    def act(self) -> Tell:
        return Tell(json.dumps(self.line))


class LayMessage(Struct, frozen=True, tag_field="t", tag="lay"):
    cells: Annotated[str, Meta(max_length=MOST_CELLS)]
    alike: bool = False

    def __post_init__(self) -> None:
        if not set(self.cells) <= set(TILES):
            raise ValueError(f'"cells" must have a letter of {"".join(TILES)} for each cell')

    def act(self) -> Lay:
        return Lay(tuple(TILES[letter] for letter in self.cells), self.alike)


class ScreenMessage(Struct, frozen=True, tag_field="t", tag="screen"):
    on: bool | UnsetType = UNSET
    still: bool | UnsetType = UNSET
    force: bool | UnsetType = UNSET
    speed: str = ""

    def __post_init__(self) -> None:
        if self.speed and self.speed not in SPEEDS:
            raise ValueError(f'"speed" must be one of {", ".join(SPEEDS)}')

    def act(self) -> acts.Screen:
        return acts.Screen(
            None if self.on is UNSET else self.on,
            None if self.still is UNSET else self.still,
            None if self.force is UNSET else self.force,
            self.speed,
        )


class Knobs(Struct, frozen=True, forbid_unknown_fields=True):
    noise: Annotated[float, _knob("noise")] | UnsetType = UNSET
    tremor: Annotated[float, _knob("tremor")] | UnsetType = UNSET
    spread: Annotated[float, _knob("spread")] | UnsetType = UNSET
    temperature: Annotated[float, _knob("temperature")] | UnsetType = UNSET

    def turned(self) -> dict[str, float]:
        """The settings that the message names."""
        named = structs.asdict(self)
        return {name: value for name, value in named.items() if value is not UNSET}


class KnobsMessage(Knobs, frozen=True, tag_field="t", tag="knobs"):
    def act(self) -> bench_acts.Turned:
        return bench_acts.Turned(self.turned())


class BreakRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A broken sensor in a scene."""

    cell: Annotated[int, Meta(ge=0)]
    how: str
    mv: float

    def __post_init__(self) -> None:
        if self.how not in BREAKS:
            raise ValueError(f"a sensor can be {', '.join(BREAKS)}")
        if not 0.0 <= self.mv <= BREAKS[self.how]:
            raise ValueError(f"millivolts must lie between 0 and {BREAKS[self.how]:g}")

    def act(self) -> bench_acts.Break:
        return bench_acts.Break(self.cell, self.how, self.mv)


class BreakMessage(Struct, frozen=True, tag_field="t", tag="break"):
    cell: Annotated[int, Meta(ge=0)]
    how: str
    mv: float = 0.0

    def __post_init__(self) -> None:
        BreakRow(self.cell, self.how, self.mv)

    def act(self) -> bench_acts.Break:
        return bench_acts.Break(self.cell, self.how, self.mv)


class SceneMessage(Struct, frozen=True, tag_field="t", tag="scene"):
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)]
    knobs: Knobs = Knobs()
    breaks: list[BreakRow] = []
    settings: dict[str, int] = {}
    start: str = ""
    moves: Annotated[list[str], Meta(max_length=MOST_MOVES)] = []
    power: bool = True
    cable: bool = True

    def act(self) -> bench_acts.Scene:
        return bench_acts.Scene(
            self.seed,
            self.knobs.turned(),
            tuple(row.act() for row in self.breaks),
            self.settings,
            self.start,
            tuple(self.moves),
            self.power,
            self.cable,
        )


MESSAGES = (
    acts.Grab
    | MoveMessage
    | acts.Turn
    | DropMessage
    | acts.Back
    | PressMessage
    | ReleaseMessage
    | TellMessage
    | LayMessage
    | Park
    | acts.Help
    | ScreenMessage
    | acts.Play
    | bench_acts.Watch
    | KnobsMessage
    | BreakMessage
    | bench_acts.Power
    | bench_acts.Cable
    | bench_acts.Record
    | SceneMessage
    | Study
    | RandomPosition
    | Write
    | Guess
    | Legal
    | OtherBoard
)
Act = HandAct | Button | Tell | Lay | Park | Help | Screen | Play | BenchAct
Question = Study | RandomPosition | Write | Guess | Legal
