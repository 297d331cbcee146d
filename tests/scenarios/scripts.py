"""The scenario files of this folder, and which of them run where."""

from pathlib import Path

from one_board import CELLS

from host_tools.board.scenario import script

SCRIPTS = [script.load(path, CELLS) for path in sorted(Path(__file__).parent.glob("*.txt"))]
# On an emulated chip with a cable: one of each kind of act and of each game. The others differ from
# these in what the same lights and magnets mean, which they show on the chip without a cable.
ON_CABLE = ("faster_than_the_debounce", "fell_off", "first_move_answered", "foreign_magnet",
            "gains_by_menu", "kono_two_players", "menu_set_zeros_again", "stacked",
            "take_back_against_the_board", "xtic_game_two_players")  # fmt: skip
# Whole games: on the chip one against the strongest level stands beside slips and menus.
WHOLE = ("game_eclipse", "game_magic", "game_two_players", "kono_against_the_board", "locked_line",
         "machines_alone", "open_line_wins")  # fmt: skip


def stem(one: script.Script) -> str:
    """A file's name without its ending."""
    return Path(one.name).stem
