"""Rules of thumb and problems of flip tiles: counted another way, and proved."""

import json
import random

import numpy as np
import pytest
from games.flip.plain_flip import LINES, neighbours, read

from host_tools.games.flip.exact import Exact
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.lab.flip.teaching import mine
from host_tools.lab.flip.teaching.features import FEATURES, NAMES, After
from host_tools.lab.flip.teaching.mine import Moves, Rule, left_by
from host_tools.lab.flip.teaching.problems import DAYS, DEGREES, Problem, daily
from host_tools.play.web.assets import load
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip

PROBLEMS = json.loads(load()["/problems.json"].body)
WORTH = {WIN: 1, TIE: 0, LOSE: -1}


def seen(text, placed="a1"):
    """A position after a move as `features` takes it: the player to act is the opponent."""
    game = Flip()
    game.load(text)
    own = game.tiles(game.turn)
    cell = "abcd".index(placed[0]) + 4 * (int(placed[1]) - 1)
    columns = (game.occupied & ~own, own, game.side, 1 << cell, game.verdict())
    return After(*(np.array([column], np.int64) for column in columns))


def plain(text):
    """Lines, pairs, loose tiles, flips and sides of both players, from the letters."""
    player, board = read(text)
    found = {}
    for who, letters in (("my", "ud" if player == "1" else "UD"), ("their", "UD" if player == "1" else "ud")):  # fmt: skip  # noqa: E501
        tiles = [cell for cell, letter in board.items() if letter in letters]
        found[f"{who} lines"] = found[f"{who} pairs"] = 0
        for line in LINES:
            shown = sorted(board[cell] for cell in line)
            found[f"{who} lines"] += shown[0] == shown[2] and shown[0] in letters
            found[f"{who} pairs"] += (
                shown[0] == "-" and shown[1] == shown[2] and shown[1] in letters
            )
        beside = {cell: [n for n in neighbours(cell) if board[n] == "-"] for cell in tiles}
        found[f"{who} loose tiles"] = sum(bool(free) for free in beside.values())
        found["their choice of flips" if who == "my" else "my choice of flips"] = sum(
            map(len, beside.values())
        )
        up = sum(board[cell] == letters[0] for cell in tiles)
        found["alike" if who == "my" else "theirs alike"] = max(up, len(tiles) - up)
        found[f"{who} corners"] = sum(cell in ("a1", "d1", "a4", "d4") for cell in tiles)
        found[f"{who} centre"] = sum(cell in ("b2", "c2", "b3", "c3") for cell in tiles)
        if who == "my":
            found["safe line"] = int(safe(board, letters, beside))
    return found


def safe(board, letters, beside):
    """Whether a line stays after each flip that the opponent may make, and there is one."""
    flips = [(cell, to) for cell, free in beside.items() for to in free]
    boards = [board]
    for cell, to in flips:
        after = dict(board)
        after[to], after[cell] = "x", "-"
        boards.append(after)
    return all(
        any(
            len({after[cell] for cell in line}) == 1 and after[line[0]] in letters for line in LINES
        )
        for after in boards
    )


def test_what_a_person_sees_is_counted_as_letters_show_it():
    source = random.Random("features")
    for _ in range(150):
        tiles = source.randrange(3, 16)
        cells = source.sample(range(16), tiles)
        letters = ["-"] * 16
        for at, cell in enumerate(cells):
            letters[cell] = source.choice("UD" if at % 2 == 0 else "ud")
        text = f"{1 + tiles % 2}_{''.join(letters)}"
        counted = {name: int(count(seen(text))[0]) for name, count in FEATURES.items()}
        wanted = plain(text)
        assert {name: counted[name] for name in wanted} == wanted, text


def test_where_the_new_tile_lies_is_counted():
    at = seen("2_UU--u-----------", placed="b1")  # a1 beside it, c1 and b2 empty
    assert int(FEATURES["my tiles beside my new tile"](at)[0]) == 1
    assert int(FEATURES["their tiles beside my new tile"](at)[0]) == 0
    assert int(FEATURES["space beside my new tile"](at)[0]) == 2


def test_every_feature_has_words_for_both_ways():
    assert set(NAMES) == {*FEATURES, mine.ONE_TURN}
    words = [word for both in NAMES.values() for word in both]
    assert len(set(words)) == len(words)


def moves_of(keeps, **values):
    """Two positions of three moves each."""
    masks = np.zeros(2, np.int64)
    return Moves(
        np.array([0, 3, 6]), np.arange(6), np.array(keeps, bool), masks,
        {name: np.array(value) for name, value in values.items()}, (masks, masks, masks),
    )  # fmt: skip


def test_rules_keep_the_best_of_what_is_left_in_each_position():
    moves = moves_of([1, 0, 0, 0, 1, 0], a=[2, 2, 1, 5, 0, 0], b=[0, 9, 7, 1, 3, 4])
    assert left_by(moves, [Rule("a", True)]).tolist() == [True, True, False, True, False, False]
    least = left_by(moves, [Rule("a", False), Rule("b", False)])
    assert least.tolist() == [False, False, True, False, True, False]
    assert moves.shares(moves.all_left()).tolist() == pytest.approx([1 / 3, 1 / 3])
    assert moves.shares(least).tolist() == [0.0, 1.0]


def test_rules_that_help_are_found_and_others_are_not(monkeypatch):
    monkeypatch.setattr(mine, "GIVEN", ())
    moves = moves_of([0, 0, 1, 0, 1, 0], good=[1, 2, 0, 3, 1, 2], bad=[0, 1, 0, 0, 0, 1])
    assert mine.grow(moves) == [Rule("good", False)]


def test_degrees():
    degrees = {turns: Problem("", "", turns).degree for turns in range(10)}
    assert degrees == {0: 3, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 3}
    with pytest.raises(ValueError, match="degree 1"):
        daily([Problem("", "", 2)])


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_there_is_a_problem_for_every_day(rules):
    years = PROBLEMS[rules]
    assert len(years) == DEGREES
    game = Flip(rules)
    keys = set()
    for degree, year in enumerate(years, start=1):
        assert len(year) == DAYS
        for problem in year:
            text, move, turns = problem.split()
            assert Problem(text, move, int(turns)).degree == degree
            game.load(text)
            assert game.verdict() == UNDECIDED
            assert list(game.parse_move(move)) in [list(one) for one in legal_moves(game)]
            keys.add(game.key())
    assert len(keys) == DEGREES * DAYS


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_one_move_alone_is_right(rules):
    """By full search, in problems with many tiles."""
    exact, game = Exact(rules), Flip(rules)
    late = [one for year in PROBLEMS[rules] for one in year if one.split()[0].count("-") <= 7]
    for problem in random.Random(rules).sample(late, 12):
        text, right, turns = problem.split()
        game.load(text)
        value, soonest = exact.value(game)
        assert (value, soonest) == ((WIN, int(turns)) if turns != "0" else (TIE, 0))
        kept = []
        for move in legal_moves(game):
            make_move(game, move)
            reply, _ = exact.value(game)
            take_back(game, move)
            if -WORTH[reply] == WORTH[value]:
                kept.append(game.move_text(move))
        assert kept == [right], text
