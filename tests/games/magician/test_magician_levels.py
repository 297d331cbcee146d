"""The tables of Magician Chess's evaluation, how they are learned, and the levels that use them."""

import random

import numpy as np
import pytest
from games.magician import plain_magician as plain
from games.magician import plain_search
from games.magician.positions import set_up
from many import every

from host_tools.build import compiled
from host_tools.lab.ladder import CHILD, Rung
from host_tools.lab.magician import ladder, learn
from host_tools.lab.magician.mates import all_mates
from host_tools.lab.matches import Score
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician import player as playing
from lodeboard.games.magician import weights
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch

NAMES = LEVELS["magician"]
TABLES = {"PLACES": 140, "HOLES": 20, "MOBILITY": 40, "REACH": 1, "THREAT": 5, "TEMPO": 1}


def words_of(search):
    """The search's tables by their names."""
    return {
        name: list(search.state[getattr(layout, name) : getattr(layout, name) + count])
        for name, count in TABLES.items()
    }


def test_features_and_tables_make_the_evaluation():
    dice = random.Random(1)
    search = MagicianSearch()
    tables = np.array(search.state[layout.PLACES : layout.FOLD])
    material = np.array(weights.MATERIAL)
    tables[: 4 * 28] -= np.repeat(material, 28)
    met = np.zeros(learn.FEATURES, bool)
    for _ in range(200):
        position = set_up(dice)
        game = Magician()
        game.load(plain.write(position))
        counts = learn.features(game.board)
        met |= counts != 0
        worth = counts @ np.concatenate((material, tables))
        assert worth == plain_search.evaluate(position, words_of(search)), plain.write(position)
    assert met.sum() > 195


def test_no_evaluation_is_taken_for_a_mate():
    """Not that of eight rooks, all that there can be, each as well placed as can be."""
    lengths = [len(weights.PLACES), len(weights.HOLES), len(weights.MOBILITY), len(weights.OTHERS)]
    assert lengths == [140, 20, 40, 7]
    tables = words_of(MagicianSearch())
    most = {}
    for kind, letter in enumerate("PNMR"):
        most[letter] = max(tables["PLACES"][28 * kind : 28 * kind + 28])
        most[letter] += max(tables["HOLES"][4 * kind : 4 * kind + 4])
        most[letter] += max(tables["MOBILITY"]) if kind else 0
        assert most[letter] > 0
    pieces = 8 * most["R"] + 2 * most["N"] + 2 * most["M"]
    holes = 9 * (tables["REACH"][0] + 4 * max(tables["THREAT"]))
    assert pieces + max(0, holes) / 2 < layout.FAIR


@pytest.mark.slow
def test_a_regression_finds_what_results_were_made_by():
    source = np.random.default_rng(2)
    worth = np.zeros(learn.FEATURES)
    worth[:4] = (0.4, 1.0, 1.2, 2.0)
    worth[150] = 0.8
    features = source.integers(-2, 3, (20_000, learn.FEATURES)).astype(np.int8)
    chance = 1 / (1 + np.exp(-(features @ worth)))
    results = (source.random(20_000) < chance).astype(np.float32)
    sample = learn.Sample(features, results)
    found = learn.fit(sample)
    assert np.abs(found - worth).max() < 0.12
    assert learn.loss(sample, found) < learn.loss(sample, worth) + 0.001
    points = learn.in_points(found)
    assert abs(points[:4].sum() - learn.PIECES) <= 2
    assert points[3] > points[2] > points[1] > points[0] > 0


def test_learned_tables_are_read_as_they_were_written():
    tables = np.zeros(learn.FEATURES, np.int64)
    tables[:4] = (100, 300, 300, 500)
    tables[4:] = np.arange(learn.TABLES) * 2 - 200
    tables[4] = -9999  # cut to what a byte holds
    names: dict[str, object] = {}
    exec(learn.as_text(tables), names)
    assert names["MATERIAL"] == (100, 300, 300, 500)
    whole = b"".join(names[name] for name in ("PLACES", "HOLES", "MOBILITY", "OTHERS"))
    values = [(byte - names["ZERO"]) * names["UNIT"] for byte in whole]
    assert values == [-254, *tables[5:].tolist()]


@pytest.mark.slow
def test_learning_is_a_command_and_repeats(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(learn, "PAGE", tmp_path / "weights.py")
    assert learn.main(["--games", "3", "--write"]) == 0
    first = learn.PAGE.read_text()
    assert "material alone" in capsys.readouterr().out
    assert learn.main(["--games", "3", "--write"]) == 0
    assert learn.PAGE.read_text() == first
    assert first.count("bytes.fromhex(") == 4
    assert first != (learn.FIRMWARE / "lodeboard/games/magician/weights.py").read_text()


def check(scores, levels):
    below = (CHILD, *NAMES)
    assert [score.player for score in scores] == [NAMES[level] for level in levels]
    assert [score.opponent for score in scores] == [below[level] for level in levels]
    assert ladder.LADDER.shortfalls(scores) == []


@pytest.mark.verify
def test_each_of_the_lower_levels_beats_the_one_below():
    check([ladder.LADDER.play(Rung("standard", level), 20) for level in range(3)], range(3))


@pytest.mark.verify
@pytest.mark.parametrize("rules", ladder.LADDER.rule_sets)
def test_each_level_beats_the_one_below_and_the_highest_a_plain_search(rules):
    rungs = [rung for rung in ladder.LADDER.plan() if rung.rules == rules]
    scores = [ladder.LADDER.play(rung, 20) for rung in rungs]
    assert scores.pop().opponent == ladder.RIVAL
    check(scores, range(len(NAMES)))


@pytest.mark.verify
def test_the_highest_level_beats_a_plain_search():
    highest = len(NAMES) - 1
    above, plainly = (ladder.LADDER.play(Rung("standard", highest, it), 3) for it in (False, True))
    assert (above.opponent, plainly.opponent) == (NAMES[-2], ladder.RIVAL)
    assert plainly.points >= ladder.LEAST_AGAINST_RIVAL


def test_a_level_that_is_no_better_is_told():
    poor = Score("standard", "easy", "novice", 5, 0, 5)
    plainly = Score("standard", "strongest", ladder.RIVAL, 7, 0, 3)
    fine = plainly._replace(wins=8, losses=2)
    told = ladder.LADDER.shortfalls([poor, plainly, fine])
    assert told == [
        "standard: easy makes only 50% against novice, at least 60% are wanted",
        "standard: strongest makes only 70% against material, 3 plies, at least 75% are wanted",
    ]


MATES = list(all_mates())
MOST_SOLVED = 112  # of 120 longer ones: docs/measured/answered.md
DEEPEST_SOLVED = 2


def solves(text, rules, first):
    compiled.install("magician")
    game = Magician(rules)
    game.load(text)
    assert game.verdict() == UNDECIDED
    player = MagicianPlayer()
    player.start(game, len(NAMES) - 1)
    while not player.run(1 << 20):
        pass
    return game.move_text(player.steps) in first


@pytest.mark.parametrize("mate", every(10, [m for m in MATES if m[2] <= DEEPEST_SOLVED]))
def test_short_mates_are_found(mate):
    text, rules, _, first = mate
    assert solves(text, rules, first)


def test_most_long_mates_are_found():
    some = [mate for mate in MATES if mate[2] > DEEPEST_SOLVED]
    assert sum(solves(text, rules, first) for text, rules, _, first in some) >= MOST_SOLVED


def test_mates_are_looked_for_where_the_board_is_ahead():
    """The usual search does not see this mate in four."""
    compiled.install("magician")
    game = Magician()
    game.load("2k2mr/r5p/Xn2XpX/X1X3X/4P1X/2K1n1P/1X1XMmR b - - 12 26")
    player = MagicianPlayer()
    player.start(game, len(NAMES) - 1)
    player.run(1 << 30)
    assert player.search.value == layout.SURE - 7


def test_the_search_for_mates_does_not_make_a_decision_longer_than_it_may_be(monkeypatch):
    compiled.install("magician")
    monkeypatch.setattr(playing, "_MATE_WORK", (25_000, 600_000, 600_000))
    monkeypatch.setattr(playing, "_MOST_PROOF", (layout.MOST_PROOF,) * 3)
    game = Magician()
    game.load("5kr/2K3X/X2M2X/XN3PX/mX4m/6X/1X1XR2 w - - 31 65")
    player = MagicianPlayer()
    player.start(game, len(NAMES) - 1)
    while not player.run(1 << 20):
        pass
    work = playing._LEVELS[-1].work
    assert work < player.search.work < work + 25_000 + 1_000
