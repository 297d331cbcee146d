"""Turn links: a game with a friend elsewhere, a link for each turn.

A link holds the whole game, so nobody needs a server. After the # of a page's address:

    #turn=k3v7q2ma&game=flip&rules=magic&by=1&at=3&a=mfxgg&o=draw&s=nice&g=d1U.a1u&n=2&k=5zqxw2a

turn: a random number of the game; game, rules; by: the player who sent it, 1 or 2, or 0 for
somebody who only watches; at: the number of this link in its game, from 1; a, b: the players'
names (UTF-8 in base 32); o: an offer or an answer to one; s: one of the known sentences; g, n: the
moves and their number, as in any link of the page (pasted.py); k: a check (CRC-32 in base 32) of
all that. Parts that are empty are left out.

The reader is that of pasted text, so it forgives what messengers do to links. What it returns is a
game that the rules allow, offers and sentences that are known, and names of printable characters:
nothing else in a link has any effect.
"""

import re
import secrets
from base64 import b32decode, b32encode
from binascii import crc32
from collections.abc import Mapping
from typing import NamedTuple

from host_tools.games.analysis.pasted import Pasted, RecordError, unwrap
from host_tools.games.analysis.record import begin
from host_tools.games.analysis.study import Course, read_course
from lodeboard.games.catalogue import GAMES, rule_sets
from lodeboard.games.contract import UNDECIDED, VERDICTS, Game
from lodeboard.system.loader import make_game

WATCHING = 0  # in the place of the player: for somebody who only watches
DRAW, AGREED, BACK, TAKEN, RESIGNED = OFFERS = ("draw", "agreed", "back", "taken", "resigned")
# What can be said. The page has the sentences, in its languages.
SENTENCES = ("hello", "luck", "nice", "oops", "thinking", "thanks", "well-played", "again")
LONGEST_NAME = 24  # characters
MOST_LINKS = 9999  # of one game

_NUMBER = re.compile(r"[a-z2-7]{8}")


class TurnLink(NamedTuple):
    """What a link holds beside the course of the game. players: the names, "" if not given. by: the
    sender, 0 or 1; None: it is for somebody who only watches. at: the number of the link."""

    number: str
    game: str
    rules: str
    by: int | None
    at: int
    players: tuple[str, str] = ("", "")
    offer: str = ""
    says: str = ""


def write(turn: TurnLink, record: str) -> str:
    """The link of this turn after a record, from its # on. Raises RecordError, GameError where they
    are none that `read` takes, also where the game writes moves in a way that no link can hold."""
    game = _game(turn.game, turn.rules)
    course = read_course(game, record)
    _check(turn, course)
    start = [] if course.start == _first(game) else ["position", *course.start.split()]
    words = [*start, *course.moves]
    values = {
        "turn": turn.number,
        "game": turn.game,
        "rules": turn.rules,
        "by": str(WATCHING if turn.by is None else turn.by + 1),
        "at": str(turn.at),
        "a": _encoded(turn.players[0]),
        "b": _encoded(turn.players[1]),
        "o": turn.offer,
        "s": turn.says,
        "g": ".".join(words),
        "n": str(len(course.moves)),
    }
    values["k"] = _checksum(values)
    link = "#" + "&".join(
        f"{name}={value}" for name, value in values.items() if value or name in ("rules", "g")
    )
    if not _holds(link, game, course):
        raise RecordError("this game's moves cannot be written in a link")
    return link


def _holds(link: str, game: Game, course: Course) -> bool:
    """Whether start and moves are read from the link as they are. Not if the game writes them with
    characters that are taken for something around them, or that a link cannot have."""
    try:
        record = begin(game, unwrap(link))
    except RecordError:
        return False
    start = record.start or _first(game)
    return (start, [move.text for move in record.moves]) == (course.start, course.moves)


def new_number() -> str:
    """A number for a new game, by chance."""
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(8))


def record(course: Course) -> str:
    """The record of a course, as `write` takes it."""
    return f"position {course.start}\n{' '.join(course.moves)}"


def turn_before(course: Course, player: int) -> int:
    """The number of moves before the last turn of this player, as a take-back leaves them."""
    length = len(course.moves)
    while length and course.turns[length - 1] != player:
        length -= 1
    while length and course.turns[length - 1] == player:
        length -= 1
    return length


def read(text: str) -> tuple[TurnLink, Course]:
    """The turn in a pasted link. Raises RecordError, GameError with what is wrong with it."""
    pasted = unwrap(text)
    if not pasted.turn:
        raise RecordError("this is no link of a game with a friend")
    turn = _opened(pasted)
    game = _game(turn.game, turn.rules)
    course = read_course(game, pasted)
    if len(course.moves) != pasted.length or course.half:
        raise _damaged()
    _check(turn, course)
    return turn, course


def _opened(pasted: Pasted) -> TurnLink:
    parts = pasted.turn
    record = ".".join(pasted.text.split())
    values = {**parts, "game": pasted.game, "rules": pasted.rules, "g": record}
    if parts.get("k") != _checksum(values):
        raise _damaged()
    by, at = _figure(parts, "by", 2), _figure(parts, "at", MOST_LINKS)
    players = _decoded(parts.get("a", "")), _decoded(parts.get("b", ""))
    offer, says = parts.get("o", ""), parts.get("s", "")
    sender = None if by == WATCHING else by - 1
    number = parts["turn"]
    return TurnLink(number, pasted.game, pasted.rules, sender, at, players, offer, says)


def _game(name: str, rules: str) -> Game:
    if name not in GAMES:
        raise RecordError(f"no game is called {name!a}")
    if rules not in (rule_sets(name) or ("",)):
        raise RecordError(f"{name} has no rule set {rules!a}")
    game = make_game(name, rules)
    if game.match == "rolling":
        raise RecordError(
            f"{name} is played with dice, which each could throw again: play it at one board"
        )
    return game


def _first(game: Game) -> str:
    game.reset()
    return game.text()


def _check(turn: TurnLink, course: Course) -> None:
    """Raise RecordError if no player can have sent this."""
    if not _NUMBER.fullmatch(turn.number):
        raise RecordError("the number of the game is none")
    if not 1 <= turn.at <= MOST_LINKS:
        raise RecordError("the number of the link is none")
    for name in turn.players:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise RecordError(f"a name has more than {LONGEST_NAME} characters, or hidden ones")
    if turn.says not in ("", *SENTENCES):
        raise RecordError("it says a sentence that is not known")
    if turn.offer not in ("", *OFFERS):
        raise RecordError("it makes an offer that is not known")
    if turn.by is None:
        return
    if course.verdict != VERDICTS[UNDECIDED]:
        if turn.offer:
            raise RecordError("the game is over: there is nothing to offer")
    elif turn.offer not in (AGREED, RESIGNED) and course.turns[-1] == turn.by:
        raise RecordError("it was sent by the player who is still to move")


def _figure(parts: Mapping[str, str], name: str, most: int) -> int:
    text = parts.get(name, "")
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > most:
        raise _damaged()
    return int(text)


def _damaged() -> RecordError:
    return RecordError("this link is damaged: its check does not fit. Ask for it again")


def _encoded(name: str) -> str:
    return b32encode(name.encode()).decode().rstrip("=").lower()


def _decoded(text: str) -> str:
    try:
        return b32decode(text.upper() + "=" * (-len(text) % 8)).decode()
    except ValueError:
        raise _damaged() from None


def _checksum(values: dict[str, str]) -> str:
    names = ("turn", "game", "rules", "by", "at", "a", "b", "o", "s", "g", "n")
    text = "&".join(values.get(name, "") for name in names)
    check = crc32(text.encode("utf-8", "replace"))
    return b32encode(check.to_bytes(4, "big")).decode().rstrip("=").lower()
