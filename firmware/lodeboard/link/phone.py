"""Phones: the page over the board's radio, and the link to one phone beside the serial line.

A phone has to name the code before anything else: four different cells, in the order in which the
lights show them. A wrong code five times in a row makes it void: the board has to show another one.
Messages before that, as lines of JSON (see link.py for the others):

    from the board   {"t": "code", "ok": false, "say": ""}  asks for it; "say" tells people why
                     {"t": "code", "ok": true}
    to the board     {"c": "code", "cells": [5, 2, 15, 8]}

One phone at a time: a newer one that knows the code takes the place of the older one. A line of a
phone ends with a line feed; each of the board is a message of its own.
"""

import json

from lodeboard.storage.blobs import BlobError
from lodeboard.storage.phones import Phones
from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import PhoneLine, Radio, Serial
    from lodeboard.storage.blobs import Blobs

CODE = 4  # cells
_TRIES = 5
_AGAIN_MS = 10000  # between attempts to open what could not be opened
_ANOTHER = "Another phone has taken this place."
_WRONG = "That is not the code. Look at the order of the lights once more."
_VOID = "That was wrong too often. Choose a phone in the board's menu: it then shows another code."
_GONE = ('{"c": "watch"}', '{"c": "scan"}')  # what a phone that has left wanted is sent no longer


class Phone:
    """The serial line and a phone, as one line. stored: what the board keeps about phones.
    problem: why the radio cannot be used. guest: the phone that has been let in. by_phone: the
    line last read came from it."""

    def __init__(
        self,
        serial: "Serial",
        radio: "Radio",
        store: "Blobs",
        profile: "Profile",
    ):
        self._serial = serial
        self._radio = radio
        self._store = store
        self._profile = profile
        self.guest: "PhoneLine | None" = None
        self._asked: "list[PhoneLine]" = []  # for the code
        self._wrong = 0
        self._begun_ms = 0
        self._closing: "list[str]" = []
        self.problem = ""
        self.by_phone = False
        self.stored = Phones()
        self._due = False

    def begin(self, notice: "Callable[[str], None]") -> None:
        """Read what is stored. notice: takes a sentence for people."""
        self._notice = notice
        try:
            self.stored.load(self._store, self._profile.name)
        except BlobError as error:
            notice(f"What is stored about phones cannot be read: {error}. The radio is off.")
        self._due = self.stored.on

    # What is switched

    def switch(self, on: bool, at_home: bool = False) -> None:
        """Switch the radio on, with a new code, or off. Stored."""
        stored = self.stored
        self.end()
        stored.on = on
        stored.at_home = at_home and bool(stored.home)
        if on:
            self.choose_code()
        self._due = on
        self._save()

    def choose_code(self) -> None:
        """Choose a new code. Stored."""
        cells = list(range(self._profile.cells))
        self.stored.code = [
            cells.pop(self._radio.chance(len(cells))) for _ in range(min(CODE, len(cells)))
        ]
        self._wrong = 0
        self._save()

    def _save(self) -> None:
        self.stored.save(self._store, self._profile.name)

    def know(self, home: str, password: str, site: str) -> None:
        """Keep the network at home and the site's address."""
        self.stored.home = home
        self.stored.at_home = self.stored.at_home and bool(home)
        self.stored.password = password
        self.stored.site = site
        self._save()
        self.end()
        self._due = self.stored.on

    @property
    def code_names(self) -> str:
        """The names of the code's cells, in order; "" if the code is void."""
        return " ".join([self._profile.cell_name(cell) for cell in self.stored.code])

    @property
    def address(self) -> str:
        """Where a phone finds the page; "" while there is none."""
        return self._radio.address

    @property
    def network(self) -> str:
        """The name of the network that the board opens or joins."""
        return self._radio.name

    def end(self) -> None:
        """Close everything; `tick` opens it again if the radio is to be on."""
        self._radio.end()
        self._leave()
        self._asked.clear()
        self.problem = ""

    # The tick

    def tick(self, now_ms: int) -> None:
        """Exchange what can be exchanged without waiting."""
        radio = self._radio
        if self._due:
            self._due = False
            self._open(now_ms)
        if not self.stored.on:
            return
        if self.problem:
            if since(now_ms, self._begun_ms) > _AGAIN_MS:
                self._open(now_ms)
            return
        try:
            there = radio.poll(now_ms)
        except OSError as error:
            self._fail(error, now_ms)
            return
        if not there:
            self._notice(f"The network {radio.name} does not answer; the board opens its own.")
            self.stored.at_home = False
            self._open(now_ms)
        if self.guest is not None and not self.guest.open:
            self._leave()
        for line in radio.links:
            if line is not self.guest and not line.ending:
                self._meet(line)
        if len(self._asked) > len(radio.links):
            self._asked = [line for line in self._asked if line.open]

    def _open(self, now_ms: int) -> None:
        stored = self.stored
        self._begun_ms = now_ms
        self.problem = ""
        home = (stored.home, stored.password) if stored.at_home else None
        try:
            self._radio.begin(home, stored.site, now_ms)
        except OSError as error:
            self._fail(error, now_ms)

    def _fail(self, error: OSError, now_ms: int) -> None:
        """Say what is wrong; `tick` tries again later."""
        self._begun_ms = now_ms
        self.problem = f"The radio cannot be used: {error}."
        self._notice(self.problem)

    def _leave(self) -> None:
        if self.guest is not None:
            self.guest = None
            self._closing = list(_GONE)

    def _meet(self, line: "PhoneLine") -> None:
        """Ask a phone for the code, and let it in if it knows it."""
        if line not in self._asked:
            self._asked.append(line)
            self._answer(line, "" if self.stored.code else _VOID)
        text = line.read_line()
        if text is None:
            return
        try:
            command = json.loads(text)
        except (ValueError, RuntimeError, MemoryError):
            command = None
        named = command.get("cells") if isinstance(command, dict) else None
        if self.stored.code and named == self.stored.code:
            self._let_in(line)
            return
        self._wrong += 1
        if self._wrong >= _TRIES:
            self.stored.code = []
            self._save()
        self._answer(line, _WRONG if self.stored.code else _VOID)

    def _answer(self, line: "PhoneLine", say: str) -> None:
        line.write_line(json.dumps({"t": "code", "ok": False, "say": say}))

    def _let_in(self, line: "PhoneLine") -> None:
        self._wrong = 0
        if self.guest is not None:
            self._answer(self.guest, _ANOTHER)
            self.guest.finish()
        self.guest = line
        line.write_line('{"t": "code", "ok": true}')

    # A serial line

    def read_line(self) -> "str | None":
        """Return the next whole line of the computer or the phone, or None."""
        line = self._serial.read_line()
        self.by_phone = False
        if line is None and self._closing:
            line = self._closing.pop(0)
        if line is None and self.guest is not None:
            line = self.guest.read_line()
            self.by_phone = True
        return line

    def write_line(self, line: str) -> None:
        """Send a line to both."""
        self._serial.write_line(line)
        if self.guest is not None:
            self.guest.write_line(line)
