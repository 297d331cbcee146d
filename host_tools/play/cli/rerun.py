"""`lodeboard rerun`: feeds a recording of a board to the firmware again."""

import argparse
from collections.abc import Callable
from pathlib import Path

from host_tools.board.make import EMULATED, SIMULATED, BoardError
from host_tools.board.recording.file import Reader, RecordingError
from host_tools.board.recording.rerun import Result, profile_of, rerun, told
from host_tools.board.recording.table import write_csv
from host_tools.jobs.command import BAD_INPUT, FAILED, OK, UsageError, complain
from host_tools.jobs.progress import progress_bar
from host_tools.setup.extras import needs
from host_tools.workshop.checkup import REAL
from lodeboard.boards.profile import Profile

DESCRIPTION = """\
Feed a recording to the firmware of this tree: the same readings, buttons and lines at the same
times, in the simulator, through the converter of an emulated chip, or on a board on a cable. Prints
whether the lights were as recorded. If not, it prints which lights differ first, when, and whether
they come later or earlier, and the exit status is 1. In the simulator a minute takes about a
second.

A recording made by a simulated board from its start must be reproduced byte for byte in the
simulator; --meaning also accepts lights that mean the same. All others are compared by meaning: a
difference that ends within two seconds may not count.

`lodeboard play --record FILE` makes a recording of any board. If a board misreads its magnets,
attach a recording to the bug report: others can reproduce the fault with it.
"""
EPILOG = """\
examples:
  lodeboard play --record game.rec
  lodeboard rerun game.rec
  lodeboard rerun game.rec --csv game.csv           all readings as a table
  lodeboard rerun game.rec --on emulated --vcd game.vcd   with the signals on the chip's pins
  lodeboard rerun game.rec --on /dev/ttyACM0

A board on a cable runs its own firmware, with the recording in place of its sensors. Its data are
stashed on it and restored at the end; if that fails: lodeboard scenario --on PORT --restore
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard rerun`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("file", type=Path, metavar="FILE", help="the recording")
    parser.add_argument(
        "--on",
        default=SIMULATED,
        metavar="BOARD",
        help=f"{SIMULATED} (default): the firmware on this computer; {EMULATED}: on an emulated "
        f"RP2040, which takes about half of the recorded time; {REAL}: the board that is plugged "
        "in; or its port",
    )
    parser.add_argument(
        "--meaning",
        action="store_true",
        help="compare what the lights mean, even where each byte could be the same",
    )
    parser.add_argument(
        "--vcd",
        type=Path,
        metavar="FILE",
        help=f"with --on {EMULATED}: write the signals on the chip's pins (select and enable "
        "lines, LED data, beeper, buttons) and each conversion to this file, for GTKWave or "
        "PulseView",
    )
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="only write every reading, button, sound and light to this file",
    )


def run(arguments: argparse.Namespace) -> int:
    """Repeat the recording; FAILED if the lights differ, or if it is damaged."""
    if arguments.vcd is not None and arguments.on != EMULATED:
        raise UsageError(f"--vcd needs --on {EMULATED}: only a chip has pins")
    for target in (arguments.csv, arguments.vcd):
        if target is not None and target.resolve() == arguments.file.resolve():
            raise UsageError(f"{target} is the recording itself: name another file")
    try:
        profile = profile_of(Reader(arguments.file).header)
        if arguments.csv is not None:
            with arguments.csv.open("w", encoding="ascii", newline="") as out:
                cut = write_csv(arguments.file, profile, out)
            if cut:
                complain("rerun", f"the recording ends early: {cut}")
            return OK
        with progress_bar(1, "{desc}") as bar:

            def progress(ms: int) -> None:
                bar.set_description_str(f"{ms / 1000:.0f} s")

            if arguments.on == EMULATED:
                result = _on_chip(arguments.file, profile, arguments.vcd, progress)
            elif arguments.on == SIMULATED:
                result = rerun(arguments.file, profile, progress, arguments.meaning)
            else:
                result = _on_cable(arguments.file, profile, arguments.on, progress)
    except (BoardError, RecordingError) as error:
        complain("rerun", error)
        return BAD_INPUT
    for sentence in result.said:
        complain("rerun", sentence)
    print(told(result))
    return FAILED if result.first or result.damaged else OK


def _on_chip(
    path: Path, profile: Profile, waves: Path | None, progress: Callable[[int], None]
) -> Result:
    with needs("the emulated chip", "chip"):
        from host_tools.board.emulator.image import ImageError  # noqa: PLC0415
        from host_tools.board.recording.onchip import rerun_on_chip  # noqa: PLC0415
    try:
        return rerun_on_chip(path, profile, waves, progress)
    except ImageError as error:
        raise BoardError(str(error)) from error


def _on_cable(path: Path, profile: Profile, on: str, progress: Callable[[int], None]) -> Result:
    with needs("a board on a cable", "board"):
        from host_tools.board.device.errors import DeviceError, for_on  # noqa: PLC0415
        from host_tools.board.device.find import find_port  # noqa: PLC0415
        from host_tools.board.recording.oncable import rerun_on_cable  # noqa: PLC0415
    try:
        return rerun_on_cable(path, profile, find_port(None if on == REAL else on), progress)
    except DeviceError as error:
        raise BoardError(for_on(error)) from error
