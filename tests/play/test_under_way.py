"""Steps of several changes: begun in any order, continued from there, reported when complete."""

import itertools
from array import array

import pytest

from host_tools.board.simulator import meanings
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UP_0, UP_1, owner_of
from lodeboard.lights import palette
from lodeboard.play.changes import Changes
from lodeboard.play.guide import DONE, HELD, READY, REASONS, WRONG, Guide
from tests.play.board_game import Steps

POSITION = "UuD-/-U-d/U--u"
STEPS = {
    "go": "a1 U- a2 -U",
    "go on": "b2 U- b3 -U",
    "take": "a1 U- b1 uU",  # by displacement
    "take too": "b2 U- b1 uU",
    "jump": "b2 U- d2 d- c2 -U",  # by removal
    "jump far": "b2 U- b1 u- c3 -U",
    "place": "d1 -U",
    "turn": "c1 D- b3 -U",
    "castle": "c1 D- d1 -D a3 U- c3 -U",
    "rook": "a3 U- c3 -U",  # a stage of castling
    "swap": "a1 Uu d3 uU",
    "swap own": "a1 UD c1 DU",
    "promote": "a3 U- d2 dD",
    "remove": "d3 u-",  # a stage of the exchange
}
NAMES = "abcd"


def guide_of(game, name=None):
    guide = Guide(game, 12, Changes())
    steps = array("H", [0] * game.max_steps)
    if name is None:
        guide.allow(steps, game.steps(steps), False)
    else:
        guide.allow([game.number(name)], 1, True)
    return guide


def marks_of(guide):
    marks = bytearray(12)
    guide.paint(marks, True)
    return {
        NAMES[at % 4] + str(at // 4 + 1): meanings.NAMES[mark]
        for at, mark in enumerate(marks)
        if mark
    }


def look(guide, codes):
    return guide.look(bytes(codes), bytes(12), False)


def whole(game, codes):
    """The steps whose changes, and no others, lie on the board."""
    found = set()
    for name, changes in zip(game.names, game.written, strict=True):
        after = list(game.position)
        for cell, _, goal in changes:
            after[cell] = goal
        if after == codes:
            found.add(name)
    return found


def ways(game, name):
    """Every order of carrying out a step with one change of the board at a time, as lists of
    boards; without those on which another step is whole before."""
    changes = game.written[game.names.index(name)]
    acts = [(cell, EMPTY) for cell, before, _ in changes if before != EMPTY]
    acts += [(cell, goal) for cell, _, goal in changes if goal != EMPTY]
    most = [
        max(
            sum(change[at] != EMPTY and owner_of(change[at]) == owner for change in changes)
            for at in (1, 2)
        )
        for owner in (0, 1)
    ]
    for order in itertools.permutations(acts):
        codes = list(game.position)
        boards = []
        for cell, goal in order:
            if goal != EMPTY and codes[cell] != EMPTY:
                break  # a tile is lifted before another one is laid there
            codes[cell] = goal
            lying = [codes[cell] for cell, _, _ in changes if codes[cell] != EMPTY]
            owners = [owner_of(code) for code in lying]
            if any(owners.count(owner) > most[owner] for owner in (0, 1)):
                break  # a tile is lifted before it is laid down
            boards.append(list(codes))
        else:
            if not any(whole(game, board) for board in boards[:-1]):
                yield boards


@pytest.mark.parametrize("asked", [False, True], ids=["allowed", "asked"])
@pytest.mark.parametrize("name", STEPS)
def test_every_order_of_hands_leads_to_the_step(name, asked):
    game = Steps(POSITION, STEPS)
    orders = 0
    for boards in ways(game, name):
        orders += 1
        guide = guide_of(game, name if asked else None)
        assert look(guide, game.position) == READY
        for codes in boards[:-1]:
            assert marks_of(guide)
            assert look(guide, codes) == HELD, codes
            assert not any(guide.wrong)
            shown = marks_of(guide)
            assert set(shown.values()) & {"may-lift", "may-go", "may-place", "lift"} or any(
                word.startswith("put-") for word in shown.values()
            ), codes
            assert guide.puts or set(shown.values()) & {"lift", "may-lift"}
        assert look(guide, boards[-1]) == DONE
        assert guide.step == game.number(name)
    assert orders


@pytest.mark.parametrize("name", STEPS)
def test_following_the_lights_leads_to_the_step(name):
    game = Steps(POSITION, STEPS)
    guide = guide_of(game, name)
    codes = list(game.position)
    hand = []
    for _ in range(9):
        seen = look(guide, codes)
        if seen == DONE:
            break
        cell, mark = next(
            (cell, mark)
            for cell, mark in marks_of(guide).items()
            if mark == "lift" or mark.startswith("put-")
        )
        at = NAMES.index(cell[0]) + 4 * (int(cell[1]) - 1)
        if mark == "lift":
            hand.append(codes[at])
            codes[at] = EMPTY
        else:
            code = meanings.NAMES.index(mark) - palette.PUT + 1
            owners = [owner_of(tile) for tile in hand]
            if owner_of(code) in owners:
                hand.pop(owners.index(owner_of(code)))
            else:
                assert name == "place"
            codes[at] = code
    assert seen == DONE


def test_a_foreign_change_is_told_and_leads_back():
    """Wherever a step has got to, one more change that belongs to no step is wrong, and nothing
    else is; undone, the step goes on."""
    game = Steps(POSITION, STEPS)
    tried = 0
    for name in STEPS:
        for boards in ways(game, name):
            for codes in [game.position, *boards[:-1]]:
                guide = guide_of(game)
                before = look(guide, codes)
                for cell, code in itertools.product(range(12), (EMPTY, UP_0, UP_1, DOWN_0, DOWN_1)):
                    after = list(codes)
                    after[cell] = code
                    if code == codes[cell] or _explained(game, after):
                        continue
                    tried += 1
                    assert look(guide, after) == WRONG, (name, codes, after)
                    assert guide.reason
                    assert guide.wrong[cell] or any(guide.wrong)
                    assert marks_of(guide)
                    assert look(guide, codes) == before
    assert tried > 1000


def _explained(game, codes):
    """Whether these codes may be a stage of a step, by the plain rule."""
    differ = {at for at in range(12) if codes[at] != game.position[at]}
    for changes in game.written:
        goals = {cell: goal for cell, _, goal in changes}
        if not differ <= set(goals) or any(codes[at] not in (EMPTY, goals[at]) for at in differ):
            continue
        lying = [codes[at] for at in goals if codes[at] != EMPTY]
        if all(
            sum(owner_of(code) == owner for code in lying)
            <= max(
                sum(change[at] != EMPTY and owner_of(change[at]) == owner for change in changes)
                for at in (1, 2)
            )
            for owner in (0, 1)
        ):
            return True
    return False


def test_only_the_foreign_tile_is_wrong_while_a_capture_is_under_way():
    game = Steps(POSITION, STEPS)
    guide = guide_of(game, "jump")
    codes = list(game.position)
    codes[5] = EMPTY
    codes[4] = UP_1
    assert look(guide, codes) == WRONG
    assert REASONS[guide.reason] == "wrong-tile"
    assert marks_of(guide) == {"a2": "mistake", "b2": "lifted", "d2": "lift"}
    codes[4] = UP_0
    assert look(guide, codes) == WRONG
    assert REASONS[guide.reason] == "wrong-cell"


def test_the_lights_of_a_capture():
    game = Steps(POSITION, STEPS)
    guide = guide_of(game, "take")
    codes = list(game.position)
    assert marks_of(guide) == {"a1": "lift"}
    look(guide, codes)
    codes[0] = EMPTY
    look(guide, codes)
    assert marks_of(guide) == {"a1": "lifted", "b1": "lift"}
    assert not guide.puts
    codes[1] = EMPTY
    look(guide, codes)
    assert marks_of(guide) == {"a1": "lifted", "b1": "put-U"}
    assert guide.puts
    codes[0] = UP_0  # the captured tile was taken first
    look(guide, codes)
    assert marks_of(guide) == {"a1": "lift", "b1": "lifted"}


def test_a_captured_tile_lifted_first_lights_every_tile_that_takes_it():
    game = Steps(POSITION, STEPS)
    guide = guide_of(game)
    codes = list(game.position)
    codes[1] = EMPTY
    assert look(guide, codes) == HELD
    assert marks_of(guide) == {"a1": "may-lift", "b1": "lifted", "b2": "may-lift"}
    codes[5] = EMPTY
    assert look(guide, codes) == HELD
    assert marks_of(guide) == {"b1": "may-go", "b2": "lifted", "c3": "may-go"}
    codes[10] = UP_0
    assert look(guide, codes) == DONE


def test_what_has_been_set_down_is_no_longer_marked_as_lifted():
    game = Steps(POSITION, STEPS)
    guide = guide_of(game)
    codes = list(game.position)
    codes[2] = EMPTY
    assert look(guide, codes) == HELD
    assert guide.puts  # turned over to b3
    codes[3] = DOWN_0
    assert look(guide, codes) == HELD
    assert not guide.puts  # the other half of castling is to come
    assert marks_of(guide) == {"a3": "may-lift"}


def test_a_tile_brought_from_elsewhere_is_not_the_one_to_be_moved():
    game = Steps(POSITION, STEPS)
    guide = guide_of(game)
    codes = list(game.position)
    codes[4] = UP_0  # where a1 may go, which has not moved
    assert look(guide, codes) == WRONG
    codes[0] = EMPTY
    assert look(guide, codes) == DONE
    codes = list(game.position)
    codes[1] = UP_0  # in the place of a tile that may be taken
    assert look(guide, codes) == WRONG


def test_a_step_that_is_a_stage_of_another_is_made_at_once():
    game = Steps(POSITION, STEPS)
    guide = guide_of(game)
    codes = list(game.position)
    codes[8], codes[10] = EMPTY, UP_0
    assert look(guide, codes) == DONE
    assert guide.step == game.number("rook")
    codes[2] = EMPTY  # castling is begun with the other tile, or goes on after both were lifted
    assert look(guide, codes) == HELD


def test_sides_that_mean_nothing():
    game = Steps("U--u/----/----", {"go": "a1 U- a2 -U", "take": "a1 U- d1 uU"}, sides=False)
    guide = guide_of(game)
    assert look(guide, [DOWN_0, 0, 0, DOWN_1, *[0] * 8]) == READY
    assert look(guide, [EMPTY, 0, 0, DOWN_1, *[0] * 8]) == HELD
    assert look(guide, [EMPTY, 0, 0, DOWN_1, DOWN_0, *[0] * 7]) == DONE
    assert look(guide, [EMPTY, 0, 0, DOWN_0, *[0] * 8]) == DONE
    assert guide.step == game.number("take")
    assert look(guide, [EMPTY, 0, 0, DOWN_1, DOWN_1, *[0] * 7]) == WRONG
