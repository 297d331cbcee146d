"""The command line of scenarios: which files, what happened, and the exit status."""

import argparse
import sys
import time
from pathlib import Path

from host_tools.board import profiles
from host_tools.board.contract import Board
from host_tools.cli.console import UsageError
from host_tools.scenario import script
from host_tools.scenario.runner import Runner, ScenarioError
from host_tools.scenario.stage import Stage
from host_tools.simulator.board import SimulatedBoard
from lodeboard.boards.profile import Profile

FAILED = 1
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


def load(paths: list[Path], profile: Profile) -> list[script.Script]:
    """All scenarios of these files and folders; UsageError names what cannot be read."""
    cells = [profile.cell_name(cell) for cell in range(profile.cells)]
    try:
        return [script.load(path, cells) for path in _files(paths)]
    except script.ScriptError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot read {error.filename}: {error.strerror}") from None


def _files(paths: list[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        found = sorted(path.glob("*.txt")) if path.is_dir() else [path]
        if not found:
            raise UsageError(f"no scenario (*.txt) in {path}")
        files += found
    return files


def perform(one: script.Script, board: Board, verbose: bool) -> bool:
    """Run one and say how it went; True when it failed."""
    begun = time.monotonic()

    def tell(_: int, line: script.Line) -> None:
        print(f"{board.now_ms / 1000:8.2f} s  {line.text}", flush=True)

    try:
        Runner(Stage(board)).run(one, tell if verbose else None)
    except ScenarioError as error:
        print(f"FAILED  {one.name}: {one.title}", file=sys.stderr)
        print(error, file=sys.stderr)
        return True
    took = time.monotonic() - begun
    print(f"ok  {one.name:<42} {board.now_ms / 1000:6.1f} s on the board, {took:.1f} s here")
    return False
