"""The light of a cell's ring, by rays: seeded, so every run finds the same."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from one_board import DATA

from hardware import light
from hardware.circuit.power import draw
from hardware.circuit.sizes import LIGHT_MA
from hardware.dimensions import LED_OFFSETS, RELEASED
from hardware.prints.case import BRIDGE
from hardware.released import BOARDS

pytestmark = pytest.mark.hardware

RAYS = 400_000
PER_CELL = DATA["leds"]["per_cell"]
TWO = ((0.0, 8.0), (0.0, -8.0))
# White paper at 300 lux, which gives back 85 % of it.
PAPER_CD = 0.85 * 300 / np.pi


def meets(seen: light.Seen) -> list[str]:
    """Which of the three aims a ring misses."""
    missed = []
    if seen.leaves < 0.10:
        missed.append("leaves")
    if seen.uneven > 2.5:
        missed.append("uneven")
    if seen.spill > 0.05:
        missed.append("spill")
    return missed


@pytest.fixture(scope="module")
def seen():
    return light.look(light.AS_BUILT, light.BRIGHT, RAYS)


def test_the_board_has_the_lights_that_are_looked_at():
    assert len(light.AS_BUILT) == PER_CELL == 4
    for number, (x, y) in enumerate(RELEASED.cells()):
        found = sorted((round(a - x, 3), round(b - y, 3)) for a, b in RELEASED.leds_of(number))
        assert found == sorted(light.AS_BUILT)


def test_enough_light_leaves_evenly_and_stays_with_its_cell(seen):
    assert meets(seen) == []
    assert (seen.leaves, seen.uneven, seen.spill) == pytest.approx((0.12, 1.8, 0.047), rel=0.1)


def test_the_same_rays_come_again(seen):
    assert light.look(light.AS_BUILT, light.BRIGHT, RAYS) == seen
    other = light.look(light.AS_BUILT, light.BRIGHT, RAYS, seed=2)
    assert other != seen
    assert other.leaves == pytest.approx(seen.leaves, rel=0.02)


def test_one_light_or_two_or_a_dark_plate_is_noticed():
    assert "uneven" in meets(light.look(LED_OFFSETS[1], light.BRIGHT, RAYS))
    assert meets(light.look(TWO, light.BRIGHT, RAYS))
    assert meets(light.look(light.diagonal(14.0), light.BRIGHT, RAYS))
    for part, share in (("under", 0.05), ("board", 0.15)):
        dark = replace(light.BRIGHT, **{part: share})
        assert "leaves" in meets(light.look(light.AS_BUILT, dark, RAYS)), part


def test_light_is_neither_made_nor_lost_without_cause():
    perfect = light.Surfaces(
        board=1, under=1, slot=1, grid=1, tile=1, through_grid=0, gap_mm=0, ring_loss=0
    )
    alone = light.look(light.AS_BUILT, perfect, 50_000)
    assert alone.leaves == pytest.approx(1.0, abs=0.01)
    assert alone.spill == 0.0
    black = replace(perfect, board=0, under=0, slot=0, grid=0)
    assert light.look(light.AS_BUILT, black, 50_000).leaves < 0.05


def test_a_ring_can_be_read_at_300_lux(seen):
    """Alone it is far brighter than white paper; with all cells white at once, brighter too."""
    assert light.luminance(light.alone_lm(PER_CELL, seen.leaves)) > 5 * PAPER_CD
    all_white = light.luminance(light.all_lm(DATA, PER_CELL, seen.leaves))
    assert all_white > PAPER_CD


@pytest.mark.parametrize("data", BOARDS, ids=lambda data: data["name"])
def test_a_board_has_four_lights_in_a_cell_where_its_current_allows_them(data):
    leds, cells = data["leds"], data["rows"] * data["columns"]
    dark_ma = leds["idle_ma"] * 4 * cells
    assert (leds["per_cell"] == 4) == (leds["budget_ma"] - dark_ma >= LIGHT_MA)


def test_what_shines_of_an_led_is_under_the_floor_or_a_bridge():
    """The window in its face, a square of 3.2 mm: seen from above it would be a spot."""
    inner = DATA["plate"]["ring_inner_mm"] / 2
    for places in LED_OFFSETS.values():
        for x, y in places:
            for dx in np.linspace(-1.6, 1.6, 33):
                for dy in np.linspace(-1.6, 1.6, 33):
                    a, b = x + dx, y + dy
                    held = min(abs(a - b), abs(a + b)) <= BRIDGE / 2**0.5
                    assert np.hypot(a, b) < inner or held, (a, b)


def test_the_guide_says_what_is_found(seen):
    guide = (Path(light.__file__).parent / "README.md").read_text(encoding="utf-8")
    words = " ".join(guide.split())
    found = {"one": light.look(LED_OFFSETS[1], light.BRIGHT, RAYS), "four": seen}
    found["two, 8 mm from the middle"] = light.look(TWO, light.BRIGHT, RAYS)
    for count, each in found.items():
        row = f"{100 * each.leaves:.2g} % | {each.uneven:.1f} : 1 | {100 * each.spill:.1f} %"
        assert f"| {count} | {row} |" in guide
    leds, cells = DATA["leds"], DATA["rows"] * DATA["columns"]
    alone = light.luminance(light.alone_lm(PER_CELL, seen.leaves))
    assert f"alone has about {alone:.0f} cd/m2" in words
    assert (
        f"at once {light.luminance(light.all_lm(DATA, PER_CELL, seen.leaves)):.0f} cd/m2" in words
    )
    assert f"White paper at 300 lux has {PAPER_CD:.0f} cd/m2" in words
    left_ma = leds["budget_ma"] - leds["idle_ma"] * PER_CELL * cells
    assert f"{left_ma:.0f} mA are left for light" in words
    assert f"dimmed to {left_ma / (PER_CELL * cells):.1f} mA for each LED" in words
    assert f"draws {draw(DATA).total:.0f} mA from USB" in words
    seven = next(data for data in BOARDS if data["rows"] == 7)
    shared = [light.all_lm(seven, 4, seen.leaves), light.all_lm(seven, 1, found["one"].leaves)]
    four, one = (light.luminance(lumen) for lumen in shared)
    assert f"would be at {four:.0f} cd/m2 in place of {one:.0f};" in words
