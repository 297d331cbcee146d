"""The scenario files of the games that the CircuitPython port offers, on the simulated board with
that port. Its menu lists fewer games, so that the way to one in it is shorter."""

import re
from pathlib import Path

import pytest
from one_board import CELLS, PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.simulator.circuit import CircuitBoard
from lodeboard.games.catalogue import LEVELS, NAMES
from lodeboard.ports.circuitpython import GAME_WORDS
from lodeboard.system.loader import VARIANTS, playable

OFFERED = [NAMES[VARIANTS.index(variant)] for variant in playable(PROFILE, GAME_WORDS)]
# A file's first way into the menu, to one of the games.
CHOICE = re.compile(
    r"^(press middle +# the menu\n)press right( \d+ times)? +# ([^\n]+)\n", re.MULTILINE
)
# Levels that are not offered here, as a file's comments name them.
HIGHER = {level for levels in LEVELS.values() for level in levels[4:]}
BEYOND = re.compile(r"# ({})$".format("|".join(sorted(HIGHER))), re.MULTILINE)
SOON = ("kono_take_back", "xtic_first_gifts")  # in make test


def chosen(text: str) -> str:
    """The game that the file's hands choose first, "" where they choose none."""
    found = CHOICE.search(text)
    return found[3] if found else ""


def shortened(text: str) -> str:
    """The same acts where only the games offered here are in the menu."""
    times = OFFERED.index(chosen(text))
    right = f"press right {times} times\n" if times else ""
    return CHOICE.sub(lambda found: found[1] + right, text, count=1)


def run_by(path: Path) -> list[pytest.MarkDecorator]:
    """The kind of run; whole games against the board, which are long, belong to the last."""
    if path.stem in SOON:
        return []
    return [pytest.mark.reliability if "against" in path.stem else pytest.mark.verify]


PATHS = [
    pytest.param(path, marks=run_by(path), id=path.stem)
    for path in sorted(Path(__file__).parent.glob("*.txt"))
    if chosen(path.read_text(encoding="utf-8")) in OFFERED
    and not BEYOND.search(path.read_text(encoding="utf-8"))
]


def test_every_game_offered_is_played():
    games = {chosen(path.values[0].read_text(encoding="utf-8")) for path in PATHS}
    assert games == set(OFFERED)
    assert len(PATHS) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_scenario(path, tmp_path):
    here = tmp_path / path.name
    here.write_text(shortened(path.read_text(encoding="utf-8")), encoding="utf-8")
    one = script.load(here, CELLS)
    Runner(Stage(CircuitBoard(PROFILE, seed=one.seed))).run(one)
