"""`lodeboard log`: prints what a board has written down about its faults."""

import argparse
import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.build.layout import MANIFEST, SLOTS
from host_tools.jobs.command import FAILED, OK, UsageError
from lodeboard.storage.fault_log import NAME

if TYPE_CHECKING:
    from host_tools.device.transport import Prompt

_BLOB = f"{NAME}.blob"

DESCRIPTION = """\
Print the fault log of a board: for each fault when it came, in which firmware, and the
traceback; the oldest go when there is no more room. A board on a cable is stopped for it and
started again afterwards; a game that is on is offered again. Uses mpremote.
"""
EPILOG = """\
examples:
  lodeboard log
  lodeboard log --port /dev/ttyACM1
  lodeboard log --dir ~/.local/share/lodeboard/board-0/store     a simulated board's
"""
# Runs on the board. Waits for nothing and changes nothing. None where neither slot has a firmware
# and nothing is written down.
_READ = f"""
import os
try:
    with open("/data/{_BLOB}", "rb") as file:
        print(repr(file.read()))
except OSError as error:
    if error.errno != 2:
        raise
    found = None
    for slot in {SLOTS!r}:
        try:
            os.stat("/" + slot + "/{MANIFEST}")
            found = b""
        except OSError:
            pass
    print(repr(found))
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--port", metavar="P", help="the board's serial port; looked for if left")
    source.add_argument(
        "--dir", metavar="D", type=Path, help="the directory where a simulated board keeps its data"
    )


def run(arguments: argparse.Namespace) -> int:
    data: bytes | None
    if arguments.dir is not None:
        data = from_directory(arguments.dir)
    else:
        try:
            # Not every set-up has them, and --help works without them.
            from host_tools.device.errors import DeviceError  # noqa: PLC0415
            from host_tools.device.reach import reach  # noqa: PLC0415
        except ModuleNotFoundError as error:
            return _fail(f"needs {error.name}, which is not installed. Get it: make setup-board")
        try:
            with reach(arguments.port, _say) as prompt:
                data = from_board(prompt)
        except DeviceError as error:
            return _fail(str(error))
        if data is None:
            return _fail(
                "there is no firmware on this board, so nothing has been written down. Put it "
                "there: lodeboard flash"
            )
    if data:
        print(data.decode(errors="replace"), end="")
    else:
        print("No faults have been written down.")
    return OK


def _fail(why: str) -> int:
    print(f"lodeboard log: {why}", file=sys.stderr)
    return FAILED


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def from_directory(directory: Path) -> bytes:
    """The log in a simulated board's directory, or in the `store` or `data` in it."""
    if not directory.is_dir():
        raise UsageError(f"there is no directory {directory}")
    for folder in (directory, directory / "store", directory / "data"):
        if (folder / _BLOB).exists():
            return (folder / _BLOB).read_bytes()
    return b""


def from_board(prompt: "Prompt") -> bytes | None:
    """The log on a board that has been stopped, None where no firmware is on it; it starts again
    afterwards. DeviceError."""
    try:
        value = ast.literal_eval(prompt.run(_READ).strip())
    except BaseException:
        prompt.leave()
        raise
    prompt.restart()
    return value if isinstance(value, bytes) else None
