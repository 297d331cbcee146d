"""The radio of a Pico 2 W as a port's Radio: Wi-Fi, and a server for phones on it."""

from time import ticks_diff

from micropython import const

from lodeboard.ports.web import Web
from lodeboard.ports.wifi import Wifi, chance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.ports.port import Table
    from lodeboard.ports.web import Connection

_PORT = const(80)  # of HTTP
_LOOK_MS = const(1000)  # between two looks whether the network at home is still there
HOST = "lodeboard.local"  # by mDNS, in the network at home


class PicoRadio:
    """table: opens the table with the page's files, or gives None. number: of the port."""

    def __init__(self, table: "Callable[[], Table | None]", number: int = _PORT):
        self._number = number
        self._wifi = Wifi()
        self._web = Web(table)
        self._begun_ms = 0
        self._looked_ms = 0
        self._site = ""
        self.chance = chance
        self.links: "list[Connection]" = self._web.links

    @property
    def address(self) -> str:
        return self._wifi.address

    @property
    def name(self) -> str:
        return self._wifi.name

    def begin(self, home: "tuple[str, str] | None", site: str, now_ms: int) -> None:
        """Join the network with this name and password, or open one. Raises OSError."""
        self.end()
        self._site = site
        self._begun_ms = now_ms
        self._wifi.begin(home)

    def end(self) -> None:
        """Switch it off."""
        self._web.end()
        self._wifi.end()

    def poll(self, now_ms: int) -> bool:
        """Send and receive what is possible without waiting. False if the network at home does not
        answer. Raises OSError."""
        wifi = self._wifi
        before = wifi.address
        if before:
            self._web.poll(now_ms)
            if wifi.own or ticks_diff(now_ms, self._looked_ms) < _LOOK_MS:
                return True
        self._looked_ms = now_ms
        found = wifi.look(ticks_diff(now_ms, self._begun_ms))
        if wifi.address != before:
            # The router at home was switched off, or gave another address.
            self._web.end()
            self._begun_ms = now_ms
            if wifi.address:
                self._web.begin(self._number, (wifi.address, HOST), self._site)
            else:
                wifi.join()
        return found
