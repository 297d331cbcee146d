"""Runs the board: finds the port for this machine, builds the App, ticks it.

Ctrl-C on the serial line ends in the REPL with the board dark; any other error leaves every
second light red and its report on the serial line, and the next power-on resumes the game.
"""

import sys

from lodeboard.app import App
from lodeboard.boards import tile4x4
from lodeboard.boards.profile import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.rp2 import Rp2Port

_DARK = b"\x00\x00\x00"
_RED = b"\x00\x18\x00"  # the bytes travel green, red, blue


def find_port(profile: Profile) -> "Rp2Port":
    """The port of the machine this runs on; RuntimeError where there is none."""
    if sys.platform == "rp2":
        from lodeboard.ports.rp2 import Rp2Port

        return Rp2Port(profile)
    raise RuntimeError("no port for " + sys.platform + ": this file is for the board itself")


def load(_version: str) -> None:
    """Import everything. `_version`: what this firmware is called."""


def run(profile: Profile, port: "Rp2Port") -> None:
    """Tick the App for ever. A tick that comes late is not made up for."""
    app = App(port, profile)
    while True:
        now_ms = port.clock.now_ms()
        app.tick(now_ms)
        port.sleep_until(now_ms + profile.tick_ms)


def play(_trouble: str = "") -> None:
    """Play for ever. `_trouble`: what went wrong before, for people; empty when nothing did."""
    profile = Profile(tile4x4.DATA)
    port = find_port(profile)
    pairs = (len(profile.led_order) + 1) // 2
    final = (_RED + _DARK) * pairs
    try:
        run(profile, port)
    except KeyboardInterrupt:
        final = (_DARK + _DARK) * pairs
        raise
    finally:
        port.sound.tone(0)
        port.lights.show(bytearray(final[: 3 * len(profile.led_order)]))
