"""Reads a scenario file: one act or expectation per line.

    # everything after a hash is a comment
    board seed 7                    first, optional: the seed of world and hands
    board rolls                     first, where the board rolls: others roll otherwise

Acts (they move magnets, press buttons and switch power; nothing else):
    start                           switch on, set the zeros but no gains, wait for the game
    power on | power off            on: and wait until the board has started
    cut write N before|middle|after the power fails at the N-th write from now
    wait MS
    press left|middle|right [N times]
    press right to GAME             in the menu of a new board: to this game
    unpack GAME                     this game's set of tiles, all in their trays: sixteen that
                                    carry the same magnet, or eight of each player
    lay GAME                        this game's tiles lie at once as the game begins
    choose 5                        go to this piece (a hexadecimal digit) by the lights of the
                                    menu of pieces, and give it
    place U b2 [fast]               take a spare tile (U D u d) and set it down on a cell
    flip b2 c2 [fast]               lift, turn over in the air, set down
    move b2 c2 [fast]               the same without turning it over
    lift b2 | turn | set c2         the parts of a move; a place may be a spot like b2+c2
    hold b2 5 2000                  hold the tile in the hand over a cell, height mm, for ms
    take U                          take a spare tile into the hand
    away                            the tile in the hand goes back to the tray
    remove b2                       the tile on a cell goes back to the tray
    slide b2 c2 d2                  push a tile along without lifting it
    plate flat                      the plate has no ridges: a tile between cells stays there
    magnet b2                       a magnet that is no tile falls on a cell
    unmagnet                        take it away again
    speed MM_PER_S                  how fast the hand moves from now on
    follow                          do what the lights ask until they ask no more
    play random SEED                play on by the lights alone until the game is over

Expectations (they read the LED chain and the beeper; nothing else):
    expect MEANING at b2 c3 [within MS]      just these cells show it
    expect MEANING somewhere|nowhere|everywhere [within MS]
    expect dark
    expect sound NAME [within MS]            heard since the last act began
    never MEANING | never sound NAME         from here on it would be an error
    allow MEANING | allow sound NAME         ... until here
"""

from dataclasses import dataclass
from pathlib import Path

from host_tools.board.simulator import meanings
from host_tools.games.loader import GAMES
from lodeboard.lights import tunes

# Why a scenario with rolls is not compared with the simulator.
ROLLS = "`board rolls`: another board rolls otherwise than the simulator's"
BUTTONS = {"left": 1, "middle": 2, "right": 4}
SOUNDS = {
    name.lower().replace("_", "-"): value
    for name, value in vars(tunes).items()
    if name.isupper() and isinstance(value, tuple)
}
_ONE_WORD = {"start", "turn", "away", "unmagnet", "follow"}
_CELL_ACTS = {"lift": 1, "remove": 1, "magnet": 1}
_TILES = ("U", "D", "u", "d")
# Acts that take one of several words, and the error message for other words.
_ALTERNATIVES = {
    "take": (_TILES, "`take` wants U D u or d"),
    "unpack": (GAMES, f"`unpack` {' or '.join(GAMES)}"),
    "lay": (GAMES, f"`lay` {' or '.join(GAMES)}"),
    "power": (("on", "off"), "`power on` or `power off`"),
    "plate": (("flat",), "`plate flat`"),
}


class ScriptError(ValueError):
    """A line is invalid; the text names file and line, and says how to fix it."""


@dataclass(frozen=True)
class Line:
    """One act or expectation: its words, and its place in the file."""

    place: str
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Script:
    """A whole scenario. `title` is its first comment. `rolls`: what happens follows from the rolls
    of one board, which it draws from the noise of its readings."""

    name: str
    title: str
    seed: int
    lines: tuple[Line, ...]
    rolls: bool = False


def load(path: Path, cells: list[str]) -> Script:
    """Read and check a file. `cells` are the board's cell names. ScriptError, OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path.name}: not text in UTF-8 ({error.reason})") from None
    return parse(text, path.name, cells)


def parse(text: str, name: str, cells: list[str]) -> Script:
    """Like `load`, for text already read."""
    title = ""
    seed = 0
    rolls = False
    lines: list[Line] = []
    for number, whole in enumerate(text.splitlines(), 1):
        code, _, comment = whole.partition("#")
        title = title or comment.strip()
        words = tuple(code.split())
        if not words:
            continue
        line = Line(f"{name}:{number}", code.strip(), words)
        if words[0] == "board":
            if not lines and words[1:] == ("rolls",):
                rolls = True
            elif lines or len(words) != 3 or words[1] != "seed":
                raise _bad(line, "`board seed N` and `board rolls` come first or nowhere")
            else:
                seed = _number(line, words[2])
            continue
        _check(line, cells)
        lines.append(line)
    if not lines:
        raise ScriptError(f"{name}: nothing happens in it")
    return Script(name, title, seed, tuple(lines), rolls)


def _bad(line: Line, why: str) -> ScriptError:
    return ScriptError(f"{line.place}: `{line.text}`: {why}")


def _number(line: Line, word: str) -> int:
    if not word.isdecimal():
        raise _bad(line, f"`{word}` should be a whole number")
    return int(word)


def _one_or_more(line: Line, word: str) -> None:
    _want(line, _number(line, word) >= 1, f"`{word}` should be at least 1")


def _check(line: Line, cells: list[str]) -> None:
    """Refuse lines that no stage can execute."""
    first, rest = line.words[0], list(line.words[1:])
    if first in _ONE_WORD:
        _want(line, not rest, f"`{first}` stands alone")
    elif first in _CHECKS:
        _CHECKS[first](line, rest, cells)
    elif first in _CELL_ACTS:
        _want(line, len(rest) == _CELL_ACTS[first], f"`{first}` wants a cell")
        _cells(line, rest[0].split("+"), cells)
    elif first in _ALTERNATIVES:
        allowed, why = _ALTERNATIVES[first]
        _want(line, len(rest) == 1 and rest[0] in allowed, why)
    else:
        raise _bad(line, "no such act or expectation; the list stands at the top of script.py")


def _without_fast(rest: list[str]) -> list[str]:
    return rest[:-1] if rest[-1:] == ["fast"] else rest


def _check_move(line: Line, rest: list[str], cells: list[str]) -> None:
    named = _without_fast(rest)
    _want(line, len(named) == 2, f"`{line.words[0]}` wants two cells")
    _cells(line, named, cells)


def _check_place(line: Line, rest: list[str], cells: list[str]) -> None:
    named = _without_fast(rest)
    _want(line, len(named) == 2 and named[0] in _TILES, "`place U b2` or the like")
    _cells(line, named[1].split("+"), cells)


def _check_set(line: Line, rest: list[str], cells: list[str]) -> None:
    _want(line, len(rest) == 1, "`set` wants one place")
    _cells(line, rest[0].split("+"), cells)


def _check_slide(line: Line, rest: list[str], cells: list[str]) -> None:
    _want(line, len(rest) >= 2, "`slide` wants at least two cells")
    _cells(line, rest, cells)


def _check_hold(line: Line, rest: list[str], cells: list[str]) -> None:
    _want(line, len(rest) == 3, "`hold` wants a cell, a height in mm and a time in ms")
    _cells(line, rest[:1], cells)
    _number(line, rest[1])
    _number(line, rest[2])


def _check_number(line: Line, rest: list[str], _: list[str]) -> None:
    _want(line, len(rest) == 1, f"`{line.words[0]}` wants a number")
    _number(line, rest[0])


def _check_speed(line: Line, rest: list[str], cells: list[str]) -> None:
    _check_number(line, rest, cells)
    _one_or_more(line, rest[0])


def _check_play(line: Line, rest: list[str], _: list[str]) -> None:
    _want(line, len(rest) == 2 and rest[0] == "random", "`play random SEED`")
    _number(line, rest[1])


def _check_press(line: Line, rest: list[str], _: list[str]) -> None:
    if rest[:2] == ["right", "to"] and len(rest) == 3 and rest[2] in GAMES:
        return
    _want(
        line,
        len(rest) in (1, 3) and rest[0] in BUTTONS and rest[2:] in ([], ["times"]),
        "`press left`, `press left 3 times`; buttons are left, middle, right;"
        f" `press right to {' or '.join(GAMES)}`",
    )
    if len(rest) == 3:
        _number(line, rest[1])


def _check_choose(line: Line, rest: list[str], cells: list[str]) -> None:
    digits = "0123456789abcdef"[: len(cells)]
    _want(line, len(rest) == 1 and rest[0] in tuple(digits), f"a piece is one of {digits}")


def _check_cut(line: Line, rest: list[str], _: list[str]) -> None:
    _want(
        line,
        len(rest) == 3 and rest[0] == "write" and rest[2] in ("before", "middle", "after"),
        "`cut write N before|middle|after`",
    )
    _one_or_more(line, rest[1])


def _check_meaning(line: Line, rest: list[str], _: list[str]) -> None:
    of_sound = rest[:1] == ["sound"]
    why = f"`{line.words[0]} MEANING` or `{line.words[0]} sound NAME`"
    _want(line, len(rest) == 1 or of_sound, why)
    if of_sound:
        _sound(line, rest[1:])
    else:
        _meaning(line, rest[0])


def _check_expect(line: Line, rest: list[str], cells: list[str]) -> None:
    if "within" in rest:
        index = rest.index("within")
        _want(line, index == len(rest) - 2, "`within MS` stands at the end")
        _number(line, rest[-1])
        rest = rest[:index]
    if rest[:1] == ["sound"]:
        _sound(line, rest[1:])
    elif rest != ["dark"]:
        _want(line, len(rest) >= 2, "`expect MEANING at b2`, or `somewhere` and so on")
        _meaning(line, rest[0])
        if rest[1] == "at":
            _want(line, len(rest) > 2, "`at` wants cells")
            _cells(line, rest[2:], cells)
        else:
            where = ("somewhere", "nowhere", "everywhere")
            _want(line, rest[1] in where and len(rest) == 2, f"where? at CELLS, {', '.join(where)}")


def _want(line: Line, holds: bool, why: str) -> None:
    if not holds:
        raise _bad(line, why)


def _cells(line: Line, words: list[str], cells: list[str]) -> None:
    for word in words:
        if word not in cells:
            raise _bad(line, f"no cell `{word}`; cells are {cells[0]} to {cells[-1]}")


def _meaning(line: Line, word: str) -> None:
    if word not in meanings.NAMES:
        raise _bad(line, f"no light means `{word}`; there are {', '.join(meanings.NAMES)}")


def _sound(line: Line, rest: list[str]) -> None:
    if len(rest) != 1 or rest[0] not in SOUNDS:
        raise _bad(line, f"a sound is one of {', '.join(sorted(SOUNDS))}")


# The required words after each of these acts.
_CHECKS = {
    "flip": _check_move,
    "move": _check_move,
    "place": _check_place,
    "set": _check_set,
    "slide": _check_slide,
    "hold": _check_hold,
    "wait": _check_number,
    "speed": _check_speed,
    "play": _check_play,
    "press": _check_press,
    "choose": _check_choose,
    "cut": _check_cut,
    "expect": _check_expect,
    "never": _check_meaning,
    "allow": _check_meaning,
}
