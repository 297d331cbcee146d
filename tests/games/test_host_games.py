"""Games on the computer are found by name; shared code names none of them."""

import ast
import re
from pathlib import Path

import pytest
from cli.command import Command

from host_tools import ROOT
from host_tools.games import loader
from host_tools.games.contract import HostGame, SolveError, StoreError
from host_tools.games.finding import analyse
from host_tools.games.loader import GAMES, host_game
from host_tools.games.searched import SearchedGame
from lodeboard.games.book_file import BookError
from lodeboard.games.catalogue import LEVELS, rule_sets
from lodeboard.system.loader import make_game

HOST = ROOT / "host_tools"
# The build is of the games' own kernels.
GAMES_OWN = (
    *(f"{part}/{name}/**/*.py" for name in GAMES for part in ("games", "lab")),
    "build/*.py",
    "lab/bench/*.py",
    "lab/chip/*.py",  # measures the project's games, one by one
)
# Here "flip" is what a hand does to a tile.
ACTS = ("board/scenario/runner.py", "board/scenario/script.py")
SHOWN = "lab/pictures.py"  # has the positions of the documents' pictures, of each game


def shared() -> list[Path]:
    own = {path for pattern in GAMES_OWN for path in HOST.glob(pattern)}
    return [path for path in sorted(HOST.rglob("*.py")) if path not in own]


def without_docstrings(tree: ast.AST) -> list[str]:
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


def test_the_games_are_those_of_the_catalogue():
    assert tuple(LEVELS) == GAMES


def test_shared_code_asks_no_games_name():
    """No comparison with a name, no table by name. Examples in a help text may have one."""
    named = {}
    for path in shared():
        text = path.read_text()
        if any(f'"{game}"' in text or f"'{game}'" in text for game in GAMES):
            found = [each for each in without_docstrings(ast.parse(text)) if each in GAMES]
            named |= {str(path.relative_to(HOST)): found} if found else {}
    assert len(set(named.pop(SHOWN))) > 1
    assert named == {name: ["flip"] for name in ACTS}


def test_only_the_list_of_games_names_them_on_the_page():
    names = re.compile("|".join(f'"{name}"|{name}\\.js' for name in GAMES))
    found = {
        path.name
        for path in (HOST / "play/web/page/js").glob("*.js")
        if path.stem.partition("_")[0] not in GAMES and names.search(path.read_text())
    }
    assert found == {"games.js"}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_answers_by_search(name):
    host = host_game(name)
    assert host.title
    for rules in rule_sets(name):
        assert host.open_search(rules).trouble is None
        assert rules in host.how_to_know(rules)
        assert rules in host.how_to_repair(rules)


def test_a_game_with_nothing_on_the_computer_is_analysed_by_its_rules_alone():
    host = host_game("chess")
    assert type(host) is SearchedGame
    assert host.open_solution("any") is None
    game = make_game(GAMES[0])
    said = analyse(game, HostGame(game.name).open_search(game.rules), with_moves=True)
    assert said["value"] is said["best"] is None
    assert len(said["children"]) == said["moves"] > 0
    assert "lodeboard solve flip" in SearchedGame("flip").how_to_know("magic")
    assert "solve lap` computes all chances" in SearchedGame("lap").how_to_know("")


@pytest.mark.parametrize("name", ["moves", "engine", "retrograde"])
def test_a_game_from_outside_may_have_the_name_of_a_module_here(name):
    assert type(host_game(name)) is SearchedGame


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "lap", "--threads", "-1"], "--threads: must be at least 1"),
        (["solve", "flip", "--check"], "--check is for xtic"),
        (["solve", "flip", "--restart"], "--restart is for xtic"),
        (["solve", "xtic", "--report"], "--report is for flip"),
        (["solve", "flip", "--rules", "torus"], 'flip has no rule set "torus"'),
        (["tables", "build", "--rules", "magic", "--again", "3"], "--again is for xtic"),
        (["tables", "build", "--rules", "chess"], 'there is no rule set "chess"'),
        (["tables", "build", "--game", "xtic", "--rules", "magic"], 'no rule set "magic"'),
    ],
)
def test_what_another_game_has_is_refused(lodeboard, words, message):
    outcome = lodeboard(*words)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.parametrize("error", [StoreError, SolveError, BookError])
def test_what_a_game_cannot_go_on_with_is_said(lodeboard, monkeypatch, error):
    def run(*_):
        raise error("flip.solution is damaged")

    monkeypatch.setattr(type(host_game("flip").solve()), "run", run)
    outcome = lodeboard("solve", "flip")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == "lodeboard solve: flip.solution is damaged\n"


@pytest.fixture
def bare(monkeypatch):
    """No game has anything on the computer, not even what games of tiles share."""
    monkeypatch.setattr(loader, "find_spec", lambda name: None)
    monkeypatch.setattr(loader, "SearchedGame", HostGame)
    host_game.cache_clear()
    yield
    host_game.cache_clear()


def test_without_solvers_and_tables_the_commands_say_so(bare, lodeboard):
    outcome = lodeboard("solve", "flip")
    assert outcome.status == 2
    assert "no game can be solved" in outcome.err
    outcome = lodeboard("tables", "build")
    assert outcome.status == 2
    assert "no game has tables" in outcome.err
    outcome = lodeboard("analyse", "flip", stdin="1_----------------")
    assert outcome.objects[0]["value"] is None
    assert "nothing on this computer solves flip" in outcome.err
