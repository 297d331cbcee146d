"""Texts that are no position or no legal move: refused, with the reason, and nothing changed."""

import pytest

from lodeboard.games.contract import GameError
from lodeboard.games.flip.rules import Flip

POSITIONS = [
    ("", "begins with 1_ or 2_"),
    ("1", "begins with 1_ or 2_"),
    ("3_----------------", "begins with 1_ or 2_"),
    ("1-----------------", "begins with 1_ or 2_"),
    ("----------------", "begins with 1_ or 2_"),
    (" 1_----------------", "begins with 1_ or 2_"),
    ("1_", "16 cells after 1_, this one has 0"),
    ("1_---------------", "this one has 15"),
    ("1_-----------------", "this one has 17"),
    ("1_---------------- ", "this one has 17"),
    ("1_----x-----------", 'cell 5 of 16 is "x"'),
    ("1_--------------- ", 'cell 16 of 16 is " "'),
    ("1_-------------é--", 'cell 14 of 16 is "é"'),
    ("1_UU--------------", "2 of the first player's and 0 of the second's"),
    ("2_u---------------", "0 of the first player's and 1 of the second's"),
    ("1_UUUUUUUUUUUUUUUU", "16 of the first player's"),
    ("1_U---------------", "with 1 tiles it is player 2 to act, not 1"),
    ("2_----------------", "with 0 tiles it is player 1 to act, not 2"),
    ("2_Uu--------------", "with 2 tiles it is player 1 to act, not 2"),
    ("2_U---------------;", '"" is no flip'),
    ("2_U---------------;a1", '"a1" is no flip'),
    ("2_U---------------;a1X", '"a1X" is no flip'),
    ("2_U---------------;a1E;a1E", '"a1E;a1E" is no flip'),
    ("2_U---------------;a1Eb2U", "is no flip"),
    ("2_U---------------;a1N", "leads off the board"),
    ("2_U---------------;b1E", "cannot flip b1: no tile lies there"),
    ("2_U---------------;z1E", '"z1" is no cell'),
    ("1_Uu--------------;a1S", "only the opponent's"),
    ("1_Uu--------------;b1W", "a tile lies on a1"),
    ("1_UUUddudU--------;d1S", "the game is over here: win"),
    ("1_UdUdUUDuDduUdduU;a1E", "the game is over here: tie"),
    ("1_U---------------;a1E", "wrong turn"),
]


@pytest.mark.parametrize(("text", "reason"), POSITIONS)
def test_impossible_positions_change_nothing(text, reason):
    game = Flip()
    game.load("2_U---------------;a1E")
    with pytest.raises(GameError) as refused:
        game.load(text)
    assert reason in str(refused.value)
    assert game.text() == "2_U---------------;a1E"
    game.pop()
    assert (game.text(), game.length) == ("2_U---------------", 0)


MOVES = [
    ("2_U---------------", "", "a move is written like a1Eb2U"),
    ("2_U---------------", "a1Eb2", "a move is written like a1Eb2U"),
    ("2_U---------------", "a1Eb2UU", "a move is written like a1Eb2U"),
    ("2_U---------------", "b2U", "must be flipped first, such as a1E"),
    ("2_U---------------", "a1E", "the placement after the flip is missing"),
    ("2_U---------------", "a1N", "leads off the board"),
    ("2_U---------------", "a1Eb1U", "cannot place on b1: a tile lies there"),
    ("2_U---------------", "a1Eb2X", "U or D"),
    ("2_U---------------", "a1eb2U", '"a1e" is no flip'),
    ("2_U---------------", "b2Ua1E", '"b2U" is no flip'),
    ("2_U---------------", "a1Ee2U", '"e2" is no cell'),
    ("1_----------------", "a1Eb2U", "no tile lies there"),
    ("1_----------------", "a1u", "U or D"),
    ("2_U---------------;a1E", "a1Eb2U", "write only the placement, like b2U"),
    ("2_U---------------;a1E", "b1U", "cannot place on b1"),
    ("1_UUUddudU--------", "d1Sa4U", "the game is over here: win"),
    ("1_UdUdUUDuDduUdduU", "a1U", "the game is over here: tie"),
]


@pytest.mark.parametrize(("position", "move", "reason"), MOVES)
def test_illegal_moves_say_why(position, move, reason):
    game = Flip()
    game.load(position)
    with pytest.raises(GameError) as refused:
        game.parse_move(move)
    assert reason in str(refused.value)
    assert game.text() == position


def test_the_cell_just_left_may_be_used():
    game = Flip()
    game.load("2_U---------------")
    for step in game.parse_move("a1Ea1D"):
        game.push(step)
    assert game.text() == "1_dD--------------"
