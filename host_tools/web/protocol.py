"""The messages between the page and the server: JSON objects with their type in "t".

From the page, one hand per page (lengths in millimetres on the board):

    {"t":"grab","tile":3}              take a tile
    {"t":"move","x":40.0,"y":80.0}     carry it there
    {"t":"turn"}                       turn it over in the hand
    {"t":"drop","x":40.0,"y":80.0}     carry it there and set it down; x, y may be left out
    {"t":"back"}                       put it back where and as it was
    {"t":"press","button":2}           hold down a button: 1 left, 2 middle, 4 right
    {"t":"release","button":2}
    {"t":"tell","line":{"c":"back"}}   a line to the board, as a computer on its serial sends it
    {"t":"lay","cells":"----UU--..."}  lay the tiles out without hands, a letter for each cell:
                                       U D up and down side of the first player's, u d of the
                                       second's, - nothing; the others go into their trays.
                                       With "alike":true of the set of tiles that all carry the
                                       first player's magnet
    {"t":"park","on":true}            park the game, to use the board for something else;
                                       false, or a page that goes away, brings it back
    {"t":"help","mode":"board"}        a hand that does what the lights ask: "off"; "board", the
                                       board's moves; "both", the board plays both sides
    {"t":"help","speed":"fast"}        "slow", "normal" or "fast"

The workbench, which turns, breaks and measures the simulated board; all pages share it:

    {"t":"watch","on":true}            tell me the readings, about five times a second
    {"t":"knobs","noise":2.0,...}      noise and spread: times what the board's data say;
                                       tremor: mm rms; temperature: degrees Celsius
    {"t":"break","cell":5,"how":"stuck","mv":0.0}
                                       "stuck" at so many mV, "noisy" by so many mV rms, "dead"
                                       channel; "whole" repairs it
    {"t":"power","on":false}           cut the power; true: switch on
    {"t":"cable","on":false}           pull the serial cable out; true: put it in
    {"t":"scene","seed":7,"knobs":{...},"breaks":[[5,"stuck",0.0],...],"settings":{...},
       "start":"1_...","moves":[...],"power":true,"cable":true}
                                       another board of that seed: calibrated as new, then
                                       this game, these knobs and faults. The same scene gives
                                       the same readings on any server

Questions about a game, answered whatever the board does. `record` is text in the notation of
`lodeboard replay`; a bare position is a record without moves, and its last move may be half
done. A new "study" ends the one before; each answer has the `id` of its question:

    {"t":"study","id":3,"game":"flip","rules":"magic","record":"a1U a1Eb2U"}
    {"t":"random","id":4,"game":"flip","rules":"magic","seed":17}

To the page:

    {"t":"hello","v":1,"you":7,...}    who you are, the board's dimensions, the tiles
    {"t":"frame","ms":...,             what changed since the last frame; each key is optional
       "tiles":[[id,x,y,z,up,tilt,towards,holder],...],
       "leds":"rrggbb...","tones":[[ms,hz],...]}
    {"t":"said","line":{...}}          one line the board said, as it said it
    {"t":"record","id":3,"start":"1_...","positions":[...],"turns":[...],"moves":[...],
       "verdict":"undecided","game":"flip"}
                                       the record as it was understood: positions before the
                                       first move, after it, and so on; who acts in each
    {"t":"record","id":3,"error":"..."}
                                       why it is none
    {"t":"studied","id":3,"at":2,"position":"...","verdict":...,"value":...,"remoteness":...,
       "moves":96,"best":[...],"steps":[[step,value,turns],...],"fix":...}
                                       one position of the record, as `lodeboard analyse` says
                                       it; the values of steps are the mover's, a flip's is that
                                       of the best placement after it; null where not known;
                                       how to fix that, in words, null where all is known
    {"t":"scorecard","id":3,"moves":[...],"players":[{...},{...}]}
                                       after the last position; see host_tools/analysis/scorecard.py
    {"t":"helper","mode":"off","speed":"normal","waits":false,"why":"..."}
                                       what the helping hand is about; it waits for people's
                                       hands; why it stopped by itself
    {"t":"bench","seed":1,"mv_per_mt":15.0,"knobs":{...},"breaks":[...],"power":true,
       "cable":true}                   how the workbench stands; what a perfect sensor makes of
                                       a field
                                       With a real board "device" tells of it: {"port":...,
                                       "status":"away|asking|ready|wrong","say":...,
                                       "inject":...,"lent":...}
    {"t":"truth","field":[...],"ma":16.0}
                                       while somebody watches: mT at each sensor, LED current;
                                       the board itself then says "limits" and "cells"
    {"t":"error","error":"..."}        a message that was not understood or not possible
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.games.loader import GAMES
from host_tools.hands.acts import Back, Drop, Grab, HandAct, Help, Move, Turn
from host_tools.web import bench_acts
from host_tools.web.bench_acts import BenchAct

VERSION = 1
LONGEST_MESSAGE = 8192  # characters; the longest is a pasted record with its comments
FARTHEST_MM = 2000.0  # nobody's arm is longer
BUTTONS = (1, 2, 4)
MOST_CELLS = 64
DEFAULT_GAME = GAMES[0]  # of a question that names none
TILES = {"U": (0, True), "D": (0, False), "u": (1, True), "d": (1, False), "-": None}


class ProtocolError(ValueError):
    """A message that cannot be acted on; the text says why."""


@dataclass(frozen=True, slots=True)
class Button:
    mask: int
    down: bool


@dataclass(frozen=True, slots=True)
class Tell:
    line: str


@dataclass(frozen=True, slots=True)
class Study:
    id: int
    rules: str
    record: str
    game: str = DEFAULT_GAME


@dataclass(frozen=True, slots=True)
class RandomPosition:
    id: int
    rules: str
    seed: int
    game: str = DEFAULT_GAME


@dataclass(frozen=True, slots=True)
class Lay:
    """For each cell the owner and whether the up side shows, or None; `alike`: of the set of
    tiles that all carry the same magnet."""

    cells: tuple[tuple[int, bool] | None, ...]
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Park:
    on: bool


Act = HandAct | Button | Tell | Lay | Park | Help | BenchAct
Question = Study | RandomPosition


def _whole(message: dict[str, object], key: str) -> int:
    value = message.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProtocolError(f'"{key}" must be a whole number')
    return value


def _text(message: dict[str, object], key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise ProtocolError(f'"{key}" must be text')
    return value


def _game(message: dict[str, object]) -> str:
    return _text(message, "game") if "game" in message else DEFAULT_GAME


def _line(message: dict[str, object]) -> Tell:
    line = message.get("line")
    if not isinstance(line, dict):
        raise ProtocolError('"line" must be a JSON object')
    return Tell(json.dumps(line))


def _lay(message: dict[str, object]) -> Lay:
    cells = _text(message, "cells")
    if len(cells) > MOST_CELLS or not set(cells) <= set(TILES):
        raise ProtocolError(f'"cells" must have a letter of {"".join(TILES)} for each cell')
    return Lay(tuple(TILES[letter] for letter in cells), message.get("alike") is True)


def _length(message: dict[str, object], key: str) -> float:
    value = message.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ProtocolError(f'"{key}" must be a number of millimetres')
    if not math.isfinite(value) or abs(value) > FARTHEST_MM:
        raise ProtocolError(f'"{key}" must lie within {FARTHEST_MM:.0f} mm of the board')
    return float(value)


def _place(message: dict[str, object]) -> Move:
    return Move(_length(message, "x"), _length(message, "y"))


def _button(message: dict[str, object], down: bool) -> Button:
    mask = _whole(message, "button")
    if mask not in BUTTONS:
        raise ProtocolError('"button" must be 1 (left), 2 (middle) or 4 (right)')
    return Button(mask, down)


def parse(text: str) -> Act | Question:
    """The act or question of a page's message; ProtocolError says what is wrong with it."""
    if len(text) > LONGEST_MESSAGE:
        raise ProtocolError(f"too long: {len(text)} characters, {LONGEST_MESSAGE} at most")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"not JSON: {error}") from None
    if not isinstance(message, dict):
        raise ProtocolError("a message must be a JSON object")
    kind = message.get("t")
    match kind:
        case "grab":
            return Grab(_whole(message, "tile"))
        case "move":
            return _place(message)
        case "turn":
            return Turn()
        case "drop":
            return Drop(_place(message) if "x" in message or "y" in message else None)
        case "back":
            return Back()
        case "press":
            return _button(message, down=True)
        case "release":
            return _button(message, down=False)
        case "tell":
            return _line(message)
        case "lay":
            return _lay(message)
        case "park":
            return Park(message.get("on") is True)
        case "study":
            return Study(
                _whole(message, "id"),
                _text(message, "rules"),
                _text(message, "record"),
                _game(message),
            )
        case "random":
            return RandomPosition(
                _whole(message, "id"),
                _text(message, "rules"),
                _whole(message, "seed"),
                _game(message),
            )
    if kind in bench_acts.KINDS:
        try:
            return bench_acts.parse(message)
        except bench_acts.BenchError as error:
            raise ProtocolError(str(error)) from None
    raise ProtocolError(f'unknown message type "{kind}"')


def encode(message: dict[str, object]) -> str:
    """A message as compact JSON text."""
    return json.dumps(message, separators=(",", ":"))


def said(line: str) -> dict[str, object]:
    """The message that passes on one line of the board; a line that is no JSON object goes
    on as plain text."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return {"t": "said", "line": value}
    return {"t": "said", "text": line}


def error(reason: str) -> dict[str, object]:
    """The message that tells a page what was wrong with its last one."""
    return {"t": "error", "error": reason}


def hello(
    you: int, data: dict[str, object], homes: Sequence[Sequence[object]], speed: float
) -> dict[str, object]:
    """The first message to a page. `data` is the board's data file; `homes` holds id, tray,
    x and y of each tile in its tray; `speed` is board time over the time on the wall."""
    return {
        "t": "hello",
        "v": VERSION,
        "you": you,
        "name": data["name"],
        "rows": data["rows"],
        "columns": data["columns"],
        "plate": data["plate"],
        "tile": data["tile"],
        "homes": homes,
        "speed": speed,
    }
