"""What the levels of xtic choose."""

import pytest

from host_tools.build.compiled import install
from host_tools.games.engine import make_engine
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.rules import Xtic

# Written down once: boards in the field must go on playing alike. For each level its step, and
# how many gifts it looked into.
CHOSEN = {
    ("normal", "9-4-73--c-0-8-2-/b"): [
        ("c2", 1), ("c2", 2), ("d1", 4), ("b1", 103), ("b3", 290), ("d1", 3593), ("d3", 6282)
    ],
    ("nodiags", "-16-4-c8-37--a--/-"): [
        ("=d", 0), ("=d", 8), ("=b", 16), ("=b", 32), ("=b", 145), ("=b", 1100), ("=5", 18413)
    ],
    ("torus", "e5--b--28--9-0-7/3"): [
        ("c2", 1), ("d1", 2), ("c3", 4), ("a4", 151), ("a4", 391), ("c3", 2033), ("a4", 1211)
    ],
    ("torus", "-2-----4-9------/6"): [
        ("c2", 1), ("c3", 1), ("c3", 1), ("a1", 1), ("a4", 235), ("b2", 17824), ("a2", 17846)
    ],
    ("normal", "----------------/-"): [
        ("=5", 0), ("=2", 0), ("=4", 0), ("=2", 0), ("=a", 0), ("=f", 0), ("=3", 0)
    ],
}  # fmt: skip

_, W, L, T = UNDECIDED, WIN, LOSE, TIE
# The coach's words on each step, and what is left of its allowance.
COACHED = {
    ("normal", "9-4-73--c-0-8-2-/b"): ([W, W, W, W, W, W, W, L], 157_456),
    ("nodiags", "-16-4-c8-37--a--/-"): ([T, T, T, T, T, T, _, _], -2),
    ("torus", "e5--b--28--9-0-7/3"): ([L, W, W, W, L, T, W, L], 240_770),
    ("torus", "-2-----4-9------/6"): ([_] * 13, 249_792),
    ("torus", "e5--b--28-19-0-7/-"): ([W, W, L, T, W, L, T], 239_594),
}


@pytest.mark.parametrize(("rules", "text"), COACHED)
def test_the_coach_comes_to_its_words_with_as_much_work(rules: str, text: str) -> None:
    install()
    _, coach = make_engine("xtic")
    game = Xtic(rules)
    game.load(text)
    steps = bytearray(16)
    count = game.steps(steps)
    coach.start(game, steps, count)
    while not coach.run(500):
        pass
    assert (list(coach.values[:count]), coach._left) == COACHED[rules, text]


@pytest.fixture(scope="module")
def player() -> XticPlayer:
    install()
    return XticPlayer()


@pytest.mark.parametrize(("rules", "text"), CHOSEN)
def test_each_level_chooses_what_it_always_chose(player: XticPlayer, rules: str, text: str) -> None:
    game = Xtic(rules)
    game.load(text)
    found = []
    for level in range(7):
        player.start(game, level)
        while not player.run(500):
            assert not player.steps
        assert player.source == ("search" if player.nodes else "chance")
        found.append((game.move_text(player.steps), player.nodes))
    assert found == CHOSEN[rules, text]
    assert game.text() == text
