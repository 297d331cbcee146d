"""Whole games by a careless hand: what is counted, and what a wrong game looks like."""

from collections import Counter

import pytest
from many import later
from msgspec import structs

from host_tools.board.hands.judging import judged
from host_tools.board.messages import NO_STATE
from host_tools.lab.reliability.games import trial
from host_tools.lab.reliability.games.conditions import (
    EMULATED,
    GAMES_IN_BOOT,
    SIMULATED,
    Condition,
    Counts,
    Kind,
    plan,
)
from host_tools.lab.reliability.games.report import EXPERIMENT, on
from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.games.xtic.rules import Xtic
from lodeboard.play.match import Match

XTIC = Condition("xtic", "normal")
SIMULATED_PLAN = on(SIMULATED, plan())

pytestmark = pytest.mark.apart


@pytest.mark.slow
@pytest.mark.parametrize(
    "condition",
    [XTIC, *(later(each) for each in SIMULATED_PLAN if each != XTIC)],
    ids=lambda each: each.name,
)
def test_games_end_as_the_rules_say(condition):
    counts = trial.try_games(condition, 5, 2)
    assert EXPERIMENT.faults(condition, counts) == []
    assert counts.games == 2 == sum(counts.results.values())
    assert counts.moves > 10


def test_the_plan_has_every_kind_of_every_game_on_simulated_boards():
    assert sum(SIMULATED_PLAN.values()) >= 10_000
    assert [(each.game, each.rules) for each in SIMULATED_PLAN] == list(VARIANTS)
    for condition, games in SIMULATED_PLAN.items():
        kinds = Counter(condition.kind(number) for number in range(games))
        levels = range(len(LEVELS[condition.game]))
        against = {Kind(who, at) for at in levels for who in ("person begins", "machine begins")}
        assert set(kinds) == {Kind("two people", 0), *against}
        assert len({kinds[kind] for kind in against}) == 1  # as often each
        assert games % GAMES_IN_BOOT == 0
        assert trial.settled(condition, range(50)) < 30  # memory is watched from there on


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
    at = trial.settled(XTIC, range(30, 34))
    assert (at, XTIC.kind(30 + at).level) == (2, len(LEVELS["xtic"]) - 1)
    assert trial.settled(XTIC, range(15, 18)) == 1  # of the levels that are played at all


def test_growth_is_what_the_later_games_hold_more():
    assert trial.growth([5000]) == (5000, 0)
    assert trial.growth([5000, 5300, 5010, 4990, 5310, 5000]) == (5010, -10)
    assert trial.growth([5000, 5020, 5040, 5060, 5080]) == (5020, 60)


@pytest.mark.slow
def test_memory_that_grows_is_named(monkeypatch):
    hoard = []
    begin = Match.begin

    def more(self):
        hoard.append(bytearray(1000))
        self.hoard = hoard
        begin(self)

    monkeypatch.setattr(Match, "begin", more)
    counts = trial.try_games(XTIC, 5, 3)
    assert any("bytes more" in each for each in counts.wrong)


def test_a_page_has_a_section_for_each_kind_of_board_that_was_played_on():
    kinds = {
        "two people, level 0": 330,
        "person begins, level 0": 110,
        "machine begins, level 1": 9,
    }
    counts = Counts(games=449, kinds=kinds, results={"win": 400, "tie": 49}, wrong=["game 3: odd"])
    results = {
        Condition("flip", "magic"): counts,
        Condition("flip", board=EMULATED): Counts(games=1),
    }
    text = EXPERIMENT.body(results)
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## By a careless hand",
        "## In one boot of the chip",
        "## What was wrong",
    ]
    assert "| flip magic | 449   |" in text
    assert "- game 3: odd" in text
    assert EXPERIMENT.pictures(results)["games-played"].count("<title>") == 3
    assert EXPERIMENT.stated(results)["games-wrong"][1] == "1 of 449"
