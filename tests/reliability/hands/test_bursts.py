"""Bursts of a careless hand: the way back, and what a fault of the firmware looks like."""

import random
from array import array

import pytest
from many import later

from host_tools.board.hands import follow
from host_tools.board.hands.returning import Returning
from host_tools.board.simulator.store import AFTER
from host_tools.lab.reliability.hands import acts, scenes, trial
from host_tools.lab.reliability.hands.conditions import BURSTS, Condition, Counts, plan
from host_tools.lab.reliability.hands.report import EXPERIMENT
from host_tools.lab.reliability.hands.umpire import Umpire
from lodeboard.play.guide import Guide
from lodeboard.play.match import Match
from lodeboard.play.record import Record
from lodeboard.play.scene import LEFT
from lodeboard.scenes.calibrate import Zeros
from lodeboard.storage import replay
from lodeboard.storage.journal import Journal
from lodeboard.system.loader import make_game

FLIP = Condition("flip", "magic", 1.5)
XTIC = Condition("xtic", "normal", 1.5)
KONO = Condition("kono", "", 1.0)
LAP = Condition("lap", "", 1.0)

pytestmark = [pytest.mark.apart, pytest.mark.slow]


def table_in(condition, scene, seed=1):
    table = scenes.Table(condition, random.Random(seed))
    table.bring(scene)
    return table


def tried(condition, scenes_numbers):
    counts = Counts()
    for scene, number in scenes_numbers:
        counts.add(trial.try_burst(condition, number, scene))
    return counts


@pytest.mark.verify
@pytest.mark.parametrize("condition", [later(FLIP), later(XTIC), KONO], ids=lambda each: each.name)
def test_a_burst_in_each_scene_ends_in_the_game(condition):
    names = scenes.scenes_of(condition.game)
    counts = tried(condition, [(scene, 7 * at) for at, scene in enumerate(names)])
    assert EXPERIMENT.faults(condition, counts) == []
    assert counts.bursts == len(names) == sum(counts.needed.values())
    assert max(counts.needed) <= 16 * trial.BOUND
    assert set(counts.begun) == set(names)


@pytest.mark.slow
def test_a_choice_beside_steps_comes_after_the_roll():
    table_in(LAP, scenes.CHOOSING, 2).close()


@pytest.mark.reliability
@pytest.mark.parametrize("condition", plan(), ids=lambda each: each.name)
def test_more_bursts_end_in_the_game(condition):
    counts = tried(condition, [(None, number) for number in range(BURSTS, BURSTS + 15)])
    assert EXPERIMENT.faults(condition, counts) == []


@pytest.mark.verify
def test_a_burst_comes_out_the_same_again():
    one, again = trial.try_burst(FLIP, 3), trial.try_burst(FLIP, 3)
    one.processor_seconds = again.processor_seconds = 0.0
    assert one == again


def test_all_acts_can_be_done_and_are_broken_off():
    table = table_in(FLIP, scenes.PERSON)
    hand = acts.Careless(table.board, table.stage, random.Random(1))
    for within_ms in (20_000, 200):
        for name in acts.ACTS:
            hand.do(name, within_ms)
            assert not table.stage.hand.busy
            assert table.stage.hand.blocking
            if table.stage.hand.tile is not None and name in acts.EMPTY_HAND:
                table.stage.away()
            if not table.board.powered:
                table.board.boot()


def test_a_game_dropped_just_before_a_cut_is_not_lost():
    table = table_in(FLIP, scenes.RESUME)
    board = table.board
    board.store.cut_after(1, AFTER)
    board.press(LEFT)
    board.run_until(lambda: not board.powered, 2000)
    board.release(LEFT)
    assert not board.powered
    board.run_ms(2000)
    board.boot()
    counts = Counts()
    trial.back(table, 1, counts, scenes.RESUME, "resume")
    table.close()
    assert (counts.stuck, table.umpire.lost) == ([], [])


# Faults of the firmware, each of which a few bursts have to find


def lose_the_last_step(monkeypatch):
    save = Journal.save

    def less(self, saved):
        saved.steps = saved.steps[:-2]
        save(self, saved)

    monkeypatch.setattr(Journal, "save", less)


def take_a_step_of_its_own(monkeypatch):
    enter = Match.enter

    def more(self, now_ms):
        buffer = array("H", [0] * self.game.max_steps)
        if self.record.steps and self.game.steps(buffer):
            self.record.push(buffer[0])
            self._prepare()
        enter(self, now_ms)

    monkeypatch.setattr(Match, "enter", more)


def stay_dark(monkeypatch):
    monkeypatch.setattr(Guide, "_paint_wrong", lambda self, marks: None)


def ask_for_ever(monkeypatch):
    monkeypatch.setattr(Guide, "_between", lambda self, traces, seen: 3)


def forget_the_game(monkeypatch):
    monkeypatch.setattr(replay, "load", lambda store, board: None)


def raise_an_error(monkeypatch):
    def broken(self):
        raise ValueError("odd")

    monkeypatch.setattr(Record, "take_back", lambda self, far_enough: broken(self))


MUTANTS = [
    (lose_the_last_step, scenes.RESUME, "by a start"),
    (take_a_step_of_its_own, scenes.MENU, "a step that no hand made"),
    (stay_dark, scenes.MISTAKE, "after"),
    (ask_for_ever, scenes.PERSON, ""),
    (forget_the_game, scenes.RESUME, "lost by a start"),
    (raise_an_error, scenes.TAKE_BACK, "odd"),
]


@pytest.mark.verify
@pytest.mark.parametrize(
    ("mutant", "scene", "said"), MUTANTS, ids=lambda each: getattr(each, "__name__", "")
)
def test_a_fault_of_the_firmware_is_found(mutant, scene, said, monkeypatch):
    mutant(monkeypatch)
    monkeypatch.setattr(trial, "LOOKS", 12)
    found = []
    for number in range(4):
        counts = trial.try_burst(FLIP, number, scene)
        found += EXPERIMENT.faults(FLIP, counts)
        if found:
            break
    assert any(said in each for each in found), found


def test_a_hand_that_gives_up_is_stuck(monkeypatch):
    monkeypatch.setattr(Returning, "once", lambda self: self._stage.wait(1000))
    monkeypatch.setattr(trial, "LOOKS", 5)
    found = trial.try_burst(FLIP, 0, scenes.MISTAKE).stuck
    assert "flip-magic-1.5, burst 0 (mistake)" in found[0]


def test_a_step_is_begun_where_no_tile_is_left_in_the_trays(monkeypatch):
    table = table_in(FLIP, scenes.PERSON)
    table.board.world.arrange([(at // 8, True) for at in range(16)])
    monkeypatch.setattr(table.stage, "cells_with", lambda name: [])
    table._begin_a_step()
    table.stage.away()
    table._go_on(scenes.MISTAKE)
    assert table.stage.hand.tile is None
    assert table.stage.hand.last is not None


def off_by(table, cell, millivolts):
    table.board.frontend.sensors.offset_mv[cell] = millivolts


@pytest.mark.slow
@pytest.mark.parametrize("scene", [scenes.PERSON, scenes.ZEROS])
def test_a_sensor_that_is_refused_is_named_and_the_burst_goes_on_with_another(scene, monkeypatch):
    made = scenes.Table.__init__

    def with_a_bad_one(self, *arguments):
        made(self, *arguments)
        off_by(self, 6, -300.0)

    monkeypatch.setattr(scenes.Table, "__init__", with_a_bad_one)
    counts = trial.try_burst(FLIP, 4, scene)
    assert (EXPERIMENT.faults(FLIP, counts), counts.bursts) == ([], sum(counts.needed.values()))
    assert counts.refused == [f"flip-magic-1.5, burst 4 ({scene}): c2, -300 mV off"]


def test_zeros_that_are_refused_without_a_reason_are_a_stuck_board(monkeypatch):
    """A sensor as any other is no reason, even where the board names its cell."""
    monkeypatch.setattr(Zeros, "_find", lambda self: self._found.__setitem__(6, 2) or (["c2"], []))
    monkeypatch.setattr(trial, "LOOKS", 8)
    for scene in (scenes.PERSON, scenes.ZEROS):
        counts = trial.try_burst(FLIP, 4, scene)
        assert counts.stuck != []
        assert counts.refused == []


def test_a_refusal_that_names_no_cell_is_a_stuck_board(monkeypatch):
    monkeypatch.setattr(Zeros, "report", lambda self, message: message.update(wrong=[], doubt=[]))
    table = scenes.Table(FLIP, random.Random(1))
    off_by(table, 6, -300.0)
    with pytest.raises(scenes.SceneError, match="no zeros"):
        table.bring(scenes.PERSON)


def test_a_tile_on_the_plate_is_no_sensor_that_is_off():
    table = scenes.Table(FLIP, random.Random(1))
    off_by(table, 6, -300.0)
    table.board.world.arrange([(0, True)])
    with pytest.raises(scenes.SceneError, match="no zeros"):
        table.begin()
    assert table.refused == []


@pytest.mark.slow
@pytest.mark.parametrize(("where", "said"), [((120.0, 120.0), 0), ((40.0, 40.0), 1)])
def test_a_step_counts_by_the_cells_that_it_changes(where, said):
    """A tile on another cell, which the sensors may not feel, is no step that no hand made."""
    table = table_in(FLIP, scenes.PERSON)
    game = make_game("flip", "magic")
    there = bytearray(16)
    game.expected(there)
    step = game.parse_move("b2U")[0]
    game.push(step)
    table.arrange(game)
    if said:
        table.board.world.arrange([])
    table.board.world.lay(table.board.world.spare(1).id, *where)
    umpire = table.umpire
    assert not umpire.lies(game)
    umpire.taken_for_made(game, bytes(there), umpire.now, umpire.now)
    assert (len(umpire.lost), len(umpire.phantoms)) == (said, 1 - said)


@pytest.mark.parametrize(("rest", "said"), [("leaning", 0), ("well", 1)])
def test_a_tile_that_leans_on_a_cell_left_empty_may_be_unfelt(rest, said):
    table = table_in(FLIP, scenes.PERSON)
    world, umpire = table.board.world, table.umpire
    game = make_game("flip", "magic")
    game.load("2_-----D----------")
    there = bytearray(16)
    game.expected(there)
    steps = array("H", [0] * game.max_steps)
    game.push(steps[game.steps(steps) - 1])
    assert game.text().endswith("b2W")
    table.arrange(game)
    tile = world.spare(1)
    world.lay(tile.id, *world.plate.centre(5))
    tile.rest = rest
    assert not umpire.lies(game)
    umpire.taken_for_made(game, bytes(there), umpire.now, umpire.now)
    assert (len(umpire.lost), len(umpire.phantoms)) == (said, 1 - said)


def test_the_umpire_sees_a_tile_that_is_gone_and_lights_lead_it_back():
    table = table_in(KONO, scenes.PERSON)
    umpire: Umpire = table.umpire
    assert umpire.back()
    tile = next(t for t in table.board.world.tiles if t.rest == "well")
    table.board.world.lay(tile.id, *table.board.world.home(tile))
    assert not umpire.back()
    table.board.run_ms(2500)
    hand = Returning(table.stage, 1)
    hand.switched_on = False
    for _ in range(6):
        if umpire.back():
            break
        hand.once()
    assert umpire.back()
    assert umpire.lost == []
    assert len(hand.acts) <= 3


def test_zeros_set_with_a_tile_on_the_plate_are_set_again():
    """The lights ask for a tile that nobody sees."""
    table = table_in(KONO, scenes.PERSON)
    board, umpire = table.board, table.umpire
    zero = umpire.flow.board.calibration.zero
    bare = next(at for at in range(16) if not board.world.on_cell(at))
    right = zero[bare]
    zero[bare] -= board.profile.raw(board.profile.signal_mv(True))
    board.run_ms(2500)
    hand = Returning(table.stage, 1)
    hand.switched_on = False
    for _ in range(40):
        if umpire.back():
            break
        hand.once()
    assert umpire.back()
    assert umpire.lost == []
    assert hand.acts.count("ask for zeros") == 1
    assert abs(umpire.flow.board.calibration.zero[bare] - right) < board.profile.raw(5)


def test_the_hand_tries_the_other_players_tile_when_one_is_refused():
    """The tile taken last is not always the one that was lifted."""
    table = table_in(KONO, scenes.PERSON)
    stage = table.stage
    stage.refused += "UD"
    assert set(follow.letters_left(stage, "may-go")) <= set("ud")
    stage.refused += "ud"
    assert follow.letters_left(stage, "may-go")
    assert stage.refused == []
