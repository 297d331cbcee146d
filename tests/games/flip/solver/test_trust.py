"""The whole solution of both rule sets, computed again and compared with full search."""

import json
import os
import queue
import random
import subprocess

import pytest
from cli.command import PROGRAM
from games.flip.late import random_game
from games.flip.positions import random_position

from host_tools.games.flip.early import early_path
from host_tools.games.flip.exact import Exact
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.report import findings
from host_tools.games.flip.solver.report.census import ALL
from host_tools.games.flip.solver.solution import Solution
from host_tools.lab.flip.early import make_early
from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.messages import Study
from lodeboard.games.contract import TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip

pytestmark = pytest.mark.verify

MEGABYTES_OF_DISK = 130


@pytest.fixture
def solution(solved):
    found = Solution(*solved)
    yield found
    found.close()


def test_it_fits_the_disk(solved):
    where = solved[1]
    assert sum(path.stat().st_size for path in where.iterdir()) <= MEGABYTES_OF_DISK * 1e6


def test_the_early_values_that_ship_are_its_own(solved):
    rules, where = solved
    assert early_path(rules).read_bytes() == make_early(rules, where)


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


def test_the_report_adds_up(solved, tmp_path):
    """All arrangements are counted, by a program that needs little memory."""
    rules, where = solved
    reported = []
    found = findings.gather(rules, where, 0, reported.append)
    assert found.census.total() == ALL
    assert sum(reported) == findings.WORK
    assert found.empty == {"magic": (WIN, 16), "eclipse": (TIE, 0)}[rules]
    assert {move[:2] for move in found.keepers} == {"a1", "d1", "a4", "d4"}
    assert found.longest.turns == len(found.longest.moves) == {"magic": 16, "eclipse": 14}[rules]
    assert [len(boards) for _, boards in found.answers] == [1, 3, 2]
    words = [PROGRAM, "solve", "flip", "--rules", rules, "--folder", where, "--report"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "flip-solution.md" in done.stdout
    text = (tmp_path / "flip-solution.md").read_text()
    assert f"{found.census.of_value(8, TIE):,}" in text
    assert {path.name for path in tmp_path.iterdir()} == {"flip-solution.md", "pictures"}


def test_page_and_review_know_all_of_any_game(solved, monkeypatch, tmp_path):
    """The values of all steps of all positions of whole games, and cards without unknowns."""
    rules, where = solved
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(where))
    received = queue.Queue()
    service = AnalysisService(lambda page, message: received.put(message))
    source = random.Random(14)
    for number in range(3):
        game = Flip(rules)
        record = []
        steps = bytearray(game.max_steps)
        while count := game.steps(steps):
            if game.between_moves():
                record.append("")
            step = source.choice(steps[:count])
            record[-1] += game.move_text([step])
            game.push(step)
        service.ask(1, Study(number, rules, " ".join(record)))
        studied = []
        while (message := received.get(timeout=60))["t"] != "scorecard":
            studied += [message] if message["t"] == "studied" else []
        assert len(studied) == len(record) + 1
        assert studied[-1]["value"] == {"magic": "win", "eclipse": "tie"}[rules]
        for study in studied:
            assert study["fix"] is None
            assert study["best"] is not None
            assert all(value for _, value, _ in study["steps"])
        assert [card["unknown"] for card in message["players"]] == [0, 0]
    service.close()
    words = [PROGRAM, "review", "-", "--rules", rules, "-o", tmp_path / "game.html"]
    subprocess.run(words, input=" ".join(record), text=True, capture_output=True, check=True)
    assert "lodeboard solve" not in (tmp_path / "game.html").read_text()
