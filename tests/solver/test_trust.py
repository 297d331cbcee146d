"""The whole solution of both rule sets, computed anew and held against full search."""

import json
import os
import random
import resource
import subprocess
import sys

import pytest
from cli.command import PROGRAM
from engine.late import random_game
from games.positions import random_position

from host_tools.exact import Exact
from host_tools.solver.batch import Batch
from host_tools.solver.solution import Solution
from lodeboard.games.flip import Flip
from lodeboard.games.game import TIE, UNDECIDED, WIN

pytestmark = pytest.mark.verify

MEGABYTES_OF_MEMORY = 1536
MEGABYTES_OF_DISK = 130


@pytest.fixture(scope="module", params=Flip.rule_sets)
def solved(request, tmp_path_factory):
    """Folder and rule set; what the program took is held to its limits."""
    where = tmp_path_factory.mktemp("solution")
    words = [PROGRAM, "solve", "flip", "--rules", request.param, "--folder", where]
    subprocess.run(words, check=True, capture_output=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert used / (1 << (20 if sys.platform == "darwin" else 10)) <= MEGABYTES_OF_MEMORY
    assert sum(path.stat().st_size for path in where.iterdir()) <= MEGABYTES_OF_DISK * 1e6
    return request.param, where


@pytest.fixture
def solution(solved):
    found = Solution(*solved)
    yield found
    found.close()


def test_full_search_finds_the_same(solution):
    """From eight tiles on, and a few of seven."""
    search = Exact(solution.rules)
    source = random.Random(10)
    for tiles in [*range(8, 16)] * 400:
        game = random_game(source, solution.rules, tiles)
        assert solution.value(game) == search.value(game), game.text()
    search.settled_from = 7  # it takes millions of evaluations each, but it settles them too
    for _ in range(40):
        game = random_game(source, solution.rules, 7)
        assert solution.value(game) == search.value(game), game.text()


def test_a_position_is_worth_what_its_moves_are_worth(solution):
    """Of all tiers, from the empty board: the solution agrees with itself."""
    source = random.Random(11)
    batch = Batch(solution)
    texts = [random_position(source) for _ in range(3000)]
    texts.append("1_----------------")
    ranks = {"win": 2, "tie": 1, "lose": 0}
    for said in batch.answer(texts, False, True):
        if said["verdict"] == "undecided":
            assert max(said["values"].values(), key=ranks.get) == said["value"]
            assert said["best"], said["position"]
        else:
            assert said["verdict"] == said["value"]
    batch.close()


def test_symmetric_positions_agree(solution):
    source = random.Random(12)
    game = Flip(solution.rules)
    for _ in range(500):
        game.load(random_position(source))
        if game.verdict() != UNDECIDED:
            continue
        own = game.tiles(game.turn)
        worth = solution.score(game.occupied, own, game.side)
        for t in range(8):
            masks = [game.grid.image(mask, t) for mask in (game.occupied, own, game.side)]
            for turned in (0, masks[1], masks[0] & ~masks[1], masks[0]):
                assert solution.score(masks[0], masks[1], masks[2] ^ turned) == worth


def test_the_empty_board(solution):
    """The first player wins on the last tile under magic; under eclipse nobody can force it."""
    game = Flip(solution.rules)
    assert solution.value(game) == {"magic": (WIN, 16), "eclipse": (TIE, 0)}[solution.rules]


def test_the_command_answers_from_it(solved):
    rules, where = solved
    source = random.Random(13)
    texts = [random_position(source) for _ in range(500)]
    texts += ["1_----------------", "2_U---------------;a1E"]
    environment = {**os.environ, "LODEBOARD_SOLUTION": str(where)}
    for extent in ([], ["--moves"], ["--brief"]):
        done = subprocess.run(
            [PROGRAM, "analyse", "flip", "--rules", rules, *extent],
            input="\n".join([*texts[:100], "nonsense", *texts[100:]]),
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1
        assert done.stderr == ""
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert "error" in answers.pop(100)
        assert [answer["position"] for answer in answers] == texts
        assert all(answer["value"] for answer in answers)
        assert ("best" in answers[-1]) == (extent != ["--brief"])
