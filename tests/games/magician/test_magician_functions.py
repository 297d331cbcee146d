"""The private functions of the board's kernel, one by one."""

import pytest

from lodeboard.games.magician import board_kernel as kernel
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch

KING, ROOK, PAWN, MAGICIAN = layout.KING, layout.ROOK, layout.PAWN, layout.MAGICIAN
BLACK, EMPTY, HOLE, RIM = layout.BLACK, layout.EMPTY, layout.HOLE, layout.RIM


def square(name):
    return 20 + 9 * (7 - int(name[1])) + "abcdefg".index(name[0])


@pytest.fixture
def state():
    """A board with room for a search, kings alone on it."""
    search = MagicianSearch(None)
    search.load(Magician("standard"))
    words = search.state
    for at in range(layout.FIRST_SQUARE, layout.LAST_SQUARE + 1):
        if words[at] != RIM:
            words[at] = EMPTY
    words[layout.RIGHTS] = words[layout.PASSED] = words[layout.QUIET] = 0
    put(words, d1=KING, d7=BLACK + KING)
    words[layout.KINGS], words[layout.KINGS + 1] = square("d1"), square("d7")
    return words


def put(state, **pieces):
    for name, piece in pieces.items():
        state[square(name)] = piece


def listed(state, end):
    return {state[at] for at in range(layout.TURNS, end)}


def turn(one, other, kind=layout.MOVE):
    return kind << 14 | square(one) << 7 | square(other)


@pytest.mark.parametrize(("step", "corner", "beside"), [(2, "g1", "e1"), (-2, "a1", "c1")])
def test_the_rook_goes_beside_the_king_that_castles_and_back(state, step, corner, beside):
    put(state, **{corner: ROOK})
    before = list(state)
    kernel._move_rook(state, square("d1"), step, EMPTY, ROOK)
    assert (state[square(corner)], state[square(beside)]) == (EMPTY, ROOK)
    kernel._move_rook(state, square("d1"), step, ROOK, EMPTY)
    assert list(state) == before


def test_no_rook_goes_with_a_king_that_does_not_castle(state):
    before = list(state)
    for step in (1, -1, 9, 10, -8):
        kernel._move_rook(state, square("d1"), step, EMPTY, ROOK)
    assert list(state) == before


def test_a_pawn_goes_on_takes_aside_and_is_promoted(state):
    put(state, b2=PAWN, c3=BLACK + PAWN)
    found = listed(state, kernel._list_pawn(state, 0, square("b2"), 0, layout.TURNS))
    assert found == {turn("b2", "b3"), turn("b2", "b4"), turn("b2", "c3")}
    put(state, a6=PAWN)
    found = listed(state, kernel._list_pawn(state, 0, square("a6"), 0, layout.TURNS))
    assert found == {turn("a6", "a7", layout.TO_ROOK + kind) for kind in range(3)}


def test_a_spell_needs_a_magician_beside_the_hole(state):
    put(state, c4=HOLE, c5=BLACK + ROOK)
    assert kernel._list_spells(state, square("c4"), 0, layout.TURNS) == layout.TURNS
    put(state, b3=MAGICIAN)
    found = listed(state, kernel._list_spells(state, square("c4"), 0, layout.TURNS))
    swaps = {turn(each, "c4", layout.SWAP) for each in ("b4", "d4", "c3")}
    assert found == swaps | {turn("c5", "c4", layout.CARRY), turn("c5", "c4", layout.DROP)}


def test_castling_needs_free_squares(state):
    king = square("d1")
    state[layout.RIGHTS] = 3
    ways = {turn("d1", "b1"), turn("d1", "f1")}
    assert listed(state, kernel._list_castling(state, 0, king, layout.TURNS)) == ways
    put(state, c1=PAWN)
    assert listed(state, kernel._list_castling(state, 0, king, layout.TURNS)) == {turn("d1", "f1")}


@pytest.mark.parametrize(
    ("attacker", "where", "found"),
    [
        (BLACK + ROOK, "d4", 1),
        (BLACK + ROOK, "e4", 0),
        (ROOK, "d4", 0),
        (BLACK + PAWN, "c2", 1),
        (BLACK + PAWN, "d2", 0),
        (BLACK + layout.KNIGHT, "e3", 1),
        (BLACK + KING, "e1", 1),
        (BLACK + KING, "e2", 1),
        (BLACK + KING, "e3", 0),
        (BLACK + MAGICIAN, "d2", 0),
    ],
)
def test_who_attacks_a_king(state, attacker, where, found):
    put(state, **{where: attacker})
    assert kernel._in_check(state, square("d1"), 0) == found


def test_a_hole_beside_the_king_is_a_threat_in_reach_of_a_magician(state):
    put(state, d2=HOLE, e3=BLACK + MAGICIAN)
    assert kernel._in_check(state, square("d1"), 0) == 1
    state[layout.IMMUNE] = 1
    assert kernel._in_check(state, square("d1"), 0) == 0


@pytest.mark.parametrize(
    ("pieces", "made"),
    [
        ({"b2": PAWN}, turn("b2", "b4")),
        ({"b2": PAWN, "c3": BLACK + PAWN}, turn("b2", "c3")),
        ({"a6": PAWN}, turn("a6", "a7", layout.TO_MAGICIAN)),
        ({"a1": ROOK}, turn("d1", "b1")),
        ({"c4": HOLE, "c5": BLACK + ROOK}, turn("c5", "c4", layout.DROP)),
        ({"c4": HOLE, "c5": BLACK + ROOK}, turn("c5", "c4", layout.CARRY)),
        ({"c4": HOLE}, turn("c5", "c4", layout.SWAP)),
    ],
)
def test_what_is_made_is_unmade_and_the_key_agrees(state, pieces, made):
    put(state, **pieces)
    frame = layout.FRAMES
    state[layout.UNDO] = 0  # no rights, no square passed
    state[frame + layout.F_KEY] = kernel._sum(state, 0)
    before = state[:]
    undo = kernel._make(state, 0, made)
    assert state != before
    kernel._reply(state, frame, 0, made, undo)
    assert state[frame + layout.FRAME + layout.F_KEY] == kernel._sum(state, 1)
    kernel._unmake(state, 0, made, undo)
    assert state[: layout.TURNS] == before[: layout.TURNS]


def test_numbers_add_up_over_the_turns(state):
    frame, half = layout.FRAMES, kernel._HALF
    at = layout.STACK
    state[frame + layout.F_NEXT] = at
    for proof, disproof in ((5, 2), (3, 4), (9, 1)):
        state[at + 1] = proof << half | disproof
        at += 2
    state[frame + layout.F_END] = at
    assert kernel._sums(state, frame, half) == (3, 5, 7, layout.STACK + 2)
    assert kernel._sums(state, frame, 0) == (1, 2, 17, layout.STACK + 4)
    state[layout.STACK + 1] = layout.MOST_PROOF  # proved
    assert kernel._sums(state, frame, half)[::2] == (0, layout.MOST_PROOF)
