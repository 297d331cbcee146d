"""The line protocol to a computer: one JSON object a line, printable, over any serial.

The board says `hello` (with the protocol's version), `state` whenever something changes,
`notice` for what people should know once, and `error` for a line it could not use. It
understands {"c": "hello"}: say hello and the state again.
"""

import json

from lodeboard.boards.profile import Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Serial

VERSION = 1
_MOST_LINES = 4  # read in one tick, so that a flood cannot hold it up


class Link:
    """Messages out and commands in. `asked`: someone wants the state again."""

    def __init__(self, serial: "Serial", profile: Profile):
        self._serial = serial
        self._profile = profile
        self._notices: list[str] = []
        self.asked = False

    def send(self, message: "dict[str, object]") -> None:
        """One message as one line."""
        self._serial.write_line(json.dumps(message))

    def hello(self) -> None:
        """Who this is."""
        self.send(
            {
                "t": "hello",
                "v": VERSION,
                "board": self._profile.name,
                "rows": self._profile.rows,
                "columns": self._profile.columns,
            }
        )

    def notice(self, sentence: str) -> None:
        """Something that people should know; said with the next `tell_notices`."""
        self._notices.append(sentence)

    def tell_notices(self) -> None:
        """Send the notices that wait."""
        while self._notices:
            self.send({"t": "notice", "say": self._notices.pop(0)})

    def read(self) -> None:
        """Take in a few of the lines that have come."""
        for _ in range(_MOST_LINES):
            line = self._serial.read_line()
            if line is None:
                return
            self._obey(line)

    def _obey(self, line: str) -> None:
        try:
            command = json.loads(line)
        except ValueError:
            self.send({"t": "error", "say": "That line is not JSON."})
            return
        if not isinstance(command, dict) or command.get("c") != "hello":
            self.send({"t": "error", "say": 'Unknown command: {"c": "hello"} is known.'})
            return
        self.hello()
        self.asked = True
