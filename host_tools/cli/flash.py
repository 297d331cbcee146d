"""`lodeboard flash`: puts the firmware on a board."""

import argparse
import sys

from host_tools.build import profiles
from host_tools.jobs.command import FAILED, OK

DESCRIPTION = """\
Put the firmware on a board: a Raspberry Pi Pico with MicroPython on it, on a USB cable. Only
what changed is sent; what the board keeps (settings, calibration, an unfinished game) stays.
Whatever interrupts this, the board still starts, with the old firmware or the new one: run it
again to finish. Uses mpremote, and so works wherever that does.
"""
EPILOG = """\
examples:
  lodeboard flash
  lodeboard flash --dry-run
  lodeboard flash --port /dev/ttyACM1
  lodeboard flash --port COM5 --erase
  lodeboard flash --board tile7x7
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("--port", metavar="P", help="the board's serial port; looked for if left")
    profiles.add_argument(
        parser,
        "which board the firmware is for; another kind of board is refused, unless this and "
        "--erase are given",
        None,
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be done, and change nothing"
    )
    parser.add_argument(
        "--erase",
        action="store_true",
        help="erase settings, calibration, the unfinished game and the fault log as well",
    )


def run(arguments: argparse.Namespace) -> int:
    try:
        from host_tools.build import firmware  # noqa: PLC0415 - not needed for --help
        from host_tools.device.errors import DeviceError  # noqa: PLC0415
        from host_tools.device.flash import flash  # noqa: PLC0415
        from host_tools.jobs.plain_progress import PlainProgress  # noqa: PLC0415
        from host_tools.jobs.progress import progress_bar  # noqa: PLC0415
    except ModuleNotFoundError as error:
        print(
            f"lodeboard flash: needs {error.name}, which is not installed. Get it with: "
            "make setup-board",
            file=sys.stderr,
        )
        return FAILED
    try:
        flash(
            firmware.build(board=arguments.board or profiles.DEFAULT),
            arguments.port,
            lambda line: print(line, flush=True),
            progress_bar if sys.stderr.isatty() else PlainProgress,
            dry_run=arguments.dry_run,
            erase=arguments.erase,
            other_board=arguments.board is not None and arguments.erase,
        )
    except firmware.CompileError as error:
        print(f"lodeboard flash: the firmware does not compile: {error}", file=sys.stderr)
        return FAILED
    except DeviceError as error:
        print(f"lodeboard flash: {error}", file=sys.stderr)
        return FAILED
    return OK
