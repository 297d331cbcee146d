"""The guide compares what lies on the board with the game."""

from array import array

import pytest

from host_tools.board.simulator import meanings
from lodeboard.games.contract import (
    DOWN_0,
    DOWN_1,
    EMPTY,
    LOSE,
    TIE,
    UNCLEAR,
    UNDECIDED,
    UP_0,
    UP_1,
    WIN,
)
from lodeboard.games.flip.rules import Flip
from lodeboard.games.xtic.rules import Xtic
from lodeboard.lights import palette
from lodeboard.play.changes import Changes
from lodeboard.play.guide import (
    BETWEEN,
    CANNOT_TELL,
    DONE,
    HELD,
    NOT_TURNED,
    NOT_YOURS,
    READY,
    REASONS,
    RESTORE,
    TOO_EARLY,
    TWO_AT_ONCE,
    WRONG,
    WRONG_CELL,
    WRONG_TILE,
    Guide,
)

A1, B1, A2, B2, C2, B3, D4 = 0, 1, 4, 5, 6, 9, 15
NONE = bytearray(16)


@pytest.fixture
def flip():
    game = Flip("magic")
    game.load("2_-----U----------")
    return game


def _guide(game, asked=None):
    guide = Guide(game, 16, Changes())
    steps = array("H", [0] * game.max_steps)
    if asked is None:
        guide.allow(steps, game.steps(steps), False)
    else:
        guide.allow([asked], 1, True)
    codes = bytearray(16)
    game.expected(codes)
    return guide, codes


def _marks(guide):
    marks = bytearray(16)
    guide.paint(marks, True)
    return {at: meanings.NAMES[mark] for at, mark in enumerate(marks) if mark}


def test_as_the_game_says(flip):
    guide, codes = _guide(flip)
    assert guide.look(codes, NONE, False) == READY
    assert _marks(guide) == {B2: "may-lift"}


def test_a_lifted_tile(flip):
    guide, codes = _guide(flip)
    codes[B2] = EMPTY
    assert guide.look(codes, NONE, False) == HELD
    assert _marks(guide) == dict.fromkeys((B1, A2, C2, B3), "may-go") | {B2: "lifted"}


def test_a_flip_carried_out(flip):
    guide, codes = _guide(flip)
    codes[B2], codes[C2] = EMPTY, DOWN_0
    assert guide.look(codes, NONE, False) == DONE
    flip.push(guide.step)
    assert flip.text().endswith(";b2E")


def test_a_placement_carried_out(flip):
    flip.push(flip.parse_move("b2Ea1U")[0])
    guide, codes = _guide(flip)
    codes[D4] = DOWN_1
    assert guide.look(codes, NONE, False) == DONE
    assert flip.move_text([guide.step]) == "d4D"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({B2: EMPTY, C2: UP_0}, NOT_TURNED),
        ({B2: EMPTY, D4: UP_0}, WRONG_CELL),
        ({B2: EMPTY, D4: DOWN_0}, WRONG_CELL),
        ({B2: EMPTY, C2: UP_1}, WRONG_TILE),
        ({B2: EMPTY, C2: DOWN_0, D4: UP_1}, TWO_AT_ONCE),
        ({B2: DOWN_0}, NOT_TURNED),
        ({B2: UP_1}, WRONG_TILE),
        ({D4: UP_1}, TOO_EARLY),
        ({D4: UP_0}, TOO_EARLY),
        ({A1: UP_1, D4: UP_1}, TWO_AT_ONCE),
        ({D4: UNCLEAR}, CANNOT_TELL),
        ({B2: EMPTY, C2: UNCLEAR}, CANNOT_TELL),
    ],
)
def test_slips_in_a_flip(flip, changes, reason):
    guide, codes = _guide(flip)
    for cell, code in changes.items():
        codes[cell] = code
    assert guide.look(codes, NONE, False) == WRONG
    assert REASONS[guide.reason] == REASONS[reason]
    marks = _marks(guide)
    for cell, code in changes.items():
        if code == UNCLEAR:
            assert marks[cell] == "check"
        elif code != EMPTY:
            assert marks[cell] == "mistake"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({D4: UP_0}, WRONG_TILE),
        ({C2: EMPTY}, NOT_YOURS),
        ({C2: UP_0}, NOT_YOURS),
        ({A1: UP_1, D4: UP_1}, TWO_AT_ONCE),
    ],
)
def test_slips_in_a_placement(flip, changes, reason):
    flip.push(flip.parse_move("b2Ea1U")[0])
    guide, codes = _guide(flip)
    for cell, code in changes.items():
        codes[cell] = code
    assert guide.look(codes, NONE, False) == WRONG
    assert REASONS[guide.reason] == REASONS[reason]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({D4: DOWN_1}, NOT_TURNED),
        ({A1: UP_1}, WRONG_CELL),
        ({D4: UP_0}, WRONG_TILE),
    ],
)
def test_slips_in_what_the_machine_asks(flip, changes, reason):
    flip.push(flip.parse_move("b2Ea1U")[0])
    guide, codes = _guide(flip, asked=flip.parse_move("d4U")[0])
    assert _marks(guide) == {D4: "put-u"}
    for cell, code in changes.items():
        codes[cell] = code
    assert guide.look(codes, NONE, False) == WRONG
    assert REASONS[guide.reason] == REASONS[reason]


def test_what_the_machine_asks_is_taken_alone(flip):
    steps = flip.parse_move("b2Ea1U")
    guide, codes = _guide(flip, asked=steps[0])
    assert _marks(guide) == {B2: "lift"}
    codes[B2] = EMPTY
    assert guide.look(codes, NONE, False) == HELD
    assert _marks(guide) == {C2: "put-D", B2: "lifted"}
    codes[A2] = DOWN_0  # legal, but not what was asked
    assert guide.look(codes, NONE, False) == WRONG
    codes[A2], codes[C2] = EMPTY, DOWN_0
    assert guide.look(codes, NONE, False) == DONE


def test_while_nothing_may_be_done_a_tile_is_just_wrong(flip):
    """The machine thinks."""
    guide, codes = _guide(flip)
    guide.allow([], 0, True)
    assert guide.look(codes, NONE, False) == READY
    assert _marks(guide) == {}
    codes[D4] = UP_1
    assert guide.look(codes, NONE, False) == WRONG
    assert REASONS[guide.reason] == "wrong-tile"


def test_restoring_takes_no_step(flip):
    guide, codes = _guide(flip)
    codes[B2], codes[C2] = EMPTY, DOWN_0
    assert guide.look(codes, NONE, True) == WRONG
    assert guide.reason == RESTORE
    assert _marks(guide) == {B2: "put-U", C2: "lift"}


def test_a_tile_between_cells(flip):
    guide, codes = _guide(flip)
    traces = bytearray(16)
    assert guide.look(codes, traces, False) == READY
    traces[B3] = traces[B3 + 1] = 1
    assert guide.look(codes, traces, False) == WRONG
    assert guide.reason == BETWEEN
    assert _marks(guide) == dict.fromkeys((B3, B3 + 1), "check")
    assert guide.look(codes, NONE, False) == READY


@pytest.mark.parametrize(
    ("position", "changes", "reason"),
    [
        ("-----3----------/-", {D4: UP_0}, TOO_EARLY),
        ("-----3----------/-", {B2: EMPTY}, NOT_YOURS),
        ("-----3----------/-", {B2: EMPTY, D4: UP_0}, TWO_AT_ONCE),
        ("-----3----------/-", {D4: UNCLEAR}, CANNOT_TELL),
        ("-----3----------/4", {D4: DOWN_0}, NOT_TURNED),
        ("-----3----------/4", {D4: UP_1}, WRONG_TILE),
        ("-----3----------/4", {B2: DOWN_0}, NOT_YOURS),
        ("-----3----------/4", {B2: EMPTY}, NOT_YOURS),
        ("-----3----------/4", {A1: UP_0, D4: UP_0}, TWO_AT_ONCE),
    ],
)
def test_slips_with_a_choice_to_make_and_with_one_made(position, changes, reason):
    game = Xtic("normal")
    game.load(position)
    guide, codes = _guide(game)
    for cell, code in changes.items():
        codes[cell] = code
    assert guide.look(codes, NONE, False) == WRONG
    assert REASONS[guide.reason] == REASONS[reason]


def test_a_choice_is_nothing_that_hands_do():
    game = Xtic("normal")
    game.load("-----3----------/-")
    guide, codes = _guide(game)
    assert guide.look(codes, NONE, False) == READY
    assert (guide.way.count, guide.chooses, _marks(guide)) == (0, True, {})
    game.push(game.parse_move("=4")[0])
    guide, codes = _guide(game)
    codes[D4] = UP_0
    assert guide.look(codes, NONE, False) == DONE
    assert game.move_text([guide.step]) == "d4"


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ((LOSE, LOSE, LOSE, LOSE), "coach-lose"),
        ((LOSE, UNDECIDED, LOSE, LOSE), "coach-unknown"),
        ((UNDECIDED, TIE, LOSE, UNDECIDED), "coach-draw"),
        ((TIE, UNDECIDED, LOSE, UNDECIDED), "coach-draw"),
        ((TIE, LOSE, WIN, UNDECIDED), "coach-win"),
        ((WIN, TIE, LOSE, LOSE), "coach-win"),
        ((UNDECIDED, LOSE, LOSE, WIN), "coach-win"),
    ],
)
def test_a_cell_shows_the_coachs_best_word_on_its_steps(flip, values, shown):
    guide, codes = _guide(flip)
    guide.look(codes, NONE, False)
    marks = bytearray(16)
    guide.paint(marks, False, values)
    assert {at: meanings.NAMES[mark] for at, mark in enumerate(marks) if mark} == {B2: shown}
    codes[B2] = EMPTY
    guide.look(codes, NONE, False)
    marks = bytearray(16)
    guide.paint(marks, False, values)
    each = {WIN: "coach-win", LOSE: "coach-lose", TIE: "coach-draw", UNDECIDED: "coach-unknown"}
    steps = array("H", [0] * flip.max_steps)
    changes = bytearray(3 * flip.max_changes)
    for at in range(flip.steps(steps)):
        flip.changes(steps[at], changes)
        assert meanings.NAMES[marks[changes[3]]] == each[values[at]]


def test_of_the_two_sides_of_a_placement_a_cell_shows_the_better_one():
    flip = Flip("magic")
    guide, codes = _guide(flip)
    guide.look(codes, NONE, False)
    words = (LOSE, UNDECIDED, TIE, WIN)  # worst first
    values = bytearray(words[(at // 2) % 4] if at & 1 else words[at // 8] for at in range(32))
    marks = bytearray(16)
    guide.paint(marks, False, values)
    for cell in range(16):
        better = max(values[2 * cell : 2 * cell + 2], key=words.index)
        assert marks[cell] == palette.COACH + better


def test_what_was_set_down_as_asked_is_no_mistake_while_something_else_is():
    """Else who takes it away is asked for it again, and so on for ever."""
    game = Flip("magic")
    game.load("2_-----U----------")
    flip = game.parse_move("b2Eb1U")
    game.push(flip[0])
    guide, codes = _guide(game, asked=flip[1])
    codes[D4] = UP_1
    codes[B1] = UP_1
    assert guide.look(codes, NONE, False) == WRONG
    assert _marks(guide) == {D4: "mistake"}
    codes[D4] = EMPTY
    assert guide.look(codes, NONE, False) == DONE


def test_a_flipped_tile_in_place_is_not_asked_for_while_something_else_is_wrong():
    game = Flip("magic")
    game.load("2_-----U----------")
    guide, codes = _guide(game, asked=game.parse_move("b2Ea1U")[0])
    codes[B2], codes[C2], codes[D4] = EMPTY, DOWN_0, UP_1
    assert guide.look(codes, NONE, False) == WRONG
    assert _marks(guide) == {B2: "lifted", D4: "mistake"}
    codes[D4] = EMPTY
    assert guide.look(codes, NONE, False) == DONE


def test_a_second_tile_where_the_asked_one_is_to_go_is_a_mistake():
    game = Flip("magic")
    game.load("2_-----U----------")
    guide, codes = _guide(game, asked=game.parse_move("b2Ea1U")[0])
    codes[C2] = DOWN_0  # while the one on b2 still lies there
    assert guide.look(codes, NONE, False) == WRONG
    assert _marks(guide)[C2] == "mistake"
