"""The coach lights every legal step by its exact value, or as not known."""

import json
import random

import pytest
from one_board import PROFILE

from host_tools.board.hands.follow import follow
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.games.flip.exact import Exact
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip

NAMES = {WIN: "coach-win", LOSE: "coach-lose", TIE: "coach-draw"}
ORDER = ("coach-lose", "coach-draw", "coach-win")


def _board(position, rules):
    stage = Stage(SimulatedBoard(PROFILE))
    board = stage.board
    board.boot()
    stage.wait(1200)
    stage.set_zeros()
    stage.wait(1200)
    variant = ("magic", "eclipse").index(rules)
    board.send_line(json.dumps({"c": "set", "players": 1, "coach": 1, "variant": variant}))
    stage.wait(300)
    _arrange(board, position)
    board.send_line(json.dumps({"c": "setup", "position": position}))
    stage.wait(1200)
    follow(stage)
    stage.wait(3200)
    return stage


def _arrange(board, position):
    spots = ["UDud".find(letter) for letter in position[2:]]
    board.world.arrange([(at // 2, at % 2 == 0) if at >= 0 else None for at in spots])


def _wanted(game, exact):
    """What each cell should show: the best exact value among the steps that begin there."""
    buffer = [0] * game.max_steps
    marks = {}
    changes = bytearray(3 * game.max_changes)
    for step in buffer[: game.steps(buffer)]:
        game.changes(step, changes)
        cell = changes[0]
        player = game.turn
        game.push(step)
        value = exact.value(game)[0]
        if game.turn != player:
            value = {WIN: LOSE, LOSE: WIN, TIE: TIE}[value]
        game.pop()
        name = NAMES[value]
        if cell not in marks or ORDER.index(name) > ORDER.index(marks[cell]):
            marks[cell] = name
    return marks


def _undecided(rules, tiles, seed):
    """A random undecided arrangement of so many tiles."""
    choose = random.Random(seed)
    game = Flip(rules)
    while True:
        cells = ["-"] * 16
        for at, cell in enumerate(choose.sample(range(16), tiles)):
            cells[cell] = choose.choice("UD" if at < (tiles + 1) // 2 else "ud")
        game.load(f"{tiles % 2 + 1}_{''.join(cells)}")
        if game.verdict() == UNDECIDED:
            return game


@pytest.mark.parametrize("rules", ["magic", "eclipse"])
@pytest.mark.parametrize("tiles", [11, 12, 13])
def test_late_positions_show_exact_values(tiles, rules):
    game = _undecided(rules, tiles, seed=tiles)
    stage = _board(game.text(), rules)
    lights = stage.settled_lights()
    for cell, name in _wanted(game, Exact(rules)).items():
        assert lights[cell] == name, stage.picture()


def test_on_the_empty_board_the_book_shows_one_turn_that_wins():
    """Nobody has searched that far: what else may be done is visibly not known."""
    stage = _board("1_" + 16 * "-", "magic")
    lights = stage.settled_lights()
    shown = [cell for cell, name in enumerate(lights) if name == "coach-win"]
    assert len(shown) == 1
    assert shown[0] in (0, 3, 12, 15)  # a corner
    assert set(lights) == {"coach-win", "coach-unknown"}


def test_without_the_coach_the_lights_say_what_may_be_done():
    stage = _board("1_" + 16 * "-", "magic")
    stage.board.send_line('{"c": "set", "coach": 0}')
    stage.wait(1500)
    assert set(stage.settled_lights()) == {"may-place"}
