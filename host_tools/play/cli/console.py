"""Shared by the subcommands of `lodeboard`: the game requested, positions in, JSON lines out."""

import argparse
import codecs
import json
import select
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from host_tools.games.analysis.pasted import (
    LONGEST,
    Notes,
    Pasted,
    RecordError,
    read_record,
    unwrap,
)
from host_tools.games.analysis.study import read_course
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.command import BAD_INPUT, OK, UsageError, complain
from lodeboard.games.catalogue import rule_sets
from lodeboard.games.contract import Game, GameError
from lodeboard.system.loader import make_game

_MOST_BYTES = 4 * LONGEST  # in UTF-8
_LONGEST_SHOWN = 400  # characters of a line shown with its error
_SHOWN = 40


def add_game(parser: argparse.ArgumentParser) -> None:
    """The arguments GAME and --rules."""
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
    known = {name: ", ".join(rule_sets(name)) for name in GAMES}
    rules = "; ".join(f"{name}: {names}" for name, names in known.items() if names)
    parser.add_argument("--rules", metavar="R", help=f"rule set (default: the first; {rules})")


def open_game(arguments: argparse.Namespace) -> Game:
    """The game requested on the command line, at its first position."""
    check_rules(arguments.game, arguments.rules)
    return make_game(arguments.game, arguments.rules or "")


def check_rules(game: str, rules: str | None) -> None:
    """Raise UsageError if the game has no rule set of this name; None stands for the first."""
    known = rule_sets(game)
    if rules is not None and known == ("",):
        raise UsageError(f"{game} has no rule sets: leave --rules out")
    if rules is not None and rules not in known:
        raise UsageError(f'{game} has no rule set "{rules}": choose {" or ".join(known)}')


def examples(command: str) -> str:
    """All games' examples of a command, each a line that begins with two spaces."""
    return "".join(host_game(name).help.examples.get(command, "") for name in GAMES)


def write_line(answer: dict[str, Any]) -> None:
    """Write one JSON object as a line, at once: the reader may be waiting for it."""
    print(json.dumps(answer), flush=True)


def input_lines() -> Iterator[str]:
    """The lines of standard input that are not blank, stripped of white space."""
    if sys.stdin is None:
        raise UsageError("standard input is closed: positions are read from there")
    # Bytes that are not UTF-8 make a bad line and do not end the run.
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
    for line in sys.stdin:
        text = line.strip().lstrip("\ufeff")
        if text:
            yield text


def batches(limit: int) -> Iterator[list[str]]:
    """The lines of `input_lines` in lists of at most `limit`: everything that can be read without
    waiting, so that a program that writes a line gets its answer at once."""
    batch: list[str] = []
    for text in input_lines():
        batch.append(text)
        if len(batch) >= limit or not _more_to_read():
            yield batch
            batch = []
    if batch:
        yield batch


def _more_to_read() -> bool:
    """Whether more input can be read without waiting. Only certain for files: input from a pipe may
    be in the reader's buffer, which cannot be inspected."""
    try:
        return sys.stdin.seekable() or bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):
        return False


class Corrections:
    """Reports corrections of a command's input on standard error, each sentence once."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._said = Notes()

    def tell(self, notes: Sequence[str], where: str = "") -> None:
        for sentence in notes:
            if sentence not in self._said:
                self._said.notice(sentence)
                complain(self._command, f"{where}: {sentence}" if where else sentence)


def answer_positions(game: Game, command: str, answer: Callable[[], dict[str, Any]]) -> int:
    """Load each line of standard input into `game` and write the result of `answer()`.

    If a line is not a position, or `answer` raises GameError, the error is written instead; the run
    continues and the exit status is 1.
    """
    status = OK
    corrections = Corrections(command)
    for text in input_lines():
        result = answer_one(game, text, corrections, answer)
        status = BAD_INPUT if "error" in result else status
        write_line(result)
    return status


def answer_one(
    game: Game, text: str, corrections: Corrections, answer: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """The result of `answer()` for the position `text`, loaded into `game`, or its error."""
    try:
        corrections.tell(load_position(game, text), text[:_SHOWN])
        return answer()
    except GameError as error:
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_SHOWN]}..."
        return {"position": shown, "error": str(error)}


def load_position(game: Game, text: str) -> Sequence[str]:
    """Load a position as people paste it, or the last one of a link. Returns the corrections, in
    sentences. Raises GameError."""
    try:
        game.load(text)
        return ()
    except GameError as error:
        refused = error
    try:
        pasted = unwrap(text)
        if pasted.link:
            check_link(pasted, game)
            return read_course(game, pasted).notes
        record = read_record(pasted.text, len(game.text().split()), pasted.notes)
    except RecordError as error:
        raise GameError(str(error)) from error
    if record.start is None or record.moves:
        raise refused
    game.load(record.start)
    return pasted.notes


def open_pasted(game: Game, text: str) -> Pasted:
    """The record of this game in a pasted text. Raises RecordError."""
    pasted = unwrap(text)
    try:
        check_link(pasted, game)
    except GameError as error:
        raise RecordError(str(error)) from error
    return pasted


def check_link(pasted: Pasted, game: Game) -> None:
    """Raise GameError if a link is for another game or other rules."""
    if pasted.game and pasted.game != game.name:
        raise GameError(f"this link is of {pasted.game}, not of {game.name}")
    if pasted.rules and pasted.rules != game.rules:
        raise GameError(f"this link is of the rules {pasted.rules}: say --rules {pasted.rules}")


def read_text(name: str) -> str:
    """The text of a file, or of standard input for "-", in any encoding that editors and shells
    use. Raises UsageError."""
    try:
        if name == "-" and sys.stdin is None:
            raise UsageError("standard input is closed: there is no record to read")
        if name == "-":
            data = sys.stdin.buffer.read(_MOST_BYTES)
        else:
            with open(name, "rb") as file:
                data = file.read(_MOST_BYTES)
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from error
    if len(data) == _MOST_BYTES:
        raise UsageError(f"{name} is too long for a record: {LONGEST} characters at most")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # written by Windows shells
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        kind = "UTF-16" if wide else "UTF-8"
        raise UsageError(f"{name} is no text file: byte {error.start} is not {kind}") from error
