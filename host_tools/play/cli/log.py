"""`lodeboard log`: prints a board's fault log."""

import argparse
from pathlib import Path

from host_tools.jobs.command import FAILED, OK, UsageError, complain, tell
from host_tools.jobs.printable import printable_lines
from host_tools.setup.extras import needs
from lodeboard.storage.fault_log import NAME

_BLOB = f"{NAME}.blob"

DESCRIPTION = """\
Print the fault log of a board: the time of each fault, the firmware, and the traceback. When the
log is full, the oldest entries are dropped. For a board on a cable, tracebacks include the lines of
this tree's source. The board is stopped and restarted for this; it then offers to resume a game.
Uses mpremote.
"""
EPILOG = """\
examples:
  lodeboard log
  lodeboard log --port /dev/ttyACM1
  lodeboard log --dir ~/.local/share/lodeboard/board-0/store     a simulated board's
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--port", metavar="P", help="the board's serial port (default: find it)")
    source.add_argument(
        "--dir", metavar="D", type=Path, help="the data directory of a simulated board"
    )


def run(arguments: argparse.Namespace) -> int:
    data: bytes | None
    if arguments.dir is not None:
        data = from_directory(arguments.dir)
    else:
        with needs("a board on a cable", "board"):
            from host_tools.board.device.errors import DeviceError  # noqa: PLC0415
            from host_tools.board.device.faults import read_faults, versions, with_source  # noqa: PLC0415
            from host_tools.board.device.reach import reach  # noqa: PLC0415
        try:
            with reach(arguments.port, tell) as prompt:
                data = read_faults(prompt)
        except DeviceError as error:
            return _fail(str(error))
        if data is None:
            return _fail(
                "there is no firmware on this board, and so no fault log. Put it there: lodeboard "
                "flash"
            )
        text = data.decode(errors="replace")
        data = with_source(text).encode()
        if data != text.encode():
            came = ", ".join(sorted(versions(text)))
            tell(f"Source lines are from this tree; the faults occurred in {came}.")
    if data:
        print(printable_lines(data.decode(errors="replace")), end="")
    else:
        print("No faults have been written down.")
    return OK


def _fail(why: str) -> int:
    complain("log", why)
    return FAILED


def from_directory(directory: Path) -> bytes:
    """The log in a simulated board's directory, or in the `store` or `data` in it."""
    if not directory.is_dir():
        raise UsageError(f"there is no directory {directory}")
    for folder in (directory, directory / "store", directory / "data"):
        if (folder / _BLOB).exists():
            return (folder / _BLOB).read_bytes()
    return b""
