"""Whole games by a careless hand: what is counted, and what a wrong game looks like."""

from collections import Counter

import pytest
from many import later
from msgspec import structs

from host_tools.board.hands.judging import judged
from host_tools.board.messages import NO_STATE
from host_tools.lab.reliability.games import trying
from host_tools.lab.reliability.games.conditions import GAMES, Condition, Kind, plan
from host_tools.lab.reliability.games.subject import EXPERIMENT
from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.games.xtic.rules import Xtic
from lodeboard.play.match import Match

XTIC = Condition("xtic", "normal")

pytestmark = pytest.mark.apart


def played(condition, number, monkeypatch, games=2):
    monkeypatch.setattr(trying, "GAMES_IN_BATCH", games)
    return trying.try_games(condition, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    "condition",
    [XTIC, *(later(each) for each in plan() if each != XTIC)],
    ids=lambda each: each.name,
)
def test_games_end_as_the_rules_say(condition, monkeypatch):
    counts = played(condition, 5, monkeypatch)
    assert EXPERIMENT.faults(condition, counts) == []
    assert counts.games == 2 == sum(counts.results.values())
    assert counts.moves > 10


def test_the_plan_has_every_kind_of_every_game():
    assert sum(plan().values()) >= GAMES
    assert [(each.game, each.rules) for each in plan()] == list(VARIANTS)
    for condition, games in plan().items():
        kinds = Counter(condition.kind(number) for number in range(games))
        levels = range(len(LEVELS[condition.game]))
        against = {Kind(who, at) for at in levels for who in ("person begins", "machine begins")}
        assert set(kinds) == {Kind("two people", 0), *against}
        assert len({kinds[kind] for kind in against}) == 1  # as often each
        assert games % trying.GAMES_IN_BATCH == 0
        assert trying.settled(condition, range(50)) < 30  # memory is watched from there on


def test_a_record_that_is_not_legal_or_ends_otherwise_is_named():
    game = Xtic("normal")
    start = game.text()
    state = structs.replace(NO_STATE, start=start, moves=[], position=start, result="win")

    def wrong(**changed):
        return judged("xtic", "normal", structs.replace(state, **changed))[1]

    assert "not legal" in wrong(moves=["nonsense"])[0]
    assert "by the rules undecided" in wrong()[0]
    assert wrong(result="undecided") == []
    assert wrong(result="undecided", position="elsewhere") != []


def test_memory_counts_from_when_each_level_has_been_played():
    """The last level opens a table, which stays open."""
    at = trying.settled(XTIC, range(30, 34))
    assert (at, XTIC.kind(30 + at).level) == (2, len(LEVELS["xtic"]) - 1)
    assert trying.settled(XTIC, range(15, 18)) == 1  # of the levels that are played at all


def test_growth_is_what_the_later_games_hold_more():
    assert trying.growth([5000]) == (5000, 0)
    assert trying.growth([5000, 5300, 5010, 4990, 5310, 5000]) == (5010, -10)
    assert trying.growth([5000, 5020, 5040, 5060, 5080]) == (5020, 60)


@pytest.mark.slow
def test_memory_that_grows_is_named(monkeypatch):
    hoard = []
    begin = Match.begin

    def more(self):
        hoard.append(bytearray(1000))
        self.hoard = hoard
        begin(self)

    monkeypatch.setattr(Match, "begin", more)
    counts = played(XTIC, 5, monkeypatch, games=3)
    assert any("bytes more" in each for each in counts.wrong)
