"""After any error in the App or its port, the board shows it, logs it and plays on."""

import shutil
import sys
from itertools import pairwise

import pytest
from at_board import messages, notices, state
from many import every, later
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.make import SIMULATED, make_board
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.store import AFTER, BEFORE
from host_tools.board.simulator.store import MIDDLE as AT
from host_tools.build import profiles
from lodeboard.sensing import calibration
from lodeboard.storage import journal
from lodeboard.storage.fault_log import NAME as LOG
from lodeboard.system.app import App
from lodeboard.system.run import Supervisor

pytestmark = pytest.mark.apart

LEFT, MIDDLE, RIGHT = 1, 2, 4
VERSION = "1.2.3 0123456789ab"
ERRORS = [OSError(28, "no room"), MemoryError("memory allocation failed"), ValueError("odd")]


class Fuse:
    """Calls through to a method, and raises instead as long as `blown`."""

    def __init__(self, owner, name: str, error: Exception):
        self._call = getattr(owner, name)
        self._error = error
        self.blown = 0
        setattr(owner, name, self)

    def __call__(self, *arguments):
        if self.blown:
            self.blown -= 1
            raise self._error
        return self._call(*arguments)


def supervised(port, profile):
    return Supervisor(port, profile, VERSION)


@pytest.fixture(scope="module")
def begun():
    """A board in a game of two, one tile on b2, and the folder of what it keeps."""
    board = SimulatedBoard(PROFILE, seed=3, app_factory=supervised)
    stage = Stage(board)
    board.boot()
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 5000)
    stage.set_zeros()
    stage.wait(1500)
    board.send_line('{"c": "set", "players": 1}')
    assert stage.wait_for(lambda: set(stage.lights()) == {"may-place"}, 5000)
    stage.take("U")
    stage.set_down("b2")
    assert stage.wait_for(lambda: state(board)["moves"] == ["b2U"], 3000)
    return stage, board.store.directory


@pytest.fixture
def stage(begun, tmp_path):
    """That board, which each test, in a process of its own, takes from there; what it keeps is
    copied, as files are no part of a process."""
    stage, stored = begun
    shutil.copytree(stored, tmp_path / "stored")
    stage.board.store.directory = str(tmp_path / "stored")
    return stage


def log(board) -> str:
    return (board.store.load(LOG) or b"").decode()


def plays_on(stage) -> None:
    """The interrupted game is offered, taken, and goes on to the next move."""
    board = stage.board
    assert stage.wait_for(lambda: state(board)["phase"] == "resume", 9000)
    assert state(board)["position"] == "2_-----U----------"
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(board)["phase"] == "match", 2000)
    stage.hand.flip("b2", "b3")
    stage.take("u")
    stage.set_down("d4")
    assert stage.wait_for(lambda: state(board)["position"] == "1_---------D-----u", 5000)


PARTS = [
    ("sensors", "read"),
    ("lights", "show"),
    ("sound", "tone"),
    ("buttons", "read"),
    ("serial", "read_line"),
    ("serial", "write_line"),
    ("store", "save"),
]


@pytest.mark.parametrize("error", every(3, ERRORS), ids=lambda error: type(error).__name__)
@pytest.mark.parametrize(("part", "method"), PARTS)
def test_an_error_in_any_part_of_the_port(stage, part, method, error) -> None:
    board = stage.board
    before = len(board.tones)
    fuse = Fuse(getattr(board.port, part), method, error)
    fuse.blown = 1
    stage.press(RIGHT)  # sound and serial are asked only when something happens
    board.send_line('{"c": "set", "level": 2}')  # and so is the store
    assert stage.wait_for(lambda: set(stage.lights()) == {"fault"}, 2500)
    assert any(165 in tone for tone in board.tones[before:])
    assert type(error).__name__ in log(board)
    assert f"firmware {VERSION} ---" in log(board)
    assert any("A fault: " + type(error).__name__ in said for said in notices(board))
    plays_on(stage)
    assert log(board).count("--- fault ") == 1


@pytest.mark.slow
@pytest.mark.parametrize("method", ["tick", "paint", "report"])
def test_an_error_in_a_scene(stage, method) -> None:
    app = stage.board.app.app
    Fuse(app.flow.scene, method, RuntimeError("of the test")).blown = 1
    app._painted = -1  # to be painted again
    if method == "report":
        stage.press(RIGHT)
    assert stage.wait_for(lambda: set(stage.lights()) == {"fault"}, 2500)
    assert "RuntimeError: of the test" in log(stage.board)
    plays_on(stage)


def raise_at(step: int) -> list[str]:
    """From now on raise MemoryError at the step-th line of firmware that runs outside of the
    supervisor. Returns a list that will hold the place."""
    places: list[str] = []
    left = step

    def trace(frame, event, _argument):
        nonlocal left
        name = frame.f_code.co_filename
        if "/lodeboard/" not in name or name.endswith("/system/run.py"):
            return None
        if event == "line":
            left -= 1
            if left < 0:
                sys.settrace(None)
                places.append(f"{name}:{frame.f_lineno}")
                raise MemoryError("memory allocation failed")
        return trace

    sys.settrace(trace)
    return places


@pytest.mark.slow
@pytest.mark.parametrize("step", every(7, (int(1.37**power) for power in range(1, 27))))
def test_memory_may_run_out_at_any_line(stage, step) -> None:
    board = stage.board
    stage.press(RIGHT)
    places = raise_at(step)
    try:
        board.run_ms(600)
    finally:
        sys.settrace(None)
    assert places
    assert "MemoryError" in log(board) or "/filestore.py" in places[0]
    plays_on(stage)


class Poisoned(App):
    """An App that fails as soon as it has taken up the interrupted game."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        loader = self._flow._loader
        load = loader.load_saved

        def load_and_fail():
            found = load()
            if found is not None:
                raise IndexError("poison")
            return found

        loader.load_saved = load_and_fail


@pytest.mark.slow
def test_a_poisoned_journal_is_put_aside_by_the_second_fault(stage) -> None:
    board = stage.board
    saved = board.store.load(journal.NAME)
    board.power_cut()
    board.app_factory = lambda port, profile: Supervisor(port, profile, VERSION, make_app=Poisoned)
    board.boot()
    stage.wait(1000)
    assert log(board).count("IndexError: poison") == 1
    assert stage.wait_for(lambda: state(board)["ask"] == "restore", 20_000)
    assert "fault 1 x 2: " in log(board)
    assert board.store.load(journal.DAMAGED) == saved
    assert board.store.load(journal.NAME) is None
    assert any("without the interrupted game" in said for said in notices(board))
    assert state(board)["settings"]["players"] == 1  # the settings are as they were
    stage.hand.lift("b2")
    stage.away()
    assert stage.wait_for(lambda: set(stage.lights()) == {"may-place"}, 5000)


@pytest.mark.slow
def test_a_store_that_always_fails_still_leaves_a_game(stage) -> None:
    board = stage.board
    for method in ("load", "save", "delete"):
        Fuse(board.store, method, OSError(5, "EIO")).blown = 1 << 30
    board.power_cut()
    board.boot()
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 60_000)
    assert messages(board, "keeping")[-1]["why"] == "broken"
    assert not any("A fault" in said for said in notices(board))
    stage.hand.lift("b2")
    stage.away()
    stage.set_zeros()
    assert stage.wait_for(lambda: set(stage.lights()) == {"may-place"}, 5000)
    stage.take("U")
    stage.set_down("c3")
    assert stage.wait_for(lambda: state(board)["moves"] == ["c3U"], 3000)


@pytest.mark.slow
def test_the_zeros_are_the_last_to_be_left_out(stage) -> None:
    """The fourth start has nothing else, the fifth has nothing."""
    board = stage.board
    starts = []

    def unlucky(port, profile, _):
        starts.append(port.store.load(calibration.NAME) is not None)
        if len(starts) < 5:
            raise ValueError
        return App(port, profile)

    board.power_cut()
    board.app_factory = lambda port, profile: Supervisor(port, profile, VERSION, make_app=unlucky)
    board.boot()
    assert stage.wait_for(lambda: state(board)["phase"] == "calibrate", 60_000)
    assert starts == [True] * 4 + [False]
    assert state(board)["settings"]["players"] == 0


@pytest.mark.slow
def test_faults_that_go_on_come_at_longer_and_longer_intervals() -> None:
    starts = []

    def broken(port, profile, _):
        starts.append(board.now_ms)
        raise OSError(5, "EIO")

    board = SimulatedBoard(
        PROFILE, app_factory=lambda port, profile: Supervisor(port, profile, make_app=broken)
    )
    board.boot()
    board.run_ms(220_000)
    waits = [later - earlier for earlier, later in pairwise(starts)]
    assert waits == pytest.approx([3000, 6000, 12000, 24000, 48000, 60000, 60000], abs=50)
    assert log(board).startswith("--- fault 1 x 8: ")
    assert any(any(led) for led in board.leds)


@pytest.mark.slow
@pytest.mark.parametrize("name", profiles.names())
def test_the_light_of_a_fault_stays_within_what_all_leds_may_draw(name) -> None:
    def broken(port, profile, _):
        raise OSError(5, "EIO")

    profile = profiles.profile(name)
    board = SimulatedBoard(
        profile, app_factory=lambda port, profile: Supervisor(port, profile, make_app=broken)
    )
    board.boot()
    most = 0.0
    for _ in range(60):
        board.run_ms(20)
        most = max(most, board.current_ma)
    leds = profile.data["leds"]
    assert most <= leds["budget_ma"]
    dark_ma = leds["idle_ma"] * leds["per_cell"] * profile.cells
    assert most > dark_ma + min(10, 0.5 * (leds["budget_ma"] - dark_ma))


@pytest.mark.slow
def test_a_good_start_makes_the_next_fault_a_first_one(stage) -> None:
    app = stage.board.app
    Fuse(stage.board.port.sensors, "read", ValueError("odd")).blown = 1
    plays_on(stage)
    assert app.faults == 1
    stage.wait(121_000)
    Fuse(stage.board.port.sensors, "read", ValueError("odd")).blown = 1
    stage.wait(5000)
    assert app.faults == 1
    assert state(stage.board)["phase"] == "resume"


def test_a_button_ends_the_wait(stage) -> None:
    board = stage.board
    Fuse(board.port.sensors, "read", ValueError("odd")).blown = 1
    stage.wait(1100)
    assert board.app.app is None
    stage.press(LEFT)
    assert board.app.app is not None


@pytest.mark.parametrize("when", [later(BEFORE), AT, later(AFTER)])
@pytest.mark.parametrize("operation", [2, later(1)])
def test_the_power_may_fail_while_a_fault_is_written_down(stage, operation, when) -> None:
    board = stage.board
    Fuse(board.port.sensors, "read", ValueError("first")).blown = 1
    plays_on(stage)
    before = log(board)
    board.store.cut_after(operation, when)
    Fuse(board.port.sensors, "read", ValueError("second")).blown = 1
    stage.wait(200)
    assert board.app is None
    board.boot()
    assert log(board).startswith(before)
    assert log(board).count("ValueError: second") == (operation == 2 and when == AFTER)
    assert stage.wait_for(lambda: state(board)["phase"] == "resume", 3000)
    assert state(board)["position"] == "1_---------D-----u"


def test_after_damage_the_firmware_restarts_and_nothing_kept_is_blamed(stage) -> None:
    board = stage.board
    for times in (1, 2, 3):
        began = len(messages(board, "state"))
        Fuse(board.port.sensors, "read", ImportError("/x.mpy is not whole")).blown = 1
        stage.wait(200)
        said = [say for say in notices(board) if say.startswith("A fault: ImportError /x.mpy")]
        assert len(said) == times
        assert said[-1].endswith("in 3 s. Put the firmware on the board again: lodeboard flash.")

        def asks(began: int = began) -> bool:
            return any(one["phase"] == "resume" for one in messages(board, "state")[began:])

        assert stage.wait_for(asks, 5000)
        assert state(board)["position"] == "2_-----U----------"


@pytest.mark.parametrize("leave", [KeyboardInterrupt, SystemExit])
def test_leaving_is_no_fault(stage, leave) -> None:
    board = stage.board
    board.store.delete(LOG)
    Fuse(board.port.sensors, "read", leave()).blown = 1
    with pytest.raises(leave):
        board.run_ms(100)
    assert board.store.load(LOG) is None


def test_what_went_wrong_before_is_said_and_kept() -> None:
    trouble = "Slot b does not start; slot a runs."
    board = SimulatedBoard(
        PROFILE, app_factory=lambda port, profile: Supervisor(port, profile, VERSION, trouble)
    )
    board.boot()
    board.run_ms(1000)
    assert notices(board)[0] == trouble
    assert log(board).endswith(trouble + "\n")
    assert state(board)["phase"] == "calibrate"


def test_odd_letters_of_an_error_stay_off_the_line(stage) -> None:
    Fuse(stage.board.port.sensors, "read", ValueError("\x03 \u2603\n" + "x" * 500)).blown = 1
    stage.wait(200)
    said = notices(stage.board)[-1]
    assert said.isascii()
    assert said.isprintable()
    assert len(said) < 250


@pytest.mark.slow
def test_the_board_that_people_play_on_lives_on(tmp_path) -> None:
    board = make_board(SIMULATED, PROFILE, 1, tmp_path / "store")
    board.boot()
    Fuse(board.port.sensors, "read", ValueError("odd")).blown = 1
    board.run_ms(4000)
    assert any("A fault: ValueError odd." in said for said in notices(board))
    assert "ValueError: odd" in log(board)
    assert board.powered
