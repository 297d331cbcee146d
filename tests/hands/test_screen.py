"""Hands of a board on a screen: they visibly and promptly do everything except a player's own
move."""

import math
from itertools import pairwise

import pytest
from hands.table import EACH, KINDS, LARGER, Table, named
from one_board import PROFILE

from host_tools.board.hands.acts import Drop, Grab, Screen
from host_tools.board.hands.automatic import HOLDER
from host_tools.board.hands.travels import TRAVEL_MS
from host_tools.board.simulator.faults import Stuck
from lodeboard.storage.settings import MACHINES
from lodeboard.system.loader import make_game, playable

SETUP = "1_U--d----D----u--"
TICK_MS = 20


def test_a_new_board_sets_its_zeros_and_begins_by_itself():
    table = Table()
    table.run(lambda: table.playing("place"), 4000)
    assert table.state["wrong"] == []


def test_it_measures_its_gains_unseen_and_in_a_moment():
    table = Table()
    table.run(lambda: table.state.get("ask") == "gain", 4000)
    begun = table.board.now_ms
    table.run(lambda: table.playing("place") and table.begun(), 1000)
    assert table.board.now_ms < 2000
    table.run_ms(1000)
    calibration = table.board.app.board.calibration
    assert not any(calibration.missing)
    assert len(set(calibration.gain)) > PROFILE.cells / 2  # those of these sensors
    frames = [moment.picture.tiles for moment in table.moments if moment.ms >= begun]
    assert len(frames) > 10
    assert all(tiles == frames[0] for tiles in frames)
    assert "restore" not in table.asks
    table.move(0, 5)  # nobody removes it
    table.run(lambda: table.state["moves"] == ["b2U"], 1000)


def test_a_sensor_whose_gain_cannot_be_measured_does_not_hold_up_the_game():
    table = Table()
    table.run(lambda: table.state.get("ask") == "gain", 4000)
    table.board.frontend.faults[5] = Stuck(1650.0)
    table.run(lambda: table.playing("place") and table.begun(), 6000)
    said = [line for moment in table.moments for line in moment.lines]
    assert any("not measured at b2, " in line for line in said)


def test_gains_are_measured_again_in_the_midst_of_a_game():
    table = Table(players=1)
    begun = table.state["position"]
    table.tell(c="setup", position=SETUP, moves=[])
    table.run(lambda: table.playing("lift") and table.state["position"] != begun)
    table.run_ms(500)
    gains = table.board.app.board.calibration.gain
    gains[5] = 1000
    table.board.app.flow._set_gains(table.board.now_ms)
    table.run(lambda: table.state["ask"] == "gain")
    table.run(lambda: table.playing("lift"))
    table.run_ms(300)
    game = make_game(table.state["game"], table.state["rules"])
    game.load(SETUP)
    assert table.lies(game)
    assert gains[5] != 1000
    assert "fix" not in table.asks


def test_tiles_on_a_new_board_are_put_away_first():
    table = Table()
    table.board.world.lay(0, *table.centres[5])
    table.board.world.lay(9, *table.centres[6])
    table.run(lambda: table.playing("place") and table.begun(), 6000)
    assert not table.board.world.on_cell(5)


def test_hands_do_everything_where_that_is_wanted():
    table = Table(on=False)
    table.run_ms(5000)
    assert table.state["phase"] == "calibrate"
    table.ask(Screen(True))
    table.run(lambda: table.playing("place") and table.begun(), 4000)
    table.ask(Screen(False))
    table.move(0, 5)
    table.run(lambda: table.playing("lift"))
    table.run_ms(4000)
    assert table.playing("lift")
    assert len(table.state["moves"]) == 1


def test_the_boards_moves_are_carried_out_and_tiles_are_seen_to_travel():
    table = Table(level=0)
    table.move(0, 5)
    table.run(lambda: table.playing("lift") and len(table.state["moves"]) == 2, 8000)
    frames = [moment for moment in table.moments if moment.picture.tiles]
    moved = [tile for tile in range(16) if any(m.picture.tiles[tile][7] == HOLDER for m in frames)]
    assert len(moved) == 2  # one is flipped, one is placed
    for tile in moved:
        held = [m.ms for m in frames if m.picture.tiles[tile][7] == HOLDER]
        assert TRAVEL_MS - 2 * TICK_MS <= held[-1] - held[0] <= 2 * TRAVEL_MS
        spots = [m.picture.tiles[tile][1:3] for m in frames if m.ms in held]
        strides = [math.dist(a, b) for a, b in pairwise(spots)]
        assert max(strides) < 60


@pytest.mark.parametrize("kind", EACH, ids=named)
def test_whole_games_are_carried_out(kind):
    profile, variant = kind
    table = Table(profile, players=MACHINES, variant=variant, level=0)
    game, rules = playable(profile)[variant]
    table.run(lambda: table.state.get("game") == game and table.state["rules"] == rules, 60_000)
    table.asks.clear()
    table.run(lambda: table.playing("over") or len(table.state.get("moves", ())) > 20, 600_000)
    assert "fix" not in table.asks


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "still"), [(kind, at % 2) for at, kind in enumerate(KINDS)])
def test_a_game_is_set_up_taken_back_and_cleared(kind, still):
    profile, variant = kind
    table = Table(profile, variant=variant, players=1)
    table.ask(Screen(still=still))
    name, rules = playable(profile)[variant]
    table.run(lambda: table.state.get("game") == name and table.state["rules"] == rules, 60_000)
    begin = make_game(name, rules)
    game = make_game(name, rules)
    steps = [0] * game.max_steps
    moves = []
    for at in range(9):
        if game.steps(steps) == 0:
            break
        step = steps[(7 * at + 3) % game.steps(steps)]
        moves.append(step)
        game.push(step)
    # A game that starts with pieces on the board asks for a move before it has read them.
    table.run(lambda: table.playing("place", "lift", "give") and table.lies(begin), 20_000)
    table.moments.clear()
    table.tell(c="setup", position=game.text(), moves=[])
    table.run(lambda: table.playing("restore") and table.state["position"] == game.text())
    table.run(lambda: table.playing("place", "lift", "give", "put", "over"), 12_000)
    assert table.lies(game)
    seen = any(tile[7] for moment in table.moments for tile in moment.picture.tiles)
    assert seen != still
    table.tell(c="new")
    table.run(lambda: table.state["position"] == begin.text())
    table.run(lambda: table.playing("place", "lift", "give"), 12_000)
    assert table.lies(begin)
    assert "fix" not in table.asks


@pytest.mark.parametrize("still", [False, True], ids=["travel", "still"])
def test_tiles_that_lie_in_each_others_cells_change_places(still):
    table = Table(variant=playable(PROFILE).index(("kono", "")), players=1)
    table.ask(Screen(still=still))
    table.run(lambda: table.playing("lift") and table.begun(), 60_000)
    # The nearest tile for a3 is on b2, and the nearest for b2 is on a3.
    table.tell(c="setup", position=table.state["position"], moves=["b4b2", "a1a3"])
    table.run(lambda: table.playing("restore") and len(table.state["moves"]) == 2)
    table.run(lambda: table.playing("lift"), 12_000)


def test_a_set_up_of_the_larger_board_takes_a_few_seconds():
    table = Table(LARGER)
    begin = make_game("magician", "standard")
    table.run(lambda: table.playing("lift") and table.lies(begin), 8000)


def test_a_slip_is_the_persons_to_put_right_and_is_taken_back_then():
    table = Table(level=0)
    table.move(0, 5)
    table.run(lambda: table.playing("lift") and len(table.state["moves"]) == 2)
    table.move(1, 15)
    table.run(lambda: table.playing("fix"))
    table.run_ms(1500)
    assert table.playing("fix")
    table.run(lambda: table.playing("lift"), 5000)
    assert table.board.world.on_cell(15) == []
    assert len(table.state["moves"]) == 2


def test_a_game_goes_on_after_the_power_was_away():
    table = Table(players=1)
    table.move(0, 5)
    table.run(lambda: table.playing("lift"))
    table.board.power_cut()
    table.run_ms(100)
    table.board.boot()
    table.state = {}
    table.run(lambda: table.playing("lift"), 6000)
    assert len(table.state["moves"]) == 1


def test_nothing_is_moved_out_of_a_persons_hand():
    table = Table(level=0)
    table.run(lambda: table.playing("place"))
    table.ask(Grab(0))
    table.run(lambda: table.board.world.tile(0).held)
    table.tell(c="setup", position="1_" + "Uu" + 14 * "-", moves=[])
    table.run_ms(4000)
    assert table.board.world.tile(0).held
    assert 0 not in table.runner._automatic.tiles


# Positions of people with one legal step, and what is asked after it.
FORCED = [
    ("flip", "magic", "1_u---D-----------", "place"),
    ("kono", "", "1_o-ox-oxooxo-----", "lift"),
    ("xtic", "normal", "0b57ef-c6d381294/-", "over"),  # the last piece, into the last cell
]


@pytest.mark.parametrize(("name", "rules", "position", "then"), FORCED)
def test_an_only_step_is_carried_out_where_that_is_wanted(name, rules, position, then):
    variant = playable(PROFILE).index((name, rules))
    table = Table(variant=variant, players=1)
    table.run(lambda: table.state.get("game") == name, 60_000)
    table.run(lambda: table.playing("place", "lift", "give"), 20_000)
    table.tell(c="setup", position=position, moves=[])
    game = make_game(name, rules)
    game.load(position)
    first = "give" if name == "xtic" else "lift"
    table.run(lambda: table.playing(first) and table.lies(game), 12_000)
    table.run_ms(3000)
    assert table.state["position"] == position  # not enabled
    table.ask(Screen(force=True))
    table.run(lambda: table.playing(then) and table.state["position"] != position, 9000)
    after = make_game(name, rules)
    after.load(table.state["position"])
    assert table.lies(after)
    if then != "over":  # a step taken back is not repeated
        table.tell(c="back")
        table.run(lambda: table.state["position"] == position)
        table.run(lambda: table.playing(first) and table.lies(game), 12_000)
        table.run_ms(3000)
        assert table.state["position"] == position
    assert "fix" not in table.asks


def test_a_step_that_is_not_the_only_one_is_the_persons_own():
    table = Table(players=1)
    table.ask(Screen(force=True))
    table.run(lambda: table.playing("place"), 12_000)
    table.run_ms(3000)
    assert table.playing("place")
    assert table.state["moves"] == []


def test_the_boards_moves_take_their_time_by_the_speed_that_is_wanted():
    took = {}
    for speed in ("slow", "normal", "fast"):
        table = Table(level=0)
        table.ask(Screen(speed=speed))
        table.move(0, 5)
        table.run(lambda at=table: at.state.get("step") is not None, 8000)
        since = table.board.now_ms
        table.run(lambda at=table: at.playing("lift") and len(at.state["moves"]) == 2, 12_000)
        took[speed] = table.board.now_ms - since
    assert took["slow"] > 2 * took["normal"] > 2.5 * took["fast"]


def test_an_only_step_waits_while_the_person_holds_a_tile():
    name, rules, position, then = FORCED[1]
    table = Table(variant=playable(PROFILE).index((name, rules)), players=1)
    table.run(lambda: table.state.get("game") == name, 60_000)
    table.run(lambda: table.playing("lift"), 20_000)
    table.tell(c="setup", position=position, moves=[])
    game = make_game(name, rules)
    game.load(position)
    table.run(lambda: table.playing("lift") and table.lies(game), 12_000)
    spare = next(tile for tile in table.board.world.tiles if tile.rest == "table")
    table.ask(Grab(spare.id))
    table.run(lambda: spare.held)
    table.ask(Screen(force=True))
    table.run_ms(3000)
    assert table.state["position"] == position
    table.ask(Drop())
    table.run(lambda: table.playing(then) and table.state["position"] != position, 9000)
