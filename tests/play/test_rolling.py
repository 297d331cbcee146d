"""Chance and choices beside steps by hand in a match: Lap at the simulated board."""

import json

import pytest
from at_board import LEFT, MIDDLE, RIGHT, say, state
from one_board import PROFILE

from host_tools.board.hands.follow import play
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.storage import replay
from lodeboard.system.loader import playable

VARIANTS = playable(PROFILE)
LAP = VARIANTS.index(("lap", ""))
DIE = ("b2", "c2", "c3", "b3")
RIM = ("a4", "a3", "a2", "a1")  # where the first player's tiles come in


def _stage(seed=3, **settings):
    stage = Stage(SimulatedBoard(PROFILE, seed=seed))
    stage.board.world.unpack(False)
    stage.board.boot()
    stage.wait(1200)
    stage.set_zeros()
    stage.wait(1200)
    say(stage, c="set", **{"players": 1, "variant": LAP} | settings)
    _until(stage, lambda: state(stage)["phase"] == "match" and state(stage)["game"] == "lap")
    return stage


def _moves(stage):
    return state(stage)["moves"]


def _until(stage, condition):
    assert stage.wait_for(condition, 20_000), state(stage)


def _rolled(stage):
    """Wait for the roll and its lights; the roll."""
    _until(stage, lambda: state(stage)["ask"] in ("lift", "place"))
    return _readable(stage)


def _readable(stage, *light):
    """The roll, as many cells of the die as have the light of the first; no other has it. Waits
    for `light`."""
    _until(stage, lambda: not light or stage.lights()[stage.cells.index(DIE[0])] in light)
    lights = stage.settled_lights()
    die = [lights[stage.cells.index(cell)] for cell in DIE]
    roll = int(state(stage)["position"][-2])
    assert die[0] not in ("off", "thinking"), die
    assert [name == die[0] for name in die] == [cell in DIE[:roll] for cell in DIE], die
    return roll


def _place(stage, letter="U"):
    """Bring a new tile onto the lit cell; that cell."""
    cell = stage.cells_with("may-place")[0]
    stage.take(letter)
    stage.set_down(cell)
    stage.wait(700)
    return cell


def _saved(stage):
    store = stage.board.store
    return replay.load(store, PROFILE.name, VARIANTS)


def test_the_board_rolls_and_says_so_then_the_number_of_lights_is_the_roll():
    stage = _stage()
    assert state(stage)["ask"] == "wait"
    assert state(stage)["say"] == "The first player: the board rolls."
    roll = _rolled(stage)
    assert f"rolled {roll}." in state(stage)["say"]
    assert _moves(stage) == [f"r{roll}"]


@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_the_roll_can_be_read_while_a_choice_is_offered_or_selected(roll):
    stage = _stage()
    say(stage, c="setup", position=f"1_----------------33{roll}0")
    assert _readable(stage, "gift") == roll
    stage.press(RIGHT)
    assert _readable(stage, "gift-here") == roll
    say(stage, c="set", coach=1)
    say(stage, c="setup", position=f"1_----------------33{roll}0")
    assert _readable(stage, "gift-win", "gift-lose", "gift-draw") == roll


@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_the_roll_can_be_read_when_nothing_is_left_but_to_pass(roll):
    stage = _stage()
    cell = RIM[roll - 1]
    cells = "".join("o" if name == cell else "-" for name in stage.cells)
    say(stage, c="setup", position=f"1_{cells}32{roll}1")
    stage.take("u")
    stage.set_down(cell)
    assert _readable(stage, "gift") == roll
    stage.press(RIGHT)
    assert _readable(stage, "gift-here") == roll


@pytest.mark.parametrize("second", [0, 1])
@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_the_roll_can_be_read_with_a_tile_in_the_hand_or_out_of_place(roll, second):
    stage = _stage()
    cells = "".join("x" if name == "d1" else "-" for name in stage.cells)
    say(stage, c="setup", position=f"1_{cells}23{roll}{second}")
    stage.take("U")
    stage.set_down("d1")
    assert _readable(stage, "menu-chosen" if second else "gift") == roll
    stage.hand.lift("d1")
    _until(stage, lambda: state(stage)["ask"] == "put")
    assert _readable(stage, "menu-chosen") == roll
    stage.set_down("b1")
    _until(stage, lambda: "mistake" in stage.lights())
    assert _readable(stage, "menu-chosen") == roll


@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_the_roll_of_the_board_can_be_read_while_it_asks_for_its_step(roll):
    stage = _stage(players=0)
    say(stage, c="setup", position=f"2_----------------33{roll}1")
    _until(stage, lambda: state(stage)["step"] is not None)
    assert _readable(stage, "menu-chosen") == roll


def test_a_roll_is_in_the_journal_before_it_is_shown(monkeypatch):
    stage = _stage()
    app = stage.board.app
    stored = []
    show = app._port.lights.show

    def look(frame):
        if app.flow.match.game.roll and not stored:
            stored.append(_saved(stage))
        show(frame)

    monkeypatch.setattr(app._port.lights, "show", look)
    roll = _rolled(stage)
    assert list(stored[0].steps) == [0x100 + roll]


def test_a_power_cut_does_not_roll_again():
    """Neither while the board rolls, nor afterwards."""
    stage = _stage()
    first = _rolled(stage)
    cell = _place(stage)
    _until(stage, lambda: state(stage)["ask"] == "wait")
    stage.wait(300)
    stage.board.power_cut()
    stage.board.boot()
    _until(stage, lambda: state(stage)["phase"] == "resume")
    stage.press(MIDDLE)
    second = _rolled(stage)
    assert _moves(stage) == [f"r{first}", cell, f"r{second}"]
    # The same game goes on without a cut.
    other = _stage()
    assert (_rolled(other), _place(other), _rolled(other)) == (first, cell, second)


def test_the_same_roll_falls_after_a_take_back_and_the_same_move():
    stage = _stage()
    first = _rolled(stage)
    cell = _place(stage)
    second = _rolled(stage)
    stage.press(LEFT)
    _until(stage, lambda: len(_moves(stage)) == 1)
    assert _moves(stage) == [f"r{first}"]
    stage.hand.lift(cell)
    stage.wait(700)
    stage.away()
    assert _rolled(stage) == first
    stage.wait(500)
    assert _place(stage) == cell
    assert _rolled(stage) == second
    assert _moves(stage) == [f"r{first}", cell, f"r{second}"]


def test_another_game_has_other_rolls():
    rolls = set()
    stage = _stage()
    for _ in range(3):
        rolls.add((_rolled(stage), _again(stage)))
        say(stage, c="new")
    assert len(rolls) > 1


def _again(stage):
    stage.press(RIGHT)
    _until(stage, lambda: state(stage)["ask"] == "give")
    assert stage.cells[state(stage)["gift"]["at"]] == DIE[0]
    stage.press(MIDDLE)
    _until(stage, lambda: state(stage)["ask"] == "wait")
    return _rolled(stage)


def test_people_choose_by_button_or_make_a_step():
    stage = _stage()
    _rolled(stage)
    assert state(stage)["gift"] == {"left": [stage.cells.index(DIE[0])], "at": None}
    stage.press(RIGHT)
    stage.wait(200)
    assert stage.settled_lights()[stage.cells.index(DIE[0])] == "gift-here"
    assert stage.cells_with("may-place") == []
    stage.press(RIGHT)  # beyond the last choice: none
    _rolled(stage)
    again = _again(stage)
    assert _moves(stage)[1:] == ["again", f"r{again}"]
    assert state(stage)["gift"] is None
    cell = _place(stage)
    _until(stage, lambda: len(_moves(stage)) > 3)
    assert _moves(stage)[3] == cell


def test_the_first_roll_is_nobody_s_move():
    stage = _stage(clock=5)
    _rolled(stage)
    stage.wait(5000)
    clock = state(stage)["clock"]
    assert (clock["left"], clock["turn"]) == ([60_000, 60_000], None)
    say(stage, c="set", players=0, starts=1, clock=0)  # begins again: nothing was played
    assert state(stage)["machine"] == 1
    say(stage, c="set", players=1, clock=5)
    _rolled(stage)
    _place(stage)
    _until(stage, lambda: state(stage)["clock"]["turn"] == 1)
    say(stage, c="set", players=0, starts=0)
    assert state(stage)["machine"] == 0


def test_a_tile_placed_too_early_is_told_what_it_waits_for():
    stage = _stage()
    _rolled(stage)
    stage.take("U")
    say(stage, c="new")
    stage.set_down("c4")
    _until(stage, lambda: "wait for the roll" in state(stage)["say"])
    stage.hand.lift(stage.topmost("c4"))
    stage.away()
    say(stage, c="setup", position="1_------------x---2310")  # its cell is taken
    stage.take("U")
    stage.set_down("a4")
    _until(stage, lambda: state(stage)["ask"] == "lift")
    assert state(stage)["say"].startswith("The first player: rolled 1. Move a lit tile. Right")
    stage.take("U")
    stage.set_down("c4")
    _until(stage, lambda: "no new tile can come in" in state(stage)["say"])


def test_the_end_of_a_game_without_a_tile_is_seen():
    stage = _stage()
    say(stage, c="setup", position="1_--------------x-0140", moves=["c4off"])
    _until(stage, lambda: state(stage)["ask"] == "over")
    stage.wait(10_000)
    assert state(stage)["result"] == "lose"
    _until(stage, lambda: state(stage)["result"] is None)


def test_a_computer_may_choose_but_never_rolls():
    stage = _stage()
    replies = say(stage, c="choose", move="r4")
    assert "There is nothing to choose now." in json.dumps(replies)
    _rolled(stage)
    assert "cannot be chosen" in json.dumps(say(stage, c="choose", move="r4"))
    assert "make the move on the board" in json.dumps(say(stage, c="choose", move=_where(stage)))
    say(stage, c="choose", move="again")
    assert _moves(stage)[1] == "again"


def _where(stage):
    return stage.cells_with("may-place")[0]


def test_the_seed_cannot_be_read_then_a_new_one_is_drawn():
    stage = _stage()
    _rolled(stage)
    stage.wait(200)
    stage.board.power_cut()
    stage.board.store.save("dice", b"nothing")
    stage.board.boot()
    _until(stage, lambda: state(stage)["phase"] == "resume")
    stage.press(MIDDLE)
    _rolled(stage)
    assert stage.board.store.load("dice")[:3] == b"LBR"


def test_a_game_against_the_board_is_played_by_the_lights_alone():
    stage = _stage(2, players=0, level=1)
    play(stage, 2)
    assert state(stage)["result"] in ("win", "lose")
    moves = _moves(stage)
    assert sum(move.endswith("off") for move in moves) >= 3
    assert any(move == "again" for move in moves)
