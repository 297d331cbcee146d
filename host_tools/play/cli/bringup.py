"""`lodeboard bringup`: all checks of a new board, in order, with one report."""

import argparse
from pathlib import Path

from host_tools.build import profiles
from host_tools.jobs.command import UsageError
from host_tools.setup.extras import needs
from host_tools.workshop.checkup import JSON, REAL, STEPS

_SOAK = 60.0

DESCRIPTION = """\
Run all checks of a new board on a cable, in this order:

  selftest    every part, with measurements; asks you to place tiles and press buttons
  chip        times, memory and noise by the clock of the board, beside those of the emulated chip
  zeros       the board sets its zeros while empty; offset and noise of each sensor
  gains       you lay a tile on each lit cell; left out with --no-person
  scenarios   actions with simulated magnets; lights compared with the simulator
  soak        games in a row with simulated magnets; restarts, faults and memory

The verdict of a step is ok, faulty, look (a possible fault: check it) or left out. The report is
one HTML file, with the same data as JSON beside it. Both are updated after each step, and in the
soak after each game. Remove all tiles from the board first. To measure a Pico without a board, use
--steps chip --no-person.
"""
EPILOG = f"""\
examples:
  lodeboard bringup --on real
  lodeboard bringup --on /dev/ttyACM0 --no-person --soak 10
  lodeboard bringup --on real --steps selftest,zeros --report first.html
  lodeboard bringup --on real --steps scenarios --scenarios tests/scenarios/take_back.txt

The self-test's report is also stored like those of `lodeboard selftest`, for `selftest --compare`.
Zeros and gains stay on the board. If the self-test finds no fault, the board also keeps what it is
built of, which later firmwares are compared with; a board that keeps something else is refused.
For scenarios and soak the board's data are stashed on it and restored at the end, also after
Ctrl-C and when the terminal is closed; if the cable is unplugged then, restore them later with
`lodeboard scenario --on PORT --restore`. The exit status is 1 if a step is faulty or interrupted.
A soak takes {_SOAK:.0f} minutes of board time unless --soak is given.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard bringup`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "--on", metavar="BOARD", required=True, help=f"{REAL} (the one plugged in) or its port"
    )
    profiles.add_argument(parser)
    parser.add_argument("--no-person", action="store_true", help="skip steps that need a person")
    parser.add_argument(
        "--steps", metavar="LIST", default=",".join(STEPS), help="only these, separated by commas"
    )
    parser.add_argument(
        "--scenarios", metavar="FILE", nargs="+", type=Path, help="instead of the project's"
    )
    parser.add_argument(
        "--soak", metavar="MINUTES", type=float, default=_SOAK, help=f"default {_SOAK:.0f}"
    )
    parser.add_argument(
        "--report", metavar="FILE", type=Path, help="HTML (default: bringup-ID-TIME.html)"
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Run the steps; 1 if one is faulty or the board cannot be reached."""
    chosen = [word.strip() for word in arguments.steps.split(",")]
    unknown = [word for word in chosen if word not in STEPS]
    if unknown:
        raise UsageError(f"--steps: no step {unknown[0]!r}; there are {', '.join(STEPS)}")
    if not arguments.soak > 0:
        raise UsageError(f"--soak {arguments.soak:g}: more than 0 minutes")
    if arguments.report is not None and arguments.report.suffix == JSON:
        raise UsageError(f"--report: an HTML file; the same as {JSON} is written beside it")
    if arguments.report is not None and not arguments.report.resolve().parent.is_dir():
        raise UsageError(f"--report: there is no folder {arguments.report.resolve().parent}")
    with needs("a board on a cable", "board"):
        from host_tools.play.cli.bringup_on_cable import bring_up  # noqa: PLC0415
    return bring_up(arguments, profiles.profile(arguments.board), chosen)
