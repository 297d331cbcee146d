"""Games of Magician Chess against itself: how they are kept, gone on with, and read."""

import inspect
import json

import pytest
from games.magician import plain_magician as plain

from host_tools.jobs.command import BAD_ARGUMENT, INTERRUPTED, OK
from host_tools.lab.magician import study
from host_tools.lab.magician.study import Played, Seen, main, see
from lodeboard.games.contract import UNDECIDED, GameError
from lodeboard.games.magician import player as player_module
from lodeboard.games.magician.rules import Magician


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """A weak level plays, and its games are short; the page goes to a folder of its own."""
    levels = player_module._LEVELS
    monkeypatch.setattr(player_module, "_LEVELS", (*levels[:4], (1, 0, 255)))
    monkeypatch.setattr(study, "BALANCE_WORK", 1000)
    monkeypatch.setattr(study, "PAGE", tmp_path / "magician-study.md")
    return tmp_path / "results.jsonl"


def lines(path):
    return path.read_text().splitlines()


def run(path, games, *more):
    return main(["--results", str(path), "--games", str(games), *more])


def test_games_are_whole_and_the_page_counts_them(quick, capsys):
    assert run(quick, 4, "--write") == OK
    assert [json.loads(line)["number"] for line in lines(quick)] == [0, 1, 2, 3]
    games = [see(played) for played in study.read(quick)]
    assert [game.rules for game in games] == ["standard", "immune"] * 2
    assert all(sum(game.kinds.values()) == game.turns for game in games)
    page = study.PAGE.read_text()
    assert "4 games of the strongest level" in page
    assert study.results_table(games) in page
    assert study.results_table(games) in capsys.readouterr().out
    for name in ("length", "kinds"):
        picture = study.PAGE.parent / "pictures" / f"magician-study-{name}.svg"
        assert picture.name in page
        assert picture.read_text().startswith("<svg")


def test_it_goes_on_where_it_was_broken_off(quick, monkeypatch):
    once = quick.with_name("once.jsonl")
    assert run(once, 4) == OK
    assert run(quick, 2) == OK
    with monkeypatch.context() as patch:

        def pressed(_):
            raise KeyboardInterrupt

        patch.setattr(study, "play", pressed)
        assert run(quick, 4) == INTERRUPTED
    assert len(lines(quick)) == 2
    assert run(quick, 4) == OK
    assert quick.read_bytes() == once.read_bytes()


def test_a_torn_last_line_is_played_again(quick):
    assert run(quick, 3) == OK
    whole = quick.read_bytes()
    quick.write_bytes(whole[:-20])
    assert len(study.read(quick)) == 2
    assert run(quick, 3) == OK
    assert quick.read_bytes() == whole


@pytest.mark.parametrize(
    "line", ["{}", "[]", "no game", '{"number": 0, "rules": "standard", "start": "", "moves": 1}']
)
def test_a_damaged_file_is_named_and_left_alone(quick, line, capsys):
    quick.write_text(f"{line}\n")
    with pytest.raises(SystemExit) as end:
        run(quick, 1)
    assert end.value.code == BAD_ARGUMENT
    assert "line 1 is no game" in capsys.readouterr().err
    assert quick.read_text() == f"{line}\n"


def test_games_of_another_engine_are_not_gone_on_with(quick, monkeypatch, capsys):
    assert run(quick, 2) == OK
    with monkeypatch.context() as patch:
        patch.setattr(study, "engine", lambda: "another")
        assert run(quick, 2, "--write") == OK  # a page of what is there
        with pytest.raises(SystemExit) as end:
            run(quick, 3)
    assert end.value.code == BAD_ARGUMENT
    assert "another engine played these games" in capsys.readouterr().err
    assert len(lines(quick)) == 2
    first, second = lines(quick)
    quick.write_text(f"{first}\n{second.replace(study.engine(), 'another')}\n")
    with pytest.raises(SystemExit):
        run(quick, 0)
    assert "line 2 is of another engine than line 1" in capsys.readouterr().err


def test_the_engine_is_named_by_what_its_modules_do(monkeypatch):
    name = study.engine()
    sources = {module: inspect.getsource(module) for module in study.ENGINE}
    monkeypatch.setattr(study.inspect, "getsource", sources.get)
    source = sources[player_module]
    sources[player_module] = f"# A comment.\n{source}"
    assert study.engine() == name
    sources[player_module] = source.replace("_MATE_WORK = (25_000,", "_MATE_WORK = (25_001,")
    assert sources[player_module] != source
    assert study.engine() != name


def test_openings_are_balanced_and_undecided(monkeypatch):
    monkeypatch.setattr(study, "BALANCE_WORK", 1000)
    for number in range(4):
        rules, text = study.opening(number)
        assert (rules, text) == study.opening(number)
        game = Magician(rules)
        game.load(text)
        assert game.verdict() == UNDECIDED
        assert game.turn == 0


def seen(start, *moves, rules="standard"):
    return see(Played(0, rules, start, list(moves), ""))


def test_a_mate_decides_where_nobody_was_ahead():
    game = seen("k6/7/1K5/XXX4/XXX4/XXX4/6R w - - 0 1", "g1g7")
    assert (game.winner, game.ended, game.mate) == (0, "mate", "move")


def test_the_turn_after_which_the_winner_stays_ahead_decides():
    """Both have a rook and a magician until the rook of Black is dropped, or captured."""
    dropped = seen("k6/6r/1K4X/5M1/XXX4/XXX3m/XX1R3 w - - 0 1", "@g5xg6", "a7b7", "d1d7")
    assert (dropped.winner, dropped.decided, dropped.mate) == (0, "drop", "move")
    assert dropped.kinds == {"drop": 1, "move": 2}
    taken = seen("k6/6r/1K5/5M1/XXX4/XXX1m2/XXX3R w - - 0 1", "g1g6", "a7b7", "g6g7")
    assert (taken.winner, taken.decided, taken.mate) == (0, "capture", "move")


def test_a_game_that_is_not_over_is_none():
    with pytest.raises(GameError, match="not over"):
        seen("k6/7/1K5/XXX4/XXX4/XXX4/6R w - - 0 1", "g1g2")


def test_draws_are_told_apart():
    late = "k6/2R4/1K5/XXX4/XXX4/XXX4/7 w - - 98 80"
    assert seen(late, "c6d6", "a7b7").ended == "fifty moves"
    to_and_fro = ["c1b3", "c7b5", "b3c1", "b5c7"] * 2
    assert seen(plain.START, *to_and_fro).ended == "threefold"
    stuck = "k6/3R3/2K4/7/XXX4/XXX4/XXX4 w - - 0 1"
    assert seen(stuck, "d6b6").ended == "stalemate"


def test_points_and_their_interval():
    def one(winner):
        return Seen("standard", winner, "mate", 10, study.Counter(), "move", "move")

    mean, error = study.points([one(0)] * 60 + [one(1)] * 40)
    assert mean == pytest.approx(0.6)
    assert error == pytest.approx(1.96 * (0.24 / 100) ** 0.5)
    assert study.points([one(None)] * 5) == (0.5, 0)
