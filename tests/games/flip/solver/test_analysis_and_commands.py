"""The page's analysis, `review` and `analyse` with a solution, without one, with a broken one."""

import json
import queue
import shutil

import another_game
import pytest
from cli.command import Command

from host_tools.games.contract import go_on
from host_tools.games.flip import answers
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.tiers.masks import CELLS
from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.messages import Study
from lodeboard.games.flip.rules import Flip

EARLY = "2_U---------------"
# Fifteen tiles, not decided under either rule set.
LATE = "2_dUDdDuDUdu-UuUdU"
OTHER = "2_DuUuDU-uddDUDdDu"


@pytest.fixture
def only_late(own_tiers, monkeypatch):
    """Rule set and folder of a solution that has 15 and 16 tiles; the other files are broken."""
    rules, where = own_tiers
    for k in range(15):
        tier_path(where, rules, k).write_bytes(b"no tier")
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(where))
    return rules, where


@pytest.fixture
def ask():
    """A record in, what the service says of its positions out."""
    received = queue.Queue()
    service = AnalysisService(lambda page, message: received.put(message))
    numbers = iter(range(100))

    def ask(rules, record):
        number = next(numbers)
        service.ask(1, Study(number, rules, record))
        studied = []
        while True:
            message = received.get(timeout=60)
            assert message["id"] == number
            assert "error" not in message
            if message["t"] == "studied":
                studied.append(message)
            if message["t"] == "scorecard":
                return studied

    yield ask
    service.close()


@pytest.mark.slow
def test_the_analysis_answers_from_the_solution(only_late, ask):
    rules, where = only_late
    [said] = ask(rules, LATE)
    solution, game = Solution(rules, where), Flip(rules)
    game.load(LATE)
    value, turns = solution.value(game)
    solution.close()
    assert said["value"] == ("undecided", "win", "lose", "tie")[value]
    assert said["remoteness"] in (turns, None)
    assert all(step[1] for step in said["steps"])
    assert said["fix"] is None


def test_the_analysis_knows_all_without_a_solution(only_late, ask, tmp_path, monkeypatch):
    rules, where = only_late
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path / "nowhere"))
    [start, said] = reversed(ask(rules, "a1U"))
    assert start["value"] == {"magic": "win", "eclipse": "tie"}[rules]
    for each in (start, said, *ask(rules, LATE)):
        assert each["value"]
        assert all(step[1] for step in each["steps"])
        assert each["fix"] is None
    # The solution comes while the service is at work.
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(where))
    assert str(tier_path(where, rules, 2)) in ask(rules, "a1U a1Ea1U")[0]["fix"]


def test_the_analysis_without_early_values_says_how_to_get_them(ask, tmp_path, monkeypatch):
    monkeypatch.setattr(answers.Answers.__init__, "__defaults__", (go_on, tmp_path))
    [said] = ask("magic", EARLY)
    assert said["value"] is None
    assert "`lodeboard solve flip --rules magic`" in said["fix"]
    [said] = ask("magic", LATE)
    assert said["value"]
    assert said["fix"] is None


def test_the_analysis_names_a_damaged_file_and_goes_on_by_search(only_late, ask, tmp_path):
    rules, where = only_late
    [before] = ask(rules, LATE)
    path = tier_path(where, rules, 15)
    kept = shutil.copy(path, tmp_path / "kept")
    path.unlink()  # the service may hold the old one open
    path.write_bytes(b"no tier either")
    assert str(tier_path(where, rules, 1)) in ask(rules, EARLY)[0]["fix"]
    [said] = ask(rules, OTHER)
    assert said["value"]
    assert str(path) in said["fix"]
    assert f"`lodeboard solve flip --rules {rules}` makes it again" in said["fix"]
    shutil.copy(kept, path)
    [fixed] = ask(rules, OTHER)
    assert fixed["fix"] is None
    assert (fixed["value"], fixed["steps"]) == (said["value"], said["steps"])
    assert ask(rules, LATE)[0]["steps"] == before["steps"]


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


def test_review_tells_how_to_get_what_is_missing(lodeboard, tmp_path):
    page = tmp_path / "a.html"
    assert lodeboard("review", "-", "-o", str(page), stdin="a1U").status == 0
    assert "lodeboard solve flip" not in page.read_text()
    game = another_game.NAME
    record = tmp_path / "record.txt"
    record.write_text(another_game.random_moves(*another_game.VARIANT)[0])
    words = ["review", str(record), "--game", game, "-o", str(page)]
    assert lodeboard(*words).status == 0
    assert f"lodeboard solve {game}" in page.read_text()


def test_review_shows_all_that_the_solution_knows(only_late, lodeboard, tmp_path):
    rules, _ = only_late
    page = tmp_path / "a.html"
    assert lodeboard("review", "-", "--rules", rules, "-o", str(page), stdin=LATE).status == 0
    text = page.read_text()
    data = text[text.index('id="data">') + 10 :]
    [study] = json.loads(data[: data.index("</script>")])["studies"]
    assert study["value"]
    assert study["fix"] is None


@pytest.mark.parametrize("words", [["review", "-", "-o", "a.html"], ["analyse", "flip"]])
def test_a_damaged_file_is_one_message(only_late, lodeboard, tmp_path, monkeypatch, words):
    rules, where = only_late
    monkeypatch.chdir(tmp_path)
    done = lodeboard(*words, "--rules", rules, stdin=EARLY)
    assert (done.status, done.out) == (2, "")
    assert str(where) in done.err
    assert f"`lodeboard solve flip --rules {rules}` makes it again" in done.err
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "a.html").exists()


def test_a_solution_with_a_tier_missing_is_none(only_late, lodeboard):
    rules, where = only_late
    tier_path(where, rules, 5).unlink()
    assert len(list(where.iterdir())) == CELLS
    done = lodeboard("analyse", "flip", "--rules", rules, stdin=EARLY)
    assert done.status == 0
    assert done.objects[0]["value"] == {"magic": "lose", "eclipse": "tie"}[rules]  # as shipped
    assert done.err == ""
