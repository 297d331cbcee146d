"""An emulated board that loads its start from a cache, or stores it there.

Nothing outside the chip matters until the firmware first reads its sensors, so the start of a flash
image is always the same. It is emulated and recorded once. After that `boot` replays it and returns
when it is over: board time has advanced, and lights and tones were reported with their times.
"""

from typing import Any

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.booted import MOST_MS, ReplayedBoard
from host_tools.board.emulator.snapshot import AlarmsKnown, SnapshotError, capture, restore
from host_tools.board.emulator.snapshots import Snapshots, Start, key
from host_tools.board.simulator.faults import BadWires
from lodeboard.boards.profile import Profile

_SAYS_TICKS = 3  # at most, from its hello to its first sensor reading


class QuickBoard(ReplayedBoard):
    """A board whose first start is fast if nothing else is done to it.

    `at_once`: `boot` returns at the end of the start even when it has to be emulated. Of several
    processes one emulates it and the others wait.

    `quick`: the start came from the cache.
    """

    def __init__(
        self,
        profile: Profile,
        seed: int = 0,
        *,
        snapshots: Snapshots | None = None,
        at_once: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(profile, seed, clock=AlarmsKnown(), **more)
        self._snapshots = snapshots or Snapshots()
        self._at_once = at_once
        self._recorder: _Recorder | None = None
        self.quick = False

    def boot(self) -> None:
        """Switch on; see the class."""
        first = self.powered and self.now_ms == 0
        super().boot()
        if not (first and untouched(self)):
            return
        name = key(self.chip, self.profile.data)
        if self._begin_quick(name):
            return
        if not self._at_once:
            self._recorder = _Recorder(self, self._snapshots, name)
            return
        with self._snapshots.alone():
            if not self._begin_quick(name):  # no other process has stored it meanwhile
                self._recorder = _Recorder(self, self._snapshots, name)
                while not self._recorder.over:
                    self.step()

    def advance(self, ms: float) -> None:
        """Let board time pass, at most one tick."""
        # Tones are reported at the end of a step, so only whole ticks record the right times.
        if self._recorder is not None and ms != self.profile.tick_ms:
            self._recorder.give_up()
        super().advance(ms)

    def _tell_lines(self) -> None:
        # Lines before the first sensor reading are sent after it: the cable may be unplugged in a
        # replay.
        if self._recorder is None or self._recorder.over:
            super()._tell_lines()

    def _begin_quick(self, name: str) -> bool:
        start = self._snapshots.find(name)
        self.quick = start is not None and self._bring_back(start, name)
        while self.starting:
            self.step()
        return self.quick

    def _bring_back(self, start: Start, name: str) -> bool:
        files = self.chip.file_system()
        self.chip.renew(files)
        try:
            restore(self.chip, self.wiring, start.state, start.memory)
            self._ticks = [
                (int(ms), [_event(event) for event in came]) for ms, came in start.story["ticks"]
            ]
            self._end_ms = float(start.story["end_ms"])
            self._told_frames = int(start.story["told_frames"])
        except (SnapshotError, KeyError, TypeError, ValueError):
            self._snapshots.discard(name)
            self.chip.renew(files, AlarmsKnown())
            self._ticks = []
            del self.wiring.frames[:-1]  # frames of the previous chip
            self._told_frames = len(self.wiring.frames)
            self._read = 0
            return False
        self._shown_ms = 0
        for block in start.memory:
            if block.startswith("flash"):
                for told in self.chip.flash_written:
                    told(int(block.removeprefix("flash")))
        return True


def untouched(board: EmulatedBoard) -> bool:
    """Whether nothing was pressed, damaged or typed. The cable does not matter as long as the chip
    sends nothing."""
    return board.chip.plain and board.wiring.bad == BadWires() and not board._down


def _event(event: list[Any]) -> tuple[int, str, int, Any]:
    now_ms, kind, at_ms, what = event
    return now_ms, kind, at_ms, [tuple(led) for led in what] if kind == "frame" else what


class _Recorder:
    """Records a board's start and stores it, unless something is done to the board before its
    end."""

    def __init__(self, board: EmulatedBoard, snapshots: Snapshots, name: str) -> None:
        self._board = board
        self._snapshots = snapshots
        self._name = name
        self._flash = bytes(board.chip.mcu.flash)
        self._touched = False
        self._said_ticks = 0  # since its first line
        self._ticks: list[Any] = []
        self._came: list[Any] = []
        self._next_tick()
        adc = board.chip.mcu.adc
        self._adc = adc
        self._answer = adc.on_adc_read
        adc.on_adc_read = self._first_look
        self._ends = [
            board.frames.subscribe(lambda ms, leds: self._hear("frame", ms, list(leds))),
            board.sounds.subscribe(lambda ms, hertz: self._hear("tone", ms, hertz)),
            board.ticks.subscribe(lambda ms, _: self._tick(ms)),
        ]

    def _hear(self, kind: str, ms: int, what: Any) -> None:
        self._came.append([self._board.now_ms, kind, ms, what])

    @property
    def over(self) -> bool:
        """Whether the recording has ended, stored or not."""
        return not self._ends

    def give_up(self) -> None:
        """Do not store this start."""
        self._touched = True

    def _next_tick(self) -> None:
        chip = self._board.chip
        self._end_ms = round(chip.now_ms, 3) + self._board.profile.tick_ms

    def _tick(self, ms: int) -> None:
        # Only a tick that begins where the last one ended can be replayed.
        here = untouched(self._board) and self._board.powered and self._end_ms < MOST_MS
        self._touched = self._touched or not here
        self._said_ticks += b"\n" in self._board.chip.output
        self._ticks.append([ms, self._came])
        self._came = []
        self._next_tick()
        if self._touched:
            self._end()

    def _first_look(self, channel: int) -> None:
        chip = self._board.chip
        self._adc.on_adc_read = self._answer
        self._answer(channel)
        # Lines sent long before went over a cable that may be unplugged in a replay.
        if not self._touched and untouched(self._board) and self._said_ticks <= _SAYS_TICKS:
            chip.paused = self._keep
            chip.simulator.stopped = True
        else:
            self._end()

    def _keep(self) -> None:
        board = self._board
        self._end()
        story = {
            "ticks": [*self._ticks, [int(self._end_ms), self._came]],
            "end_ms": self._end_ms,
            "told_frames": board._told_frames,
        }
        try:
            state, memory = capture(board.chip, board.wiring, self._flash)
        except SnapshotError:
            return
        self._snapshots.store(self._name, Start(state, memory, story))

    def _end(self) -> None:
        for end in self._ends:
            end()
        self._ends = []
