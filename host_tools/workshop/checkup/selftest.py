"""Runs a whole self-test."""

import time
from collections.abc import Callable

from host_tools.workshop.checkup import magnets, numbers, others, rest
from host_tools.workshop.checkup.parts import Part
from host_tools.workshop.checkup.person import Person
from host_tools.workshop.checkup.probe import Probe
from host_tools.workshop.checkup.wires import Wires
from lodeboard.boards.profile import Profile


def examine(
    probe: Probe,
    profile: Profile,
    person: Person | None,
    sleep: Callable[[float], None] = time.sleep,
) -> list[Part]:
    """Test every part of a board; without a person, what a program can test alone."""
    wires = Wires(profile)
    parts = others.flash(probe)
    found = rest.look(probe, wires)
    parts += others.buttons(probe, wires, person)
    parts += others.lights(probe, wires, person, sleep)
    parts.append(others.beeper(probe, wires, person, sleep))
    responses: dict[int, magnets.Response] = {}
    sensors = found.parts
    if person is not None:
        sensors, responses = magnets.look(probe, wires, found, person)
    return parts + numbers.numbered(wires, sensors, found, responses)
