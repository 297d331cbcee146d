"""Gives a board the network at home, over its serial line."""

import json
import time
from collections.abc import Callable
from typing import Protocol

from host_tools.board.device.cable import Event, Gone, Prompt
from host_tools.board.device.errors import DeviceError
from host_tools.jobs.messages import board_message

ANSWER_S = 10.0
_NO_RADIO = (
    "this board has no radio that its firmware uses. It needs a Pico 2 W, with MicroPython for "
    "that board and this version's firmware: lodeboard flash"
)


class Line(Protocol):
    """What is used of a SerialCable."""

    def take(self) -> list[Event]: ...
    def send(self, line: str) -> bool: ...
    def wait(self, seconds: float) -> None: ...


def give(
    line: Line,
    port: str,
    name: str,
    password: str,
    site: str,
    clock: Callable[[], float] = time.monotonic,
) -> str:
    """Tell the board name and password of the network, and the address of the owner's site, each ""
    for none; returns the board's answer. Raises DeviceError."""
    command = {"c": "network", "name": name, "password": password, "site": site}
    # Start with a line end: half a line of another program may be in the buffer.
    line.send("\n" + json.dumps(command))
    end = clock() + ANSWER_S
    while clock() < end:
        line.wait(end - clock())
        for event in line.take():
            if isinstance(event, Gone | Prompt):
                raise DeviceError(f"no firmware answers on {port}: lodeboard flash")
            if not isinstance(event, bytes):
                continue
            message = board_message(event.decode(errors="replace")) or {}
            say = str(message.get("say"))
            if message.get("t") == "error":
                raise DeviceError(_NO_RADIO if say.startswith("Unknown command") else say)
            if message.get("t") == "network":
                return say
    raise DeviceError(f"the board on {port} does not answer. Is it the right port?")
