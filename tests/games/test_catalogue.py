"""The catalogue agrees with the games themselves."""

import random
from array import array

import pytest
from many import later

from host_tools.build import profiles
from host_tools.games.engine import Memory
from lodeboard.games.catalogue import (
    BOARDS,
    GAMES,
    LEVELS,
    MEMORY_WORDS,
    VARIANTS,
    level_of,
    rule_sets,
)
from lodeboard.games.contract import GameError
from lodeboard.system.loader import make_game, playable, plugin


class Asked:
    """A port's memory that records how much is requested."""

    def __init__(self, memory):
        self.memory = memory
        self.most = 0

    def words(self, count):
        self.most = max(self.most, count)
        return self.memory.words(count)

    def as_bytes(self, *arguments):
        return self.memory.as_bytes(*arguments)


def test_variants_keep_their_place():
    """Stored settings and games hold the number of a variant."""
    assert VARIANTS[:5] == (
        ("flip", "magic"),
        ("flip", "eclipse"),
        ("xtic", "normal"),
        ("xtic", "nodiags"),
        ("xtic", "torus"),
    )
    assert len(BOARDS) == len(VARIANTS)


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_a_variant_can_be_played_on_its_boards(name, rules):
    game = make_game(name, rules)
    assert (game.name, game.rules) == (name, rules)
    assert (game.rows, game.columns) in BOARDS[VARIANTS.index((name, rules))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "before", "after"),
    # From each rule set to the next; the other ways later.
    [
        (name, old, new) if new == rule_sets(name)[at - 1] else later(name, old, new)
        for name in GAMES
        for at, old in enumerate(rule_sets(name))
        for new in rule_sets(name)
    ],
)
def test_a_game_that_changes_its_rules_is_as_a_new_one(name, before, after):
    source = random.Random(1)
    changed, new = make_game(name, before), make_game(name, after)
    play_at_random(changed, source, 5)
    changed.change_rules(after)
    assert (changed.rules, changed.length) == (after, 0)
    for _ in range(20):
        assert play_at_random(changed, random.Random(7), 60) == (
            play_at_random(new, random.Random(7), 60)
        )
        changed.reset()
        new.reset()


def play_at_random(game, source, most):
    """Up to so many steps; the position, the verdict and the legal steps after each."""
    buffer = array("H", [0] * game.max_steps)
    seen = []
    for _ in range(most):
        count = game.steps(buffer)
        seen.append((game.text(), game.verdict(), list(buffer[:count]), game.key()))
        if not count:
            break
        game.push(source.choice(buffer[:count]))
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_its_rules_where_there_are_no_such_others(name):
    game = make_game(name)
    sets = " or ".join(rule_sets(name)) or "none"
    with pytest.raises(GameError, match=f'no rule set "hexagonal": choose {sets}'):
        game.change_rules("hexagonal")
    assert (game.rules, game.text()) == (rule_sets(name)[0], make_game(name).text())


def test_every_variant_fits_a_board_that_there_is():
    sizes = {(board.rows, board.columns) for board in map(profiles.profile, profiles.names())}
    assert all(sizes.intersection(boards) for boards in BOARDS)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_tried_on_a_board_that_it_is_made_for(name):
    board = profiles.of_game(name)
    assert name in [game for game, _ in playable(board)]
    default = profiles.profile()
    assert (board.name == default.name) == (name in [game for game, _ in playable(default)])


def test_there_is_no_board_for_a_game_that_is_not_there():
    with pytest.raises(ValueError, match="no board is made for chess; there are flip, xtic"):
        profiles.of_game("chess")


@pytest.mark.parametrize("name", GAMES)
def test_an_engine_takes_as_much_memory_as_told(name):
    asked = Asked(Memory())
    plugin(name).engine(asked, None)
    assert asked.most == MEMORY_WORDS[name]


def test_levels_of_another_game_are_cut_to_those_there_are():
    for name in GAMES:
        assert level_of(name, 99) == len(LEVELS[name]) - 1


def test_what_is_not_there_is_refused():
    with pytest.raises(GameError, match="no game is called chess; there is flip, xtic"):
        make_game("chess")
    with pytest.raises(GameError, match="no rule set"):
        make_game("flip", "torus")


def test_an_engine_refuses_a_position_of_another_game():
    steps = array("H", [0] * max(make_game(name).max_steps for name in GAMES))
    for name, other in zip(GAMES, (*GAMES[1:], GAMES[0]), strict=True):
        player, coach = plugin(name).engine(None, None)
        game = make_game(other)
        with pytest.raises(GameError):
            player.start(game, 0)
        with pytest.raises(GameError):
            coach.start(game, steps, game.steps(steps))
