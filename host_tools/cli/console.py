"""What the subcommands of `lodeboard` share: the game asked for, positions in, JSON lines out."""

import argparse
import json
import select
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from lodeboard.games.catalogue import GAMES, rule_sets
from lodeboard.games.contract import Game, GameError
from lodeboard.system.loader import make_game

OK = 0
BAD_INPUT = 1
BAD_ARGUMENT = 2


class UsageError(Exception):
    """An argument that cannot be; the text goes to standard error, the exit status is 2."""


class Parser(argparse.ArgumentParser):
    """Keeps the layout of help texts, wants options in full, and is brief about mistakes."""

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **keywords)

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_ARGUMENT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def add_game(parser: argparse.ArgumentParser) -> None:
    """The arguments GAME and --rules."""
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
    rules = "; ".join(f"{name}: {', '.join(rule_sets(name))}" for name in GAMES)
    parser.add_argument("--rules", metavar="R", help=f"rule set, the first by default ({rules})")


def open_game(arguments: argparse.Namespace) -> Game:
    """The game that the command line asks for, at its first position."""
    known = rule_sets(arguments.game)
    rules = known[0] if arguments.rules is None else arguments.rules
    if rules not in known:
        raise UsageError(f'{arguments.game} has no rule set "{rules}": choose {" or ".join(known)}')
    return make_game(arguments.game, rules)


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
    so that whoever writes a line and waits gets its answer."""
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
