"""`lodeboard log`: prints what a board has written down about its faults."""

import argparse
import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

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
# Runs on the board. Waits for nothing and changes nothing.
_READ = f"""
try:
    with open("/data/{_BLOB}", "rb") as file:
        print(repr(file.read()))
except OSError as error:
    if error.errno != 2:
        raise
    print("b''")
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
    if arguments.dir is not None:
        data = from_directory(arguments.dir)
    else:
        try:
            # Not every set-up has them, and --help works without them.
            from host_tools.device.errors import DeviceError  # noqa: PLC0415
            from host_tools.device.find import find_port  # noqa: PLC0415
            from host_tools.device.transport import Prompt  # noqa: PLC0415
        except ModuleNotFoundError as error:
            return _fail(f"needs {error.name}, which is not installed. Get it: make setup-board")
        try:
            with Prompt(find_port(arguments.port)) as prompt:
                data = from_board(prompt)
        except DeviceError as error:
            return _fail(str(error))
    if data:
        print(data.decode(errors="replace"), end="")
    else:
        print("No faults have been written down.")
    return OK


def _fail(why: str) -> int:
    print(f"lodeboard log: {why}", file=sys.stderr)
    return FAILED


def from_directory(directory: Path) -> bytes:
    """The log in a simulated board's directory, or in the `store` or `data` in it."""
    if not directory.is_dir():
        raise UsageError(f"there is no directory {directory}")
    for folder in (directory, directory / "store", directory / "data"):
        if (folder / _BLOB).exists():
            return (folder / _BLOB).read_bytes()
    return b""


def from_board(prompt: "Prompt") -> bytes:
    """The log on a board that has been stopped; it starts again afterwards. DeviceError."""
    try:
        value = ast.literal_eval(prompt.run(_READ).strip())
    except BaseException:
        prompt.leave()
        raise
    prompt.restart()
    return value if isinstance(value, bytes) else b""
