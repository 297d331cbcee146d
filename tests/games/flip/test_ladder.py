"""The levels against each other: the whole ladder, as its tool measures it."""

import random

import pytest

from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.lab import matches
from host_tools.lab.flip import ladder
from host_tools.lab.ladder import CHILD, Rung, Scored
from lodeboard.games.contract import LOSE, UNDECIDED
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip
from lodeboard.storage import ratings


@pytest.fixture(scope="module", params=Flip.rule_sets)
def scores(request):
    return [
        ladder.LADDER.play(rung) for rung in ladder.LADDER.plan() if rung.rules == request.param
    ]


@pytest.mark.verify
def test_the_lowest_level_loses_to_casual_play(scores):
    assert (scores[0].player, scores[0].opponent) == (LEVELS[0], CHILD)
    assert scores[0].games == 200
    assert scores[0].lost >= 0.8


@pytest.mark.verify
def test_each_level_beats_the_one_below(scores):
    assert [score.player for score in scores[1:]] == list(LEVELS[1:])
    assert [score.opponent for score in scores[1:]] == list(LEVELS[:-1])
    for score in scores[1:]:
        assert score.games == 200
        assert score.points >= 0.6, score


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_openings_are_different_and_undecided(rules):
    texts = ladder.LADDER.starts(rules, 100, 1)
    assert len(set(texts)) == 100
    assert texts == ladder.LADDER.starts(rules, 100, 1) != ladder.LADDER.starts(rules, 100, 2)
    game = Flip(rules)
    for text in texts:
        game.load(text)
        assert game.verdict() == UNDECIDED
        assert text.count("-") == 16 - ladder.OPENING_TURNS


@pytest.mark.parametrize("rules", Flip.rule_sets)
@pytest.mark.slow
def test_the_casual_player_takes_wins(rules):
    choose = matches.casual_player(random.Random(3))
    game = Flip(rules)
    taken = 0
    for text in ladder.LADDER.starts(rules, 60, 5):
        game.load(text)
        while game.verdict() == UNDECIDED:
            winning = []
            for move in legal_moves(game):
                make_move(game, move)
                if game.verdict() == LOSE:
                    winning.append(move)
                take_back(game, move)
            move = choose(game)
            if winning:
                assert move in winning
                taken += 1
            make_move(game, move)
    assert taken > 20


@pytest.mark.slow
def test_a_player_between_two_levels_scores_about_half_against_the_fair_opponent():
    """Real games: a player who is easy in half of the turns, and medium in the others."""
    levels = [ladder.level_player(level) for level in range(len(LEVELS))]
    source = random.Random("between")
    strengths = Flip.strengths
    numbers = ratings.new_player(strengths)
    game = Flip("magic")
    points = []

    def person(game):
        return levels[source.choice((1, 2))](game)

    for text in ladder.LADDER.starts("magic", 60, 7):
        level = ratings.level_for(strengths, numbers[0], numbers[1])
        game.load(text)
        result = 1 + matches.play_out(game, (person, levels[level]))
        numbers = ratings.after(strengths, level, numbers, result)
        points.append(result / 2)
    assert 0.4 <= sum(points[10:]) / 50 <= 0.6
    assert strengths[0] < numbers[0] < strengths[3]


def test_results_count_for_the_right_side():
    """A player who wins at once, against one who never does, from either side."""
    level = ladder.level_player(len(LEVELS) - 1)
    first = matches.match(
        Flip("magic"),
        ("a", "b"),
        (level, ladder.level_player(0)),
        ladder.LADDER.starts("magic", 5, 9),
    )
    second = matches.match(
        Flip("magic"),
        ("b", "a"),
        (ladder.level_player(0), level),
        ladder.LADDER.starts("magic", 5, 9),
    )
    assert first.games == second.games == 10
    assert (first.wins, first.draws, first.losses) == (second.losses, second.draws, second.wins)
    assert first.wins >= 8
    assert first.points == pytest.approx(1 - second.points)


def test_a_level_too_close_to_the_next_is_reported():
    good = matches.Score("magic", "easy", "novice", 120, 0, 80)
    poor = matches.Score("magic", "hard", "medium", 100, 38, 62)
    soft = matches.Score("eclipse", "novice", CHILD, 50, 11, 139)
    assert ladder.LADDER.shortfalls([good]) == []
    assert ladder.LADDER.shortfalls([good, poor, soft]) == [
        "magic: hard makes only 60% against medium, at least 60% are wanted",
        "eclipse: novice loses only 70% to a child, at least 80% are wanted",
    ]


def test_a_match_is_an_experiment_s_trial_and_its_page_has_every_score():
    rung = Rung("magic", 1)
    score = ladder.LADDER.play(rung, 2)
    assert (score.player, score.opponent, score.games) == (LEVELS[1], LEVELS[0], 4)
    assert score == ladder.LADDER.play(rung, 2)
    plan = ladder.EXPERIMENT.plan()
    assert len(plan) == 2 * len(LEVELS)
    assert set(plan.values()) == {2 * ladder.OPENINGS}
    results = {at: Scored(200, 130, 20, 50) for at in plan}
    text = ladder.EXPERIMENT.body(results)
    assert "| player  | against | magic            | eclipse          |" in text
    pairs = zip(LEVELS, (CHILD, *LEVELS), strict=False)
    won = 2 * " | 130-20-50, 70.0%"
    assert all(f"| {upper:7} | {lower:7}{won} |" in text for upper, lower in pairs)
    lowest = [f"{at.rules}: {LEVELS[0]} loses only 25% to a child" for at in plan if not at.level]
    assert [each.partition(",")[0] for each in ladder.EXPERIMENT.missed(results)] == lowest
