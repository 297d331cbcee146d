"""Finds out what is at the other end of a cable, and notices changes."""

import json

from host_tools.board.simulator.whole_states import HELLO
from lodeboard.boards.profile import Profile
from lodeboard.link.link import VERSION

from .advice import ADVICE
from .cable import Event, Gone, Opened, Prompt
from .received import Received, understand

AWAY, ASKING, READY, WRONG = "away", "asking", "ready", "wrong"
_ASK_MS = 1000
_PATIENCE_MS = 7500  # a starting board sends nothing for two seconds
_SLOW_START_MS = 45_000  # longest start of an emulated board on a slow computer
_QUIET_MS = 6000  # ask a board that has been silent for this long
_CIRCUIT = "Adafruit CircuitPython"
_MAY_START = "Or it is an emulated board that starts slowly: then wait a little"


class Greeting:
    """The state of a connection: `status` is AWAY, ASKING, READY or WRONG, `say` the same for the
    user with advice.

    `hear` takes events of the cable and returns lines to pass on. After every valid hello it sets
    `fresh`, which the user of the object clears. `certain`: the board is WRONG because of something
    it sent, not because of silence, after which a slow board may still answer. `due` returns the
    line to send now, if any.
    """

    def __init__(self, profile: Profile, port: str) -> None:
        self._profile = profile
        self._port = port
        self._now_ms = 0
        self._since_ms = 0  # of the current status
        self._asked_ms = -_ASK_MS
        self._heard_ms = 0
        self._words = ""  # the last text that was not a message
        self._circuit = False  # CircuitPython's banner has been seen
        # no answer within the usual time of a start; a slow board may need longer
        self._may_start = False
        self.status = AWAY
        self.say = f"Opening {port}."
        self.fresh = False
        self.certain = True

    def hear(self, event: Event, now_ms: int) -> Received | None:
        """Process an event; returns the line if it should be passed on."""
        self._now_ms = now_ms
        match event:
            case Opened():
                self._change(ASKING, f"Identifying the board on {self._port}.")
                self._asked_ms = now_ms - _ASK_MS
                self._words = ""
                self._circuit = False
            case Gone():
                self._change(AWAY, f"{event.why[:1].upper()}{event.why[1:]}. Still trying.")
            case Prompt():
                self._change(WRONG, self._at_prompt())
            case bytes():
                return self._line(event)
        return None

    def _change(self, status: str, say: str) -> None:
        if (status, say) != (self.status, self.say):
            self.status, self.say = status, say
            self._since_ms = self._now_ms
            self.certain = True
            self._may_start = False

    def _line(self, line: bytes) -> Received | None:
        if line.strip() == HELLO.encode():
            self._change(WRONG, self._echo())
        received = understand(line, self._profile)
        if received is None:
            return None
        if received.kind:
            self._heard_ms = self._now_ms
        else:
            self._words = received.text
            self._circuit = self._circuit or _CIRCUIT in received.text
            if received.text.startswith(">>> ") or received.text.startswith("MicroPython v"):
                self._change(WRONG, self._at_prompt())
        if received.kind == "hello":
            self._compare(received)
        # Before a hello, messages may come from another firmware.
        return received if self.status == READY or not received.kind else None

    def _compare(self, hello: Received) -> None:
        version, board = hello.message["v"], hello.message["board"]
        if version != VERSION:
            older = "an older" if version < VERSION else "a newer"
            self._change(
                WRONG,
                f"The board on {self._port} has {older} firmware: it speaks version {version} of "
                f"the line protocol, this program version {VERSION}. {ADVICE['flash']}",
            )
        elif board != self._profile.name:
            self._change(
                WRONG,
                f"The board on {self._port} calls itself {board}; this page is for a "
                f"{self._profile.name}. {ADVICE['play other board'].format(there=board)}",
            )
        else:
            self._change(READY, f"A real board on {self._port}.")
            self.fresh = True

    def _at_prompt(self) -> str:
        if self._circuit:
            return (
                f"The board on {self._port} runs CircuitPython: Lodeboard was interrupted or is "
                "not there. Unplug it and plug it in again. If that does not help: put MicroPython "
                "on it, and then the firmware."
            )
        flash = ADVICE["flash"]
        return (
            f"The board on {self._port} stands at MicroPython's prompt: its program was "
            f"interrupted or is not there. Unplug it and plug it in again. If that does not help: "
            f"{flash[:1].lower()}{flash[1:]}"
        )

    def due(self, now_ms: int) -> str | None:
        """The line to send now, or None. Called once per tick."""
        self._now_ms = now_ms
        if self.status == AWAY:
            return None
        if self.status == READY:
            if now_ms - self._heard_ms > _QUIET_MS + _PATIENCE_MS:
                self._change(
                    ASKING, f"The board on {self._port} stopped sending. Trying to reach it."
                )
            if now_ms - self._heard_ms <= _QUIET_MS:
                return None
        elif self.status == ASKING and now_ms - self._since_ms > _PATIENCE_MS:
            self._change(WRONG, self._no_hello(_MAY_START))
            self.certain = False
            self._may_start = True
        elif self._may_start and now_ms - self._since_ms > _SLOW_START_MS - _PATIENCE_MS:
            self._change(WRONG, self._no_hello(f"Is the firmware on the board? {ADVICE['flash']}"))
            self.certain = False
        if now_ms - self._asked_ms < _ASK_MS:
            return None
        self._asked_ms = now_ms
        # Start with a line end: half a line of another program may be in the buffer.
        return f"\n{HELLO}"

    def _no_hello(self, advice: str) -> str:
        right = ADVICE["play port"]
        if not self._words:
            return (
                f"Nothing on {self._port} answers. {right} If it is: unplug the board and plug it "
                "in again; wait a little for an emulated one, which may start slowly"
            )
        return (
            f"The device on {self._port} does not answer as a Lodeboard. It said: "
            f"{json.dumps(self._words[:60])}. {right} {advice}"
        )

    def _echo(self) -> str:
        return (
            f"{self._port[:1].upper()}{self._port[1:]} echoes what it is sent, which no board "
            f"does. {ADVICE['play port']}"
        )
