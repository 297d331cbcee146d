"""Every light shows its meaning, without colour too."""

import numpy as np
import pytest
from one_board import PROFILE

from host_tools.board.simulator import meanings
from host_tools.board.simulator.meanings import SAMPLE_MS, SAMPLES, UNCLEAR, Meanings
from host_tools.build import profiles
from lodeboard.games.contract import (
    DOWN_0,
    DOWN_1,
    LOSE,
    TIE,
    UNDECIDED,
    UP_0,
    UP_1,
    WIN,
    owner_of,
)
from lodeboard.lights import palette
from lodeboard.lights.frame import BRIGHTNESS_STEPS, Frame

PLAY = [m for m in range(1, palette.MEANINGS) if not meanings.NAMES[m].startswith("menu")]


def _movement(meaning: int) -> np.ndarray:
    levels = np.array([palette.level(meaning, at * SAMPLE_MS) for at in range(SAMPLES)], float)
    return levels / np.linalg.norm(levels)


def test_each_meaning_moves_in_its_own_way():
    for first in range(1, palette.MEANINGS):
        for second in range(first + 1, palette.MEANINGS):
            one, other = _movement(first), _movement(second)
            likeness = max(float(one @ np.roll(other, shift)) for shift in range(SAMPLES))
            names = (meanings.NAMES[first], meanings.NAMES[second])
            assert likeness < 0.99, names


def test_no_light_flashes_more_than_three_times_a_second():
    for meaning in range(1, palette.MEANINGS):
        assert flashes_a_second(meaning) <= 3.0, meanings.NAMES[meaning]


def flashes_a_second(meaning):
    levels = [palette.level(meaning, at) / 255 for at in range(0, 1024, 16)]
    luminance = [value**2.2 for value in levels]
    rises = 0
    low = luminance[0]
    risen = False
    for value in luminance * 2:
        if not risen and value > low + 0.1:
            risen = True
            rises += 1
            high = value
        elif risen and value < high - 0.1:
            risen = False
            low = value
        low = min(low, value) if not risen else low
        high = max(high, value) if risen else value
    return rises / 2 / 1.024


@pytest.mark.parametrize("brightness", BRIGHTNESS_STEPS)
def test_decoder_reads_back_every_meaning(brightness):
    frame = Frame(PROFILE)
    frame.brightness = brightness
    for first in range(1, palette.MEANINGS, 4):
        decoder = Meanings(PROFILE.cells)
        wanted = []
        for cell in range(PROFILE.cells):
            meaning = first + cell % 4 if cell < 4 else 0
            frame.marks[cell] = meaning if meaning < palette.MEANINGS else 0
            wanted.append(meanings.NAMES[frame.marks[cell]])
        for now in range(5000, 6200, 20):
            frame.render(now)
            decoder.feed(now, _colours(frame.bytes))
        assert decoder.read() == wanted


@pytest.mark.parametrize("words", [palette.COACH, palette.GIFT])
def test_what_wins_is_greener_and_what_loses_redder(words):
    """Than each other and than what is a draw or not known."""
    warmth = {}
    for value in (UNDECIDED, WIN, LOSE, TIE):
        red, green, _ = palette.colour(words + value)
        warmth[value] = red - green
    assert warmth[WIN] < min(warmth[value] for value in (UNDECIDED, LOSE, TIE))
    assert warmth[LOSE] > max(warmth[value] for value in (UNDECIDED, WIN, TIE))
    assert warmth[WIN] < 0 < warmth[LOSE]


@pytest.mark.parametrize("code", [UP_0, DOWN_0, UP_1, DOWN_1])
def test_a_tile_is_asked_for_by_the_way_its_light_ramps(code):
    """Up for its up side, down for the other; once for a first player's tile, else twice."""
    steps = [palette.bright(palette.PUT + code - 1, step) for step in range(palette.STEPS)]
    if code in (DOWN_0, DOWN_1):
        steps.reverse()
    falls = [at for at in range(1, palette.STEPS) if steps[at] < steps[at - 1]]
    assert len(falls) == owner_of(code)
    assert palette.colour(palette.PUT + code - 1) == palette.colour(
        palette.PUT + 2 * owner_of(code)
    )


def test_a_light_that_just_changed_is_unclear():
    frame = Frame(PROFILE)
    decoder = Meanings(PROFILE.cells)
    for now in range(0, 1600, 20):
        frame.marks[0] = palette.MAY_LIFT if now < 1200 else palette.LOCKED
        frame.render(now)
        decoder.feed(now, _colours(frame.bytes))
    assert decoder.read()[0] == UNCLEAR


@pytest.mark.parametrize("other", [palette.CHECK, palette.MISTAKE])
def test_one_light_can_be_read_among_all_others_of_the_largest_board(other):
    """There the current's limit dims them most, and what breathes would dim what blinks."""
    profile = profiles.profile("tile7x7")
    frame = Frame(profile)
    decoder = Meanings(profile.cells)
    frame.fill(palette.CALIBRATE)
    frame.marks[18] = other
    for now in range(0, 3600, 20):
        frame.render(now)
        decoder.feed(now, [(r, g, b) for g, r, b in zip(*[iter(frame.bytes)] * 3, strict=True)])
    names = decoder.read()
    assert names.count(meanings.NAMES[other]) == 1
    assert names.count(meanings.NAMES[palette.CALIBRATE]) == profile.cells - 1


@pytest.mark.parametrize("name", profiles.names())
def test_current_stays_within_the_budget(name):
    """All cells at their brightest, on the largest board too."""
    profile = profiles.profile(name)
    frame = Frame(profile)
    frame.brightness = 255
    frame.fill(palette.LIFT)
    leds = profile.data["leds"]
    worst = 0.0
    for now in range(0, 1024, 8):
        frame.render(now)
        each = sum(frame.bytes) / 255 * leds["channel_full_ma"] + leds["idle_ma"] * profile.cells
        worst = max(worst, leds["per_cell"] * each)
    assert worst <= leds["budget_ma"]
    # A board of few cells cannot take as much.
    if profile.cells * (leds["channel_full_ma"] + leds["idle_ma"]) > leds["budget_ma"]:
        assert worst > 0.9 * leds["budget_ma"]


def _colours(frame: bytearray) -> list[tuple[int, int, int]]:
    """Red, green, blue of each cell from GRB bytes in chain order."""
    order = PROFILE.led_order
    return [
        (frame[3 * order[c] + 1], frame[3 * order[c]], frame[3 * order[c] + 2])
        for c in range(PROFILE.cells)
    ]
