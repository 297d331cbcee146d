"""What every command line of the project shares: exit statuses, bad arguments, the parser."""

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
    """An argument that cannot be; the text goes to standard error, the exit status is 2."""


def complain(command: str, what: object) -> None:
    """Say on standard error what is wrong, as the command of this name; `what` may have in it
    what came from outside."""
    print(f"lodeboard {command}: {printable_lines(str(what))}", file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """Keeps the layout of help texts, wants options in full, and is brief about mistakes."""

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **keywords)

    def error(self, message: str) -> NoReturn:
        self.exit(
            BAD_ARGUMENT, f"{self.prog}: {printable_lines(message)} (see {self.prog} --help)\n"
        )


def at_least_one(text: str) -> int:
    """A number of 1 or more, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
