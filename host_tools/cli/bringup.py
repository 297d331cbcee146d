"""`lodeboard bringup`: a first board through everything, in order, with one report."""

import argparse
import json
import sys
from pathlib import Path

from host_tools import ROOT
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, OK, UsageError, complain
from host_tools.jobs.files import write_whole
from lodeboard.boards.profile import Profile

REAL = "real"
STEPS = ("selftest", "zeros", "gains", "scenarios", "soak")
_SCENARIOS = ROOT / "tests" / "scenarios"
_SOAK = 60.0
_JSON = ".json"

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
`python -m host_tools.bench.pico`.
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
    if arguments.report is not None and arguments.report.suffix == _JSON:
        raise UsageError(f"--report: an HTML file; the same as {_JSON} is written beside it")
    if arguments.report is not None and not arguments.report.resolve().parent.is_dir():
        raise UsageError(f"--report: there is no folder {arguments.report.resolve().parent}")
    try:
        # Only a board on a cable needs pyserial and mpremote, which not every set-up has.
        import mpremote  # noqa: F401, PLC0415
        import serial  # noqa: F401, PLC0415
    except ModuleNotFoundError as error:
        return _stop(
            f"a board on a cable needs the package {error.name}. Install it with: make setup-test"
        )
    return _run(arguments, profiles.profile(arguments.board), chosen)


def _run(arguments: argparse.Namespace, profile: Profile, chosen: list[str]) -> int:
    from host_tools.bringup import sequence  # noqa: PLC0415
    from host_tools.bringup.page import make_page  # noqa: PLC0415
    from host_tools.bringup.steps import Bringup, Step  # noqa: PLC0415
    from host_tools.cli.selftest import keep  # noqa: PLC0415
    from host_tools.device.errors import DeviceError, for_on  # noqa: PLC0415
    from host_tools.scenario.files import load  # noqa: PLC0415
    from host_tools.selftest import reports  # noqa: PLC0415
    from host_tools.selftest.oncable import who_is_there  # noqa: PLC0415
    from host_tools.selftest.person import at_terminal  # noqa: PLC0415

    person = None if arguments.no_person else at_terminal()
    if person is None and not arguments.no_person:
        raise UsageError("nobody is at the terminal to lay tiles and look: use --no-person")
    paths = arguments.scenarios or _folders(profile)
    scripts = load(paths, profile) if "scenarios" in chosen and paths else []
    try:
        port, board_id = who_is_there(None if arguments.on == REAL else arguments.on, _say)
    except DeviceError as error:
        return _stop(for_on(error))
    begun = reports.now()
    path = arguments.report or Path(f"bringup-{board_id}-{begun[:10]}.html")
    bringup = Bringup(profile.name, board_id, port, begun, [Step(name) for name in STEPS])

    def write(so_far: Bringup) -> None:
        try:
            write_whole(path, make_page(so_far))
            write_whole(path.with_suffix(_JSON), json.dumps(so_far.as_dict()) + "\n")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from None

    def told(step: Step) -> None:
        _say(f"{step.verdict:<9} {step.name} ({step.took_s:.0f} s): {step.why}")

    minutes = arguments.soak
    plan = sequence.Plan(
        profile, port, person, scripts, minutes, _say, keep, lambda: write(bringup)
    )
    try:
        sequence.run(bringup, sequence.works(plan), chosen, write, told)
    finally:
        _say(f"report: {path}")
        if arguments.json:
            print(json.dumps(bringup.as_dict()))
    return FAILED if bringup.failed else OK


def _folders(profile: Profile) -> list[Path]:
    """Where the project's scenarios for this board are; none for a board that has none."""
    folder = _SCENARIOS if profile.name == profiles.DEFAULT else _SCENARIOS / profile.name
    return [folder] if folder.is_dir() else []


def _stop(why: str) -> int:
    complain("bringup", why)
    return FAILED


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
