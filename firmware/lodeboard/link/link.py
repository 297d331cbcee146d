"""The line protocol to a computer: one JSON object per line, printable, over any serial line.

Messages from the board:

    hello   name and version of the board and the protocol; "past": it knows that command; then
            menu: the settings, first those in the board's own menu. The menu is sent again when
            another game with other levels is chosen
    state   whenever something changes: the requested action, the position, the settings; "fair":
            see Board.fair. In a game with choices also hand, the menu's cell of the choice that
            determines the next step (in xtic the given piece), or null, and gift while a person has
            to choose (ask is give): {"left": [cells to choose from], "at": the selected one or
            null}.
            "friend": a friend elsewhere plays in the machine's place.
            "clock": null without a clock, else {"control": the setting, "left": [ms, ms],
            "turn": whose time runs, or null}.
            "step" is the step that the board asks hands to carry out for it, or null.
            "moves" has only new written moves: they replace all moves from index "moves_from"
            on. "number" counts the states. A listener that misses one sends hello: the next
            state then has all moves, from 0 on
    notice  a message for people; error, why a line was refused
    keeping whenever the data that cannot be stored changes: "why" (full, read-only, gone, broken
            ...; "" once all is stored), "not": those of game, settings and zeros that are not
    limits, cells   thresholds and readings, with the board's time in ms, while watched
    lights  the LED chain's bytes in hexadecimal and the board's time, on change, while watched
    sound   the tone in hertz, 0 for silence, and the board's time, on change, while the lights are
            watched
    past    on request, a past game: see storage/past.py; after the last one of a part "next": the
            part to ask for, -1 if there is none
    inject  whether injected readings are in use
    zeros, scan    on request: the values that readings are compared with, then in every tick the
            board's time in ms, the buttons held down and the readings, written as for inject

Commands to the board:

    {"c": "hello"}                              send hello, menu and state again
    {"c": "set", "level": 2, ...}               change settings, as in the board's own menu
    {"c": "past", "back": 0}                    send past games, in parts, the newest part first
    {"c": "new"}, {"c": "resign"}, {"c": "back"}   start over, resign, take back
    {"c": "choose", "move": "=5"}               make this choice for a person
    {"c": "play", "move": "a1Eb2U"}             make this move for a friend elsewhere; the
                                                lights then ask for it
    {"c": "setup", "position": P, "moves": []}  set up the game from P after these moves, the
                                                last of which may be incomplete; the lights then
                                                show where the tiles go. "clock": the
                                                milliseconds left to each player, if the game
                                                has a clock
    {"c": "watch", "on": true, "lights": true}  send the readings, the lights and tones
    {"c": "scan", "on": true}                   send each scan, lights and tones
    {"c": "inject", "raw": "e07f1280...", "held": 2}
                                                use these readings (hexadecimal, two bytes per
                                                cell, little-endian) in place of the sensors',
                                                and these buttons beside the board's own, for
                                                two seconds, or until the next inject or
                                                "on": false. Both are optional. Nothing measured
                                                from them is saved

Any other line is answered with an error; a line longer than LINE_BYTES is dropped.
"""

import json

from lodeboard.boards.profile import LINE_BYTES, Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.ports.port import Serial

VERSION = 3
_LONGEST_REASON = 200  # characters; it may quote the input
_NO_COMMAND = "That line is no command: one JSON object a line, with a c in it."


class Link:
    """Messages out and commands in."""

    def __init__(self, serial: "Serial", profile: Profile):
        self._serial = serial
        self._profile = profile
        self._notices: list[str] = []

    def send(self, message: "dict[str, object]") -> None:
        """One message as one line."""
        self._serial.write_line(json.dumps(message))

    def say(self, line: str) -> None:
        """Send a message that is already encoded."""
        self._serial.write_line(line)

    def hello(self, firmware: str = "") -> None:
        """Send board, version and protocol. `firmware`: its version and id, if known."""
        message: "dict[str, object]" = {
            "t": "hello",
            "v": VERSION,
            "board": self._profile.name,
            "rows": self._profile.rows,
            "columns": self._profile.columns,
            "past": True,
        }
        if firmware:
            message["firmware"] = firmware
        self.send(message)

    def notice(self, sentence: str) -> None:
        """Queue a message for people; `tell_notices` sends it."""
        self._notices.append(sentence)

    @property
    def waiting(self) -> bool:
        """True while notices wait to be sent."""
        return bool(self._notices)

    def tell_notices(self) -> None:
        """Send the queued notices."""
        while self._notices:
            self.send({"t": "notice", "say": self._notices.pop(0)})

    def menu(self, items: "Sequence[tuple[str, tuple[str, ...], str]]") -> None:
        """Send the settings: name, names of the values, field ("" for an action)."""
        # In parts: as it grows, one text takes twice its 1.3 KB of the heap in one piece.
        parts: "list[str]" = []
        for name, values, field in items:
            parts.append(", " if parts else '{"t": "menu", "items": [')
            parts.append(json.dumps({"name": name, "field": field, "values": list(values)}))
        parts.append("]}")
        self.say("".join(parts))

    def refuse(self, why: str) -> None:
        """Send the reason why a command was refused."""
        why = "".join([mark if " " <= mark <= "~" else "?" for mark in why[:_LONGEST_REASON]])
        self.send({"t": "error", "say": why})

    def command(self) -> "dict[str, object] | None":
        """Return the next of the received commands; None if no line has come, or one that is no
        command, which is answered."""
        line = self._serial.read_line()
        if line is None:
            return None
        command = None
        if len(line) <= LINE_BYTES:
            try:
                command = json.loads(line)
            except (ValueError, RuntimeError, MemoryError):  # RuntimeError: JSON nested too deeply
                pass
        if isinstance(command, dict) and isinstance(command.get("c"), str):
            return command
        self.send({"t": "error", "say": _NO_COMMAND})
        return None
