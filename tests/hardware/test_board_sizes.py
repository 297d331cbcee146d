"""Boards of other sizes, from the same code: a small one, whose strip of electronics is longer
than its cells."""

import pytest

from hardware.circuit.power import currents
from hardware.circuit.sizes import resized
from hardware.pcb import check
from hardware.pcb.board import least_width, make_board
from tests.hardware.placing import check_places

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
    check_places(built[0])


def test_tracks_carry_their_currents(built):
    made, _ = built
    flows = currents(resized(*SIZES[0]))
    supplies = [track for track in made.routes.tracks if track.net in flows]
    assert supplies
    for track in supplies:
        assert track.width >= least_width(flows[track.net]), track
