"""An emulated board whose start comes out of the cache, or goes into it.

Up to the firmware's first look at the sensors nothing of the world around it counts, so that the
start of one flash image is always the same. The first time it is emulated and kept on the way;
from then on `boot` comes back with it done: board time is where it would be, lights and tones have
been told, each with its time.
"""

from typing import Any

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.booted import MOST_MS, RetoldBoard
from host_tools.board.emulator.snapshot import AlarmsKnown, SnapshotError, capture, restore
from host_tools.board.emulator.snapshots import Kept, Snapshots, key
from host_tools.board.simulator.faults import BadWires
from lodeboard.boards.profile import Profile

_SAYS_TICKS = 2  # for its hello, at most, before it looks at its sensors


class QuickBoard(RetoldBoard):
    """Its first start only is quick, and only one at which nobody does anything to it.

    `at_once`: `boot` comes back with it done the first time, too. Of several processes one makes
    it, for which the others wait.

    `quick`: it came out of the cache.
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
        """Switch on."""
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
            if not self._begin_quick(name):  # nobody has made it meanwhile
                self._recorder = _Recorder(self, self._snapshots, name)
                while not self._recorder.over:
                    self.step()

    def advance(self, ms: float) -> None:
        """Let board time pass, no more than one tick of it."""
        # Tones are told at the end of a step: only whole ticks tell them as all boards do.
        if self._recorder is not None and ms != self.profile.tick_ms:
            self._recorder.give_up()
        super().advance(ms)

    def _tell_lines(self) -> None:
        # What it says before its first look goes over the cable with that: it may be out the next
        # time.
        if self._recorder is None or self._recorder.over:
            super()._tell_lines()

    def _begin_quick(self, name: str) -> bool:
        kept = self._snapshots.find(name)
        self.quick = kept is not None and self._bring_back(kept, name)
        while self.starting:
            self.step()
        return self.quick

    def _bring_back(self, kept: Kept, name: str) -> bool:
        files = self.chip.file_system()
        self.chip.renew(files)
        try:
            restore(self.chip, self.wiring, kept.state, kept.memory)
            self._ticks = [
                (int(ms), [_event(event) for event in came]) for ms, came in kept.story["ticks"]
            ]
            self._end_ms = float(kept.story["end_ms"])
            self._told_frames = int(kept.story["told_frames"])
        except (SnapshotError, KeyError, TypeError, ValueError):
            self._snapshots.put_aside(name)
            self.chip.renew(files, AlarmsKnown())
            self._ticks = []
            del self.wiring.frames[:-1]  # those of the chip before
            self._told_frames = len(self.wiring.frames)
            self._read = 0
            return False
        self._shown_ms = 0
        for block in kept.memory:
            if block.startswith("flash"):
                for told in self.chip.flash_written:
                    told(int(block.removeprefix("flash")))
        return True


def untouched(board: EmulatedBoard) -> bool:
    """Whether the board is as it came: nothing held, broken or typed. A chip that says nothing does
    not feel the cable."""
    return board.chip.plain and board.wiring.bad == BadWires() and not board._down


def _event(event: list[Any]) -> tuple[int, str, int, Any]:
    now_ms, kind, at_ms, what = event
    return now_ms, kind, at_ms, [tuple(led) for led in what] if kind == "frame" else what


class _Recorder:
    """Keeps a board's start as it happens, if nothing is done to the board before its end."""

    def __init__(self, board: EmulatedBoard, snapshots: Snapshots, name: str) -> None:
        self._board = board
        self._snapshots = snapshots
        self._name = name
        self._flash = bytes(board.chip.mcu.flash)
        self._touched = False
        self._said_ticks = 0  # since it said its first line
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
        """Whether the start is kept, or can no longer be."""
        return not self._ends

    def give_up(self) -> None:
        """This one is not to be kept."""
        self._touched = True

    def _next_tick(self) -> None:
        chip = self._board.chip
        self._end_ms = round(chip.now_ms, 3) + self._board.profile.tick_ms

    def _tick(self, ms: int) -> None:
        # Only a tick that begins where the last one ended is one that a board can be told again.
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
        # What it has said long before went over a cable, which may be out the next time.
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
        self._snapshots.keep(self._name, Kept(state, memory, story))

    def _end(self) -> None:
        for end in self._ends:
            end()
        self._ends = []
