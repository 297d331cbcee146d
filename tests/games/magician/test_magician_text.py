"""How positions and moves of Magician Chess are written, and what is refused."""

import pytest
from games.magician import plain_magician as plain
from games.magician.positions import loaded
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.games.moves import legal_moves
from lodeboard.games.contract import GameError
from lodeboard.games.magician.rules import Magician

SETTINGS = settings(max_examples=300, derandomize=True, deadline=None, database=None)
SQUARES = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR"
# The white magician on c3 can act on d4, with a pawn on d5 and nothing on d3.
SPELLS = "3k3/7/X2p2X/X2X2X/X1M3X/7/X2K2X w - - 3 8"
PROMOTES = "2r1k2/1P5/X5X/X5X/X5X/XX3X1/3K3 w - - 0 9"


def test_the_start_is_as_agreed():
    assert Magician().text() == plain.START


@pytest.mark.parametrize(
    ("text", "part", "left"),
    [
        (SPELLS, "c3@d4", {"d3", "c4", "e4", "xd5"}),
        (SPELLS, "c3@d4d3", {"c3"}),
        (SPELLS, "c3@d4xd5", {"c3"}),
        (PROMOTES, "b6c7", {"r", "n", "m"}),
    ],
)
def test_part_of_a_turn_is_read_and_written(text, part, left):
    game = loaded(f"{text};{part}")
    assert game.text() == f"{text};{part}"
    assert not game.between_moves()
    assert {game.move_text(move) for move in legal_moves(game)} == left
    assert game.count_moves() == len(left)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position has six parts"),
        (SQUARES, "a position has six parts"),
        (SQUARES + " w AGag - 0 1 2", "a position has six parts"),
        (SQUARES[:-8] + " w AGag - 0 1", "7 rows with / between them, this one 6"),
        (SQUARES.replace("X5X", "X4X", 1) + " w - - 0 1", 'row "X4X" has 6 cells'),
        (SQUARES.replace("X5X", "X6X", 1) + " w - - 0 1", 'row "X6X" has 8 cells'),
        (SQUARES.replace("n", "q", 1) + " w - - 0 1", '"q" is nothing'),
        (SQUARES.replace("X5X", "X8X", 1) + " w - - 0 1", '"8" is nothing'),
        (SQUARES.replace("X5X", "X05X", 1) + " w - - 0 1", '"0" is nothing'),
        (SQUARES.replace("X5X", "6X", 1) + " w - - 0 1", "there are 8 holes"),
        (SQUARES.replace("X5X", "X4XX", 1) + " w - - 0 1", "there are 10 holes"),
        (SQUARES.replace("k", "r") + " w - - 0 1", "black has 0 kings"),
        (SQUARES.replace("N", "K", 1) + " w - - 0 1", "white has 2 kings"),
        (SQUARES.replace("X5X", "XP4X", 1) + " w - - 0 1", "white has 7 pawns"),
        (SQUARES.replace("X5X", "Xn4X", 1) + " w - - 0 1", "black has more pieces than"),
        (SQUARES + " x AGag - 0 1", 'it is w or b to act, not "x"'),
        (SQUARES + " w GA - 0 1", "in this order"),
        (SQUARES + " w AA - 0 1", "in this order"),
        (SQUARES + " w KQ - 0 1", "in this order"),
        (SQUARES.replace("RM", "MR") + " w AG - 0 1", "castling A: king and rook are not"),
        (SQUARES.replace("kn", "nk") + " w AGag - 0 1", "castling a: king and rook are not"),
        (SQUARES + " w AGag c5 0 1", "no pawn can have passed c5"),
        (SQUARES + " w AGag c3 0 1", "no pawn can have passed c3"),
        ("3k3/7/X5X/X5X/X2p2X/XX3X1/3K3 w - d4 0 1", "no pawn can have passed d4"),
        (SQUARES + " w AGag h9 0 1", '"h9" is no cell'),
        (SQUARES + " w AGag a8 0 1", '"a8" is no cell'),
        (SQUARES + " w AGag c 0 1", '"c" is no cell'),
        (SQUARES + " w AGag - -1 1", "quiet turns: a number from 0 on"),
        (SQUARES + " w AGag - x 1", "quiet turns: a number from 0 on"),
        (SQUARES + " w AGag - 101 1", "101 quiet turns: the game ends after 100"),
        (SQUARES + " w AGag - 0 0", "the number of the turn: a number from 1 on"),
        (SQUARES + " w AGag - 0 ²", "the number of the turn: a number from 1 on"),
        ("kR5/7/X5X/X5X/X5X/XX3X1/3K3 w - - 0 1", "black is not to act, and its king could"),
        ("k6/X1M4/6X/X5X/X5X/X5X/X2K3 w - - 0 1", "black is not to act, and its king could"),
        (SPELLS + ";c3@d5", "is not the beginning of a legal turn here"),
        (SPELLS + ";c3", "is not the beginning of a legal turn here"),
        (SPELLS + ";c3c4", "is not the beginning of a legal turn here"),
        (SPELLS + ";c3@d4d3c3", "is not the beginning of a legal turn here"),
        (SPELLS + ";c3@d4d5", "is not the beginning of a legal turn here"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, reason):
    game = Magician()
    game.push(game.parse_move("c2c4")[0])
    with pytest.raises(GameError, match=reason):
        game.load(text)


def test_a_position_that_only_the_option_allows():
    text = "k6/X1M4/6X/X5X/X5X/X5X/X2K3 w - - 0 1"
    assert loaded(text, "immune").text() == text


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        (plain.START, "", "is no move: write c2c4"),
        (plain.START, "c2", "is no move: write c2c4"),
        (plain.START, "c2c4rr", "is no move: write c2c4"),
        (plain.START, "@d4e4r", "is no move: write c2c4"),
        (plain.START, "c2h4", '"h4" is no cell'),
        (plain.START, "c3c4", "there is no piece on c3"),
        (plain.START, "d2d3", "there is no piece on d2"),
        (plain.START, "c6c5", "the piece on c6 is the opponent's"),
        (plain.START, "b1d2", "d2 is a hole"),
        (plain.START, "a2a4", "a4 is a hole"),
        (plain.START, "c2c5", "c2c5 is not legal"),
        (plain.START, "c2c4r", "c2c4r is not legal"),
        (plain.START, "@c4c3", "there is no hole on c4"),
        (plain.START, "@d4e4", "no magician reaches it"),
        (SPELLS, "@d4xd3", "is not legal"),
        (SPELLS, "@d4d6", "is not legal"),
        (PROMOTES, "b6c7", "is not legal"),
        (SPELLS + ";c3@d4", "@d4d3", "does not go on with the turn under way"),
        (SPELLS + ";c3@d4", "d6", "does not go on with the turn under way"),
        ("k2R3/3R3/X5X/X5X/X5X/XX3X1/3K3 b - - 0 9", "a7b7", "the game is over here: lose"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(text, move, reason):
    with pytest.raises(GameError, match=reason):
        loaded(text).parse_move(move)


@SETTINGS
@given(st.text(alphabet="rmnkpRMNKPX17/ wb-AGag c5;@x0", max_size=70) | st.text(max_size=40))
def test_any_text_is_a_position_or_refused(text):
    game = Magician()
    try:
        game.load(text)
    except GameError:
        pass
    else:
        again = loaded(game.text())
        assert again.text() == game.text()


@SETTINGS
@given(st.integers(0, len(plain.START) - 1), st.characters(), st.sampled_from([0, 1]))
def test_a_position_with_one_letter_changed_is_a_position_or_refused(at, letter, kept):
    game = Magician()
    try:
        game.load(plain.START[:at] + letter + plain.START[at + 1 - kept :])
    except GameError:
        pass
    else:
        again = loaded(game.text())
        assert again.text() == game.text()


@SETTINGS
@given(st.text(alphabet="abcdefg1234567@xrnm", max_size=7) | st.text(max_size=7))
def test_any_text_is_a_move_or_refused(text):
    game = loaded(SPELLS)
    before = game.text()
    try:
        steps = game.parse_move(text)
    except GameError:
        pass
    else:
        assert game.move_text(steps) == text
        assert text in plain.all_moves(plain.read(SPELLS))
    assert game.text() == before
