"""The catalogue: what it says of each game is so."""

import pytest

from host_tools.games.engine import Memory
from lodeboard.boards.profile import Profile
from lodeboard.boards.tile4x4 import DATA
from lodeboard.games.catalogue import BOARDS, GAMES, LEVELS, MEMORY_WORDS, VARIANTS, level_of
from lodeboard.games.contract import GameError
from lodeboard.system.loader import make_game, plugin


class Asked:
    """A port's memory that notes how much is wanted of it."""

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


def test_every_variant_of_today_fits_the_board_of_today():
    profile = Profile(DATA)
    assert all((profile.rows, profile.columns) in boards for boards in BOARDS)


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
    steps = bytearray(32)
    for name, other in zip(GAMES, (*GAMES[1:], GAMES[0]), strict=True):
        player, coach = plugin(name).engine(None, None)
        game = make_game(other)
        with pytest.raises(GameError):
            player.start(game, 0)
        with pytest.raises(GameError):
            coach.start(game, steps, game.steps(steps))
