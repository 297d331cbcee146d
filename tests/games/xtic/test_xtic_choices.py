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
        ("d4", 8), ("d4", 6), ("b4", 8), ("c2", 12), ("d2", 25), ("d1", 3593), ("d3", 6214)
    ],
    ("nodiags", "-16-4-c8-37--a--/-"): [
        ("=2", 0), ("=f", 0), ("=5", 0), ("=0", 6), ("=2", 16), ("=b", 1100), ("=5", 25318)
    ],
    ("torus", "e5--b--28--9-0-7/3"): [
        ("c4", 8), ("c3", 8), ("c1", 7), ("a4", 15), ("b2", 25), ("c3", 2033), ("a4", 977)
    ],
    ("torus", "-2-----4-9------/6"): [
        ("c2", 13), ("a2", 8), ("a1", 10), ("a2", 12), ("d3", 13), ("b2", 17824), ("a2", 17846)
    ],
    ("normal", "----------------/-"): [
        ("=5", 0), ("=2", 0), ("=e", 0), ("=b", 0), ("=0", 0), ("=f", 0), ("=3", 0)
    ],
}  # fmt: skip

_, W, L, T = UNDECIDED, WIN, LOSE, TIE
# The coach's words on each step, and what is left of its allowance.
COACHED = {
    ("normal", "9-4-73--c-0-8-2-/b"): ([W, W, W, W, W, W, W, L], 156_312),
    ("nodiags", "-16-4-c8-37--a--/-"): ([T, T, T, T, T, T, _, _], 0),
    ("torus", "e5--b--28--9-0-7/3"): ([L, W, W, W, L, T, W, L], 238_711),
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
