"""`lodeboard flash`: puts the firmware on a board."""

import argparse
import sys

from host_tools import CHECKOUT
from host_tools.build import chips, profiles
from host_tools.jobs.command import FAILED, OK, UsageError, complain
from host_tools.setup.extras import needs

DESCRIPTION = """\
Put the firmware on a board: a Raspberry Pi Pico (or, not tried on a chip, a Pico 2) with
MicroPython on a USB cable; the board says which chip it has. It first lists what is new for players
since the version that is there. Only changes are sent; the board's data (settings, calibration, an
unfinished game) stay. If this is interrupted, the board still starts with the old or the new
firmware: run the command again to finish. It uses mpremote and works on the same systems.
"""
EPILOG = """\
examples:
  lodeboard flash
  lodeboard flash --dry-run
  lodeboard flash --port /dev/ttyACM1
  lodeboard flash --port COM5 --erase
  lodeboard flash --board tile7x7
  lodeboard flash --back
  lodeboard flash --watch
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("--port", metavar="P", help="the board's serial port (default: find it)")
    profiles.add_argument(
        parser,
        "the board that the firmware is for; a board of another kind is refused unless both this "
        "and --erase are given",
        None,
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="list what would be done, but change nothing"
    )
    parser.add_argument(
        "--erase",
        action="store_true",
        help="also erase settings, calibration, the unfinished game and the fault log",
    )
    parser.add_argument(
        "--back",
        action="store_true",
        help="start the firmware again that ran before the present one; it stays on the board "
        "until the next one is sent",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="keep running: whenever a file of the firmware is saved, send the changes and restart "
        "the board; show the board's messages, and its tracebacks with source lines. Ctrl-C ends",
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.watch and (arguments.dry_run or arguments.erase):
        raise UsageError("--watch sends changes: leave --dry-run and --erase out")
    if arguments.back and (arguments.watch or arguments.erase or arguments.board):
        raise UsageError("--back sends nothing: leave --watch, --erase and --board out")
    if arguments.watch and not CHECKOUT:
        raise UsageError("--watch waits for changes of the firmware's source: it needs a checkout")
    with needs("a board on a cable", "board"):
        from host_tools.board.device.errors import DeviceError  # noqa: PLC0415
        from host_tools.board.device.flash import flash, go_back  # noqa: PLC0415
        from host_tools.board.device.watch import LineListener, Work, build, tree_state, watch  # noqa: PLC0415
        from host_tools.build import changes, firmware  # noqa: PLC0415 - not needed for --help
        from host_tools.jobs.plain_progress import PlainProgress  # noqa: PLC0415
        from host_tools.jobs.progress import progress_bar  # noqa: PLC0415
        from host_tools.play.onboard import firmware as onboard  # noqa: PLC0415
    board = arguments.board or profiles.DEFAULT
    progress = progress_bar if sys.stderr.isatty() else PlainProgress
    if arguments.watch:
        listener = LineListener(arguments.port, _say)
        work = Work(
            tree_state,
            lambda: build(board),
            lambda made: flash(
                lambda chip: made if chip == chips.DEFAULT else onboard.build(board, chip),
                arguments.port,
                listener.say,
                progress,
            ),
            listener.listen,
        )
        watch(work, _say)
    try:
        if arguments.back:
            go_back(arguments.port, _say, dry_run=arguments.dry_run, changes=changes.load())
            return OK
        flash(
            lambda chip: onboard.build(board, chip),
            arguments.port,
            _say,
            progress,
            dry_run=arguments.dry_run,
            erase=arguments.erase,
            other_board=arguments.board is not None and arguments.erase,
            changes=changes.load(),
        )
    except firmware.CompileError as error:
        complain("flash", f"the firmware does not compile: {error}")
        return FAILED
    except DeviceError as error:
        complain("flash", error)
        return FAILED
    return OK


def _say(line: str) -> None:
    print(line, flush=True)
