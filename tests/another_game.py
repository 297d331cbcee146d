"""A game besides the first of the catalogue, for tests that any other would do for."""

import random
import shutil
from pathlib import Path

from one_board import PROFILE

from host_tools import FIRMWARE
from host_tools.games.loader import host_game
from host_tools.games.moves import legal_moves, make_move
from lodeboard.games.catalogue import GAMES, NAMES, VARIANTS
from lodeboard.games.contract import UNDECIDED, VERDICTS
from lodeboard.system.loader import make_game, playable

_OTHERS = [variant for variant in playable(PROFILE) if variant[0] != GAMES[0]]
# One whose steps are all made by hand, if there is one.
VARIANT = next((other for other in _OTHERS if not make_game(*other).choices), _OTHERS[0])
NAME, RULES = VARIANT
LABEL = NAMES[VARIANTS.index(VARIANT)]  # in menus
TITLE = host_game(NAME).title
START = make_game(NAME, RULES).text()


def random_game(seed: int = 3) -> list[tuple[str, str]]:
    """A whole game at random: each position with the move made there, then the last with its
    verdict."""
    game, source, found = make_game(NAME, RULES), random.Random(seed), []
    while game.verdict() == UNDECIDED:
        move = source.choice(legal_moves(game))
        found.append((game.text(), game.move_text(move)))
        make_move(game, move)
    return [*found, (game.text(), VERDICTS[game.verdict()])]


def broken(folder: Path) -> Path:
    """A copy of the firmware in which this game runs on CPython alone."""
    copy = folder / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    rules = copy / "lodeboard" / "games" / NAME / "rules.py"
    text = rules.read_text()
    fault = '"""\n\n_TABLE = bytearray([255]) * 128\nfrom'
    rules.write_text(text.replace('"""\n\nfrom', fault, 1))
    assert fault in rules.read_text()
    return copy


def random_moves(name: str, rules: str = "", count: int = 3) -> list[str]:
    """The first moves of a game played at random, as they are written."""
    game, source, written = make_game(name, rules), random.Random(3), []
    for _ in range(count):
        move = source.choice(legal_moves(game))
        written.append(game.move_text(move))
        make_move(game, move)
    return written
