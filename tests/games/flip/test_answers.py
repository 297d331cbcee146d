"""The early values that ship with the program, and what they and search know together."""

import random
import shutil

import numpy as np
import pytest
from games.flip.late import random_game

from host_tools.games.finding import analyse
from host_tools.games.flip.answers import Answers
from host_tools.games.flip.early import FOLDER, MOST_TILES, Early, early_path, slot
from host_tools.games.flip.scores import SURE, before, score_of
from host_tools.games.flip.solver.index import slots_of
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.games.tiers.masks import CELLS
from lodeboard.games.book_file import BookError
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip


def arrangement(source, tiles):
    """Masks of all tiles, the player to act's and those that show their down side."""
    cells = source.sample(range(CELLS), tiles)
    side = sum(1 << cell for cell in cells if source.random() < 0.5)
    return sum(1 << c for c in cells), sum(1 << c for c in cells[: tiles // 2]), side


@pytest.fixture(scope="module", params=Flip.rule_sets)
def answers(request):
    return Answers(request.param)


@pytest.fixture(scope="module")
def early(answers):
    return Early(answers.rules)


def test_slots_are_those_of_the_solution():
    source = random.Random(1)
    for tiles in range(MOST_TILES + 3):
        for _ in range(30):
            masks = arrangement(source, tiles)
            [there] = slots_of(*(np.array([mask], np.int64) for mask in masks))
            assert slot(*masks) == there


@pytest.mark.slow
def test_each_early_value_follows_from_those_a_turn_later(answers, early):
    """From the empty board to positions that search knows."""
    source = random.Random(f"early {answers.rules}")
    seen = set()
    for tiles in [*range(MOST_TILES)] * 12 + [MOST_TILES]:
        game = random_game(source, answers.rules, tiles)
        if not game.between_moves():
            game.pop()
        score = early.score(game.occupied, game.tiles(game.turn), game.side)
        after = []
        for move in legal_moves(game):
            make_move(game, move)
            after.append(score_of(answers.value(game)))
            take_back(game, move)
        assert score == before(min(after)), game.text()
        seen.add(score)
    assert len(seen) > 5


@pytest.mark.parametrize("position", ["2_UUUUuuu---------", "1_UUUudu----------"])
def test_decided_arrangements_have_the_score_of_their_verdict(answers, early, position):
    game = Flip(answers.rules)
    game.load(position)
    score = early.score(game.occupied, game.tiles(game.turn), game.side)
    verdict = game.verdict()
    if verdict == UNDECIDED:
        assert (answers.rules, position[0]) == ("eclipse", "1")
        assert abs(score) < SURE
    else:
        assert score == {WIN: SURE, LOSE: -SURE}[verdict]


def test_all_is_known_of_the_first_positions(answers):
    game = Flip(answers.rules)
    assert answers.value(game) == {"magic": (WIN, 16), "eclipse": (TIE, 0)}[answers.rules]
    assert answers.settles(game)
    for position in ("1_----------------", "2_U---------------", "2_U---------------;a1E"):
        game.load(position)
        said = analyse(game, answers, with_moves=True)
        assert said["value"] is not None
        assert None not in said["values"].values()
        assert said["best"] or said["value"] == "lose"


def test_a_turn_half_done_is_worth_its_best_end(answers):
    source = random.Random(f"half {answers.rules}")
    for tiles in (3, MOST_TILES - 1, MOST_TILES):
        game = random_game(source, answers.rules, tiles)
        while game.between_moves():
            game = random_game(source, answers.rules, tiles)
        value = answers.value(game)
        steps = [0] * game.max_steps
        after = []
        for step in steps[: game.steps(steps)]:
            game.push(step)
            after.append(score_of(answers.value(game)))
            game.pop()
        assert score_of(value) == before(min(after))


def test_without_the_file_or_with_a_damaged_one_it_says_so_and_searches(tmp_path):
    game = Flip("magic")
    missing = Answers("magic", folder=tmp_path)
    assert "no table flip-magic" in missing.trouble
    assert not missing.settles(game)
    assert missing.value(game) is None
    path = shutil.copy(early_path("magic"), tmp_path)
    with open(path, "r+b") as file:
        file.seek(-1000, 2)
        file.write(b"damaged")
    damaged = Answers("magic", folder=tmp_path)
    assert damaged.trouble is None
    assert damaged.value(game) == (WIN, 16)  # lies where nothing is damaged
    game.load("2_-UdDu-DdU-------")
    damaged.value(game)
    assert "damaged near" in damaged.trouble
    assert not damaged.settles(game)


def test_the_file_of_another_rule_set_is_refused(tmp_path):
    shutil.copy(early_path("eclipse"), early_path("magic", tmp_path))
    with pytest.raises(BookError, match="is for eclipse"):
        Early("magic", tmp_path)
    with pytest.raises(ValueError, match="about flip tiles, magic"):
        Answers("magic").value(Flip("eclipse"))


def test_the_files_are_small():
    """They ship with the program, and a browser loads one at the first look."""
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_050_000
