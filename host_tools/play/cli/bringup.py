"""`lodeboard bringup`: a first board through everything, in order, with one report."""

import argparse
from pathlib import Path

from host_tools.build import profiles
from host_tools.jobs.command import UsageError
from host_tools.setup.extras import needs
from host_tools.workshop.bringup import JSON, REAL, STEPS

_SOAK = 60.0

DESCRIPTION = """\
Put a board on a cable through everything that a first board should go through, in this order:

  selftest    every part, with its numbers; with a person it asks for tiles and presses
  zeros       the board sets its zeros with nothing on it; each sensor's rest and noise
  gains       a person lays a tile on each cell that is lit; left out without one
  scenarios   what hands do, by magnets lent to the board; lights compared with the simulator
  soak        games without a break, by lent magnets; restarts, faults and memory

Each step has a verdict: ok, faulty, look (it may be a fault: look at it) or left out. The report
is one HTML file, and beside it the same as JSON; both are written again after each step, and in
the soak after each game. Take all tiles off the board first. A Pico without a board is measured by
`lodeboard lab pico`.
"""
EPILOG = f"""\
examples:
  lodeboard bringup --on real
  lodeboard bringup --on /dev/ttyACM0 --no-person --soak 10
  lodeboard bringup --on real --steps selftest,zeros --report first.html
  lodeboard bringup --on real --steps scenarios --scenarios tests/scenarios/take_back.txt

The self-test's report is kept as `lodeboard selftest` keeps its own, for `selftest --compare`.
Zeros and gains stay on the board. For scenarios and soak what the board keeps is put aside on it,
and given back at the end, after Ctrl-C too; where the cable was out by then, later by
`lodeboard scenario --on PORT --restore`. The exit status is 1 where a step is faulty or was broken
off. A soak takes {_SOAK:.0f} minutes of the board's clock unless --soak says otherwise.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard bringup`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "--on", metavar="BOARD", required=True, help=f"{REAL} (the one plugged in) or its port"
    )
    profiles.add_argument(parser)
    parser.add_argument("--no-person", action="store_true", help="ask for nothing and nobody")
    parser.add_argument(
        "--steps", metavar="LIST", default=",".join(STEPS), help="only these, with commas between"
    )
    parser.add_argument(
        "--scenarios", metavar="FILE", nargs="+", type=Path, help="others than the project's"
    )
    parser.add_argument(
        "--soak", metavar="MINUTES", type=float, default=_SOAK, help=f"default {_SOAK:.0f}"
    )
    parser.add_argument(
        "--report", metavar="FILE", type=Path, help="HTML; bringup-ID-DATE.html if left out"
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Do it; 1 where a step is faulty, or the board cannot be reached."""
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
