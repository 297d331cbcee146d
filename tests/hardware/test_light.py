"""The light of a cell's ring, by rays: seeded, so every run finds the same."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware import light
from hardware.circuit.power import draw
from hardware.circuit.sizes import LIGHT_MA, lights_of
from hardware.dimensions import LED_OFFSETS, RELEASED, Dimensions
from hardware.prints.case import BRIDGE
from hardware.released import BOARDS
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware

RAYS = 400_000
FOUR, SEVEN = (next(data for data in BOARDS if data["rows"] == rows) for rows in (4, 7))
# What a ring must give and does: share that leaves, brightest to dimmest, share to the others.
FOUND = {4: (0.12, 1.8, 0.047), 2: (0.102, 2.4, 0.028)}
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


@pytest.fixture(scope="module", params=BOARDS, ids=lambda data: data["name"])
def data(request):
    return request.param


@pytest.fixture(scope="module")
def seen(data):
    return light.look(light.room_of(data["leds"]["per_cell"]), light.BRIGHT, RAYS)


def test_the_board_has_the_lights_that_are_looked_at(data):
    d, room = Dimensions(Profile(data)), light.room_of(data["leds"]["per_cell"])
    for number, (x, y) in enumerate(d.cells()):
        found = sorted((round(a - x, 3), round(b - y, 3)) for a, b in d.leds_of(number))
        assert found == sorted(room.leds)
    assert d.funnel == room.foot


def test_enough_light_leaves_evenly_and_stays_with_its_cell(data, seen):
    assert meets(seen) == []
    wanted = FOUND[data["leds"]["per_cell"]]
    assert (seen.leaves, seen.uneven, seen.spill) == pytest.approx(wanted, rel=0.1)


def test_the_same_rays_come_again(data, seen):
    room = light.room_of(data["leds"]["per_cell"])
    assert light.look(room, light.BRIGHT, RAYS) == seen
    other = light.look(room, light.BRIGHT, RAYS, seed=2)
    assert other != seen
    assert other.leaves == pytest.approx(seen.leaves, rel=0.02)


def test_other_rooms_and_dark_surfaces_are_noticed(data):
    assert "uneven" in meets(light.look(light.room_of(1), light.BRIGHT, RAYS))
    funnel = light.room_of(2)
    square = light.look(replace(funnel, foot=0.0), light.BRIGHT, RAYS)
    assert meets(square) == ["leaves", "uneven", "spill"]
    apart = replace(funnel, leds=light.opposite(12.0))
    assert "uneven" in meets(light.look(apart, light.BRIGHT, RAYS))
    assert meets(light.look(light.Room(light.diagonal(14.0)), light.BRIGHT, RAYS))
    for part, share in (("under", 0.05), ("board", 0.15)):
        dark = light.BRIGHT._replace(**{part: share})
        room = light.room_of(data["leds"]["per_cell"])
        assert "leaves" in meets(light.look(room, dark, RAYS)), part


def test_light_is_neither_made_nor_lost_without_cause(data):
    room = light.room_of(data["leds"]["per_cell"])
    perfect = light.Surfaces(
        board=1, under=1, slot=1, grid=1, tile=1, through_grid=0, gap_mm=0, ring_loss=0
    )
    alone = light.look(room, perfect, 50_000)
    assert alone.leaves == pytest.approx(1.0, abs=0.01)
    assert alone.spill == 0.0
    black = perfect._replace(board=0, under=0, slot=0, grid=0)
    assert light.look(room, black, 50_000).leaves < 0.05


def test_a_thin_wall_or_a_gap_above_it_lets_light_through_to_the_cell_beside(data):
    room = light.room_of(data["leds"]["per_cell"])
    tight = light.BRIGHT._replace(through_grid=0.0, gap_mm=0.0)
    spills = [
        light.look(room, tight._replace(**one), RAYS).spill
        for one in ({}, {"through_grid": 0.03}, {"through_grid": 0.06}, {"gap_mm": 0.1})
    ]
    assert spills[0] == 0.0 < spills[1] < spills[2] / 1.5
    assert spills[3] > 0.0


def test_a_ring_can_be_read_at_300_lux(data, seen):
    """Alone it is far brighter than white paper, and at the darkest setting still brighter; with
    all cells white at once, far brighter than the dark plate, which gives back a tenth of that."""
    count = data["leds"]["per_cell"]
    assert light.luminance(light.alone_lm(count, seen.leaves)) > 5 * PAPER_CD
    least = light.alone_lm(count, seen.leaves, light.LEAST_BRIGHTNESS)
    assert light.luminance(least) > PAPER_CD
    assert light.luminance(light.all_lm(data, count, seen.leaves)) > 4 * PAPER_CD / 10


def test_a_board_has_as_many_lights_in_a_cell_as_its_current_allows(data):
    leds, cells = data["leds"], data["rows"] * data["columns"]
    assert leds["per_cell"] == lights_of(cells, leds)
    left_ma = {n: leds["budget_ma"] - leds["idle_ma"] * n * cells for n in LED_OFFSETS}
    for count, milliamperes in left_ma.items():
        assert (milliamperes >= LIGHT_MA) == (count <= leds["per_cell"])


def test_what_shines_of_an_led_is_under_the_floor_or_a_bridge():
    """The window in its face, a square of 3.2 mm: seen from above it would be a spot."""
    inner = FOUR["plate"]["ring_inner_mm"] / 2
    for places in LED_OFFSETS.values():
        for x, y in places:
            for dx in np.linspace(-1.6, 1.6, 33):
                for dy in np.linspace(-1.6, 1.6, 33):
                    a, b = x + dx, y + dy
                    held = min(abs(a - b), abs(a + b)) <= BRIDGE / 2**0.5
                    assert np.hypot(a, b) < inner or held, (a, b)


def test_the_guide_says_what_leaves_a_flat_top():
    """Its rings are thin: as thick as its wells are deep they would be too dark."""
    words = " ".join((Path(light.__file__).parent / "README.md").read_text("utf-8").split())
    flat = RELEASED.flattened()
    room = light.room_of(4)
    thin = light.look(room, light.BRIGHT, RAYS, d=flat)
    flat.ring_low = flat.well_floor
    assert thin.leaves > 1.7 * light.look(room, light.BRIGHT, RAYS, d=flat).leaves
    alone = light.luminance(light.alone_lm(4, thin.leaves))
    assert f"{100 * thin.leaves:.0f} % of the light leaves its rings" in words
    assert f"alone has {alone:.0f} cd/m2" in words


def test_the_guide_says_what_is_found():
    guide = (Path(light.__file__).parent / "README.md").read_text(encoding="utf-8")
    words = " ".join(guide.split())
    rooms = {
        "one": light.room_of(1),
        "two, square cells": light.Room(LED_OFFSETS[2]),
        "two, funnels": light.room_of(2),
        "four": light.room_of(4),
    }
    found = {what: light.look(room, light.BRIGHT, RAYS) for what, room in rooms.items()}
    for what, each in found.items():
        row = f"{100 * each.leaves:.2g} % | {each.uneven:.1f} : 1 | {100 * each.spill:.1f} %"
        assert f"| {what} | {row} |" in guide
    for data, seen in ((FOUR, found["four"]), (SEVEN, found["two, funnels"])):
        count, leds = data["leds"]["per_cell"], data["leds"]
        every = count * data["rows"] * data["columns"]
        alone = light.luminance(light.alone_lm(count, seen.leaves))
        least = light.alone_lm(count, seen.leaves, light.LEAST_BRIGHTNESS)
        together = light.luminance(light.all_lm(data, count, seen.leaves))
        left_ma = leds["budget_ma"] - leds["idle_ma"] * every
        row = (
            f"{every} | {leds['idle_ma'] * every:.0f} mA | {left_ma:.0f} mA "
            f"| {left_ma / every:.1f} mA | {draw(data).total:.0f} mA "
            f"| {alone:.0f} cd/m2 | {light.luminance(least):.0f} cd/m2 | {together:.0f} cd/m2"
        )
        assert f"| {data['rows']}x{data['columns']} | {row} |" in guide
    assert f"White paper at 300 lux has {PAPER_CD:.0f} cd/m2" in words
    # With white surfaces that are no better than usual.
    for count in (2, 4):
        seen = light.look(light.room_of(count), light.WHITE, RAYS)
        usual = f"{100 * seen.leaves:.1f} %, {seen.uneven:.1f} : 1 and {100 * seen.spill:.1f} %"
        assert usual in words
    four = light.all_lm(SEVEN, 4, found["four"].leaves)
    one = light.all_lm(SEVEN, 1, found["one"].leaves)
    assert (
        f"would be at {light.luminance(four):.0f} cd/m2, with one at {light.luminance(one):.0f}"
        in words
    )
