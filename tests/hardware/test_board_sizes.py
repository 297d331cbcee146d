"""Boards of other sizes, from the same code: a small one, whose strip of electronics is longer
than its cells."""

import pytest

from hardware.circuit import parts
from hardware.circuit.power import currents
from hardware.circuit.sizes import resized
from hardware.pcb import check
from hardware.pcb.board import least_width, make_board

pytestmark = [pytest.mark.hardware, pytest.mark.timeout(900)]

SIZES = ((2, 3),)


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def built(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("size") / "board.kicad_pcb"
    return make_board(resized(*request.param), path), path


def test_kicads_rules_find_nothing(built):
    _, path = built
    report = check.design_rules(path)
    assert (report.violations, report.unconnected) == (0, 0), report.text


def test_every_part_is_on_the_board_and_off_the_walls(built):
    made, _ = built
    sizes = made.dimensions
    for part in made.parts:
        place = made.places[part.ref]
        assert sizes.board.holds(place.x, place.y, room=2.0), part.ref
        if part.kind is parts.SENSOR:
            assert (place.x, place.y) == sizes.cells()[part.cell]
        for wall in sizes.walls():
            assert not wall.grown(0.5).holds(place.x, place.y), part.ref
        hood = sizes.hood_room.holds(place.x, place.y)
        if part.kind.fitted and part.kind is not parts.BUTTON and not hood:
            assert part.kind.height_mm <= sizes.low_parts, part.ref


def test_tracks_carry_their_currents(built):
    made, _ = built
    flows = currents(resized(*SIZES[0]))
    supplies = [track for track in made.routes.tracks if track.net in flows]
    assert supplies
    for track in supplies:
        assert track.width >= least_width(flows[track.net]), track
