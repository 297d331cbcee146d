"""Four Field Kono against a second, plain reading of the rules."""

import random

import pytest
from games.kono import plain_kono
from games.kono.positions import random_position

from lodeboard.games.contract import EMPTY, LOSE, TIE, UNDECIDED, UP_0, UP_1, VERDICTS, GameError
from lodeboard.games.kono.rules import Kono

POSITIONS = 5000
GAMES = 150


def moves_of(game):
    steps = [0] * game.max_steps
    return steps[: game.steps(steps)]


def test_random_positions_have_the_moves_and_verdicts_of_the_plain_rules():
    game = Kono()
    decided = 0
    for seed in range(POSITIONS):
        text = random_position(seed)
        game.load(text)
        assert VERDICTS[game.verdict()] == plain_kono.verdict(text), text
        decided += game.verdict() != UNDECIDED
        found = {}
        for step in moves_of(game):
            written = game.move_text([step])
            game.push(step)
            found[written] = game.text()
            game.pop()
        assert found == plain_kono.moves(text), text
    assert 100 < decided < POSITIONS - 100


def test_crowded_positions_too_where_only_captures_are_left():
    game = Kono()
    stuck = jumps = 0
    for seed in range(3000):
        cells = list("xxxxxxxxoooooooo")
        random.Random(seed).shuffle(cells)
        text = "12"[seed & 1] + "_" + "".join(cells)
        game.load(text)
        assert VERDICTS[game.verdict()] == plain_kono.verdict(text), text
        assert len(moves_of(game)) == len(plain_kono.moves(text))
        stuck += game.verdict() == LOSE
        jumps += game.verdict() == UNDECIDED
    assert stuck >= 3
    assert jumps > 1000


def test_random_games_agree_step_by_step():
    ends = set()
    for seed in range(GAMES):
        dice = random.Random(seed)
        game = Kono()
        # Games that are played at random to the end are long: begin some of them late.
        if seed % 3:
            game.load(random_position(seed, 4, 2))
        texts = [game.text()]
        captured = dice.random()
        while game.verdict() == UNDECIDED:
            steps = moves_of(game)
            takes = [step for step in steps if abs((step >> 4) - (step & 15)) in (2, 8)]
            step = dice.choice(takes if takes and dice.random() < captured else steps)
            game.push(step)
            texts.append(game.text())
            assert VERDICTS[game.verdict()] == plain_kono.verdict_of_game(texts), texts
        ends.add((VERDICTS[game.verdict()], game.quiet >= 100))
    assert {("lose", False), ("tie", False)} <= ends


def wander(game):
    """Turns without a capture, never to a position for the third time; so many as there are."""
    seen = {}
    while game.verdict() == UNDECIDED:
        for step in moves_of(game):
            if abs((step >> 4) - (step & 15)) in (2, 8):
                continue
            game.push(step)
            if seen.get(game.text(), 0) < 2 and game.verdict() != LOSE:
                break
            game.pop()
        else:
            return
        seen[game.text()] = seen.get(game.text(), 0) + 1


def test_a_hundred_turns_without_a_capture_are_a_draw_and_no_turn_fewer():
    game = Kono()
    game.load("1_oo------------xx")
    wander(game)
    assert game.quiet == 100
    assert game.verdict() == TIE
    assert game.ended() == ": no tile was captured in 100 turns"
    game.pop()
    assert game.verdict() == UNDECIDED
    assert game.quiet == 99


def test_the_third_occurrence_is_a_draw_and_the_second_is_not():
    game = Kono()
    game.load("1_oo------------xx")
    there_and_back = ("c4b4", "a1a2", "b4c4", "a2a1")
    for move in there_and_back * 2:
        assert game.verdict() == UNDECIDED
        game.push(game.parse_move(move)[0])
    assert game.verdict() == TIE
    assert game.count_moves() == 0
    game.pop()
    assert game.verdict() == UNDECIDED


def test_a_loaded_position_has_no_history():
    game = Kono()
    game.load("1_oo------------xx")
    for move in ("c4b4", "a1a2", "b4c4", "a2a1") * 2:
        game.push(game.parse_move(move)[0])
    game.load(game.text())
    assert game.verdict() == UNDECIDED
    assert (game.length, game.quiet) == (0, 0)
    with pytest.raises(GameError):
        game.pop()


def test_who_has_one_tile_has_lost_though_a_hundred_turns_are_over():
    game = Kono()
    game.load("1_oo------------xx")
    wander(game)
    game.first = 1 << 15
    game.second = 1
    assert game.verdict() == LOSE


def test_either_side_of_a_tile_counts_as_the_same():
    assert list(Kono.alike) == [EMPTY, UP_0, UP_0, UP_1, UP_1, 5]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "begins with 1_ or 2_"),
        ("3_ooooooooxxxxxxxx", "begins with 1_ or 2_"),
        ("1_ooooooooxxxxxxx", "16 cells"),
        ("1_ooooooooxxxxxxxxx", "16 cells"),
        ("1_oooooooOxxxxxxxx", 'cell 8 of 16 is "O"'),
        ("1_-------xxxxxxxxx", "first player has 9 tiles"),
        ("2_ooooooooo-------", "second player has 9 tiles"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, reason):
    game = Kono()
    game.push(game.parse_move("a4a2")[0])
    before = game.text()
    with pytest.raises(GameError, match=reason):
        game.load(text)
    assert game.text() == before


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("a4", "written like"),
        ("a4a2x", "written like"),
        ("e4a2", "no cell"),
        ("a1a3", "opponent's tile lies"),
        ("a4a3", "same player's tile"),
        ("a3a2", "captures by a jump"),
        ("a3b2", "captures by a jump"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(move, reason):
    game = Kono()
    with pytest.raises(GameError, match=reason):
        game.parse_move(move)


def test_no_move_to_a_far_cell_from_an_empty_one_or_after_the_end():
    game = Kono()
    game.load("1_oo------------xx")
    with pytest.raises(GameError, match="right beside"):
        game.parse_move("c4a4")
    with pytest.raises(GameError, match="no tile lies there"):
        game.parse_move("b4a4")
    game.load("1_oo-------------x")
    with pytest.raises(GameError, match="over here: lose"):
        game.parse_move("d4c4")
