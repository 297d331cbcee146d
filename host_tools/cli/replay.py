"""`lodeboard replay`: play through a written game and check every move."""

import argparse
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from host_tools.cli.console import BAD_INPUT, OK, UsageError, add_game, open_game
from lodeboard.games.contract import VERDICTS, Game, GameError

DESCRIPTION = """\
Play through one game record and check every move. Prints the final position and, on a line
of its own, what the rules say of it for the player to act: undecided, win, lose or tie. At
the first move that breaks a rule it prints the number of the move, the move and the reason
instead, and the exit status is 1.

A record is a text file of moves with white space between them. Move numbers (`3.` or `3`)
and comments (from a # that begins a word to the end of the line) are skipped. The first line
may be `position ...` for a game that does not start at the beginning.
"""
EPILOG = """\
a record of flip tiles:
  # a short game
  1. a1U     2. a1Eb2U
  3. b2Sa1D  4. b1Ed4U   # the first tile again: it lies on b1 now

a record of xtic:
  1. =5   2. b3 =a   3. c1 =0   # numbers may be left out, or count turns

examples:
  lodeboard replay flip game.txt
  printf 'position 2_U---------------\\na1Eb2U\\n' | lodeboard replay flip -
  echo =5 b3 =a c1 | lodeboard replay xtic --rules nodiags -
"""

_NUMBER = re.compile(r"^\d+(\.+|$)")
_COMMENT = re.compile(r"(^|\s)#.*")


class Move(NamedTuple):
    """One move of a record: its number counted from 1, where it stands and what it says."""

    number: int
    line: int
    text: str


class RecordError(Exception):
    """Where a record first goes wrong, and why."""


def read_record(text: str) -> tuple[str | None, list[Move]]:
    """The start position of a record (None for the start of the game) and its moves."""
    start: str | None = None
    moves: list[Move] = []
    for line, words in _lines(text):
        if not moves and start is None and words[0] == "position":
            start = " ".join(words[1:])
            continue
        for word in words:
            move = _NUMBER.sub("", word, count=1) if word[0].isdigit() else word
            if move:
                moves.append(Move(len(moves) + 1, line, move))
    return start, moves


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
    for move in moves:
        try:
            steps = game.parse_move(move.text)
        except GameError as error:
            raise RecordError(
                f"move {move.number} (line {move.line}), {move.text}: {error}"
            ) from error
        for step in steps:
            game.push(step)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help="the record, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    game = open_game(arguments)
    text = read_text(arguments.file)
    try:
        replay(game, text)
    except RecordError as error:
        print(error)
        return BAD_INPUT
    print(game.text())
    print(VERDICTS[game.verdict()])
    return OK


def read_text(name: str) -> str:
    """The text of a file, or of standard input for "-"; UsageError where there is none."""
    try:
        if name == "-" and sys.stdin is None:
            raise UsageError("standard input is closed: there is no record to read")
        if name == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as file:
                data = file.read()
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is no text file: byte {error.start} is not UTF-8") from error
