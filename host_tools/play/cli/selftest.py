"""The command line of the self-test."""

import argparse
from collections.abc import Iterable
from pathlib import Path

from host_tools.board.device.errors import DeviceError
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, UsageError, complain, tell
from host_tools.jobs.printable import printable
from host_tools.play.web.datadir import data_home
from host_tools.setup.extras import needs
from host_tools.workshop.checkup import numbers, reports
from host_tools.workshop.checkup.parts import FAULTY, lines
from host_tools.workshop.checkup.person import at_terminal
from host_tools.workshop.checkup.probe import ProbeError
from host_tools.workshop.checkup.reports import Report, ReportError

EPILOG = """\
examples:
  lodeboard selftest                      the only board that is plugged in; asks you to lay a
                                          tile on each cell, press buttons and check lights
  lodeboard selftest --no-person          only tests that need no person
  lodeboard selftest --port /dev/ttyACM0 --json > report.json
  lodeboard selftest --board tile7x7
  lodeboard selftest --compare report.json           compare the board with a saved report
  lodeboard selftest --compare monday.json today.json     compare two saved reports

Remove all tiles from the board first. The verdicts: ok; faulty, with the probable cause; look (a
possible fault: check it); not tried. The exit status is 1 if a part is faulty. The board offers to
resume a game afterwards. Every report is stored as JSON in the user's data folder, by the chip's
id; its path is printed on standard error.
"""

_MOST_FILES = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard selftest`."""
    parser.epilog = EPILOG
    parser.add_argument("--port", metavar="P", help="the board's serial port (default: find it)")
    profiles.add_argument(parser, "the kind of board; any other kind is refused")
    parser.add_argument("--no-person", action="store_true", help="skip tests that need a person")
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")
    parser.add_argument(
        "--compare",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="compare a saved report with the board, or with a second report",
    )


def run(arguments: argparse.Namespace) -> int:
    """Test a board; 1 if anything is faulty or the board cannot be reached."""
    try:
        return _run(arguments)
    except ReportError as error:
        raise UsageError(str(error)) from error


def _run(arguments: argparse.Namespace) -> int:
    files: list[Path] = arguments.compare or []
    if len(files) > _MOST_FILES:
        raise UsageError("--compare takes one report, or two")
    if files and arguments.json:
        raise UsageError("--compare prints a table: leave --json out")
    saved = [reports.read(path) for path in files]
    if len(saved) == _MOST_FILES:
        _write(reports.compare(*saved))
        return 0
    person = None if arguments.no_person else at_terminal()
    if person is None and not arguments.no_person:
        raise UsageError("nobody is at the terminal to lay tiles and look: use --no-person")
    profile = profiles.profile(arguments.board)
    if saved and saved[0].board != profile.name:
        raise UsageError(f"{files[0]} is of a {saved[0].board}: name it with --board")
    with needs("a board on a cable", "board"):
        from host_tools.workshop.checkup.oncable import report_of  # noqa: PLC0415
    try:
        report = report_of(arguments.port, profile, person, tell)
    except (DeviceError, ProbeError) as error:
        complain("selftest", error)
        return FAILED
    parts = report.parts
    keep(report)
    if arguments.json:
        print(report.as_json())
    elif saved:
        _write(reports.compare(saved[0], report))
    else:
        _write([*numbers.table(parts), "", *lines(parts)])
    return FAILED if any(part.verdict == FAULTY for part in parts) else 0


def keep(report: Report) -> None:
    """Store the report in the user's data folder, and print its path on standard error."""
    try:
        tell(f"report saved: {reports.keep(report, data_home())}")
    except OSError as error:
        tell(f"the report could not be saved: {error.strerror or error}")


def _write(text: Iterable[str]) -> None:
    print("\n".join(map(printable, text)))
