"""The board of strips: its circuit is that of the 4x4 board, its panel is one that fabs make."""

from dataclasses import replace

import pytest
from one_board import DATA

from hardware.circuit import parts
from hardware.circuit.design import Design, netlist, nets_of, rules_report
from hardware.strips.circuit import Buttons, Head, Strip, assembled
from tests.hardware.test_circuit import pins_differ

pytestmark = pytest.mark.hardware

JOINING = (parts.CABLE, parts.BUTTON_CABLE, parts.JUMPER, parts.HEADER)


def joints(placed):
    """Each net as the pins on it, by what their parts are for."""
    names = {part.ref: (part.kind.name, part.role, part.cell) for part in placed
             if part.kind not in JOINING}  # fmt: skip
    nets = [
        frozenset((*names[ref], pin) for ref, pin in ends if ref in names)
        for ends in nets_of(placed).values()
    ]
    return {net for net in nets if len(net) > 1}


def without_ends(placed):
    """The parts without nets that lead from one part to nothing but sockets."""
    ends = {net for net, pins in nets_of(placed).items()
            if sum(part.kind not in JOINING for part in placed
                   for pin in part.nets if (part.ref, pin) in pins) < 2}  # fmt: skip
    return [
        replace(part, nets={pin: net for pin, net in part.nets.items() if net not in ends})
        for part in placed
    ]


@pytest.mark.parametrize("piece", [Strip, Head, Buttons])
def test_electrical_rules_find_nothing(piece):
    assert rules_report(piece()) == (0, 0)


def test_together_they_are_the_4x4_board():
    made, board = without_ends(assembled()), netlist(Design(DATA))
    assert pins_differ(made, DATA) == []
    assert joints(made) == joints(board)
