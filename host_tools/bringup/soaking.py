"""Games over the line without a break, for so many minutes of the board's clock."""

import itertools
import json
from collections.abc import Callable

from host_tools.board.contract import Board
from host_tools.bringup.steps import Game, Row, Step
from host_tools.device.faults import fault_log, last_fault
from host_tools.device.listen import FAULT
from host_tools.device.reach import reach
from host_tools.device.transport import Prompt
from host_tools.hands.soak import SoakError, kinds, ready
from host_tools.jobs.progress import BAR, progress_bar
from host_tools.scenario.oncable import Borrowed
from host_tools.selftest.parts import FAULTY, LOOK, OK
from lodeboard.boards.profile import Profile
from lodeboard.games.catalogue import LEVELS
from lodeboard.system.loader import playable

_SEED = 1
_LESS_FREE = 4096  # bytes; more than that may be a leak
_MINUTE_MS = 60_000
_FREE = "import gc; gc.collect(); print(gc.mem_free())"


class Ear:
    """What a board says in a soak: starts and faults, and the longest time between two readings."""

    def __init__(self, board: Board) -> None:
        self.starts = 0
        self.faults: list[str] = []
        self.slowest_ms = 0
        self._number = -1
        self._scan_ms = -1
        board.wire.subscribe(self._wired)

    def _wired(self, _now_ms: int, line: str) -> None:
        if not line.startswith("{"):
            return
        said = json.loads(line)
        kind = said.get("t")
        if kind == "scan":
            if 0 <= self._scan_ms < said["ms"]:
                self.slowest_ms = max(self.slowest_ms, said["ms"] - self._scan_ms)
            self._scan_ms = said["ms"]
        elif kind == "state":
            # It counts its states from each start on.
            self.starts += said.get("number", 0) < self._number
            self._number = said.get("number", 0)
        elif kind == "notice" and str(said.get("say")).startswith(FAULT):
            self.faults.append(said["say"])


def play(
    board: Board,
    minutes: float,
    game: str,
    step: Step,
    progress: Callable[[float], None] = lambda _: None,
) -> None:
    """Games of all levels until the time is over, the one that is on to its end; into the step.
    SoakError. `progress`: minutes of the board's clock."""
    hand = ready(board, game)
    ear = Ear(board)
    begun_ms = board.now_ms
    among = playable(board.profile)
    every = kinds(len(among) * len(LEVELS[game]), game, among=among)
    try:
        for variant, level in itertools.cycle(dict.fromkeys(every)):
            game_ms, ear.slowest_ms = board.now_ms, 0
            hand.begin(variant, level)
            moves = len(hand.play())
            hand.clear()
            name = f"{' '.join(filter(None, among[variant]))}, {LEVELS[game][level]}"
            took_s = (board.now_ms - game_ms) / 1000
            step.games.append(Game(name, moves, took_s, ear.slowest_ms))
            board.serial_out.clear()
            board.tones.clear()
            progress((board.now_ms - begun_ms) / _MINUTE_MS)
            if board.now_ms - begun_ms >= minutes * _MINUTE_MS:
                return
    finally:
        step.figures["games"] = len(step.games)
        step.figures["minutes on the board"] = round((board.now_ms - begun_ms) / _MINUTE_MS, 1)
        step.figures["longest time between two readings, ms"] = max(
            (each.slowest_ms for each in step.games), default=ear.slowest_ms
        )
        step.rows += heard_rows(ear)


def heard_rows(ear: Ear) -> list[Row]:
    """Restarts and faults as the line tells them."""
    rows = [Row("restarts", OK, "none")]
    if ear.starts:
        fix = "its supply, the cable, a short that comes and goes; then: lodeboard log"
        rows = [Row("restarts", FAULTY, f"it started {ear.starts} times by itself", fix)]
    if ear.faults:
        rows.append(Row("faults on the line", FAULTY, " ".join(ear.faults), "lodeboard log"))
    return rows


def soak(
    step: Step, profile: Profile, port: str, minutes: float, say: Callable[[str], None]
) -> None:
    """Fill the step in. What was done stays in it when this raises DeviceError."""
    variants = playable(profile)
    if not variants:
        step.why = f"No game is made for a {profile.name}."
        return
    game = variants[0][0]
    with reach(port, say):
        pass  # it may have been restarting; now it stands at its prompt
    with Borrowed(profile, port) as borrowed:
        try:
            with borrowed.board(_SEED) as board:
                # What the first game brings into memory stays there.
                play(board, 0, game, Step("first game"))
            before, _ = _looked_at(port)
            with (
                borrowed.board(_SEED) as board,
                progress_bar(minutes, BAR + " {n:.1f}/{total:g} min", stays=False) as bar,
            ):
                play(board, minutes, game, step, lambda done: bar.update(done - bar.n))
        except SoakError as error:
            fix = "lodeboard log; then the same in the simulator: lodeboard soak"
            step.rows.append(Row("games", FAULTY, f"a game stopped: {error}", fix))
        else:
            step.rows.append(Row("games", OK, f"{len(step.games)} played to their end"))
            after, log = _looked_at(port)
            _compare(step, before, after, log)
    step.judge()


def _looked_at(port: str) -> tuple[int, str]:
    """Free memory of a board that was interrupted in play, in bytes, and its fault log. It stays
    at its prompt."""
    with Prompt(port, empty=False) as prompt:
        free = int(prompt.run(_FREE))
        return free, (fault_log(prompt) or b"").decode(errors="replace")


def _compare(step: Step, before: int, after: int, log: str) -> None:
    step.figures["memory free at the beginning, bytes"] = before
    step.figures["memory free at the end, bytes"] = after
    found = f"{before} bytes free at the beginning, {after} at the end"
    if before - after > _LESS_FREE:
        fix = "play for twice as long: if twice as much is lost, this is a fault of the firmware"
        step.rows.append(Row("memory", LOOK, found, fix))
    else:
        step.rows.append(Row("memory", OK, found))
    last = last_fault(log)
    if last:
        step.rows.append(Row("fault log", FAULTY, last, "lodeboard log shows the lines of source"))
    else:
        step.rows.append(Row("fault log", OK, "empty"))
