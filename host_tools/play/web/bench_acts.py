"""Requests of a page to the workbench. messages.py defines their messages."""

from dataclasses import dataclass, field

from host_tools.board.hands.acts import Asked

# The adjustable values: least, greatest and default value.
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


class Watch(Asked, frozen=True, tag="watch"):
    on: bool


@dataclass(frozen=True, slots=True)
class Turned:
    knobs: dict[str, float]


@dataclass(frozen=True, slots=True)
class Break:
    cell: int
    how: str
    millivolts: float


class Power(Asked, frozen=True, tag="power"):
    on: bool


class Cable(Asked, frozen=True, tag="cable"):
    on: bool


class Record(Asked, frozen=True, tag="record"):
    on: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole bench to set up afresh."""

    seed: int
    knobs: dict[str, float] = field(default_factory=dict)
    breaks: tuple[Break, ...] = ()
    settings: dict[str, int] = field(default_factory=dict)
    start: str = ""
    moves: tuple[str, ...] = ()
    power: bool = True
    cable: bool = True


BenchAct = Watch | Turned | Break | Power | Cable | Record | Scene
