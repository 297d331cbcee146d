"""A board gets the modules, tables and names of the games that are made for it, and no others."""

import pytest

from host_tools.build import firmware, profiles
from lodeboard.games import catalogue


def catalogue_of(board: str) -> dict[str, object]:
    """What a board's catalogue binds."""
    found: dict[str, object] = {}
    exec(firmware.source_for(board, firmware.FIRMWARE, firmware.CATALOGUE), found)
    return found


@pytest.mark.parametrize("board", profiles.names())
def test_a_board_gets_the_games_that_are_made_for_it(board: str) -> None:
    games = profiles.games(board)
    built = firmware.build(board=board)
    folders = {name.split("/")[2] for name in built.modules if name.count("/") > 2}
    assert folders & set(catalogue.GAMES) == set(games)
    assert games or profiles.profile(board).cells <= 4, "a few cells on a bench play nothing"
    assert {name.partition("-")[0] for name in built.tables} <= set(games)


@pytest.mark.parametrize("board", profiles.names())
def test_settings_mean_the_same_variant_on_every_board(board: str) -> None:
    variants = catalogue_of(board)["VARIANTS"]
    assert isinstance(variants, tuple)
    assert variants == catalogue.VARIANTS[: len(variants)]
    assert {game for game, _ in variants} >= set(profiles.games(board))


def test_a_small_board_keeps_no_names_of_games_for_larger_ones() -> None:
    assert catalogue_of("tile4x4")["GAMES"] == profiles.games("tile4x4")


def test_a_catalogue_without_any_game_of_a_board_keeps_its_first() -> None:
    text = "_ROWS = (\n    ('a', 1),\n    ('b', 2),\n)\n"
    assert firmware.listed(text, ()) == "_ROWS = (\n    ('a', 1),\n)\n"
    assert firmware.listed(text, ("b",)) == text
