"""Wi-Fi of a Pico 2 W: a network of the board's own, or the one at home. Not tried on a chip."""

from os import urandom

import network  # type: ignore[import-not-found]  # of boards with one
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = "lodeboard"  # with .local behind it, the board's address at home
_WAIT_MS = const(20000)  # for the network at home
_FAST = const(0xA11140)  # the radio does not sleep between packets, which would take 100 ms each


class Wifi:
    """Off until `begin`. address: of the board in the network, "" while it has none. own: it is
    the board's own network. name: of the network."""

    def __init__(self) -> None:
        self._wlan: "Any" = None
        self._home: "tuple[str, str] | None" = None
        self.address = ""
        self.own = True
        self.name = ""

    def begin(self, home: "tuple[str, str] | None") -> None:
        """Join the network with this name and password, or open one that needs no password. Takes
        up to a second. Raises OSError if there is no radio."""
        self.end()
        self.own = home is None
        network.hostname(_NAME)
        wlan = network.WLAN(network.AP_IF if home is None else network.STA_IF)
        if home is None:
            number = wlan.config("mac")[-2:].hex()
            self.name = f"Lodeboard-{number}"
            wlan.config(ssid=self.name, security=0)
            wlan.active(True)
        else:
            self.name = home[0]
            wlan.active(True)
            wlan.config(pm=_FAST)
        self._wlan = wlan
        self._home = home
        self.join()

    def join(self) -> None:
        """Join the network at home, if that is the one, also again."""
        if self._home is not None:
            self._wlan.connect(self._home[0], self._home[1])

    def end(self) -> None:
        """Switch the radio off."""
        if self._wlan is not None:
            self._wlan.active(False)
        self._wlan = None
        self.address = ""

    def look(self, waited_ms: int) -> bool:
        """Update `address`. False if the network at home does not answer."""
        if self._wlan is None:
            return True
        there = self.own or self._wlan.isconnected()
        self.address = self._wlan.ifconfig()[0] if there else ""
        return there or waited_ms < _WAIT_MS


def chance(below: int) -> int:
    """Return a number from 0 to `below` - 1 (at most 256) that nobody can foresee."""
    while True:
        number = urandom(1)[0]
        if number < 256 // below * below:
            return number % below
