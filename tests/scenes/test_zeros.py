"""Setting zeros: offsets as sensors have them, and magnets that lie there."""

import re
from array import array
from types import SimpleNamespace

import pytest
from at_board import LEFT, MIDDLE, RIGHT, state
from bare_boards import Boards
from many import later
from one_board import CELLS, DATA, PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.streams import stream
from host_tools.build import profiles
from lodeboard.play.changes import Changes
from lodeboard.play.scene import DONE
from lodeboard.scenes.calibrate import Zeros
from lodeboard.sensing.calibration import Calibration

ACCEPTED, ASKED, REFUSED = "accepted", "asked", "refused"
# With so few cells the median of their offsets says little of what is usual on a board.
FEW = 4
IN_DOUBT_MV = 140.0  # farther off than is usual, less than any magnet is taken for


def _press_middle(boards):
    """What comes of the button in the scene on the board that `boards` holds: the scene, and one
    word."""
    board = SimpleNamespace(
        profile=boards.profile,
        cells=SimpleNamespace(raw=array("H", [0] * boards.profile.cells), restart=lambda: None),
        calibration=Calibration(boards.profile),
        tunes=SimpleNamespace(play=lambda tune: None),
        store=SimpleNamespace(save=lambda name, data: None),
        changes=Changes(),
        injecting=False,
    )
    scene = Zeros(board)
    scene.enter(0)
    scene.button(MIDDLE)
    while scene._measuring:
        boards.read(board.cells.raw)
        scene.tick(0)
    return scene, ACCEPTED if scene.event == DONE else ASKED if scene.ask == "accept" else REFUSED


def _outcomes(name, spread, seeds):
    boards = Boards(profiles.profile(name), spread)
    found = {ACCEPTED: 0, ASKED: 0, REFUSED: 0}
    for seed in seeds:
        boards.take(seed)
        found[_press_middle(boards)[1]] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize("count", [30, later(150)])
@pytest.mark.parametrize("name", profiles.names())
def test_boards_whose_sensors_differ_as_the_data_say_have_zeros_at_once(name, count):
    assert _outcomes(name, 1.0, range(count)) == {ACCEPTED: count, ASKED: 0, REFUSED: 0}


@pytest.mark.slow
@pytest.mark.parametrize(("count", "asked"), [(60, 2), later(200, 20)])
@pytest.mark.parametrize(("spread", "most"), [(1.5, 2), (2.0, 3)])
@pytest.mark.parametrize("name", profiles.names())
def test_boards_that_differ_more_can_have_zeros_too(name, spread, most, count, asked):
    found = _outcomes(name, spread, range(count))
    assert found[REFUSED] <= most
    # Such offsets are rare in one sensor, and not among all of a board's.
    assert found[ASKED] > (asked if profiles.profile(name).cells > FEW else 0)


@pytest.mark.slow
@pytest.mark.parametrize("count", [25, later(100)])
@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("name", profiles.names())
def test_a_tile_is_refused_wherever_it_lies_and_its_cell_is_named(name, up, count):
    boards, asked = Boards(profiles.profile(name)), 0
    for seed in range(count):
        choose = stream(seed, "tile")
        cell = choose.randrange(boards.profile.cells)
        boards.take(seed)
        tile = boards.world.tiles[0 if choose.random() < 0.5 else -1]
        boards.world.lay(tile.id, *boards.world.plate.centre(cell), up)
        scene, outcome = _press_middle(boards)
        there = boards.profile.cell_name(cell)
        if boards.profile.cells <= FEW and outcome == ASKED:
            asked += 1
            assert re.match(rf"Check .*\b{there}\b.*: take away", scene.say)
            continue
        assert outcome == REFUSED
        assert f"Take away what lies at {there} and" in scene.say
    assert asked <= count // 20


@pytest.fixture
def stage():
    board = SimulatedBoard(PROFILE, seed=11)
    stage = Stage(board)
    board.boot()
    assert stage.wait_for(lambda: set(stage.lights()) == {"calibrate"}, 5000)
    return stage


def _measured(stage, button=MIDDLE):
    stage.press(button)
    stage.wait(1500)
    return state(stage)


def test_a_cell_in_doubt_is_named_and_people_decide(stage):
    stage.board.frontend.sensors.offset_mv[5] = IN_DOUBT_MV
    state = _measured(stage)
    assert (state["phase"], state["ask"]) == ("calibrate", "accept")
    assert (state["wrong"], state["doubt"]) == ([], ["b2"])
    assert "Check b2:" in state["say"]
    assert stage.cells_with("check") == ["b2"]
    assert stage.cells_with("calibrate") == [name for name in CELLS if name != "b2"]
    state = _measured(stage, RIGHT)
    assert state["ask"] == "gain"
    zero = stage.board.app.board.calibration.zero[5] - PROFILE.raw_middle
    assert PROFILE.millivolts(zero) == pytest.approx(IN_DOUBT_MV, abs=5)


def test_the_middle_button_does_not_decide(stage):
    stage.board.frontend.sensors.offset_mv[5] = IN_DOUBT_MV
    _measured(stage)
    assert _measured(stage)["ask"] == "accept"
    assert _measured(stage, LEFT)["ask"] == "accept"  # there are no old zeros to leave


@pytest.mark.parametrize("button", [MIDDLE, RIGHT, LEFT])
def test_a_tile_is_refused_whatever_is_pressed(stage, button):
    stage.take("D")
    stage.set_down("c3")
    _measured(stage)
    for _ in range(3):
        state = _measured(stage, button)
        assert (state["phase"], state["wrong"], state["doubt"]) == ("calibrate", ["c3"], [])
        assert "Take away what lies at c3 and" in state["say"]
        assert stage.cells_with("mistake") == ["c3"]
    stage.hand.remove(stage.topmost("c3"))
    assert _measured(stage)["ask"] == "gain"


def test_a_tile_is_refused_beside_a_cell_in_doubt(stage):
    stage.board.frontend.sensors.offset_mv[5] = IN_DOUBT_MV
    _measured(stage)
    stage.take("D")
    stage.set_down("c3")
    state = _measured(stage, RIGHT)
    assert (state["phase"], state["wrong"], state["doubt"]) == ("calibrate", ["c3"], ["b2"])


def test_the_answer_measures_again(stage):
    """A magnet that was in doubt and is taken away before the right button."""
    sensors = stage.board.frontend.sensors
    was = float(sensors.offset_mv[5])
    sensors.offset_mv[5] = IN_DOUBT_MV
    _measured(stage)
    sensors.offset_mv[5] = was
    assert _measured(stage, RIGHT)["ask"] == "gain"
    zero = stage.board.app.board.calibration.zero[5] - PROFILE.raw_middle
    assert PROFILE.millivolts(zero) == pytest.approx(was, abs=5)


def test_old_zeros_can_be_left_as_they_are_while_the_board_asks(stage):
    assert _measured(stage)["ask"] == "gain"
    before = list(stage.board.app.board.calibration.zero)
    stage.board.frontend.sensors.offset_mv[5] = IN_DOUBT_MV
    stage.board.app.flow.set_zeros(stage.board.now_ms)
    assert _measured(stage)["ask"] == "accept"
    assert _measured(stage, LEFT)["ask"] == "gain"
    assert list(stage.board.app.board.calibration.zero) == before


def test_a_reading_that_moves_is_refused(stage):
    still = PROFILE.millivolts(PROFILE.raw(DATA["sensing"]["still_mv"]))
    sensors = stage.board.frontend.sensors
    for _ in range(2):
        stage.board.press(MIDDLE)
        stage.wait(200)
        sensors.offset_mv[5] += 2 * still
        stage.board.release(MIDDLE)
        stage.wait(1500)
        assert (state(stage)["phase"], state(stage)["wrong"]) == ("calibrate", ["b2"])


def test_nobody_decides_before_the_board_asks(stage):
    stage.board.frontend.sensors.offset_mv[5] = IN_DOUBT_MV
    assert _measured(stage, RIGHT)["ask"] == "calibrate"
    assert state(stage)["doubt"] == []


@pytest.mark.parametrize(("mv", "asked"), [(225, True), (250, False)])
def test_what_a_tile_reads_is_refused_however_much_the_sensors_differ(stage, mv, asked):
    offsets = stage.board.frontend.sensors.offset_mv
    offsets[:] = [80 if cell % 2 else -80 for cell in range(PROFILE.cells)]
    offsets[5] = mv
    state = _measured(stage)
    assert state["ask"] == ("accept" if asked else "calibrate")
    assert (state["doubt"], state["wrong"]) == ((["b2"], []) if asked else ([], ["b2"]))
