"""How long the chip thinks: positions as the rules have them, budgets over the right ones."""

import functools
from dataclasses import replace

import pytest
from many import every

from host_tools.lab.chip import games, thinking
from host_tools.lab.chip.probe import CYCLES_PER_MS
from host_tools.lab.chip.report import Figures
from host_tools.lab.chip.thinking import BOARD, Condition, Decision, Timed, decision_ms
from host_tools.lab.flip import chip as flip
from host_tools.lab.magician import chip as magician
from host_tools.lab.xtic import chip as xtic
from lodeboard.games.catalogue import rule_sets
from lodeboard.games.contract import UNDECIDED
from lodeboard.system.loader import make_game

MS = CYCLES_PER_MS
GAMES = {
    "flip": (flip, games.FLIP, games.flip_budgets),
    "xtic": (xtic, games.XTIC, games.xtic_budgets),
    "magician": (magician, games.MAGICIAN, games.magician_budgets),
}


@pytest.mark.parametrize("name", every(len(GAMES), GAMES))
def test_positions_are_undecided_and_the_same_again(name):
    game = GAMES[name][0].GAME
    for rules in rule_sets(name):
        for level in (0, game.strongest):
            texts = game.positions(rules, level)
            assert texts == game.positions(rules, level)
            assert len(set(texts)) >= 12
            here = make_game(name, rules)
            for text in [*texts, *filter(None, [game.opens])]:
                here.load(text)
                assert here.verdict() == UNDECIDED


def test_a_position_of_xtic_has_a_piece_in_hand_in_turn():
    for placed in range(16):
        texts = xtic.arrangements("torus", placed, 6)
        assert [xtic.pieces(text) for text in texts] == [placed] * 6
        assert [text[-1] != "-" for text in texts] == [True, False] * 3


def test_a_decision_is_its_slices_and_what_lies_between_them():
    assert decision_ms([40 * MS] * 4, 5.0, 20) == 4 * 45 + 35
    assert decision_ms([40 * MS] * 5, 5.0, 20) == 5 * 45 + 70
    assert decision_ms([MS], 5.0, 20) == 20 + 35


@functools.cache
def listed(name, rules, last):
    game = GAMES[name][0].GAME
    return game.positions(rules, game.strongest if last else 0)


def timed(name, slices, waits=1.02, wanted=lambda text: True):
    """Everything that is timed of a game: one position of each kind, of so many slices of 40 ms."""
    game = GAMES[name][0].GAME
    found = {}
    for rules in rule_sets(name):
        for level in range(len(game.levels)):
            texts = listed(name, rules, level == game.strongest)
            count = {text: slices(level) if wanted(text) else 1 for text in texts}
            found[Condition(rules, level)] = Timed(
                1,
                [Decision(text, [40 * MS] * count[text], 9_000, 3) for text in texts],
                [(1.01, 1.2), (waits, 1.1)],
                [90_000, 60_000, 50_000, 48_000],
            )
    whole = {"free": 50_000, "thinking": 39_000, "after": 40_000, "beside": 5.0, "took": 4500.0}
    found[Condition(BOARD, game.strongest)] = Timed(1, whole=whole, kernel=20_000)
    return found


def missed(name, results):
    return [
        one.what for one in GAMES[name][2](Figures(GAMES[name][0].GAME, results)) if not one.met
    ]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_quick_keeps_its_budgets_and_stands_on_the_page(name):
    _, experiment, _ = GAMES[name]
    results = timed(name, lambda level: 2)
    assert missed(name, results) == []
    page = experiment.body(results)
    *below, second, first = GAMES[name][0].GAME.levels
    for levels in (f"{below[0]} to {below[-1]}", second, first):
        assert page.count(f"| {levels} ") == len(rule_sets(name))
    assert "takes 4.50 s for the first move" in page
    assert "large arrays                | 29.3 KiB" in page
    assert "112 500" in page  # counted in a second
    assert ("with flash waits" in page, "at their longest" in page) == (True, False)
    part = {at: one for at, one in results.items() if at.rules == BOARD}
    assert (experiment.body(part), list(experiment.missed(part))) == ("", [])


def test_decisions_that_are_too_long_miss_their_budgets():
    slow = 113  # slices of 45 ms
    below = timed("xtic", lambda level: slow if level == 5 else 1)
    assert missed("xtic", below) == [f"dont-try, {rules}, longest" for rules in rule_sets("xtic")]
    eight = timed("xtic", lambda level: 66 if level == 6 else 1, 1, lambda t: xtic.pieces(t) == 8)
    assert len(missed("xtic", eight)) == 2 * len(rule_sets("xtic"))
    early = timed("xtic", lambda level: slow if level == 6 else 1, 1, lambda t: xtic.pieces(t) < 8)
    assert missed("xtic", early) == []
    moves = timed("magician", lambda level: slow if level == 4 else 2)
    assert missed("magician", moves) == [
        f"a move, {rules}, longest" for rules in rule_sets("magician")
    ]
    assert missed("flip", timed("flip", lambda level: 12 if level == 5 else 2)) == [
        f"perfect, {rules}, median" for rules in rule_sets("flip")
    ]


def test_budgets_hold_with_the_flashs_waits_too():
    moves = timed("magician", lambda level: 100 if level == 4 else 2)
    assert missed("magician", moves) == []
    late = timed("magician", lambda level: 100 if level == 4 else 2, waits=1.1)
    assert missed("magician", late) == [
        f"a move, {rules}, longest" for rules in rule_sets("magician")
    ]


def test_lights_that_stand_still_and_memory_that_is_short_miss_their_budgets():
    results = timed("flip", lambda level: 2)
    first = results[Condition("magic", 0)]
    first.decisions[0] = Decision("", [48 * MS], 1, 0)
    assert missed("flip", results) == ["light still while thinking, longest"]  # 1.2 times of it
    results = timed("flip", lambda level: 2)
    results[Condition(BOARD, 5)].whole["after"] = 32_000
    results[Condition("magic", 0)].free[-1] = -10_000
    assert missed("flip", results) == [
        "RAM free at the end of a decision",
        "RAM taken for thinking",
    ]


def test_readme_gets_its_figure_from_the_same_run():
    [(what, value)] = games.FLIP.stated(timed("flip", lambda level: 10)).values()
    assert (what, value) == ("longest of 662 decisions at `perfect`", "0.52 s")


def test_the_hardest_are_found_on_the_computer():
    """Those of many that take most slices."""
    easy, hard = "2_-----dU-u-----DD", "1_-U-d-D-u--------"
    game = replace(flip.GAME, many=lambda _rules, _level: [easy, hard])
    assert thinking._hardest(game, Condition("magic", 4), 400)[0] == hard


@pytest.mark.chip
@pytest.mark.verify
def test_the_chip_thinks_as_the_computer_does():
    """The same slices, and what is counted in them."""
    game = replace(magician.GAME, positions=lambda _rules, _level: [], many=magician.positions)
    found = thinking.trial(game, Condition("standard", 1))
    assert len(found.decisions) == thinking.HARDEST
    longest = [len(each.slices) for each in found.decisions]
    assert longest == sorted(longest, reverse=True)
    assert all(share >= 1 for share, _ in found.waits)
