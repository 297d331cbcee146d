"""Finds the serial port of the board."""

import os

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from .errors import NoBoardError, SeveralBoardsError

# USB ids of MicroPython on a Pico. (A Pico that waits for a .uf2 file is 2E8A:0003, a drive without
# a serial port.)
VENDOR = 0x2E8A
PRODUCT = 0x0005


def _describe(port: ListPortInfo) -> str:
    return f"{port.device} (serial number {port.serial_number})"


def find_port(named: str | None = None) -> str:
    """The named port, or the port of the only board that is plugged in.

    Raises NoBoardError, SeveralBoardsError.
    """
    ports = sorted(list_ports.comports(), key=lambda port: port.device)
    names = [port.device for port in ports]
    if named is not None:
        # Ports that work may not be listed: a link to one, a pseudo-terminal.
        if named in names or "://" in named or os.path.exists(named):
            return named
        raise NoBoardError(named, names)
    boards = [port for port in ports if (port.vid, port.pid) == (VENDOR, PRODUCT)]
    if not boards:
        raise NoBoardError(None, names)
    if len(boards) > 1:
        raise SeveralBoardsError([_describe(port) for port in boards])
    device: str = boards[0].device
    return device


def serial_number(device: str) -> str | None:
    """The serial number of the board on this port, None if the system does not report it."""
    for port in list_ports.comports():
        if port.device == device:
            number: str | None = port.serial_number
            return number
    return None


def find_again(device: str, number: str | None) -> str | None:
    """The port of a board that has restarted, which may have a new name; None while it is away."""
    if number is not None:
        for port in list_ports.comports():
            if port.serial_number == number:
                found: str = port.device
                return found
        return None
    there = os.name == "nt" or "://" in device or os.path.exists(device)
    return device if there else None
