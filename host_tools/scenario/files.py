"""Scenarios from files and folders, run one after the other with a line about each."""

import sys
import time
from pathlib import Path

from host_tools.board.contract import Board
from host_tools.hands.stage import Stage
from host_tools.jobs.command import UsageError
from host_tools.scenario import script
from host_tools.scenario.runner import Runner, ScenarioError
from lodeboard.boards.profile import Profile


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

    def report(_: int, line: script.Line) -> None:
        print(f"{board.now_ms / 1000:8.2f} s  {line.text}", flush=True)

    try:
        Runner(Stage(board)).run(one, report if verbose else None)
    except ScenarioError as error:
        print(f"FAILED  {one.name}: {one.title}", file=sys.stderr)
        print(error, file=sys.stderr)
        return True
    took = time.monotonic() - begun
    print(f"ok  {one.name:<42} {board.now_ms / 1000:6.1f} s on the board, {took:.1f} s here")
    return False
