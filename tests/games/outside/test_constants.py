"""The constants of a game from outside: what can be left out, and what is refused."""

import pytest
from games.outside.written import CONSTANTS, write_game

from host_tools.build import outside
from lodeboard.games.tiles import TileGame

TWO = 'VARIANTS = (("{}", ((4, 4),)), ("{}", ((4, 4),)))'


@pytest.mark.parametrize(
    ("constants", "reason"),
    [
        ("VARIANTS = ()", "VARIANTS are names with boards"),
        ('VARIANTS = (("", (4, 4)),)\nLEVELS = ("only",)', "VARIANTS are names with boards"),
        ("LEVELS = ()", "LEVELS are names"),
        ('VARIANTS = (("", ((4, 4),)),)\nLEVELS = (1,)', "LEVELS are names"),
        (f'{CONSTANTS}MEMORY_WORDS = "1"', "MEMORY_WORDS is a number"),
        ("VARIANTS = made()", "plain constants"),
        ("VARIANTS = (", "plain constants"),
        ("LEVEL = ('weak', 'strong')", "line 1 is none of VARIANTS, LEVELS, MEMORY_WORDS"),
        ("from lodeboard.games.catalogue import LEVELS", "line 1 is none of"),
        ('LEVELS: "tuple[int, ...]" = (1,)', "LEVELS are names"),
        ('LEVELS = ("weak", "")', "LEVELS are names"),
        ('LEVELS = ("weak", "weak")', "LEVELS have the same name twice"),
        (TWO.format("", ""), "VARIANTS have the same name twice"),
        (TWO.format("", "thirteen-char"), '"thirteen-char" is no name for rules'),
        (TWO.format("", "no diags"), '"no diags" is no name'),
        (TWO.format("a+b", "c"), '"a\\+b" is no name'),
        ("MEMORY_WORDS = -1", "MEMORY_WORDS is a number"),
        ("MEMORY_WORDS = True", "MEMORY_WORDS is a number"),
    ],
)
def test_faulty_constants_are_refused_with_the_reason(tmp_path, constants, reason):
    folder = write_game(tmp_path / "faulty", constants)
    with pytest.raises(outside.OutsideError, match=reason):
        outside.checked([folder])


def test_constants_are_read_without_running_the_game(tmp_path):
    """A board needs the names of games that are not in memory."""
    folder = write_game(tmp_path / "quiet", f'"""Text."""\n{CONSTANTS}', "raise SystemExit\n")
    with (folder / "__init__.py").open("a") as file:
        file.write('PARTS = ("rules", "plugin")\nMEMORY_WORDS: int = 3\n')
    assert outside.row_of(folder) == ("quiet", (("", ((4, 4),)),), ("only",), 3)


def test_without_constants_a_game_is_for_4x4_and_has_the_levels_of_games_of_tiles(tmp_path):
    folder = tmp_path / "bare"
    folder.mkdir()
    name, variants, levels, words = outside.row_of(folder)
    assert (name, variants, words) == ("bare", (("", ((4, 4),)),), 0)
    assert len(levels) == len(TileGame.levels)
