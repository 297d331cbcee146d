"""What pages ask of the helping hand and of the workbench, checked before anything is done.

The forms of these messages stand with all the others in protocol.py.
"""

import math
from dataclasses import dataclass, field

from host_tools.hands.acts import MODES, SPEEDS, Help

KINDS = ("help", "watch", "knobs", "break", "power", "cable", "scene")
# What can be turned: least, most, and the value of a board nobody has turned anything at.
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


class BenchError(ValueError):
    """A message that cannot be acted on; the text says why."""


@dataclass(frozen=True, slots=True)
class Watch:
    on: bool


@dataclass(frozen=True, slots=True)
class Turned:
    knobs: dict[str, float]


@dataclass(frozen=True, slots=True)
class Break:
    cell: int
    how: str
    millivolts: float


@dataclass(frozen=True, slots=True)
class Power:
    on: bool


@dataclass(frozen=True, slots=True)
class Cable:
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


BenchAct = Watch | Turned | Break | Power | Cable | Scene


def parse(message: dict[str, object]) -> Help | BenchAct:
    """The act that a message of one of KINDS asks for; BenchError says what is wrong."""
    match message.get("t"):
        case "help":
            return Help(_one_of(message, "mode", MODES), _one_of(message, "speed", SPEEDS))
        case "watch":
            return Watch(_on(message))
        case "knobs":
            return Turned(_knobs({key: message[key] for key in message if key != "t"}))
        case "break":
            return _break([message.get("cell"), message.get("how"), message.get("mv", 0.0)])
        case "power":
            return Power(_on(message))
        case "cable":
            return Cable(_on(message))
    return _scene(message)


def _one_of(message: dict[str, object], key: str, words: tuple[str, ...]) -> str:
    value = message.get(key, "")
    if value != "" and value not in words:
        raise BenchError(f'"{key}" must be one of {", ".join(words)}')
    return str(value)


def _on(message: dict[str, object], key: str = "on", otherwise: object = None) -> bool:
    value = message.get(key, otherwise)
    if not isinstance(value, bool):
        raise BenchError(f'"{key}" must be true or false')
    return value


def _number(value: object, what: str, least: float, most: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise BenchError(f"{what} must be a number")
    if not least <= value <= most:
        raise BenchError(f"{what} must lie between {least:g} and {most:g}")
    return float(value)


def _knobs(values: object) -> dict[str, float]:
    if not isinstance(values, dict) or not set(values) <= set(KNOBS):
        raise BenchError(f"the knobs are {', '.join(KNOBS)}")
    return {name: _number(value, name, *KNOBS[name][:2]) for name, value in values.items()}


def _break(row: object) -> Break:
    if not isinstance(row, list) or len(row) != 3:
        raise BenchError("a broken sensor is a cell, how it is broken, and millivolts")
    cell, how, size = row
    if not isinstance(cell, int) or isinstance(cell, bool) or cell < 0:
        raise BenchError("a cell is a whole number from 0")
    if not isinstance(how, str) or how not in BREAKS:
        raise BenchError(f"a sensor can be {', '.join(BREAKS)}")
    return Break(cell, how, _number(size, "millivolts", 0.0, BREAKS[how]))


def _scene(message: dict[str, object]) -> Scene:
    seed, moves, start = message.get("seed"), message.get("moves", []), message.get("start", "")
    settings, breaks = message.get("settings", {}), message.get("breaks", [])
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MOST_SEED:
        raise BenchError(f"a seed is a whole number from 0 to {MOST_SEED}")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not isinstance(start, str):
        raise BenchError(f"a game is a position and at most {MOST_MOVES} moves")
    if not isinstance(settings, dict) or not all(
        isinstance(value, int) and not isinstance(value, bool) for value in settings.values()
    ):
        raise BenchError("settings are whole numbers by name")
    if not isinstance(breaks, list):
        raise BenchError("what is broken is a list")
    return Scene(
        seed,
        _knobs(message.get("knobs", {})),
        tuple(_break(row) for row in breaks),
        settings,
        start,
        tuple(str(move) for move in moves),
        _on(message, "power", True),
        _on(message, "cable", True),
    )
