"""Shared by all command lines of the project: exit statuses, argument errors, the parser."""

import argparse
import sys
from typing import Any, NoReturn

from host_tools.jobs.printable import printable_lines

OK = 0
FAILED = 1
BAD_INPUT = 1
BAD_ARGUMENT = 2
INTERRUPTED = 130


class UsageError(Exception):
    """An invalid argument; the text goes to standard error, the exit status is 2."""


def complain(command: str, what: object) -> None:
    """Print an error of this command on standard error. `what` may include untrusted text."""
    print(f"lodeboard {command}: {printable_lines(str(what))}", file=sys.stderr)


def tell(line: str) -> None:
    """Print a line on standard error, at once."""
    print(line, file=sys.stderr, flush=True)


class Parser(argparse.ArgumentParser):
    """Keeps the layout of help texts, requires options in full, and reports errors in one line."""

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **keywords)

    def error(self, message: str) -> NoReturn:
        self.exit(
            BAD_ARGUMENT, f"{self.prog}: {printable_lines(message)} (see {self.prog} --help)\n"
        )


class Subcommand(Parser):
    """The parser of one command. It refuses unknown arguments itself: argparse leaves that to the
    parser of the whole program, whose error names the wrong help."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown


def at_least_one(text: str) -> int:
    """A number of 1 or more, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
