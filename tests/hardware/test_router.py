"""Parts of the routed tracks that the router omits from its output."""

import pytest

from hardware.pcb.geometry import Hole, Pad, Track
from hardware.pcb.router import without_stubs

pytestmark = pytest.mark.hardware

VIA = Hole("A", 5.0, 5.0, 0.4)
STUB = Track("A", 0, 4.75, 5.0, 5.0, 5.0, 0.25)
PAST = Track("A", 0, 3.75, 6.0, 5.0, 4.75, 0.25)  # through the stub's other end


def test_a_track_that_lies_in_a_via_and_leads_nowhere_is_left_out():
    assert without_stubs([STUB, PAST], [VIA], []) == [PAST]
    turned = Track("A", 0, 5.0, 5.0, 4.75, 5.0, 0.25)
    assert without_stubs([turned], [VIA], []) == []


@pytest.mark.parametrize(
    ("tracks", "pads"),
    [
        ([STUB, Track("A", 0, 2.0, 5.0, 4.75, 5.0, 0.25)], []),
        ([STUB], [Pad("A", 4.6, 5.0, 0.2, 0.2, (0,))]),
        ([Track("A", 0, 4.75, 5.0, 5.0, 5.0, 1.2)], []),
        ([Track("A", 0, 4.5, 5.0, 5.0, 5.0, 0.25)], []),
        ([Track("B", 0, 4.75, 5.0, 5.0, 5.0, 0.25)], []),
    ],
    ids=["a track goes on", "a pad", "wider than the via", "out of the via", "another net"],
)
def test_other_tracks_stay(tracks, pads):
    assert without_stubs(tracks, [VIA], pads) == tracks
