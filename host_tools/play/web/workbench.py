"""The workbench: turns, breaks and measures the simulated board, for all pages at once.

What it shows of the board the board has said itself; only the true field and the current
come from the world. A scene is a whole bench set up afresh: another seed's board, calibrated
at room temperature with everything as the data say, then its game, and last what was turned
and broken. The same scene gives the same readings, whatever was there before.
"""

import json
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from host_tools.board.contract import Board
from host_tools.board.messages import NO_STATE, Cells, Handlers, Hello, Scan, State, listen
from host_tools.board.simulator.faults import DeadChannel, Fault, Noisy, Stuck
from host_tools.games.loader import host_game
from host_tools.play.web import told
from host_tools.play.web.laying import TOO_FEW, lacks_tiles
from host_tools.play.web.messages import (
    KNOBS,
    BenchAct,
    Break,
    BreakRow,
    Cable,
    Knobs,
    Power,
    Record,
    Scene,
    Watch,
)
from lodeboard.boards.profile import LINE_BYTES, Profile
from lodeboard.games.contract import GameError
from lodeboard.system.loader import make_game, playable

if TYPE_CHECKING:  # serves files, which not every workbench can
    from host_tools.play.web.recordings import Recordings

_TRUTH_MS = 200
_MOST_SCANS = 200  # waiting for the pages: seconds more than they ever have to
_TRIM_MS = 10_000
_HISTORY = 2000  # lines and tones, for the history of a page that opens later
_MIDDLE = 2
# Board time that setting up a scene takes at most, step by step
_START_MS = 5000
_ZEROS_MS = 15_000
_SETTLE_MS = 2500
_SLACK_MS = 200

_FAULTS: dict[str, Callable[[float], Fault]] = {
    "stuck": Stuck,
    "noisy": Noisy,
    "dead": lambda _: DeadChannel(),
}


class Workbench:
    """Lives in the board's thread. `free` makes the pages' hands let go and says why not,
    if they cannot. While somebody watches, pages get every scan, and of a board whose firmware
    knows none of these those readings that it sends."""

    def __init__(
        self,
        board: Board,
        free: Callable[[], str | None],
        recordings: "Recordings | None" = None,
    ) -> None:
        self._board = board
        self._recordings = recordings
        self._free = free
        self._watchers: set[int] = set()
        self._due_ms = 0
        self._trim_ms = 0
        self._knobs = {name: usual for name, (_, _, usual) in KNOBS.items()}
        self._knobs["tremor"] = board.world.tremor_mm
        self._breaks: dict[int, Break | BreakRow] = {}
        self._state = NO_STATE
        self._told: dict[str, object] = {}
        self._scans: deque[tuple[int, list[int]]] = deque(maxlen=_MOST_SCANS)
        self._scanned = False  # the firmware sends its scans
        handlers: Handlers = {
            State: self._take_state,
            Hello: self._greeted,
            Cells: self._take_cells,
        }
        listen(board.lines, handlers)
        listen(board.wire, {Scan: self._take_scan})
        self._acts: dict[type[BenchAct], Callable[[int, Any], str | None]] = {
            Watch: lambda page, act: self._watch(page, act.on),
            Knobs: lambda _, act: self._turn(act.named()),
            Break: lambda _, act: self._break(act),
            Power: lambda _, act: self._power(act.on),
            Cable: lambda _, act: self._cable(act.on),
            Record: lambda _, act: self._record(act.on),
            Scene: lambda _, act: self._set_up(act),
        }

    def _take_state(self, state: State) -> None:
        self._state = state

    def _greeted(self, _hello: Hello) -> None:
        self._scanned = False
        if self._watchers:
            self._tap()

    def _take_cells(self, cells: Cells) -> None:
        if not self._scanned:
            self._scans.append((self._board.now_ms, cells.raw))

    def _take_scan(self, scan: Scan) -> None:
        if self._watchers:
            self._scanned = True
            self._scans.append((scan.ms, list(scan.readings)))

    # What pages ask

    def ask(self, page: int, act: BenchAct) -> str | None:
        """Do it; the reason if it cannot be done."""
        return self._acts[type(act)](page, act)

    def leave(self, page: int) -> None:
        """A page is gone."""
        if page in self._watchers:
            self._watch(page, False)

    def news(self) -> list[dict[str, object]]:
        """What is new for the pages since the last time."""
        board = self._board
        messages = []
        now = self.report()
        if now != self._told:
            self._told = now
            messages.append(now)
        if self._watchers and board.now_ms >= self._due_ms:
            self._due_ms = board.now_ms + _TRUTH_MS
            messages.append(self._truth())
            if self._scans:
                messages.append(self._take_scans())
        if board.now_ms >= self._trim_ms:  # a board may run for days
            self._trim_ms = board.now_ms + _TRIM_MS
            del board.serial_out[:-_HISTORY]
            del board.tones[:-_HISTORY]
        return messages

    def _truth(self) -> dict[str, object]:
        field = [round(value, 3) for value in self._board.frontend.true_field_mt()]
        return told.Truth(field, round(self._board.current_ma, 1)).as_dict()

    def _take_scans(self) -> dict[str, object]:
        scans = list(self._scans)
        self._scans.clear()
        return told.Scans([ms for ms, _ in scans], [raw for _, raw in scans]).as_dict()

    def report(self) -> dict[str, object]:
        """How the bench stands."""
        breaks = [[b.cell, b.how, b.mv] for _, b in sorted(self._breaks.items())]
        return told.Bench(
            seed=self._board.seed,
            mv_per_count=self._board.profile.millivolts(1),
            mv_per_mt=self._board.profile.data["sensor"]["sensitivity_mv_per_mt"],
            knobs=dict(self._knobs),
            breaks=breaks,
            power=self._board.powered,
            cable=self._board.plugged,
            recording=None if self._recordings is None else self._recordings.report(),
        ).as_dict()

    # How it is done

    def _say(self, command: dict[str, object]) -> None:
        self._board.send_line(json.dumps(command))

    def _watch(self, page: int, on: bool) -> None:
        if on:
            self._watchers.add(page)
        else:
            self._watchers.discard(page)
        self._tap()
        self._say({"c": "watch", "on": bool(self._watchers)})

    def _tap(self) -> None:
        """Have the board send its scans, or no longer, unless they are recorded."""
        if self._watchers:
            self._say({"c": "scan", "on": True})
            return
        self._scans.clear()
        if self._recordings is None or not self._recordings.busy:
            self._say({"c": "scan", "on": False})

    def _turn(self, knobs: dict[str, float]) -> None:
        self._knobs.update(knobs)
        frontend, world = self._board.frontend, self._board.world
        frontend.noise(self._knobs["noise"])
        frontend.sensors.spread(self._knobs["spread"])
        world.tremble(self._knobs["tremor"])
        world.temperature_c = self._knobs["temperature"]

    def _break(self, act: Break | BreakRow) -> str | None:
        if act.cell >= self._board.profile.cells:
            return f"there is no cell {act.cell}"
        if act.how == "whole":
            self._breaks.pop(act.cell, None)
            self._board.frontend.faults.pop(act.cell, None)
        else:
            self._breaks[act.cell] = act
            self._board.frontend.faults[act.cell] = _FAULTS[act.how](act.mv)
        return None

    def _power(self, on: bool) -> None:
        if on and not self._board.powered:
            self._board.boot()
            self._greet()
        elif not on and self._board.powered:
            self._board.power_cut()

    def _cable(self, on: bool) -> None:
        was = self._board.plugged
        self._board.plug(on)
        if on and not was:
            self._say({"c": "hello"})
            self._greet()

    def _record(self, on: bool) -> str | None:
        if self._recordings is None:
            return "this board cannot be recorded"
        if on:
            return self._recordings.begin(self._board)
        self._recordings.end()
        self._tap()
        return None

    def close(self) -> None:
        """End what is still going on."""
        if self._recordings is not None:
            self._recordings.end()

    def _greet(self) -> None:
        if self._watchers:
            self._say({"c": "watch", "on": True})

    # Scenes

    def _set_up(self, scene: Scene) -> str | None:
        board = self._board
        try:
            start, alike, tiles = _tiles(scene, board.profile)
        except (GameError, IndexError) as error:
            return f"that game cannot be set up: {error}"
        if lacks_tiles(board.world, alike, tiles):
            return f"that game cannot be set up: {TOO_FEW}"
        if any(b.cell >= board.profile.cells for b in scene.breaks):
            return "that link breaks a cell that does not exist"
        if self._recordings is not None and self._recordings.busy:
            # A replay cannot follow: it goes on with the board and the stored data of before.
            return "this board is being recorded: end the recording before you set up another board"
        problem = self._free()
        if problem:
            return problem
        self._breaks.clear()
        board.plug(True)
        board.reseed(scene.seed)
        self._turn({name: usual for name, (_, _, usual) in KNOBS.items()})
        self._state = NO_STATE
        board.boot()
        if not self._calibrate():
            return "the board did not set its zeros"
        self._say({"c": "set", **scene.settings})
        board.run_ms(_SLACK_MS)
        if start:
            if not self._changes_to(_variant(scene, board.profile)[0]):
                return "the board did not change to that game"
            board.world.unpack(alike)
            board.world.arrange(tiles)
            self._setup_line(scene, start)
        board.run_ms(_SETTLE_MS)
        self._turn(scene.knobs.named())
        for each in scene.breaks:
            self._break(each)
        self._greet()
        if not scene.cable:
            self._cable(False)
        if not scene.power:
            self._power(False)
        return None

    def _calibrate(self) -> bool:
        board = self._board
        if not board.run_until(lambda: self._state.phase == "calibrate", _START_MS):
            return False

        def through(asked: str) -> bool:
            return self._state.ask != asked

        for asked in ("calibrate", "gain"):
            board.press(_MIDDLE)
            board.run_ms(_SLACK_MS)
            board.release(_MIDDLE)
            if not board.run_until(partial(through, asked), _ZEROS_MS):
                return False
        return self._state.phase != "calibrate"

    def _changes_to(self, game: str) -> bool:
        """Wait for this game: the board starts again for another than it has in memory."""
        there = ("match", game)
        return self._board.run_until(
            lambda: (self._state.phase, self._state.game) == there, _START_MS
        )

    def _setup_line(self, scene: Scene, start: str) -> None:
        command: dict[str, object]
        command = {"c": "setup", "position": scene.start, "moves": scene.moves}
        if len(json.dumps(command)) > LINE_BYTES:
            command = {"c": "setup", "position": start, "moves": []}
        self._say(command)


def _variant(scene: Scene, profile: Profile) -> tuple[str, str]:
    """Game and rule set of a scene; GameError where this board has none of that number."""
    variants, number = playable(profile), scene.settings.get("variant", 0)
    if not 0 <= number < len(variants):
        raise GameError(f"there is no game {number} for a board of this size")
    return variants[number]


def _tiles(scene: Scene, profile: Profile) -> tuple[str, bool, list[tuple[int, bool] | None]]:
    """The position at the end of a scene's game, whether all its tiles are alike, and those on
    each cell; "" and none without a game. GameError or IndexError where there is no such game."""
    if not scene.start:
        return "", False, []
    name, rules = _variant(scene, profile)
    game = make_game(name, rules)
    game.load(scene.start)
    for move in scene.moves:
        for step in game.parse_move(move):
            game.push(step)
    codes = bytearray(profile.cells)
    game.expected(codes)
    return game.text(), host_game(name).alike, [_tile(code) for code in codes]


def _tile(code: int) -> tuple[int, bool] | None:
    """Owner and side of a tile code (1 U, 2 D, 3 u, 4 d)."""
    return None if code == 0 else ((code - 1) // 2, code % 2 == 1)
