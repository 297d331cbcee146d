"""The best level in whole games: what it stood to get, it gets."""

import functools
import random

import msgspec
import pytest

from host_tools.games.flip.exact import Exact
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.moves import make_move
from host_tools.jobs.command import UsageError
from host_tools.lab.experiment import Part
from host_tools.lab.flip import ladder, value_match
from host_tools.lab.flip.value_match import Matchup, keep, play_out
from host_tools.lab.matches import random_player
from lodeboard.games.contract import LOSE, UNDECIDED, WIN
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip

PERFECT = LEVELS.index("perfect")


def searched(rules):
    """Scores by full search: positions of ten tiles and more."""
    exact, game = Exact(rules), Flip(rules)

    def score(occupied, own, side):
        game._set(occupied, occupied & ~own if occupied.bit_count() & 1 else own, side)
        return {WIN: 1, LOSE: -1}.get(exact.value(game)[0], 0)

    return score


def late_openings(rules, count):
    """Undecided positions of nine tiles, by random turns."""
    source = random.Random(f"late {rules}")
    play = random_player(source)
    while count:
        game = Flip(rules)
        for _ in range(9):
            if game.verdict() == UNDECIDED:
                make_move(game, play(game))
        if game.verdict() == UNDECIDED:
            count -= 1
            yield game.text()


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_it_gets_what_it_stood_to_get(rules):
    """Against chance, which errs, both colours."""
    score, game = searched(rules), Flip(rules)
    perfect = ladder.level_player(PERFECT)
    other = random_player(random.Random(8))
    turned = 0
    for text in late_openings(rules, 25):
        for watched in (0, 1):
            game.load(text)
            pair = (perfect, other) if watched == 0 else (other, perfect)
            stood, got, falls = play_out(game, pair, watched, score)
            assert got >= stood
            assert falls == 0
            turned += got > stood
    assert turned > 5


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_one_who_does_not_is_found(rules):
    score, game = searched(rules), Flip(rules)
    perfect = ladder.level_player(PERFECT)
    other = random_player(random.Random(9))
    broken = Matchup(rules, "perfect")
    for text in late_openings(rules, 25):
        game.load(text)
        stood, got, falls = play_out(game, (perfect, other), 1, score)
        broken.results[stood][got] += 1
        broken.falls += falls
    assert broken.games == 25
    assert broken.falls >= broken.broken > 5
    assert f"VALUE GIVEN AWAY {broken.falls + broken.broken} TIMES" in value_match.page([broken])


def test_openings_differ():
    found = value_match.starts("magic", 60, 3)
    assert len(set(found)) == 60
    assert found == value_match.starts("magic", 60, 3) != value_match.starts("magic", 60, 4)
    assert {16 - text.count("-") for text in found} == set(range(1, value_match.MOST_TURNS + 1))


def test_it_needs_the_solution():
    with pytest.raises(UsageError, match="lodeboard solve flip --rules magic"):
        value_match.play(Part("magic"), 0)


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_no_value_is_given_away(solved, tmp_path):
    rules, where = solved
    found = keep(rules, Solution(rules, where), 30)
    assert [matchup.opponent for matchup in found] == list(value_match.OPPONENTS)
    for matchup in found:
        assert matchup.games == 60
        assert (matchup.falls, matchup.broken) == (0, 0), matchup
    # Nobody gets more than is there from one who follows the solution.
    results = found[-1].results
    assert all(results[stood][got] == 0 for stood in (0, -1) for got in (1, 0) if got > stood)
    assert sum(each[1] for matchup in found for each in matchup.results.values()) > 100


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_the_page_says_whether_any_value_was_given_away(solved, monkeypatch):
    rules, where = solved
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(where))
    monkeypatch.setattr(value_match, "keep", functools.partial(keep, count=2))
    games = value_match.play(Part(rules), 0)
    assert games == msgspec.json.decode(msgspec.json.encode(games), type=value_match.Games)
    text = value_match.EXPERIMENT.body({Part(rules): games})
    assert "**16 games from all kinds of openings: no value given away.**" in text
    assert value_match.EXPERIMENT.faults(Part(rules), games) == []
    games.found[0].falls = 1
    assert len(value_match.EXPERIMENT.faults(Part(rules), games)) == 1
