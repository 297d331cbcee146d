"""Kernels that run as plain Python until their machine code is ready: same results throughout, and
no caller waits for a compiler. Tested by counting: code that waited for a compiler would wait for
ever here, or raise."""

import inspect
import json
import random
import subprocess
import sys
from array import array

import pytest
from games.flip.late import random_game
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import compile_kernel, compiled, swap
from host_tools.build.swap import Swapping
from host_tools.games.analysis.choice import choose
from host_tools.games.engine import make_engine
from host_tools.games.magician import proving
from host_tools.games.magician.exact import Prover
from host_tools.jobs.files import alone
from lodeboard.games.catalogue import GAMES, LEVELS, rule_sets
from lodeboard.games.flip import search_layout
from lodeboard.games.flip.book_kernel import flip_unpack
from lodeboard.games.flip.search import FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid
from lodeboard.games.magician import board_layout
from lodeboard.games.magician.board_kernel import magician_board
from lodeboard.games.magician.search import MagicianSearch
from lodeboard.games.xtic import search_layout as xtic_layout
from lodeboard.games.xtic.search import XticSearch
from lodeboard.games.xtic.search_kernel import xtic_search
from lodeboard.system.loader import make_game


class Compiling:
    """A process that compiles until `end`."""

    def __init__(self):
        self.status = None
        self.asked = 0

    def poll(self):
        self.asked += 1
        return self.status


@pytest.fixture
def compiling(monkeypatch):
    """The process that every kernel starts at its first call; whoever compiles here fails."""

    def refuse(*_):
        raise AssertionError("somebody waits for a compiler")

    monkeypatch.setattr(compiled, "compile_for", refuse)
    monkeypatch.setattr(swap, "mark_of", lambda plain: swap.Path("/nowhere/at/all"))
    monkeypatch.setattr(swap, "PATIENCE_S", 0.0)
    return Compiling()


@pytest.fixture
def started(compiling, monkeypatch):
    """The kernels of all games that asked for machine code, once each."""
    names = []

    def start(plain, machine):
        names.append(plain.__name__)
        return compiling

    kernels = [Swapping(getattr(module, name), start=start) for module, name in compiled.kernels()]
    monkeypatch.setattr(swap, "install", lambda game="*": None)
    with compiled.bound(*kernels):
        yield names


def test_what_is_ready_is_not_loaded_while_another_kernel_compiles(
    compiling, tmp_path, monkeypatch
):
    monkeypatch.setattr(compiled, "CACHE", str(tmp_path))
    mark = tmp_path / "ready"
    mark.touch()
    monkeypatch.setattr(swap, "mark_of", lambda plain: mark)
    loaded = []
    monkeypatch.setattr(swap, "load", lambda *_: loaded.append(1) or (lambda: 2))
    kernel = Swapping(lambda: 1)
    with alone(tmp_path / "compiling"):
        assert kernel() == 1
    assert not loaded
    assert kernel() == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_first_reply_waits_for_no_compiler_at_any_level(game, started):
    for rules in rule_sets(game):
        position = make_game(game, rules)
        player, _ = make_engine(game)
        for level in range(len(LEVELS[game])):
            assert choose(position, player, level)["move"]
    assert len(started) == len(set(started))
    assert started or game not in ("flip", "magician")  # whose first replies need kernels


def test_a_boards_first_reply_waits_for_no_compiler(started):
    """The board that the page shows."""
    board = SimulatedBoard(PROFILE)
    stage = Stage(board)
    board.boot()
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 5000)
    stage.set_zeros()
    assert stage.wait_for(lambda: set(stage.lights()) == {"may-place"}, 5000)
    board.send_line('{"c": "set", "players": 0, "starts": 1, "level": 4}')
    assert stage.wait_for(lambda: json.loads(board.serial_out[-1]).get("step") is not None, 60_000)
    assert started == ["flip_search"]


def test_one_that_could_not_be_compiled_stays_plain(compiling):
    starts = []
    kernel = Swapping(flip_unpack, start=lambda *_: starts.append(1) or compiling)
    for _ in range(3):
        assert kernel(*unpack_arguments()) == inspect.unwrap(flip_unpack)(*unpack_arguments())
    compiling.status = 1
    asked = compiling.asked
    for _ in range(3):
        kernel(*unpack_arguments())
    assert (len(starts), compiling.asked) == (1, asked + 1)


def unpack_arguments():
    return array("i", [0] * 4096), bytearray(64), 0


def until_swapped(kernel, monkeypatch):
    """Have the kernel become machine code at its next call, after what another process may be
    compiling."""
    monkeypatch.setattr(swap, "mark_of", lambda plain: swap.Path(__file__))
    monkeypatch.setattr(swap.compiled, "is_compiling", lambda: False)
    kernel.hurry()


def drive_flip(kernel, source, at_slice):
    search = FlipSearch(build_tables(Grid(4, 4)), 512, kernel)
    search.load(random_game(source, "magic", 8))
    search.begin(16, True, 40_000)
    return run(search, at_slice, search_layout.RUNNING, lambda: (search.state, search.table))


def drive_xtic(kernel, source, at_slice):
    game = make_game("xtic")
    game.load("0----7---c------/-")
    steps = array("H", [0] * game.max_steps)
    search = XticSearch(1 << 9, kernel)
    search.load(game, steps, game.steps(steps))
    search.begin(10, limit=40_000)
    return run(search, at_slice, xtic_layout.RUNNING, lambda: (search.state, search.table))


def drive_magician(kernel, source, at_slice):
    game = make_game("magician")
    turns = array("i", [0] * 256)
    search = MagicianSearch(None, kernel)
    search.load(game, 3)
    search.begin(turns, 0, game.turns(turns), 3, 20_000)
    return run(search, at_slice, board_layout.RUNNING, lambda: (search.state,))


def run(search, at_slice, running, words):
    slices = 0
    status = running
    while status == running and slices < 200:
        at_slice(slices)
        status = search.run(700)
        slices += 1
    return status, slices, [bytes(memoryview(each).cast("B")) for each in words()]


@pytest.mark.parametrize(
    ("function", "drive"),
    [(flip_search, drive_flip), (xtic_search, drive_xtic), (magician_board, drive_magician)],
)
def test_machine_code_goes_on_where_the_plain_kernel_stopped(function, drive, monkeypatch):
    """Swapped in at any slice: the same words in all arrays, the same counts."""
    plain = drive(inspect.unwrap(function), random.Random(1), lambda at: None)
    assert plain[1] > 10
    source = random.Random(function.__name__)
    for _ in range(5):
        place = source.randrange(plain[1])
        kernel = Swapping(function, start=None)

        def swapped(at, kernel=kernel, place=place):
            if at == place:
                until_swapped(kernel, monkeypatch)

        assert drive(kernel, random.Random(1), swapped) == plain
        assert kernel.fast


def test_a_proof_goes_on_as_machine_code(monkeypatch):
    game = make_game("magician")
    game.load("7/pk1X1X1/X1XP2p/XP2K1X/X4PX/P1X1R2/3R3 w - - 13 57")
    told = []
    for place in (10**9, 0, 3, 7):
        kernel = Swapping(proving.prove, proving.machine)
        slices = []

        def between(kernel=kernel, place=place, slices=slices):
            slices.append(1)
            if len(slices) == place + 1:
                until_swapped(kernel, monkeypatch)

        monkeypatch.setattr(proving, "prove", kernel)
        prover = Prover(between)
        prover.load(game, 100_000)
        found = [prover.mates(moves) for moves in (1, 2, 3, 4)]
        told.append((found, prover.left, prover.turn, len(slices), bytes(prover._table)))
        assert kernel.fast == (place < 10**9)
    assert told == told[:1] * 4
    assert told[0][0] == [False, False, False, True]


def test_a_process_of_its_own_compiles_and_is_gone_then(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(swap, "PATIENCE_S", 0.0)
    processes = []

    def start(plain, machine):
        processes.append(swap.start_compiling(plain, machine))
        return processes[-1]

    kernel = Swapping(flip_unpack, start=start)
    told = kernel(*unpack_arguments())
    assert not kernel.fast
    assert processes[0].wait(120) == 0
    monkeypatch.setattr(swap, "load", lambda plain, machine: compiled.compiled(plain))
    assert kernel(*unpack_arguments()) == told
    assert kernel.fast
    assert processes[0].returncode == 0  # nobody is left behind
    assert [path.suffix for path in tmp_path.glob("flip_unpack-*")] == [".ready"]
    assert list(tmp_path.rglob("*.nbc"))


def test_without_a_name_every_kernel_is_compiled(monkeypatch):
    made = []
    monkeypatch.setattr(swap, "compile_here", lambda *words: made.append(words))
    monkeypatch.setattr(sys, "argv", ["compile_kernel"])
    compile_kernel.main()
    assert (flip_search.__module__, "flip_search") in made
    assert {module.split(".")[2] for module, _ in made} >= {"flip", "magician", "xtic"}


def test_what_compiles_ends_with_the_process_that_wants_it(tmp_path):
    words = (magician_board.__module__, magician_board.__name__)
    process = subprocess.Popen(
        [sys.executable, "-m", "host_tools.build.compile_kernel", *words],
        stdin=subprocess.PIPE,
        env={**swap.os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    process.stdin.close()
    assert process.wait(120) == 1
    assert not list(tmp_path.glob("*.ready"))
