"""Who plays at a page that is open to the local network: `lodeboard play --share`.

The page on this computer has the first seat. A one-time code, part of an address, admits one
browser: the first takes the second seat, all others watch. A browser is recognised by a random
cookie, so that a reload keeps its seat. The second seat is given on to the next guest who comes
while its holder has no page open: that one's browser may have lost the cookie. Watchers may ask
questions about games; they cannot act.
"""

import secrets
import socket
from collections import Counter
from collections.abc import Callable

FIRST = "first"
SECOND = "second"
WATCHING = "watching"
COOKIE = "lodeboard-seat"
JOIN_PATH = "/join/"
ONLY_WATCHING = "you are watching: only the two players can act here"
NO_SEAT = "This page needs a code. Ask for the address that lodeboard play --share shows."
ONLY_HERE = "Recordings run again only on the computer that shares the board."
USED = "This code has been used or is wrong. Ask for the address that the terminal shows now."

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none looks like another
_LENGTH = 10  # 49 bits
_MOST_WRONG = 100  # wrong codes, until no more guests are admitted
_ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nothing is sent there


class Seats:
    """The seats of one shared page. `joined(seat, remote)` is called when a guest was admitted;
    `code` is then another one."""

    def __init__(self, joined: Callable[[str, str], None] = lambda _seat, _remote: None) -> None:
        self._seats: dict[str, str] = {}  # by cookie
        self._pages: Counter[str] = Counter()  # open ones, by cookie
        self._joined = joined
        self._wrong = 0
        self.code = _new_code()

    def of(self, cookie: str | None) -> str | None:
        """The seat of a guest with this cookie; None without one."""
        return None if cookie is None else self._seats.get(cookie)

    def count(self, cookie: str | None, pages: int) -> None:
        """A guest with this cookie has so many more pages open, or fewer."""
        if cookie is not None:
            self._pages[cookie] += pages

    def admit(self, code: str, remote: str) -> str | None:
        """Give a guest at this address a seat and return the cookie; None for a wrong code."""
        known = secrets.compare_digest(code.lower().encode(), self.code.encode())
        if not known or self._wrong >= _MOST_WRONG:
            self._wrong += not known
            return None
        cookie = secrets.token_urlsafe(24)
        holder = next((each for each, seat in self._seats.items() if seat == SECOND), None)
        if holder is not None and not self._pages[holder]:
            self._seats[holder] = WATCHING
            holder = None
        seat = SECOND if holder is None else WATCHING
        self._seats[cookie] = seat
        self.code = _new_code()
        self._joined(seat, remote)
        return cookie


def _new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def own_address() -> str | None:
    """This computer's address in the local network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address
