"""The command line of the self-test."""

import argparse
import json
import sys

from host_tools.build import profiles
from host_tools.device.errors import DeviceError
from host_tools.device.reach import reach
from host_tools.jobs.command import FAILED, UsageError
from host_tools.selftest.parts import FAULTY, lines
from host_tools.selftest.person import at_terminal
from host_tools.selftest.probe import DeviceProbe, ProbeError
from host_tools.selftest.session import examine

EPILOG = """\
examples:
  lodeboard selftest                      the one board that is plugged in; asks you to lay a
                                          tile on each cell, to press the buttons, to look
  lodeboard selftest --no-person          only what a program finds out alone
  lodeboard selftest --port /dev/ttyACM0 --json > report.json
  lodeboard selftest --board tile7x7

Take all tiles off the board first. The verdicts: ok; faulty, with what it points to; look (it
may be a fault: look at it); not tried. The exit status is 1 when a part is faulty. A game that
was on can be resumed afterwards.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard selftest`."""
    parser.epilog = EPILOG
    parser.add_argument("--port", metavar="P", help="serial port of the board (default: look)")
    profiles.add_argument(parser, "which board it is; one that calls itself otherwise is refused")
    parser.add_argument("--no-person", action="store_true", help="ask for nothing and nobody")
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Test a board; 1 when anything is faulty or the board cannot be reached."""
    person = None if arguments.no_person else at_terminal()
    if person is None and not arguments.no_person:
        raise UsageError("nobody is at the terminal to lay tiles and look: use --no-person")
    profile = profiles.profile(arguments.board)
    try:
        with reach(arguments.port, _say) as prompt:
            port = prompt.port
            try:
                parts = examine(DeviceProbe(prompt.run, profile), profile, person)
            except BaseException:
                prompt.leave()
                raise
            prompt.restart()
    except (DeviceError, ProbeError) as error:
        print(f"lodeboard selftest: {error}", file=sys.stderr)
        return FAILED
    if arguments.json:
        report = {"board": profile.name, "port": port, "parts": [part.as_dict() for part in parts]}
        print(json.dumps(report))
    else:
        print("\n".join(lines(parts)))
    return FAILED if any(part.verdict == FAULTY for part in parts) else 0


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
