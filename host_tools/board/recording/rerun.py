"""Replays a recording in the firmware, and compares the lights.

In the simulator the firmware gets the same readings, buttons and lines at the same times, so a
recording from the simulator gives identical bytes on the LED chain. Lights of other boards are
compared by meaning: a meaning that differs for longer than `LASTS_MS` is a difference.
"""

import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools.board.messages import Hello, Lights, Message, State, Zeros, listen, read
from host_tools.board.recording.file import Event, Header, Other, Reader, RecordingError, Scan
from host_tools.board.recording.start import GO_ON_MS, lay_out, started
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.meanings import UNCLEAR, Meanings
from host_tools.build import profiles
from lodeboard.boards.profile import Profile
from lodeboard.lights import palette
from lodeboard.system.run import Supervisor

# A shorter difference is only a shift in time, or a lost frame, which affects the meaning for one
# cycle of reading, a second.
LASTS_MS = palette.CYCLE_MS + 200
_LOOK_MS = 120


@dataclass
class Difference:
    """A difference between lights: its start, cell, recorded and new meaning."""

    ms: int
    cells: list[tuple[str, str, str]]

    def __str__(self) -> str:
        cells = "; ".join(f"{cell}: recorded {was}, now {now}" for cell, was, now in self.cells)
        return f"at {self.ms / 1000:.2f} s: {cells}"


@dataclass
class Result:
    """The result of a replay. `exact`: number of scans after which every LED byte was as
    recorded."""

    scans: int = 0
    exact: int = 0
    ms: int = 0
    first: Difference | None = None
    said: list[str] = field(default_factory=list)


@dataclass
class Tick:
    """A scan with the lines sent before it and the last lights shown after it. `starts`: the
    firmware has started since the previous scan. `zeros`: its zeros message after that start."""

    scan: Scan
    sent: list[str]
    starts: bool = False
    zeros: Zeros | None = None
    lights: str | None = None


class PlayedBack:
    """Sensors with recorded readings, in place of a board's analogue part."""

    def __init__(self, cells: int) -> None:
        self.raw: Sequence[int] = (0,) * cells

    def scan(self) -> list[int]:
        """Return one reading of every cell."""
        return list(self.raw)


class Comparison:
    """Compares two sequences of lights over time."""

    def __init__(self, profile: Profile, from_ms: int = 0) -> None:
        self._profile = profile
        self._from_ms = from_ms
        self._both = Meanings(profile.cells), Meanings(profile.cells)
        self._looked_ms = 0
        self._since: dict[int, int] = {}  # cell: start of the difference

    def show(
        self, ms: int, recorded: Sequence[Colour] | None, now: Sequence[Colour] | None
    ) -> Difference | None:
        """Take changed lights by cell; return a difference, if there is one by now."""
        for meanings, leds in zip(self._both, (recorded, now), strict=True):
            if leds is None:
                meanings.pass_time(ms)
            else:
                meanings.feed(ms, leds)
        if ms < self._from_ms or ms - self._looked_ms < _LOOK_MS:
            return None
        self._looked_ms = ms
        was, seen = (meanings.read() for meanings in self._both)
        different = [
            at
            for at, pair in enumerate(zip(was, seen, strict=True))
            if pair[0] != pair[1] and UNCLEAR not in pair
        ]
        self._since = {at: self._since.get(at, ms) for at in different}
        late = [at for at, since in self._since.items() if ms - since >= LASTS_MS]
        if not late:
            return None
        name = self._profile.cell_name
        cells = [(name(at), was[at], seen[at]) for at in different]
        return Difference(min(self._since[at] for at in late), cells)


def colours(profile: Profile, grb: str) -> list[Colour]:
    """Return the bytes of an LED chain as colours by cell."""
    data = bytes.fromhex(grb)
    places = [data[3 * place : 3 * place + 3] for place in profile.led_order]
    return [(red, green, blue) for green, red, blue in places]


def ticks(events: Iterator[Event]) -> Iterator[Tick]:
    """Group the events by scan. A hello followed by a first state means that the firmware has
    started."""
    waiting: deque[Event] = deque()
    sent: list[str] = []
    starts = False
    zeros: Zeros | None = None
    tick: Tick | None = None
    for event in _known(events, waiting):
        if isinstance(event, Scan):
            if tick is not None:
                yield tick
            tick = Tick(event, sent, starts, zeros)
            sent, starts, zeros = [], False, None
        elif event.kind == "sent":
            sent.append(event.value)
        elif event.kind == "lights" and tick is not None:
            tick.lights = event.value
        elif event.kind == "started":
            starts = True
        else:
            message = _message(event)
            zeros = message if isinstance(message, Zeros) else zeros
    if tick is not None:
        yield tick


def _known(events: Iterator[Event], waiting: deque[Event]) -> Iterator[Event]:
    """Yield the events, with one of kind "started" before each hello of a start."""
    for event in events:
        message = _message(event)
        if isinstance(message, Hello):
            yield from waiting
            waiting.clear()
            waiting.append(event)
        elif waiting:
            waiting.append(event)
            if isinstance(message, State):
                if message.number == 0:
                    yield Other("started", None)
                yield from waiting
                waiting.clear()
        else:
            yield event
    yield from waiting


def _message(event: Event) -> Message | None:
    return read(event.value) if isinstance(event, Other) and event.kind == "said" else None


def unseen(ms: int) -> None:
    """Ignore the progress."""


def rerun(path: Path, profile: Profile, progress: Callable[[int], None] = unseen) -> Result:
    """Replay the recording in the simulator. `progress` is called with the ms done.
    RecordingError."""
    reader = Reader(path)
    result = Result()
    middle = reader.header.kept is None
    comparison = Comparison(profile, GO_ON_MS if middle else 0)
    with tempfile.TemporaryDirectory(prefix="lodeboard-rerun-") as folder:
        lay_out(Path(folder), path, reader, profile)
        board = SimulatedBoard(
            profile, reader.header.seed, store_dir=folder, app_factory=Supervisor
        )
        sensors = PlayedBack(profile.cells)
        board.port.sensors = _Read(sensors)
        shown: list[str] = []
        listen(board.wire, {Lights: lambda lights: shown.append(lights.grb)})
        app: object = None
        was: str | None = None
        now: str | None = None
        last_ms = 0
        for tick in ticks(reader.events()):
            scan = tick.scan
            sensors.raw = scan.raw
            if result.scans == 0:
                board.clock.elapsed_ms = scan.ms - profile.tick_ms
                board.boot()
                if middle:
                    started(board, scan.ms)
            elif tick.starts and board.app is app:
                board.boot()
            step = scan.ms - last_ms if result.scans else profile.tick_ms
            if step <= 0:  # another start of a chip, whose clock restarts at 0
                board.clock.elapsed_ms = scan.ms - profile.tick_ms
                step = profile.tick_ms
            app = board.app
            for line in tick.sent:
                board.send_line(line)
            board.port.finger.down = scan.held
            shown.clear()
            board.advance(scan.ms - board.now_ms)
            result.ms += step
            result.scans += 1
            last_ms = scan.ms
            new = shown[-1] if shown else None
            was, now = tick.lights or was, new or now
            result.exact += was == now
            pair = (None if grb is None else colours(profile, grb) for grb in (tick.lights, new))
            found = comparison.show(result.ms, *pair)
            if found:
                result.first = found
                break
            progress(result.ms)
        board.close()
    return ended(path, reader, result)


def profile_of(header: Header) -> Profile:
    """Return the profile of the recorded board. RecordingError if it is unknown."""
    if header.board not in profiles.names():
        raise RecordingError(f"it is of a board {header.board}, which this program does not know")
    return profiles.profile(header.board)


def told(result: Result) -> str:
    """Return the result in a sentence or two."""
    length = f"{result.ms / 1000:.1f} s, {result.scans} scans"
    if result.first:
        return f"The lights differ {result.first}. ({length})"
    if result.exact == result.scans:
        return f"The lights are as recorded, byte for byte: {length}."
    same = f", after {result.exact} of them byte for byte" if result.exact else ""
    return f"The lights mean what they did: {length}{same}."


def ended(path: Path, reader: Reader, result: Result) -> Result:
    """Return the result, with the reason if the recording ends early. RecordingError if it is
    empty."""
    if result.scans == 0:
        raise RecordingError(f"there is no reading in {path}: {reader.cut or 'it ends at once'}")
    if reader.cut:
        result.said.append(f"the recording ends early: {reader.cut}")
    return result


class _Read:
    """A port's sensors with recorded readings."""

    def __init__(self, sensors: PlayedBack) -> None:
        self._sensors = sensors

    def read(self, out: Any) -> None:
        """Write one reading per cell to `out`."""
        for cell, reading in enumerate(self._sensors.raw):
            out[cell] = reading
