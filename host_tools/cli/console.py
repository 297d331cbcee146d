"""What the subcommands of `lodeboard` share: the game asked for, positions in, JSON lines out."""

import argparse
import json
import select
import sys
from collections.abc import Callable, Iterator
from typing import Any

from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.command import BAD_INPUT, OK, UsageError
from lodeboard.games.catalogue import rule_sets
from lodeboard.games.contract import Game, GameError
from lodeboard.system.loader import make_game


def add_game(parser: argparse.ArgumentParser) -> None:
    """The arguments GAME and --rules."""
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
    known = {name: ", ".join(rule_sets(name)) for name in GAMES}
    rules = "; ".join(f"{name}: {names}" for name, names in known.items() if names)
    parser.add_argument("--rules", metavar="R", help=f"rule set, the first by default ({rules})")


def open_game(arguments: argparse.Namespace) -> Game:
    """The game that the command line asks for, at its first position."""
    check_rules(arguments.game, arguments.rules)
    return make_game(arguments.game, arguments.rules or "")


def check_rules(game: str, rules: str | None) -> None:
    """UsageError where the game has no rule set of this name; None stands for the first."""
    known = rule_sets(game)
    if rules is not None and known == ("",):
        raise UsageError(f"{game} has no rule sets: leave --rules out")
    if rules is not None and rules not in known:
        raise UsageError(f'{game} has no rule set "{rules}": choose {" or ".join(known)}')


def examples(command: str) -> str:
    """All games' examples of a command, each a line that begins with two spaces."""
    return "".join(host_game(name).help.examples.get(command, "") for name in GAMES)


def write_line(answer: dict[str, Any]) -> None:
    """One JSON object as a line, sent at once: the reader may be waiting for it."""
    print(json.dumps(answer), flush=True)


def input_lines() -> Iterator[str]:
    """The lines of standard input that are not blank, without the white space around them."""
    if sys.stdin is None:
        raise UsageError("standard input is closed: positions are read from there")
    # Bytes that are no UTF-8 make a bad line, not the end of the run.
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
    for line in sys.stdin:
        text = line.strip().lstrip("\ufeff")
        if text:
            yield text


def batches(limit: int) -> Iterator[list[str]]:
    """What `input_lines` gives, in lists of at most `limit`: all that is there to be read now,
    so that a program that writes a line and waits gets its answer."""
    batch: list[str] = []
    for text in input_lines():
        batch.append(text)
        if len(batch) >= limit or not _more_to_read():
            yield batch
            batch = []
    if batch:
        yield batch


def _more_to_read() -> bool:
    """Whether more input is there already, without waiting for it. Only of files that is sure:
    what a pipe has brought may lie in the reader's buffer, where nothing can look."""
    try:
        return sys.stdin.seekable() or bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):
        return False


def answer_positions(game: Game, answer: Callable[[], dict[str, Any]]) -> int:
    """Load each line of standard input into `game` and write what `answer()` says of it.

    A line that is no position, or of which `answer` raises GameError, gets a line with its
    error; the run goes on and the exit status is 1.
    """
    status = OK
    for text in input_lines():
        result = answer_one(game, text, answer)
        status = BAD_INPUT if "error" in result else status
        write_line(result)
    return status


def answer_one(game: Game, text: str, answer: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What `answer()` says of the position `text`, loaded into `game`; its error otherwise."""
    try:
        game.load(text)
        return answer()
    except GameError as error:
        return {"position": text, "error": str(error)}


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
