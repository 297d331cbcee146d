"""xtic's levels against each other, as its ladder measures it."""

import pytest

from host_tools.lab.ladder import CHILD, Rung
from host_tools.lab.xtic import ladder
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.xtic.player import LEVELS
from lodeboard.games.xtic.rules import Xtic

HARD = LEVELS.index("hard")


def check(scores, levels):
    below = (CHILD, *LEVELS)
    assert [score.player for score in scores] == [LEVELS[level] for level in levels]
    assert [score.opponent for score in scores] == [below[level] for level in levels]
    assert ladder.LADDER.shortfalls(scores) == []


@pytest.mark.parametrize("rules", Xtic.rule_sets)
@pytest.mark.slow
def test_the_lowest_level_loses_to_a_child_and_others_beat_the_one_below(rules):
    levels = range(HARD + 1)
    scores = [ladder.LADDER.play(Rung(rules, level)) for level in levels]
    assert {score.games for score in scores} == {100}
    check(scores, levels)


@pytest.mark.verify
def test_each_of_the_higher_levels_beats_the_one_below():
    levels = range(HARD + 1, len(LEVELS))
    check([ladder.LADDER.play(Rung("normal", level), 20) for level in levels], levels)


def test_a_level_that_is_no_better_is_told():
    score = ladder.LADDER.play(Rung("nodiags", 1), 6)
    worse = score._replace(wins=0, draws=4, losses=8)
    assert "easy makes only 17% against trivial" in ladder.LADDER.shortfalls([worse])[0]


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_openings_are_different_and_undecided(rules):
    texts = ladder.LADDER.starts(rules, 60, 1)
    assert len(set(texts)) == 60
    assert texts == ladder.LADDER.starts(rules, 60, 1) != ladder.LADDER.starts(rules, 60, 2)
    game = Xtic(rules)
    for text in texts:
        game.load(text)
        assert game.verdict() == UNDECIDED
        assert game.occupied.bit_count() == ladder.OPENING_PIECES
        assert text[-1] != "-"
