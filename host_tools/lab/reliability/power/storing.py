"""A board in use over a store that records every act; and the same board started from what a power
cut at any act leaves."""

import gc
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from host_tools.board.hands.stage import Stage
from host_tools.board.messages import kind
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.games.table_files import TABLES
from host_tools.lab.reliability.power.conditions import script_of
from host_tools.lab.reliability.power.disk import Act, Cut, Disk, Left, cuts, store_on
from host_tools.lab.reliability.power.stored_state import (
    DEAD,
    MATCH,
    REFUSED,
    RESUME,
    StoredState,
    Told,
    Tried,
    judge,
)
from lodeboard.boards.profile import Profile
from lodeboard.storage.blobs import Blobs
from lodeboard.system.run import Supervisor

if TYPE_CHECKING:
    from lodeboard.ports.port import Port

WATCH = '{"c": "watch", "on": true}'
MIDDLE = 2
_STARTED_MS = 5000  # no start takes longer
_WATCHED_MS = 500  # until a board that is watched has told its zeros and gains
BEGUN = ("calibrate", MATCH, RESUME)


def make_board(disk: Disk, profile: Profile, seed: int = 0) -> tuple[SimulatedBoard, Told]:
    """A simulated board over this disk, and what it reports; watched from its first line on."""

    def firmware(port: "Port", profile: Profile) -> Supervisor:
        port.store = Blobs(store_on(disk, str(TABLES)))
        return Supervisor(port, profile)

    board = SimulatedBoard(profile, seed=seed, app_factory=firmware)
    told = Told(profile, lambda: len(disk.acts))

    def hear(_: int, line: str) -> None:
        told.hear(line)
        if kind(line) == "hello":
            board.send_line(WATCH)

    board.lines.subscribe(hear)
    return board, told


class Run(NamedTuple):
    """A finished script: its board, the acts on the store, what the board reported, all cuts and
    what they leave."""

    profile: Profile
    acts: list[Act]
    told: Told
    cuts: list[Cut]
    left: Left


@lru_cache(1)
def run(name: str) -> Run:
    """Run the script of the game of this name."""
    profile = profiles.of_game(name)
    cells = [profile.cell_name(cell) for cell in range(profile.cells)]
    found = run_script(script.load(script_of(name), cells), profile)
    # Each start collects garbage; it need not scan these objects.
    gc.freeze()
    return found


def run_script(scenario: script.Script, profile: Profile) -> Run:
    """Run a script."""
    disk = Disk()
    board, told = make_board(disk, profile, scenario.seed)
    Runner(Stage(board)).run(scenario)
    return Run(profile, disk.acts, told, cuts(disk.acts), Left(disk.acts))


def blob_of(run: Run, cut: Cut) -> str:
    """The blob being written or removed at a cut; "" after the last act."""
    return run.acts[cut.act].blob if cut.act < len(run.acts) else ""


def try_cut(run: Run, cut: Cut) -> Tried:
    """Start the board from what the cut leaves."""
    started = start(Disk(run.left.by(cut)), run.profile)
    return judge_start(started, run.told.around(cut.act), blob_of(run, cut))


class Started(NamedTuple):
    """The result of a start: what the board has, and its notices; `reached`: whether it came to a
    game, to the question whether to continue one, or to the zeros."""

    stored: StoredState
    reached: bool
    notices: list[str]


def start(disk: Disk, profile: Profile) -> Started:
    """Start a board from this disk, and continue the game that it offers."""
    board, told = make_board(disk, profile)
    board.boot()
    reached = board.run_until(lambda: told.phase in BEGUN, _STARTED_MS)
    if told.phase == RESUME:
        board.press(MIDDLE)
        reached = board.run_until(lambda: told.phase == MATCH, _STARTED_MS)
        board.release(MIDDLE)
    board.run_ms(_WATCHED_MS)
    return Started(told.now, reached, told.notices)


def judge_start(started: Started, around: tuple[StoredState, StoredState], blob: str) -> Tried:
    """The outcome of a cut, from the start after it."""
    if not started.reached:
        return Tried(DEAD, " ".join(started.notices))
    if started.notices:
        return Tried(REFUSED, " ".join(started.notices))
    return judge(started.stored, around, blob)
