"""The command line of scenarios: which files, the results, and the exit status."""

import argparse
import functools
import sys
from collections.abc import Callable
from pathlib import Path

from host_tools.board.make import EMULATED, SIMULATED, BoardError
from host_tools.board.recording.file import RecordingError
from host_tools.board.recording.recorder import recording
from host_tools.board.scenario import outcome, rig, script
from host_tools.board.scenario.files import load
from host_tools.board.scenario.outcome import Outcome, Performance, Tape
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, UsageError, complain, tell
from host_tools.jobs.printable import printable, printable_lines
from host_tools.jobs.progress import progress_bar
from host_tools.setup.extras import needs
from host_tools.workshop.checkup import REAL
from lodeboard.boards.profile import Profile

EPILOG = """\
examples:
  lodeboard scenario tests/scenarios/take_back.txt
  lodeboard scenario --verbose tests/scenarios
  lodeboard scenario --board tile7x7 tests/scenarios/tile7x7
  lodeboard scenario --record game.rec tests/scenarios/take_back.txt
  lodeboard scenario --on real --junit report.xml tests/scenarios
  lodeboard scenario --on /dev/ttyACM0 --restore

On a board on a cable the magnets are simulated. The board's data are stashed on it and restored at
the end; if a run fails before that, the next run or --restore restores them. Scenarios that switch
the power are left out. On any board other than the simulated one, all lights are compared with the
simulator's.

A scenario is a text file:

""" + (script.__doc__ or "").partition("\n\n")[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard scenario`."""
    parser.epilog = EPILOG
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="scenarios or folders")
    profiles.add_argument(parser)
    parser.add_argument(
        "--on",
        default=SIMULATED,
        metavar="BOARD",
        help=f"{SIMULATED} (default), {EMULATED}, {REAL} (the one plugged in) or its port",
    )
    parser.add_argument("--seed", type=int, help="number of the board, instead of the file's")
    parser.add_argument("--verbose", action="store_true", help="show each line as it is executed")
    parser.add_argument("--json", action="store_true", help="write one JSON object instead")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write a JUnit report")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="record the board during the one scenario, for lodeboard rerun",
    )
    parser.add_argument(
        "--restore", action="store_true", help="only restore a board's stashed data"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run all files; 1 if any of them failed."""
    try:
        return _perform(arguments)
    except RecordingError as error:
        return _stop(str(error))


def _perform(arguments: argparse.Namespace) -> int:
    profile = profiles.profile(arguments.board)
    cabled = arguments.on not in (SIMULATED, EMULATED)
    if arguments.restore:
        if arguments.files or not cabled:
            raise UsageError(f"--restore wants --on {REAL} or a port, and no files")
        return _on_cable(arguments, profile, [])
    if not arguments.files:
        raise UsageError("name a scenario, or a folder of them")
    scripts = load(arguments.files, profile)
    if arguments.record is not None and len(scripts) != 1:
        raise UsageError(f"--record takes one scenario, these are {len(scripts)}")
    for line in scripts[0].lines if arguments.record is not None else ():
        if line.words[0] == "cut":
            why = "a replay cannot cut the power in a write"
            raise UsageError(f"--record: {line.place}: `{line.text}`: {why}")
    if cabled:
        return _on_cable(arguments, profile, scripts)
    if arguments.on == EMULATED:
        try:
            return on_emulated(arguments, profile, scripts)
        except BoardError as error:
            return _stop(str(error))
    return _all(
        arguments,
        scripts,
        lambda one, seed: Performance(
            one, SimulatedBoard(profile, seed), _tells(arguments), _tape(arguments, profile, seed)
        ).run(),
    )


def on_emulated(
    arguments: argparse.Namespace, profile: Profile, scripts: list[script.Script]
) -> int:
    """Run scenarios on emulated chips. Raises BoardError."""
    make = functools.partial(rig.emulated, profile)
    return _all(
        arguments,
        scripts,
        lambda one, seed: rig.perform(
            *(one, seed, profile, make, script.ROLLS if one.rolls else "", _tells(arguments)),
            _tape(arguments, profile, seed),
        ),
    )


def _tells(arguments: argparse.Namespace) -> bool:
    return bool(arguments.verbose and not arguments.json)


def _tape(arguments: argparse.Namespace, profile: Profile, seed: int) -> Tape:
    """What records a board, which starts without stored data, into the file of --record."""
    return lambda board: recording(board, arguments.record, profile, arguments.on, seed, {})


def _stop(why: str) -> int:
    complain("scenario", why)
    return FAILED


def _on_cable(arguments: argparse.Namespace, profile: Profile, scripts: list[script.Script]) -> int:
    with needs("a board on a cable", "board"):
        from host_tools.board.device import find, stash  # noqa: PLC0415
        from host_tools.board.device.errors import AnotherBoardError, DeviceError, for_on  # noqa: PLC0415
        from host_tools.board.scenario.oncable import Borrowed, why_not  # noqa: PLC0415
    try:
        named = None if arguments.on == REAL else arguments.on
        if arguments.restore:
            found = stash.restore(named, tell)
            print("Restored." if found else "Nothing was stashed on this board.")
            return 0
        with Borrowed(profile, find.find_port(named)) as borrowed:
            return _all(
                arguments,
                scripts,
                lambda one, seed: rig.perform(
                    *(one, seed, profile, borrowed.board, why_not(one), _tells(arguments)),
                    _tape(arguments, profile, seed),
                ),
            )
    except AnotherBoardError as error:
        return _stop(f"{error}, or say --board {error.there}")
    except DeviceError as error:
        return _stop(for_on(error))


def _all(
    arguments: argparse.Namespace,
    scripts: list[script.Script],
    perform: Callable[[script.Script, int], Outcome],
) -> int:
    """Run all scenarios, with a line about each and the reports; returns the exit status."""
    outcomes: list[Outcome] = []
    try:
        with progress_bar(len(scripts), stays=False) as bar:
            for one in scripts:
                seed = one.seed if arguments.seed is None else arguments.seed
                outcomes.append(perform(one, seed))
                if not arguments.json:
                    bar.clear()
                    _say(outcomes[-1])
                bar.update()
    except BaseException as error:
        outcomes += _broken_off(scripts[len(outcomes) :], error)
        raise
    finally:
        if arguments.json:
            print(outcome.write_json(outcomes, arguments.on), flush=True)
        if arguments.junit is not None:
            _write(arguments.junit, outcomes, arguments.on)
    if len(outcomes) > 1 and not arguments.json:
        _summary(outcomes)
    return FAILED if outcome.count(outcomes, outcome.FAILED) else 0


def _broken_off(scripts: list[script.Script], error: BaseException) -> list[Outcome]:
    """The report's entries for the scenario that was interrupted, and for those after it."""
    why = str(error) or type(error).__name__
    status, made = outcome.FAILED, []
    for one in scripts:
        made.append(Outcome(one.name, one.title, status, why))
        status, why = outcome.SKIPPED, f"not begun: {scripts[0].name} was broken off"
    return made


def _write(path: Path, outcomes: list[Outcome], on: str) -> None:
    try:
        outcome.write_junit(path, outcomes, on)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def _say(one: Outcome) -> None:
    if one.status == outcome.SKIPPED:
        print(printable(f"left out  {one.name}: {one.why}"), flush=True)
    elif one.status == outcome.FAILED:
        print(printable(f"FAILED  {one.name}: {one.title}"), file=sys.stderr)
        found = [f"first difference: {one.first}"] if one.first else []
        for text in (one.why, *found, *one.differences):
            print(printable_lines(text), file=sys.stderr)
    else:
        times = f"{one.board_s:6.1f} s on the board, {one.took_s:.1f} s here"
        print(printable(f"ok  {one.name:<42} {times}"), flush=True)


def _summary(outcomes: list[Outcome]) -> None:
    skipped = outcome.count(outcomes, outcome.SKIPPED)
    left = f", {skipped} left out" if skipped else ""
    passed, failed = (outcome.count(outcomes, each) for each in (outcome.PASSED, outcome.FAILED))
    print(f"{passed} passed, {failed} failed{left}")
    differing = sum(bool(each.differences) for each in outcomes)
    if differing:
        print(f"In {differing} the lights were not the simulator's.")
