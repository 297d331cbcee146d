"""The line protocol to a computer: one JSON object a line, printable, over any serial.

The board says

    hello   name and version of the board and the protocol, then menu: what can be set, first what
            is in the board's own menu; the menu comes again when another game with other levels is
            chosen
    state   whenever something changes: what is asked, the position, the settings; in a game
            with choices also hand, the cell of the menu of the choice that the next step is
            bound by (in xtic the piece given), or null, and gift while a person is to choose
            (ask is give): {"left": [cells to choose from], "at": the one they are at or null}.
            "step" is the step that the board asks hands to carry out for it, or null.
            Of the written moves of a game it has what is new: "moves" from index "moves_from" on,
            which take the place of all from there. "number" counts the states. A listener
            that misses one says hello: the next state then has all the moves, from 0 on
    notice  what people should know once; error, why a line was not obeyed
    keeping whenever what cannot be kept changes: "why" (full, read-only, gone, broken ...; ""
            once all is kept), "not": of game, settings and zeros those that are not kept
    limits, cells   thresholds and readings, with the board's time in ms, while somebody watches
    lights  the bytes on the LED chain in hexadecimal and the board's time, when they change, while
            somebody watches
    sound   the tone in hertz, 0 for silence, and the board's time, whenever it changes, while
            somebody watches the lights
    inject  whether the readings are a computer's now
    zeros, scan    what the readings are judged by, then in every tick the board's time in ms, the
            buttons held down and the readings, written as for inject; while they are asked for

and obeys

    {"c": "hello"}                              say hello, menu and state again
    {"c": "set", "level": 2, ...}               as if chosen in the board's own menu
    {"c": "new"}, {"c": "resign"}, {"c": "back"}   start over, resign, take back
    {"c": "choose", "move": "=5"}               make this choice for the person who is to
    {"c": "setup", "position": P, "moves": []}  the game from P after these moves, the last of
                                                which may be half done; the lights then lead
                                                the tiles there
    {"c": "watch", "on": true, "lights": true}  send the readings, the lights and tones
    {"c": "scan", "on": true}                   send each reading, lights and tones
    {"c": "inject", "raw": "e07f1280...", "held": 2}
                                                feel these readings, two bytes a cell, the
                                                low one first, in hexadecimal, in place of the
                                                sensors', and these buttons beside the board's
                                                own: for two seconds, or until the next, or until
                                                "on": false. Either may be left out. Nothing
                                                measured so is kept

A line that is no command is answered with an error; one of more than LINE_BYTES is dropped whole.
"""

import json

from lodeboard.boards.profile import LINE_BYTES, Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lodeboard.ports.port import Serial

VERSION = 3
_MOST_LINES = 3  # read in one tick, so that a flood cannot hold it up
_LONGEST_REASON = 200  # characters; it may quote what came
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
        """A line that is a message already."""
        self._serial.write_line(line)

    def hello(self, firmware: str = "") -> None:
        """Who this is. `firmware`: its version and id, where it knows them."""
        message: "dict[str, object]" = {
            "t": "hello",
            "v": VERSION,
            "board": self._profile.name,
            "rows": self._profile.rows,
            "columns": self._profile.columns,
        }
        if firmware:
            message["firmware"] = firmware
        self.send(message)

    def notice(self, sentence: str) -> None:
        """Something that people should know; said with the next `tell_notices`."""
        self._notices.append(sentence)

    @property
    def waiting(self) -> bool:
        """True while there are notices that have not been sent."""
        return bool(self._notices)

    def tell_notices(self) -> None:
        """Send the notices that wait."""
        while self._notices:
            self.send({"t": "notice", "say": self._notices.pop(0)})

    def menu(self, items: "Sequence[tuple[str, tuple[str, ...], str]]") -> None:
        """What can be set: name, names of the values, field (empty for what is done once)."""
        self.send(
            {
                "t": "menu",
                "items": [
                    {"name": name, "field": field, "values": list(values)}
                    for name, values, field in items
                ],
            }
        )

    def refuse(self, why: str) -> None:
        """Say why a command was not obeyed."""
        why = "".join([mark if " " <= mark <= "~" else "?" for mark in why[:_LONGEST_REASON]])
        self.send({"t": "error", "say": why})

    def read(self, obey: "Callable[[dict[str, object]], None]") -> None:
        """Take in a few of the lines that have come; `obey` gets the commands. One of them a
        tick, injections apart, and one answer to noise: some write to flash, and words take
        the chip its time."""
        for _ in range(_MOST_LINES):
            line = self._serial.read_line()
            if line is None or self._take(line, obey):
                return

    def _take(self, line: str, obey: "Callable[[dict[str, object]], None]") -> bool:
        """One line; True when there has been enough to do for this tick."""
        command = None
        if len(line) <= LINE_BYTES:
            try:
                command = json.loads(line)
            except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deeply
                pass
        if isinstance(command, dict) and isinstance(command.get("c"), str):
            obey(command)
            return bool(command["c"] != "inject")
        self.send({"t": "error", "say": _NO_COMMAND})
        return True
