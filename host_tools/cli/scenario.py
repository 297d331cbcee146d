"""The command line of scenarios: which files, what happened, and the exit status."""

import argparse
from pathlib import Path

from host_tools.build import profiles
from host_tools.jobs.command import FAILED
from host_tools.scenario import script
from host_tools.scenario.files import load, perform
from host_tools.simulator.board import SimulatedBoard

EPILOG = """\
examples:
  lodeboard scenario tests/scenarios/take_back.txt
  lodeboard scenario --verbose tests/scenarios
  lodeboard scenario --board tile7x7 tests/scenarios/tile7x7

A scenario is a text file:

""" + (script.__doc__ or "").partition("\n\n")[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard scenario`."""
    parser.epilog = EPILOG
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="scenarios or folders")
    profiles.add_argument(parser)
    parser.add_argument("--seed", type=int, help="another board than the one the file names")
    parser.add_argument("--verbose", action="store_true", help="show each line as it is done")


def run(arguments: argparse.Namespace) -> int:
    """Run all files; 1 when any of them did not go as it says."""
    profile = profiles.profile(arguments.board)
    scripts = load(arguments.files, profile)
    failed = 0
    for one in scripts:
        seed = one.seed if arguments.seed is None else arguments.seed
        failed += perform(one, SimulatedBoard(profile, seed), arguments.verbose)
    if len(scripts) > 1:
        print(f"{len(scripts) - failed} passed, {failed} failed")
    return FAILED if failed else 0
