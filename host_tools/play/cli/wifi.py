"""`lodeboard wifi`: tells a board with a radio the network at home."""

import argparse
import getpass
import sys

from host_tools.jobs.command import FAILED, OK, UsageError, complain
from host_tools.setup.extras import needs

DESCRIPTION = """\
Tell a board on the cable the network at home, so that phones in it can open the board's page. The
password is asked for and not shown; the board keeps it unencrypted. Without this a board opens a
network of its own. Either is switched on at the board: menu, do, a phone.

For a Pico 2 W. Experimental: this has not been tried on a chip.
"""
EPILOG = """\
examples:
  lodeboard wifi "Our network"
  lodeboard wifi "Our network" --site https://example.org/lodeboard/
  lodeboard wifi --forget
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="the network's name")
    parser.add_argument("--port", metavar="P", help="the board's serial port (default: find it)")
    parser.add_argument(
        "--open", action="store_true", help="the network has no password, so do not ask for it"
    )
    parser.add_argument("--forget", action="store_true", help="let the board forget the network")
    parser.add_argument(
        "--site",
        default="",
        metavar="URL",
        help="where your site is (see lodeboard site): the board's page loads from there what the "
        "board's flash does not have",
    )


def run(arguments: argparse.Namespace) -> int:
    if bool(arguments.name) == arguments.forget:
        raise UsageError("name the network, or give --forget")
    with needs("a board on a cable", "board"):
        from host_tools.board.device import find, network  # noqa: PLC0415
        from host_tools.board.device.cable import SerialCable  # noqa: PLC0415
        from host_tools.board.device.errors import DeviceError  # noqa: PLC0415
    try:
        port = find.find_port(arguments.port)
        asked = bool(arguments.name) and not arguments.open
        password = _password(arguments.name) if asked else ""
        cable = SerialCable(port)
        cable.start()
        try:
            print(network.give(cable, port, arguments.name, password, arguments.site))
        finally:
            cable.close()
    except DeviceError as error:
        complain("wifi", error)
        return FAILED
    return OK


def _password(name: str) -> str:
    """Ask at the terminal; from a pipe, take the first line. UsageError if it is empty."""
    if sys.stdin.isatty():
        try:
            password = getpass.getpass(f"Password of {name}: ")
        except EOFError:
            raise KeyboardInterrupt from None
    else:
        password = sys.stdin.readline().rstrip("\n")
    if not password:
        raise UsageError("no password: for a network without one give --open")
    return password
