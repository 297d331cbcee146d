"""The board's play at Four Field Kono, its coach, and what it shows and says."""

import random

import pytest
from games.kono import plain_kono
from games.kono.positions import random_position

from host_tools.games.table_files import open_table
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, VERDICTS, WIN
from lodeboard.games.kono.plugin import PLUGIN
from lodeboard.games.kono.rules import Kono
from lodeboard.lights import palette

ALL = range(len(LEVELS["kono"]))


def steps_of(game):
    buffer = [0] * game.max_steps
    return buffer[: game.steps(buffer)]


def undecided(seeds, most=8, least=2):
    game = Kono()
    for seed in seeds:
        game.load(random_position(seed, most, least))
        if game.verdict() == UNDECIDED:
            yield game


def choice(player, game, level, slice_of=100_000):
    player.start(game, level)
    while not player.run(slice_of):
        pass
    return player.steps


def test_levels_look_further_one_after_another():
    # The lowest looks for a way to help, the highest plays by its table.
    searched = ALL[1:-1]
    player, _ = PLUGIN.engine(None, None)
    nodes = dict.fromkeys(searched, 0)
    for game in undecided(range(10)):
        for level in searched:
            choice(player, game, level)
            nodes[level] += player.nodes
    assert list(nodes.values()) == sorted(nodes.values())
    assert nodes[1] < nodes[searched[-1]] / 50


def match(player, first, second, seed):
    """Which of two levels wins, played from a few random turns on: 1, 0 or -1 for the first."""
    dice = random.Random(seed)
    game = Kono()
    for _ in range(4):
        game.push(dice.choice(steps_of(game)))
    levels = (first, second) if seed & 1 else (second, first)
    while game.verdict() == UNDECIDED:
        game.push(choice(player, game, levels[game.turn])[0])
    if game.verdict() == TIE:
        return 0
    return 1 if levels[1 - game.turn] == first else -1


@pytest.mark.verify
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("level", ALL[1:])
def test_each_level_beats_the_one_below(level):
    player, _ = PLUGIN.engine(None, open_table)
    score = sum(match(player, level, level - 1, seed) for seed in range(40))
    assert score >= 6


def test_novices_lose_to_the_strongest_level():
    player, _ = PLUGIN.engine(None, None)
    assert sum(match(player, ALL[2], 0, seed) for seed in range(10)) >= 6


def test_the_coach_is_right_wherever_it_is_sure():
    known = plain_kono.solve("1_oo------------xx")
    _, coach = PLUGIN.engine(None, None)
    sure = 0
    decisive = [text for text, (value, turns) in known.items() if turns]
    for text in decisive[::12] + list(known)[::1000]:
        game = Kono()
        game.load(text)
        steps = steps_of(game)
        coach.start(game, steps, len(steps))
        while not coach.run(10_000):
            pass
        for step, value in zip(steps, coach.values, strict=False):
            game.push(step)
            after = known[game.text()][0]
            game.pop()
            if value != UNDECIDED:
                assert VERDICTS[value] == plain_kono.OPPOSITE[after]
                sure += 1
    assert sure > 20


def test_a_tile_more_is_worth_more_and_both_players_see_the_same():
    game = Kono()
    score = game.score
    assert score() == 0
    game.load("1_ooo---------xxxx")
    assert score() > 50
    game.load("2_ooo---------xxxx")
    assert score() < -50
    for position in undecided(range(50)):
        text = position.text()
        game.load(text)
        mine = score()
        game.load({"1": "2", "2": "1"}[text[0]] + text[1:])
        assert score() == -mine


@pytest.mark.parametrize(
    ("position", "verdict", "cells"),
    [
        ("1_oo-------------x", LOSE, [0, 1]),  # one tile left: the second player has won
        ("2_o------------xx-", LOSE, [13, 14]),
        ("2_oo-----------xx-", TIE, [0, 1, 13, 14]),
        ("2_oo-----------xx-", WIN, [0, 1]),
        ("2_oo-----------xx-", LOSE, [13, 14]),  # resigned
    ],
)
def test_the_end_shows_the_winners_tiles_or_all_of_them(position, verdict, cells):
    game, painter, _ = PLUGIN.open("")
    game.load(position)
    marks = bytearray(16)
    painter.lines(marks)
    assert not any(marks)
    assert painter.end(marks, verdict, 0) is False
    assert [cell for cell in range(16) if marks[cell]] == cells
    meaning = palette.DRAW if verdict == TIE else palette.WINNER
    assert {marks[cell] for cell in cells} == {meaning}
