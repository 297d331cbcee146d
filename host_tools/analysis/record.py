"""A written game: moves with white space between them, checked one by one."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from host_tools.games.loader import host_game
from host_tools.games.moves import make_move
from lodeboard.games.contract import Game, GameError

_NUMBER = re.compile(r"^\d+(\.+|$)")
_COMMENT = re.compile(r"(^|\s)#.*")
# Characters; no game has longer ones, so that nothing longer is read, or said again in an error.
_LONGEST_POSITION = 160
_LONGEST_MOVE = 40
_SHOWN = 20


class Move(NamedTuple):
    """One move of a record: its number counted from 1, where it stands and what it says."""

    number: int
    line: int
    text: str


class RecordError(Exception):
    """Where a record first goes wrong, and why."""


def read_record(text: str) -> tuple[str | None, list[Move]]:
    """The start position of a record (None for the start of the game) and its moves; RecordError
    where one of them is too long to be any."""
    start: str | None = None
    moves: list[Move] = []
    for line, words in _lines(text):
        if not moves and start is None and words[0] == "position":
            start = " ".join(words[1:])
            _check_length("position", start, _LONGEST_POSITION)
            continue
        for word in words:
            move = _NUMBER.sub("", word, count=1) if word[0].isdigit() else word
            if move:
                _check_length(f"move {len(moves) + 1} (line {line}),", move, _LONGEST_MOVE)
                moves.append(Move(len(moves) + 1, line, move))
    return start, moves


def _check_length(what: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise RecordError(
            f"{what} {text[:_SHOWN]}…: it has {len(text)} characters, {longest} at most"
        )


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        words = _COMMENT.sub("", line).split()
        if words:
            yield number, words


def replay(game: Game, text: str) -> None:
    """Play the record through; RecordError where it first breaks a rule."""
    start, moves = read_record(text)
    if start is not None:
        try:
            game.load(start)
        except GameError as error:
            raise RecordError(f"position {start}: {error}") from error
    host = host_game(game.name)
    for move in moves:
        try:
            steps = host.read_move(game, move.text)
        except GameError as error:
            raise RecordError(
                f"move {move.number} (line {move.line}), {move.text}: {error}"
            ) from error
        make_move(game, steps)
