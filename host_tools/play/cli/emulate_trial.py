"""`lodeboard emulate --try`: does the firmware work with this MicroPython? The image starts bare on
an emulated Pico, gets the firmware by its serial port as a real one does, and plays a scenario."""

import hashlib
import sys
from functools import partial
from pathlib import Path

from host_tools.board.device.errors import DeviceError
from host_tools.board.device.flash import Identity, flash, identify
from host_tools.board.device.transport import Prompt
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.make import make_emulated
from host_tools.board.scenario import rig
from host_tools.board.scenario.files import load
from host_tools.board.scenario.oncable import Borrowed, why_not
from host_tools.board.scenario.outcome import FAILED as FELL
from host_tools.board.scenario.outcome import Outcome
from host_tools.board.scenario.script import Script
from host_tools.build import firmware
from host_tools.jobs.command import FAILED, OK, complain
from host_tools.jobs.plain_progress import PlainProgress
from host_tools.jobs.progress import progress_bar
from lodeboard.boards.profile import Profile

TRIAL = Path(__file__).parents[2] / "board" / "scenario" / "trial.txt"


def trial(profile: Profile, seed: int, scripts: list[Path]) -> int:
    """Try the image that `find_image` finds, with these scenarios; FAILED where anything does not
    work, with the reason. Raises BoardError."""
    say = partial(print, flush=True)
    board = make_emulated(profile, seed, files={})
    board.boot()
    with SerialPort(board.chip, board.advance, hurry=True) as port:
        try:
            path = port.wait()
            with Prompt(path) as prompt:
                found = identify(prompt)
                say(f"the image starts: {found}")
                prompt.leave()
            made = firmware.build(board=profile.name)
            flash(made, path, say, progress_bar if sys.stderr.isatty() else PlainProgress)
            played = _play(profile, path, load(scripts or [TRIAL], profile))
        except DeviceError as error:
            complain("emulate", f"this MicroPython does not work: {error}")
            return FAILED
        except TimeoutError:
            complain("emulate", "this MicroPython does not start: it opens no serial port")
            return FAILED
    return _report(find_image(), found, played)


def _play(profile: Profile, path: str, scripts: list[Script]) -> list[Outcome]:
    played = []
    with Borrowed(profile, path) as borrowed:
        for one in scripts:
            print(f"plays {one.name}", flush=True)
            why = why_not(one)
            played.append(rig.perform(one, one.seed, profile, borrowed.board, why, verbose=False))
    return played


def _report(image: Path, found: Identity, played: list[Outcome]) -> int:
    failures = [f"{one.name}: {one.why}" for one in played if one.status == FELL]
    for failure in failures:
        complain("emulate", failure)
    total = hashlib.sha256(image.read_bytes()).hexdigest()
    word = f"{len(failures)} of {len(played)} failed" if failures else "works"
    print(f"{found.number}, {image.name}, SHA-256 {total}: {word}")
    return FAILED if failures else OK
