"""What the levels look at, and what they choose."""

import pytest

from host_tools.build.compiled import install
from host_tools.games.engine import make_engine
from lodeboard.games.contract import LOSE, TIE, WIN
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip

# Written down once: boards in the field must go on playing alike. For each level its steps, and
# how many positions it looked at.
CHOSEN = {
    ("magic", "2_-U--d-D--u--U---"): [
        ([80, 20], 1391), ([81, 7], 2418), ([58, 26], 40063), ([81, 1], 80083), ([39, 17], 100008)
    ],
    ("eclipse", "1_U-dD--uu-D------"): [
        ([58, 17], 2348), ([59, 26], 868), ([59, 2], 40053), ([59, 8], 74737), ([58, 16], 100010)
    ],
    ("magic", "2_-DUu-ddDdu-UUU--"): [
        ([39, 29], 1276), ([39, 29], 638), ([79, 9], 2751), ([79, 8], 2585), ([79, 9], 1305)
    ],
    ("eclipse", "1_------------d--U"): [
        ([81, 7], 4080), ([80, 8], 524), ([81, 4], 29577), ([80, 25], 62215), ([80, 25], 100016)
    ],
    ("magic", "1_----------------"): [
        ([17], 1860), ([28], 810), ([9], 18595), ([6], 32869), ([0], 100013)
    ],
}  # fmt: skip


# The coach's words on each step, and what is left of its allowance.
COACHED = {
    ("magic", "2_-DUu-ddDdu-UUU--"): ([WIN, LOSE, WIN, WIN], 99_021),
    ("eclipse", "2_-DUu-ddDdu-UUU--"): ([TIE, LOSE, WIN, TIE], 96_725),
    ("magic", "1_-DUu-ddDdu-UU---"): ([TIE, TIE, LOSE, LOSE, LOSE], 78_726),
}


@pytest.mark.parametrize(("rules", "text"), COACHED)
def test_the_coach_comes_to_its_words_with_as_much_work(rules: str, text: str) -> None:
    install()
    _, coach = make_engine("flip")
    game = Flip(rules)
    game.load(text)
    steps = bytearray(32)
    count = game.steps(steps)
    coach.start(game, steps, count)
    while not coach.run(500):
        pass
    assert (list(coach.values[:count]), coach._coach._left) == COACHED[rules, text]


@pytest.fixture(scope="module")
def player() -> FlipPlayer:
    install()
    return FlipPlayer()


@pytest.mark.parametrize(("rules", "text"), CHOSEN)
def test_each_level_chooses_what_it_always_chose(player: FlipPlayer, rules: str, text: str) -> None:
    game = Flip(rules)
    game.load(text)
    found = []
    for level in range(5):
        player.start(game, level)
        assert player.run(1 << 29)
        assert player.source == "search"
        found.append((list(player.steps), player.nodes))
    assert found == CHOSEN[rules, text]
    assert game.text() == text
