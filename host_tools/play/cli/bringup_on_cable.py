"""The part of `lodeboard bringup` that needs the packages for a board on a cable."""

import argparse
import json
from pathlib import Path

from host_tools import ROOT
from host_tools.board.device.errors import DeviceError, for_on
from host_tools.board.scenario.files import load
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, OK, UsageError, complain, tell
from host_tools.jobs.files import write_whole
from host_tools.play.cli.selftest import keep
from host_tools.workshop.checkup import JSON, REAL, STEPS, reports, sequence
from host_tools.workshop.checkup.html_report import make_page
from host_tools.workshop.checkup.oncable import who_is_there
from host_tools.workshop.checkup.person import at_terminal
from host_tools.workshop.checkup.steps import Bringup, Step
from lodeboard.boards.profile import Profile

_SCENARIOS = ROOT / "tests" / "scenarios"


def bring_up(arguments: argparse.Namespace, profile: Profile, chosen: list[str]) -> int:
    """Run the chosen steps; 1 if one is faulty or the board cannot be reached."""
    person = None if arguments.no_person else at_terminal()
    if person is None and not arguments.no_person:
        raise UsageError("nobody is at the terminal to lay tiles and look: use --no-person")
    paths = arguments.scenarios or _folders(profile)
    scripts = load(paths, profile) if "scenarios" in chosen and paths else []
    try:
        named = None if arguments.on == REAL else arguments.on
        port, board_id = who_is_there(named, profile, tell)
    except DeviceError as error:
        return _stop(for_on(error))
    begun = reports.now()
    path = arguments.report or Path(f"bringup-{board_id}-{begun.replace(':', '')}.html")
    bringup = Bringup(profile.name, board_id, port, begun, [Step(name) for name in STEPS])

    def write(so_far: Bringup) -> None:
        try:
            write_whole(path, make_page(so_far))
            write_whole(path.with_suffix(JSON), json.dumps(so_far.as_dict()) + "\n")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from None

    def told(step: Step) -> None:
        tell(f"{step.verdict:<9} {step.name} ({step.took_s:.0f} s): {step.why}")

    minutes = arguments.soak
    plan = sequence.Plan(
        profile, port, person, scripts, minutes, tell, keep, lambda: write(bringup)
    )
    try:
        sequence.run(bringup, sequence.works(plan), chosen, write, told)
    finally:
        tell(f"report: {path}")
        if arguments.json:
            print(json.dumps(bringup.as_dict()))
    return FAILED if bringup.failed else OK


def _folders(profile: Profile) -> list[Path]:
    """The folder of the project's scenarios for this board, if there is one."""
    folder = _SCENARIOS if profile.name == profiles.DEFAULT else _SCENARIOS / profile.name
    return [folder] if folder.is_dir() else []


def _stop(why: str) -> int:
    complain("bringup", why)
    return FAILED
