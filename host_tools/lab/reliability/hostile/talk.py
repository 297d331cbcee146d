"""Lines from a computer to a board during a game, and from a board to a computer."""

import json
from random import Random
from typing import Any

from host_tools.board.device.hello import _Listener as HelloListener
from host_tools.board.device.mirror import Mirror
from host_tools.board.device.received import LONGEST_LINE, Lines, understand
from host_tools.board.simulator.whole_states import WholeStates
from host_tools.board.simulator.world import World
from host_tools.build import profiles
from host_tools.lab.reliability.hostile.kinds import Made, Wrong
from host_tools.lab.reliability.hostile.mutations import mutated
from host_tools.lab.reliability.hostile.serial import make_serial
from host_tools.lab.reliability.hostile.still import StillPort
from lodeboard.boards.profile import LINE_BYTES
from lodeboard.games.contract import UP_0
from lodeboard.link.commands import KNOWN
from lodeboard.sensing import calibration
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage import journal, settings
from lodeboard.storage.settings import Settings
from lodeboard.system.app import App
from lodeboard.system.loader import RESTART

START = "1_U-uD-d----------"
MEGABYTE = 1 << 20
_READY_TICKS = 100
_CHANGING = ("set", "new", "back", "resign", "setup", "choose")
_FRESH = 200  # lines until the board restarts; all batches begin with a new one
_DEEP = (3, 30, 500, 3000)
_NUMBERS = (0, 1, -1, 2**31, -(2**63), 10**40, 1e308, 1e999, 0.5)
_TEXTS = ("", "\0", "\ud800", "\u00e9" * 9, "b2U", "1_" + "-" * 16, START, "7fe0" * 16, "x" * 3000)
_FIELDS = (
    "c", "on", "raw", "held", "lights", "level", "variant", "position", "move", "moves",
    "players", "sound", "x", "__class__",
)  # fmt: skip
_SOUND = tuple(
    json.dumps(command).encode()
    for command in (
        {"c": "hello"},
        {"c": "watch", "on": True, "lights": True},
        {"c": "inject", "raw": "7fe0" * 16, "held": 2},
        {"c": "set", "level": 2, "players": 1, "sound": 0},
        {"c": "setup", "position": START, "moves": ["b2U", "b2Ec3d"]},
        {"c": "choose", "move": "=5"},
        {"c": "new"},
        {"c": "back"},
        {"c": "resign"},
    )
)


def value(source: Random, depth: int = 0) -> Any:
    """Any JSON value, often with awkward numbers and texts."""
    kind = source.randrange(9 if depth < 3 else 6)
    if kind < 2:
        return source.choice(_NUMBERS)
    if kind < 4:
        return source.choice(_TEXTS)
    if kind < 6:
        return source.choice((None, True, False))
    if kind < 8:
        return [value(source, depth + 1) for _ in range(source.randrange(4))]
    return {source.choice(_FIELDS): value(source, depth + 1) for _ in range(source.randrange(3))}


def line(source: Random) -> bytes:
    """One line, without its end: a damaged command, one with wrong values, or noise."""
    kind = source.randrange(8)
    if kind < 3:
        return mutated(source, source.choice(_SOUND), _SOUND).replace(b"\n", b" ")
    if kind < 6:
        command = {source.choice(_FIELDS): value(source) for _ in range(source.randrange(4))}
        command["c"] = source.choice((*KNOWN, "fly", 5, None))
        return json.dumps(command).encode()
    if kind < 7:
        return source.choice((b"[", b'{"c":', b'"', b"1", b"{}")) * source.choice(_DEEP)
    return source.randbytes(source.randrange(200)).replace(b"\n", b" ")


class Table:
    """A board in a game between two people, with its tiles in place."""

    def __init__(self) -> None:
        self._profile = profiles.profile(profiles.DEFAULT)
        self._zeros = Calibration(self._profile).to_blob()
        self.fresh()

    def fresh(self) -> None:
        """Start again, as after power-on."""
        self.port = port = StillPort(self._profile)
        near = self._profile.raw(self._profile.signal_mv(True))
        far = self._profile.raw(self._profile.signal_mv(False))
        levels = {"U": near, "D": -far, "u": -near, "d": far, "-": 0}
        port.readings[:] = [self._profile.raw_middle + levels[mark] for mark in START[2:]]
        port.store.save(calibration.NAME, self._zeros)
        self._app = App(port, self._profile)
        self.run(_READY_TICKS)
        for command in ({"c": "set", "players": 1}, {"c": "setup", "position": START, "moves": []}):
            self.take(json.dumps(command))
            self.run(_READY_TICKS)
        self.before = self.snapshot()
        if self.before[0] != START:
            raise Wrong(f"the game does not begin: {port.said[-1]}")

    def run(self, ticks: int) -> None:
        """Let time pass."""
        for _ in range(ticks):
            self.port.ms += self._profile.tick_ms
            self._app.tick(self.port.ms)

    def take(self, line: str) -> list[str]:
        """Send it a line and let it answer; return its lines."""
        first = len(self.port.said)
        self.port.received.append(line)
        self.run(1)
        if self.port.received:
            raise Wrong("a line waits for longer than a tick")
        said = self.port.said[first:]
        del self.port.said[:]
        return said

    def snapshot(self) -> tuple[Any, ...]:
        """State that no line may change unless it is a command to do so."""
        flow = self._app.flow
        record = flow.match.record if flow.match is not None else None
        names = (journal.NAME, settings.NAME, calibration.NAME)
        return (
            record and record.start,
            record and list(record.steps),
            record and record.machine,
            *(self.port.store.load(name) for name in names),
        )

    @property
    def playing(self) -> bool:
        """Whether the game is on: a line may press buttons, inject readings, or open the menu."""
        flow = self._app.flow
        return flow.scene is flow.match and not flow.board.injecting

    def hold(self) -> None:
        """Check that changed settings are within their limits."""
        flow = self._app.flow
        chosen = flow.board.settings
        limits = flow.menu().limits(chosen.variant)
        for index, field in enumerate(Settings.FIELDS):
            if not 0 <= getattr(chosen, field) < limits[index]:
                raise Wrong(f"{field} is {getattr(chosen, field)}")


class ToBoard:
    """Complete lines from the cable, as the port passes them to the firmware."""

    def __init__(self) -> None:
        self._profile = profiles.profile(profiles.DEFAULT)
        self._table = Table()
        self._taken = 0

    def make(self, source: Random) -> Made:
        """One line of text; bytes that are not text do not get this far."""
        return Made(line(source).decode("utf-8", "replace"), True)

    def read(self, text: str) -> str:
        """The board's refusal; "" if it obeys."""
        table = self._table
        self._taken += 1
        if self._taken % _FRESH == 0:
            table.fresh()
        try:
            said = table.take(text)
        except SystemExit as leaving:  # a game whose modules must be loaded
            table.fresh()
            if leaving.code != RESTART or _command(text) not in ("new", "set"):
                raise Wrong(f"the board leaves with {leaving.code}") from None
            return ""
        refusals = _answers(said, self._profile)
        if table.snapshot() != table.before:
            if refusals or _command(text) not in _CHANGING:
                raise Wrong("a line that is refused changes the game")
            table.hold()
            table.fresh()
        if not table.playing:
            table.fresh()
        if not refusals and (_command(text) not in KNOWN or len(text) > LINE_BYTES):
            raise Wrong("a line that is no command is not answered")
        return refusals


def _command(text: str) -> object:
    """The command in a line; None if there is none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message.get("c") if isinstance(message, dict) else None


def _answers(said: list[str], profile: Any) -> str:
    """The reason for the board's refusal; raises Wrong if no listener understands a line."""
    why = ""
    for words in said:
        received = understand(words.encode(), profile)
        if received is None:
            raise Wrong(f"the board says {words[:80]!r}")
        if received.kind == "error":
            why = str(received.message["say"])
            if not why:
                raise Wrong("refused without a reason")
    return why


class BytesToBoard:
    """Bytes in packets on the USB line, read by the chip's port: lines of up to a megabyte, partial
    lines, and lines after them, which must get through."""

    def __init__(self) -> None:
        self._serial, self._feed, self._room = make_serial()
        self._table = Table()

    def make(self, source: Random) -> Made:
        """A few lines; some are far too long."""
        pieces = []
        for _ in range(source.randint(1, 4)):
            size = source.choice((0, 0, 0, LINE_BYTES, LINE_BYTES + 1, 20_000))
            if source.randrange(20) == 0:
                size = MEGABYTE
            piece = line(source) if not size else (line(source) + b"x") * (size // 8)
            pieces.append(piece[: size or None].replace(b"\n", b" ").replace(b"\r", b" "))
        ends = source.choice((b"\n", b"\r\n", b"\r", b"\n\n"))
        return Made((pieces, ends), True)

    def read(self, made: tuple[list[bytes], bytes]) -> str:
        """Check that exactly the complete text lines within the length limit get through."""
        pieces, ends = made
        sent = ends.join([*pieces, b'{"c": "hello"}', b""])
        wanted = [text for piece in [*pieces, b'{"c": "hello"}'] if (text := _text(piece))]
        got: list[str] = []
        for offset in range(0, len(sent), 64):
            self._feed(sent[offset : offset + 64])
            got += self._lines()
            if self._room() > LINE_BYTES:
                raise Wrong(f"{self._room()} bytes are kept of a line")
        if got != wanted:
            raise Wrong(f"{len(got)} lines come through and not {len(wanted)}")
        if len(wanted) <= len(pieces):
            return "too long, or no text: dropped whole"
        return ""

    def _lines(self) -> list[str]:
        """All lines that got through."""
        found = []
        while (text := self._serial.read_line()) is not None:
            found.append(text)
        return found


def _text(piece: bytes) -> str:
    try:
        return piece.decode() if len(piece) <= LINE_BYTES else ""
    except UnicodeDecodeError:
        return ""


class FromBoard:
    """Messages to a computer from a device that pretends to be a board."""

    def __init__(self) -> None:
        self._profile = profiles.profile(profiles.DEFAULT)
        port = StillPort(self._profile)
        port.store.save(calibration.NAME, Calibration(self._profile).to_blob())
        app = App(port, self._profile, "0.2.0 0123456789ab")
        port.received += ['{"c": "watch", "on": true, "lights": true}', "x"]
        for _ in range(_READY_TICKS):
            port.ms += self._profile.tick_ms
            app.tick(port.ms)
        first = {json.loads(said)["t"]: said for said in port.said}
        self._sound = [said.encode() for said in (*first.values(), *port.said[-3:])]
        self._states = WholeStates(lambda _: None)
        self._mirror = Mirror(World(self._profile, 1))
        self._lines = Lines()

    def make(self, source: Random) -> Made:
        """One of its messages, damaged as bytes or in one of its fields; or noise."""
        kind = source.randrange(8)
        if kind < 4:
            data = mutated(source, source.choice(self._sound), self._sound)
        elif kind < 7:
            message = json.loads(source.choice(self._sound))
            for _ in range(source.randint(1, 3)):
                message[source.choice([*message, *_FIELDS])] = value(source)
            data = json.dumps(message).encode()
        else:
            data = line(source) * source.choice((1, 1, 1, 100))
        return Made(data if source.randrange(500) else data * (MEGABYTE // (len(data) + 1)), True)

    def read(self, data: bytes) -> str:
        """Read it as the page and the tools do; "" if a message is passed on."""
        passed = False
        HelloListener().take(data + b"\n")
        lines: list[bytes] = []
        for offset in range(0, len(data), 4096):
            lines += self._lines.feed(data[offset : offset + 4096])
        lines += self._lines.feed(b"\n")
        for one in lines:
            if len(one) > LONGEST_LINE:
                raise Wrong(f"a line of {len(one)} bytes is passed on")
            received = understand(one, self._profile)
            if received is None or not received.kind:
                continue
            passed = True
            whole = self._states.whole(received.text)
            if whole and not isinstance(json.loads(whole), dict):
                raise Wrong("what is passed on is no message")
            self._use(received.kind, received.message)
        return "" if passed else "no message of a board: passed over"

    def _use(self, kind: str, message: dict[str, Any]) -> None:
        """Use it as a board's mirror does."""
        if kind == "cells":
            self._mirror.show(message["codes"])
            if not all(0 <= code < UP_0 + 5 for code in message["codes"]):
                raise Wrong("a code that there is not")
        elif kind == "lights" and (len(bytes.fromhex(message["grb"])) != 3 * self._profile.cells):
            raise Wrong("lights of another board")
