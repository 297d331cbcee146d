"""Places of the board and its case, as far as arithmetic shows: no tool is needed."""

from itertools import combinations
from math import dist

import pytest
from one_board import DATA

from hardware.dimensions import (
    BELOW_BOARD,
    BOSS,
    BUTTON_BODY,
    CASE_WALL,
    LED_BODY,
    LED_OFFSETS,
    PICO_BOARD,
    PICO_STACK,
    PIN_HEADER,
    RELEASED,
    SCREW,
    SCREW_HEAD,
    USB_WINDOW,
    WALL,
)
from hardware.prints.parts import parts, piece_name
from lodeboard.games.xtic import notation as xtic_notation

PLATE, TILE = DATA["plate"], DATA["tile"]
RING = PLATE["ring_outer_mm"] / 2


def test_the_well_lies_as_high_above_the_sensor_as_the_data_say():
    assert RELEASED.well_floor - 0.65 == pytest.approx(PLATE["floor_above_hall_mm"])
    assert RELEASED.plate_top - RELEASED.well_floor == pytest.approx(PLATE["well_depth_mm"])


def test_a_tile_has_a_millimetre_of_play_and_stands_out_of_its_well():
    assert PLATE["well_diameter_mm"] - TILE["diameter_mm"] == pytest.approx(2.0)
    assert TILE["thickness_mm"] - PLATE["well_depth_mm"] >= 4.0


def test_rings_of_light_keep_clear_of_each_other_of_walls_and_of_screws():
    assert RELEASED.pitch - 2 * RING >= 1.2
    assert RELEASED.pitch / 2 - WALL / 2 >= RING
    for cell in RELEASED.cells():
        for hole in RELEASED.holes():
            assert dist(cell, hole) > RING + max(SCREW_HEAD, BOSS) / 2 + 1.0


def test_leds_are_under_the_floor_beside_the_sensor():
    """One or two are all under it; four are under the bridges as well, see test_light.py."""
    for count, places in LED_OFFSETS.items():
        for led in places:
            reach = dist((0.0, 0.0), led) + (LED_BODY[0] * 2**0.5 / 2 if count < 4 else 0.0)
            assert reach < PLATE["ring_inner_mm"] / 2, "its spot would be seen in the ring"
            assert dist((0.0, 0.0), led) - LED_BODY[0] / 2 > 4.0
    for number, cell in enumerate(RELEASED.cells()):
        found = RELEASED.leds_of(number)
        assert len(found) == len(set(found)) == DATA["leds"]["per_cell"]
        assert len({round(dist(cell, led), 3) for led in found}) == 1
        assert found[0][0] > cell[0] if number // 4 % 2 == 0 else found[0][0] < cell[0]
    assert RELEASED.leds() == [led for cell in range(16) for led in RELEASED.leds_of(cell)]
    assert RELEASED.leds_by_hand() == [(x, y + 8.0) for x, y in RELEASED.cells()]
    assert RELEASED.low_parts > LED_BODY[2] + 1.0


def test_walls_stand_beside_sensors_and_leds():
    for wall in RELEASED.walls():
        for x, y in RELEASED.cells() + RELEASED.leds():
            assert not wall.grown(5.0).holds(x, y)


def test_the_board_lies_in_its_case_with_room():
    board, case = RELEASED.board, RELEASED.case
    inner = case.grown(-CASE_WALL)
    assert min(board.x0 - inner.x0, board.y0 - inner.y0) >= 1.0
    assert min(inner.x1 - board.x1, inner.y1 - board.y1) >= 1.0
    assert case.width <= 220.0, "a common printer's bed"
    assert case.height <= 220.0
    assert BELOW_BOARD >= 3.0, "leads of buttons"


def test_every_hole_is_in_the_board_and_apart_from_the_others():
    for hole in RELEASED.holes():
        assert RELEASED.board.holds(*hole, room=SCREW / 2 + 1.5)
        assert not RELEASED.pico_box.grown(BOSS / 2).holds(*hole)
    for one, other in combinations(RELEASED.holes(), 2):
        assert dist(one, other) > 2 * BOSS


def test_pico_and_buttons_have_their_places():
    pico = RELEASED.pico_box
    room = RELEASED.hood_room
    assert room.x0 <= pico.x0
    assert room.x1 >= pico.x1
    assert room.y1 >= pico.y1
    assert 0.0 < pico.y0 - RELEASED.board.y0 < 2.0, "the plug must reach the socket"
    low, high = USB_WINDOW
    assert low < PICO_BOARD < PIN_HEADER + PICO_STACK < high
    half = BUTTON_BODY[0] / 2
    for (x, y), hole in ((b, h) for b in RELEASED.buttons() for h in RELEASED.holes()):
        assert RELEASED.strip.holds(x, y, room=half)
        assert dist((x, y), hole) > half * 2**0.5 + BOSS / 2
    left, middle, right = RELEASED.buttons()
    assert left[0] < middle[0] < right[0]


def test_pieces_are_named_as_the_firmware_names_them():
    names = [part.name for part in parts() if part.of == "xtic"]
    for number in range(16):
        assert piece_name(number) in names
        words = piece_name(number).split("_")[2:]
        assert sorted(words) == sorted(xtic_notation.piece_words(number).split())
