"""Replays a recording in the simulator."""

import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools.board.make import SIMULATED
from host_tools.board.messages import Hello, Lights, Message, State, Zeros, listen, read
from host_tools.board.recording.comparison import ByMeaning, Difference, Exactly
from host_tools.board.recording.file import Event, Header, Other, Reader, RecordingError, Scan
from host_tools.board.recording.start import GO_ON_MS, lay_out, started
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.meanings import palette_now
from host_tools.build import profiles
from lodeboard.boards.profile import Profile
from lodeboard.system.run import Supervisor

_GAP_MS = 100  # longer between two readings: the cable was out


@dataclass
class Result:
    """The result of a replay. `exact`: scans after which every LED byte was as recorded. `first`:
    the first difference. `said`: remarks."""

    scans: int = 0
    exact: int = 0
    ms: int = 0
    first: Difference | None = None
    damaged: bool = False
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
    """Do not show the progress."""


def rerun(
    path: Path,
    profile: Profile,
    progress: Callable[[int], None] = unseen,
    by_meaning: bool = False,
) -> Result:
    """Replay the recording in the simulator. `progress` is called with the ms done. A recording of
    a simulated board from its start on is compared byte for byte, unless `by_meaning`. Raises
    RecordingError."""
    reader = Reader(path)
    exactly = not by_meaning and comes_out_exactly(reader.header)
    comparison: Exactly | ByMeaning
    if exactly:
        comparison = Exactly(profile, reader.palette)
    else:
        middle = reader.header.stored is None
        comparison = ByMeaning(profile, GO_ON_MS if middle else 0, reader.palette)
    result = Result()
    with tempfile.TemporaryDirectory(prefix="lodeboard-rerun-") as folder:
        lay_out(Path(folder), path, reader, profile)
        fed = _Fed(profile, reader.header, folder)
        for tick in ticks(reader.events()):
            ms, now = fed.tick(tick)
            result.ms += ms
            result.scans += 1
            result.exact += fed.same
            if exactly and ms > _GAP_MS and not tick.starts:
                exactly = False
                comparison = ByMeaning(profile, result.ms + GO_ON_MS, reader.palette)
                result.said.append(
                    f"nothing is recorded for {ms} ms up to {result.ms / 1000:.2f} s: what follows"
                    " is compared by meaning"
                )
            pair = (None if grb is None else colours(profile, grb) for grb in (tick.lights, now))
            result.first = comparison.show(result.ms, *pair)
            if result.first:
                break
            progress(result.ms)
        fed.close()
    result.first = result.first or comparison.end()
    return ended(path, reader, result)


def comes_out_exactly(header: Header) -> bool:
    """Whether a replay with the same firmware gives the recorded bytes: if the simulator was
    recorded, from its start on."""
    return header.on == SIMULATED and header.stored is not None


class _Fed:
    """A simulated board that gets the readings of a recording. `same`: whether the lights after
    the last tick are as recorded."""

    def __init__(self, profile: Profile, header: Header, folder: str) -> None:
        self.same = True
        self._profile = profile
        self._middle = header.stored is None
        self._board = SimulatedBoard(profile, header.seed, store_dir=folder, app_factory=Supervisor)
        self._sensors = PlayedBack(profile.cells)
        self._board.port.sensors = _Read(self._sensors)
        self._shown: list[str] = []
        listen(self._board.wire, {Lights: lambda lights: self._shown.append(lights.grb)})
        self._app: object = None
        self._was: str | None = None
        self._now: str | None = None
        self._last_ms: int | None = None

    def tick(self, tick: Tick) -> tuple[int, str | None]:
        """Run until the next reading; return the ms since the one before, and the new lights."""
        board, scan, tick_ms = self._board, tick.scan, self._profile.tick_ms
        self._sensors.raw = scan.raw
        if self._last_ms is None:
            board.clock.elapsed_ms = scan.ms - tick_ms
            board.boot()
            if self._middle:
                started(board, scan.ms)
        elif tick.starts and board.app is self._app:
            board.boot()
        step = tick_ms if self._last_ms is None else scan.ms - self._last_ms
        if step <= 0:  # a chip started again, and its clock from 0
            board.clock.elapsed_ms = scan.ms - tick_ms
            step = tick_ms
        self._app = board.app
        for line in tick.sent:
            board.send_line(line)
        board.port.finger.down = scan.held
        self._shown.clear()
        board.advance(scan.ms - board.now_ms)
        self._last_ms = scan.ms
        new = self._shown[-1] if self._shown else None
        self._was, self._now = tick.lights or self._was, new or self._now
        self.same = self._was == self._now
        return step, new

    def close(self) -> None:
        """Switch the board off."""
        self._board.close()


def profile_of(header: Header) -> Profile:
    """Return the profile of the recorded board. Raises RecordingError if it is unknown."""
    if header.board not in profiles.names():
        raise RecordingError(f"it is of a board {header.board}, which this program does not know")
    return profiles.profile(header.board)


def told(result: Result) -> str:
    """Describe the result in one or two sentences."""
    length = f"{result.ms / 1000:.1f} s, {result.scans} scans"
    if result.first:
        return f"The lights differ {result.first}. ({length})"
    if result.exact == result.scans:
        return f"The lights are as recorded, byte for byte: {length}."
    same = f", after {result.exact} of them byte for byte" if result.exact else ""
    return f"The lights mean what they did: {length}{same}."


def ended(path: Path, reader: Reader, result: Result) -> Result:
    """Complete the result with remarks on the recording. Raises RecordingError if it is empty."""
    if result.scans == 0:
        raise RecordingError(f"there is no reading in {path}: {reader.cut or 'it ends at once'}")
    if reader.cut:
        result.said.append(f"the recording ends early: {reader.cut}")
    result.damaged = reader.damaged
    pairs = zip(reader.palette or (), palette_now(), strict=False)
    # A newer palette may have more at the end.
    if any(not now.startswith(recorded) for recorded, now in pairs):
        result.said.append("it was recorded with other lights: colours or movements have changed")
    return result


class _Read:
    """A port's sensors with recorded readings."""

    def __init__(self, sensors: PlayedBack) -> None:
        self._sensors = sensors

    def read(self, out: Any) -> None:
        """Write one reading per cell to `out`."""
        for cell, reading in enumerate(self._sensors.raw):
            out[cell] = reading
