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
        ([38, 21], 0), ([58, 17], 628), ([80, 1], 1110), ([39, 17], 5011), ([39, 17], 100008)
    ],
    ("eclipse", "1_U-dD--uu-D------"): [
        ([43, 24], 0), ([62, 15], 669), ([59, 13], 398), ([62, 15], 5050), ([58, 16], 100010)
    ],
    ("magic", "2_-DUu-ddDdu-UUU--"): [
        ([39, 30], 0), ([79, 28], 125), ([85, 21], 168), ([79, 9], 1305), ([79, 9], 1305)
    ],
    ("eclipse", "1_------------d--U"): [
        ([80, 28], 36), ([80, 18], 0), ([80, 7], 1018), ([80, 25], 5071), ([80, 25], 100016)
    ],
    ("magic", "1_----------------"): [
        ([17], 0), ([6], 0), ([0], 327), ([0], 3036), ([0], 100013)
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


class Rolls:
    """Chance that says what a test wants."""

    def __init__(self, always: int) -> None:
        self.always = always

    def roll(self, sides: int) -> int:
        return self.always % sides


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


@pytest.mark.parametrize("percent", [100, 60, 35, 0])
@pytest.mark.parametrize("focus", [0, 5, 15])
def test_what_lies_near_is_noticed_and_what_lies_far_more_rarely(
    player: FlipPlayer, monkeypatch: pytest.MonkeyPatch, focus: int, percent: int
) -> None:
    chances = [100, 100]  # by distance
    for _ in range(2):
        chances.append(chances[-1] * percent // 100)
    for rolled in (0, chances[2] - 1, chances[2], chances[3] - 1, chances[3], 99):
        monkeypatch.setattr(player, "_dice", Rolls(rolled))
        seen = player._notice(focus, percent)
        for cell in range(16):
            far = max(abs(cell // 4 - focus // 4), abs(cell % 4 - focus % 4))
            assert seen >> cell & 1 == (rolled % 100 < chances[far]), (cell, rolled)


@pytest.mark.parametrize("text", [text for _, text in CHOSEN])
def test_a_shy_turn_concerns_the_fewest_of_its_kind(
    player: FlipPlayer, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Neighbours in lines with the same side up, twice where two lines are shared."""
    game = Flip("magic")
    game.load(text)
    search = player.search
    search.load(game)
    steps = [0] * 32
    steps = steps[: game.steps(steps)]

    def links(step: int) -> int:
        cell, side = (step >> 1, step & 1) if step < 32 else (step - 32 >> 2, None)
        owner = game.turn if step < 32 else 1 - game.turn
        side = game.side >> cell & 1 if side is None else side
        same = game.tiles(owner) & (game.side if side else ~game.side)
        count = 0
        for other in range(16):
            if other != cell and same >> other & 1:
                both = 1 << cell | 1 << other
                count += min(2, sum(line & both == both for line in game.grid.lines))
        return count

    fewest = [step for step in steps if links(step) == min(map(links, steps))]
    for rolled in range(40):
        monkeypatch.setattr(player, "_dice", Rolls(rolled))
        assert player._shy_step(game) == fewest[rolled % len(fewest)]
