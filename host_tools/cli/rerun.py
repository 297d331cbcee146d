"""`lodeboard rerun`: feed a recording of a board to the firmware once more."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from host_tools.board.make import EMULATED, SIMULATED, BoardError, without
from host_tools.jobs.command import BAD_INPUT, FAILED, OK, UsageError
from host_tools.jobs.progress import progress_bar
from host_tools.recording.file import Reader, RecordingError
from host_tools.recording.rerun import Result, profile_of, rerun, told
from host_tools.recording.table import write_csv
from lodeboard.boards.profile import Profile

DESCRIPTION = """\
Feed a recording to the firmware of this tree: the same readings, buttons and lines at the same
times, in the simulator or through the converter of an emulated chip. Says whether the lights were
as recorded, and if not, which ones differ first, and when; the exit status is then 1. In the
simulator a minute takes about a second.

`lodeboard play --record FILE` makes a recording, of any board: of a first board that misreads its
magnets it is the report that lets others see the same.
"""
EPILOG = """\
examples:
  lodeboard play --record game.rec
  lodeboard rerun game.rec
  lodeboard rerun game.rec --csv game.csv           all readings as a table
  lodeboard rerun game.rec --on emulated --vcd game.vcd   and what the chip's pins do
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard rerun`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("file", type=Path, metavar="FILE", help="the recording")
    parser.add_argument(
        "--on",
        choices=(SIMULATED, EMULATED),
        default=SIMULATED,
        help=f"{SIMULATED} (default): the firmware on this computer; {EMULATED}: on an emulated "
        "RP2040, which takes about half of the recorded time",
    )
    parser.add_argument(
        "--vcd",
        type=Path,
        metavar="FILE",
        help=f"with --on {EMULATED}: write what the chip's pins do (select and enable lines, LED "
        "data, beeper, buttons) and each conversion into this file, for GTKWave or PulseView",
    )
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="write every reading, button, sound and light into this file instead",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do it again; FAILED where the lights differ."""
    if arguments.vcd is not None and arguments.on != EMULATED:
        raise UsageError(f"--vcd needs --on {EMULATED}: only a chip has pins")
    try:
        profile = profile_of(Reader(arguments.file).header)
        if arguments.csv is not None:
            with arguments.csv.open("w", encoding="ascii", newline="") as out:
                cut = write_csv(arguments.file, profile, out)
            if cut:
                print(f"lodeboard rerun: the recording ends early: {cut}", file=sys.stderr)
            return OK
        with progress_bar(1, "{desc}") as bar:

            def progress(ms: int) -> None:
                bar.set_description_str(f"{ms / 1000:.0f} s")

            if arguments.on == EMULATED:
                result = _on_chip(arguments.file, profile, arguments.vcd, progress)
            else:
                result = rerun(arguments.file, profile, progress)
    except (BoardError, RecordingError) as error:
        print(f"lodeboard rerun: {error}", file=sys.stderr)
        return BAD_INPUT
    for sentence in result.said:
        print(f"lodeboard rerun: {sentence}", file=sys.stderr)
    print(told(result))
    return FAILED if result.first else OK


def _on_chip(
    path: Path, profile: Profile, waves: Path | None, progress: Callable[[int], None]
) -> Result:
    try:
        # Only this board needs the emulator, which not every set-up has.
        from host_tools.emulator.image import ImageError  # noqa: PLC0415
        from host_tools.recording.onchip import rerun_on_chip  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise without(error) from error
    try:
        return rerun_on_chip(path, profile, waves, progress)
    except ImageError as error:
        raise BoardError(str(error)) from error
