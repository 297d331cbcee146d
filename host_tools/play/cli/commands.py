"""Finds the subcommand of a `lodeboard` command line and runs it.

Each subcommand is a module of this package with `add_arguments(parser)` and
`run(arguments) -> int`, the exit status. Only the one asked for is imported.
"""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from host_tools import version
from host_tools.build import outside
from host_tools.jobs.command import (
    BAD_ARGUMENT,
    FAILED,
    INTERRUPTED,
    Parser,
    Subcommand,
    UsageError,
    complain,
)
from host_tools.jobs.interrupt import at_once
from host_tools.jobs.printable import print_everything
from host_tools.setup.extras import MissingError

COMMANDS = {
    "play": "play on a simulated board in the browser",
    "analyse": "print the value of positions and their best moves",
    "choose": "print the moves that the board would choose",
    "solve": "compute exact values of a game's positions",
    "tables": "build and verify the tables that the board plays from",
    "perft": "count the legal move sequences of a given length",
    "check-game": "try the properties that the firmware requires of a game",
    "site": "write the page as static files, including a simulated board",
    "selftest": "test every part of a board and report what is faulty",
    "bringup": "run all checks of a new board and write one report",
    "new-game": "write a small running game to begin with",
    "scenario": "run scenarios: actions of hands and the lights expected",
    "rerun": "feed a recording of a board to the firmware again",
    "soak": "play many games in a row on a simulated board",
    "flash": "put the firmware on a board",
    "firmware": "list the files that would be put on a board and their size",
    "log": "print a board's fault log",
    "wifi": "tell a board with a radio the network at home",
    "emulate": "run the firmware on an emulated chip",
    "turn": "take a turn in a game with a friend, by a link",
    "replay": "play through a game record and check every move",
    "release": "write all files to publish of this version into one folder",
    "lab": "list the developers' experiments or run one",
    "review": "write the analysis of a game record as one HTML file",
}

DESCRIPTION = "Tools for the Lodeboard: play, analyse games, build, test and flash boards."
EPILOG = """\
examples:
  lodeboard play
  echo 1_UUU-dudUd------- | lodeboard analyse flip --moves
  lodeboard perft flip 3
  lodeboard COMMAND --help      more examples for each command
"""

CHECK = "check-game"
# Commands that know games from outside the project.
WITH_GAMES = frozenset(
    {
        *("analyse", CHECK, "choose", "emulate", "firmware", "flash", "perft", "play"),
        *("replay", "rerun", "review", "scenario", "site", "soak", "solve", "tables", "turn"),
    }
)
GAMES = "--games"
HELP = (
    "also use the games in this folder, each in a folder of its own, or the game that is this"
    " folder. Their code runs on this computer, with your rights, and on the board: name only games"
    " that you trust"
)

PIPE_CLOSED = 141


class _Version(argparse.Action):
    """Prints the version, which takes a while to find, so only on request."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"lodeboard {version()}")
        parser.exit(0)


def make_parser(command: str | None) -> Parser:
    """The parser of all commands; only the named command has its arguments."""
    parser = Parser(prog="lodeboard", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, title="commands", parser_class=Subcommand
    )
    for name, summary in COMMANDS.items():
        subparser = commands.add_parser(name, help=summary, description=summary)
        if name == command:
            if name in WITH_GAMES:
                subparser.add_argument(GAMES, action="append", type=Path, metavar="DIR", help=HELP)
            module = import_module(f"host_tools.play.cli.{name.replace('-', '_')}")
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def add_games(command: str, words: list[str]) -> None:
    """Add the games from outside to the catalogue: those of installed packages, those in the
    folders named by --games, and one whose folder is to be checked: in `words` it becomes the
    game's name. Raises UsageError."""
    early = Parser(prog=f"lodeboard {command}", add_help=False)
    early.add_argument(GAMES, action="append", type=Path, default=[])
    named = early.parse_known_args(words)[0].games
    try:
        found = outside.inherited()
        found += [game for one in named for game in outside.games_in(one)]
        for index, word in enumerate(words if command == CHECK else ()):
            if outside.is_game(Path(word)):
                found.append(Path(word))
                words[index] = Path(word).resolve().name
        outside.checked(found)
        for package in outside.installed():
            try:
                folder = outside.folder_of(package)
                outside.checked([*found, folder])
            except outside.OutsideError as error:
                complain(command, f"an installed game is left out: {error}")
            else:
                found.append(folder)
        outside.add(found)
        for path in outside.left_out() if command != "tables" else ():
            complain(
                command,
                f"{path} is left out: it is of other rules, or the table of another rule set is"
                " missing. lodeboard tables build makes them",
            )
    except outside.OutsideError as error:
        raise UsageError(f"{GAMES}: {error}") from error


def run(words: list[str]) -> int:
    """Run one command line and return its exit status. Without words, show the help."""
    print_everything()
    command = next((word for word in words if not word.startswith("-")), None)
    try:
        with at_once():
            if command in WITH_GAMES:
                add_games(str(command), words)
            arguments = make_parser(command).parse_args(words or ["--help"])
        status: int = arguments.run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except UsageError as error:
        complain(str(command), error)
        return BAD_ARGUMENT
    except MissingError as error:
        complain(str(command), error)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does.
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        # A full disk, an unreadable input: errors that a subcommand cannot handle better.
        _drop_output()
        named = f"{error.filename}: " if isinstance(error.filename, str) else ""
        complain(str(command), f"{named}{error.strerror or error}")
        return FAILED


def _drop_output() -> None:
    """Discard buffered output, or Python would report an error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
