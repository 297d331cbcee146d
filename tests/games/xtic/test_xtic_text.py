"""Texts of xtic: read and written alike, refused with the reason, and nothing changed then."""

import pytest
from games.xtic.positions import loaded

from lodeboard.games.contract import LOSE, TIE, GameError
from lodeboard.games.xtic import notation as xtic_notation
from lodeboard.games.xtic.rules import Xtic

FULL = "847cde09235b6fa1/-"  # no line of any rule set ends it
START = "----------------/-"


POSITIONS = [
    ("", "16 cells, a /"),
    ("----------------", "16 cells, a /"),
    ("----------------/-/", "16 cells, a /"),
    ("---------------/-", "before the /, this one has 15"),
    ("-----------------/-", "this one has 17"),
    ("/-", "this one has 0"),
    ("----------------/", 'the piece in hand, one of 0 to f, or -, not ""'),
    ("----------------/55", 'not "55"'),
    ("----------------/g", 'the piece in hand is "g"'),
    ("---x------------/-", 'cell 4 of 16 is "x"'),
    ("---A------------/-", 'cell 4 of 16 is "A"'),
    ("---------------é/-", 'cell 16 of 16 is "é"'),
    ("5--------------5/-", "piece 5 is there twice"),
    ("5---------------/5", "piece 5 is there twice"),
    ("0123456789abcdef/0", "piece 0 is there twice"),
    ("0123------------/4", "the line a1 b1 c1 d1 is complete"),
]


@pytest.mark.parametrize(("text", "reason"), POSITIONS)
def test_impossible_positions_change_nothing(text, reason):
    game = loaded("5---------------/7")
    game.push(3)
    before = (game.occupied, list(game.ones), game.used, game.turn, bytes(game.at))
    with pytest.raises(GameError) as refused:
        game.load(text)
    assert reason in str(refused.value)
    assert (game.text(), game.length) == ("5--7------------/-", 1)
    assert (game.occupied, list(game.ones), game.used, game.turn, bytes(game.at)) == before
    game.pop()
    assert game.text() == "5---------------/7"


MOVES = [
    (START, "", "like =5 (give piece 5) or b3"),
    (START, "b33", "like =5 (give piece 5) or b3"),
    (START, "=", '"=" gives no piece'),
    (START, "=g", '"=g" gives no piece'),
    (START, "=A", '"=A" gives no piece'),
    (START, "=55", '"=55" gives no piece'),
    (START, "b3", "no piece is in hand"),
    (START, "e1", '"e1" is no cell'),
    ("----------------/5", "=6", "piece 5 is in hand"),
    ("----------------/5", "=5", "piece 5 is in hand"),
    ("5---------------/6", "a1", "piece 5 lies there"),
    ("5---------------/6", "a5", '"a5" is no cell'),
    ("5---------------/6", "A2", '"A2" is no cell'),
    ("5---------------/-", "=5", "cannot give 5: that piece lies on the board"),
    ("0123------------/-", "=4", "the game is over here: lose"),
    ("0f1e2d3c4b5a6978/-", "=4", "the game is over here"),
]


@pytest.mark.parametrize(("position", "move", "reason"), MOVES)
def test_illegal_moves_say_why(position, move, reason):
    game = loaded(position)
    with pytest.raises(GameError) as refused:
        game.parse_move(move)
    assert reason in str(refused.value)
    assert game.text() == position


def test_words_of_properties():
    assert xtic_notation.piece_words(15) == "brown vertical hollow square"
    assert xtic_notation.piece_words(0) == "black horizontal solid round"
    game = loaded("0123------------/-")
    assert game.verdict() == LOSE
    ((line, shared, values),) = game.fatal_lines()
    assert (line, xtic_notation.words(shared, values)) == (15, ["black", "horizontal"])


def test_a_full_board_without_a_line_is_a_tie():
    for rules in Xtic.rule_sets:
        game = loaded(FULL, rules)
        assert (game.verdict(), game.count_moves(), game.fatal_lines()) == (TIE, 0, [])
