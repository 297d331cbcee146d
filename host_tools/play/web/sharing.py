"""What the terminal says of a page that is open to the local network."""

import sys

from host_tools.play.web.datadir import PlayError
from host_tools.play.web.seats import JOIN_PATH, SECOND, Seats, own_address

_OPEN = """\
The page is open to the local network, without encryption. This address lets one browser in, as the
second player; then another address is shown, for somebody who watches:
"""
_JOINED = {SECOND: "The second player has joined", "": "Somebody who watches has joined"}


class Sharing:
    """Raises PlayError where there is no network."""

    def __init__(self) -> None:
        address = own_address()
        if address is None:
            raise PlayError("this computer is in no network: --share needs one")
        self.address = address
        self.seats = Seats(self._joined)
        self._port = 0

    def announce(self, port: int) -> None:
        """Print the address with the first code."""
        self._port = port
        print(f"\n{_OPEN}")
        self._show_code()

    def _joined(self, seat: str, remote: str) -> None:
        print(f"\n{_JOINED.get(seat, _JOINED[''])} from {remote}. The next address:\n")
        self._show_code()

    def _show_code(self) -> None:
        address = f"http://{self.address}:{self._port}{JOIN_PATH}{self.seats.code}"
        print(f"    {address}\n", flush=True)
        if sys.stdout.isatty():
            import segno  # noqa: PLC0415 - takes time, and only this needs it

            segno.make(address, micro=False).terminal(compact=True)
