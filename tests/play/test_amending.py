"""Changes to the last turn that are still allowed: recognised after the legal steps, and lit once
begun."""

from array import array

import pytest
from at_board import say, state

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator import meanings
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from lodeboard.games.contract import UNDO
from lodeboard.play.changes import Changes
from lodeboard.play.guide import AMENDED, DONE, HELD, READY, WRONG, Guide
from tests.play.board_game import CODES, Steps

BEFORE = "U--U/----/u--u"  # the king on a1, the rook on d1
AFTER = "U-U-/----/u--u"  # the rook has been moved: the other player is to act
CASTLED = "-UU-/----/u--u"
HALF = "3k3/7/X2p2X/X2X2X/X1M3X/7/X2K2X w - - 3 8;c3@d4"  # its magician has touched the hole
STEPS = {"theirs": "a3 u- a2 -u", "over": "a3 u- c1 Uu", "far": "d3 u- d2 -u"}
NAMES = "abcd"


def codes(position):
    return bytes(CODES[letter] for letter in position.replace("/", ""))


def guide_of(asked=False, *amendments):
    game = Steps(AFTER, STEPS)
    guide = Guide(game, 12, Changes())
    steps = array("H", [0] * game.max_steps)
    guide.allow(steps, 0 if asked else game.steps(steps), asked)
    for step, goal in amendments or [(7, CASTLED)]:
        guide.way.amend(step, codes(goal))
    return guide


def look(guide, position):
    return guide.look(codes(position), bytes(12), False)


def marks_of(guide, values=None):
    marks = bytearray(12)
    guide.paint(marks, True, values)
    return {
        NAMES[at % 4] + str(at // 4 + 1): meanings.NAMES[mark]
        for at, mark in enumerate(marks)
        if mark
    }


@pytest.mark.parametrize("asked", [False, True])
def test_hands_go_on_from_a_step_to_a_longer_one(asked):
    guide = guide_of(asked)
    assert look(guide, "--U-/----/u--u") == HELD
    assert marks_of(guide) == {"a1": "lifted", "b1": "may-go"}
    assert guide.puts
    assert look(guide, CASTLED) == AMENDED
    assert guide.step == 7


def test_what_may_be_amended_is_not_lit_before_it_is_begun():
    guide = guide_of()
    assert look(guide, AFTER) == READY
    assert marks_of(guide) == {"a3": "may-lift", "d3": "may-lift"}


def test_an_amendment_has_no_word_of_the_coach():
    guide = guide_of()
    assert look(guide, "--U-/----/u--u") == HELD
    assert marks_of(guide, bytes(len(STEPS))) == {"a1": "lifted", "b1": "may-go"}


def test_an_allowed_step_is_found_before_an_amendment_that_leaves_the_same():
    guide = guide_of(False, (UNDO, "U-U-/u---/---u"), (7, CASTLED))
    assert look(guide, "U-U-/u---/---u") == DONE
    assert guide.step == guide.way.allowed[0]


def test_one_of_two_amendments_is_carried_out():
    guide = guide_of(False, (UNDO, BEFORE), (7, CASTLED))
    assert look(guide, "U---/----/u--u") == HELD
    assert marks_of(guide) == {"c1": "lifted", "d1": "may-go", "a3": "may-lift"}
    assert look(guide, BEFORE) == AMENDED
    assert guide.step == UNDO
    assert look(guide, CASTLED) == AMENDED
    assert guide.step == 7


def test_a_cell_is_lit_for_the_lifted_tile_wherever_it_goes():
    guide = guide_of(False, (7, "UU--/----/u--u"))
    assert look(guide, "U---/----/u--u") == HELD
    assert marks_of(guide) == {"b1": "may-go", "c1": "lifted", "a3": "may-lift"}


def test_an_amendment_of_two_tiles_is_not_lit_for_one_before_the_other_lies():
    back = (UNDO, "U--U/-u--/u--u")  # the rook goes back, and a tile that was taken comes back
    guide = guide_of(False, back)
    assert look(guide, "U---/----/u--u") == HELD
    assert marks_of(guide) == {"c1": "lifted", "a3": "may-lift"}
    assert look(guide, "U---/-u--/u--u") == HELD
    assert marks_of(guide) == {"c1": "lifted", "d1": "may-go"}
    assert look(guide, back[1]) == AMENDED


def test_it_is_forgotten_with_the_next_steps():
    guide = guide_of()
    steps = array("H", [0] * 3)
    guide.allow(steps, guide._game.steps(steps), False)
    assert look(guide, "--U-/----/u--u") == WRONG
    assert look(guide, CASTLED) == WRONG


@pytest.mark.parametrize("more", [[], ["c4"]])
def test_half_a_spell_that_is_set_up_is_gone_on_with(more):
    board = SimulatedBoard(profiles.profile("tile7x7"), seed=3)
    stage = Stage(board)
    board.boot()
    stage.wait(1000)
    stage.set_zeros()
    stage.wait(500)
    say(stage, c="set", players=1)
    say(stage, c="setup", position=HALF, moves=more)
    stage.wait(500)
    assert state(stage)["phase"] == "match"
    assert state(stage)["position"].startswith(HALF if not more else "3k3/7/X2p2X/X1X3X/")
