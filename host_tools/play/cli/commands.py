"""Finds the subcommand of a `lodeboard` command line and runs it.

Each subcommand is a module of this package with `add_arguments(parser)` and
`run(arguments) -> int`, the exit status. Only the one asked for is imported.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from host_tools import version
from host_tools.jobs.command import BAD_ARGUMENT, FAILED, INTERRUPTED, Parser, UsageError, complain
from host_tools.jobs.interrupt import at_once
from host_tools.jobs.printable import print_everything
from host_tools.setup.extras import MissingError

COMMANDS = {
    "play": "play on a simulated board in the browser",
    "analyse": "say what positions are worth and which moves are best",
    "choose": "choose moves as the board itself would",
    "solve": "compute exact values of a game's positions",
    "tables": "make the tables that the board plays from, and prove them",
    "perft": "count the legal move sequences of a given length",
    "check-game": "try whether a game has what the firmware takes for granted",
    "site": "write the page as static files, with the board in them",
    "selftest": "test every part of a board and say what is wrong with it",
    "bringup": "put a first board through everything, with one report",
    "scenario": "run scenarios: what hands do, and what lights must answer",
    "rerun": "feed a recording of a board to the firmware once more",
    "soak": "play many games without a break on a simulated board",
    "flash": "put the firmware on a board",
    "firmware": "say what would be put on a board, and the room it takes",
    "log": "print what a board has written down about its faults",
    "emulate": "run the firmware on an emulated chip, by hand or by a scenario",
    "replay": "play through a game record and check every move",
    "release": "make all that is handed out of this version, in one folder",
    "lab": "run the makers' experiments: what there is, how far, one of them",
    "review": "write the analysis of a game record as one HTML file",
}

DESCRIPTION = "The workshop of the Lodeboard: its rules, its thinking and a simulated board."
EPILOG = """\
examples:
  lodeboard play
  echo 1_UUU-dudUd------- | lodeboard analyse flip --moves
  lodeboard perft flip 3
  lodeboard COMMAND --help      more examples for each command
"""

PIPE_CLOSED = 141


class _Version(argparse.Action):
    """Prints the version; looks it up only when asked, for it takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"lodeboard {version()}")
        parser.exit(0)


def make_parser(command: str | None) -> Parser:
    """The whole command line; only the named command's own arguments are filled in."""
    parser = Parser(prog="lodeboard", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, title="commands"
    )
    for name, summary in COMMANDS.items():
        subparser = commands.add_parser(name, help=summary, description=summary)
        if name == command:
            module = import_module(f"host_tools.play.cli.{name.replace('-', '_')}")
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def run(words: Sequence[str]) -> int:
    """Run one command line, without any words its help, and return the exit status."""
    print_everything()
    command = next((word for word in words if not word.startswith("-")), None)
    try:
        with at_once():
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
        # The reader has gone, as `head` does.
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        # A full disk, an unreadable input: nothing a subcommand could have known better.
        _drop_output()
        named = f"{error.filename}: " if isinstance(error.filename, str) else ""
        complain(str(command), f"{named}{error.strerror or error}")
        return FAILED


def _drop_output() -> None:
    """Send what is still buffered nowhere, or Python would complain on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
