"""The self-test on a board of several multiplexers, each with an enable line."""

import pytest
from bench import Helper, Simulated
from many import every, later

from host_tools.build import profiles
from host_tools.workshop.checkup.parts import FAULTY, LOOK, NOT_TRIED, OK
from host_tools.workshop.checkup.selftest import examine

PROFILE = profiles.profile("tile7x7")
CELLS = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
ENABLE = PROFILE.data["pins"]["mux_enable"]
INPUTS = PROFILE.data["mux"]["inputs"]
LINES = [f"E{mux + 1} (GP{pin})" for mux, pin in enumerate(ENABLE)]


@pytest.fixture
def bench():
    return Simulated(11, PROFILE)


def looked_at(bench, person=True):
    helper = Helper(bench, cells=CELLS) if person else None
    return examine(bench, PROFILE, helper, sleep=lambda _: None)


def wrong(parts):
    return {(part.kind, part.name) for part in parts if part.verdict in (FAULTY, LOOK)}


def one(parts, kind, name):
    (part,) = [part for part in parts if (part.kind, part.name) == (kind, name)]
    return part


def cells_of(mux):
    return {CELLS[at] for at, c in enumerate(PROFILE.mux_channels) if c // INPUTS == mux}


def test_a_whole_board_is_whole(bench):
    parts = looked_at(bench)
    assert {part.verdict for part in parts} == {OK}
    assert {part.name for part in parts if part.kind == "sensor"} == set(CELLS)
    assert {part.name for part in parts if part.kind == "LED"} == set(CELLS)
    assert [part.name for part in parts if part.kind == "enable line"] == LINES


@pytest.mark.parametrize("seed", every(4, range(4)))
def test_no_board_looks_worse_than_it_is(seed):
    assert not wrong(looked_at(Simulated(seed, PROFILE), person=False))


@pytest.mark.slow
@pytest.mark.parametrize("mux", every(3, range(len(ENABLE))))
@pytest.mark.parametrize("person", [True, later(False)])
def test_a_multiplexer_that_is_never_on_is_found(bench, mux, person):
    bench.wires.enable_held[mux] = True
    parts = looked_at(bench, person)
    assert wrong(parts) == {("enable line", LINES[mux])}
    assert "never on" in one(parts, "enable line", LINES[mux]).found
    untried = {part.name for part in parts if (part.kind, part.verdict) == ("sensor", NOT_TRIED)}
    assert untried == cells_of(mux)


@pytest.mark.slow
@pytest.mark.parametrize("mux", every(2, range(len(ENABLE))))
def test_a_multiplexer_that_is_always_on_is_found(bench, mux):
    bench.wires.enable_held[mux] = False
    parts = looked_at(bench)
    assert wrong(parts) == {("enable line", LINES[mux])}
    assert "all the time" in one(parts, "enable line", LINES[mux]).found


@pytest.mark.slow
@pytest.mark.parametrize("pair", every(2, [(0, 1), (1, 2), (0, 3), (2, 3)]))
def test_two_exchanged_enable_lines_are_found_with_the_fix(bench, pair):
    order = list(range(len(ENABLE)))
    order[pair[0]], order[pair[1]] = pair[1], pair[0]
    bench.wires.enable_order = tuple(order)
    parts = looked_at(bench)
    assert wrong(parts) == {("enable line", LINES[mux]) for mux in pair}
    pins = ", ".join(str(ENABLE[mux]) for mux in order)
    assert one(parts, "enable line", LINES[pair[0]]).fix.endswith(pins)


@pytest.mark.slow
def test_exchanged_select_lines_are_still_told_from_enables(bench):
    bench.wires.order = (1, 0, 2, 3)
    found = wrong(looked_at(bench))
    assert {name for kind, name in found if kind == "select line"} == {"S0 (GP10)", "S1 (GP11)"}
    assert not {name for kind, name in found if kind == "enable line"}


def test_an_open_channel_names_its_multiplexer(bench):
    bench.wires.open = frozenset({INPUTS + 3})
    assert wrong(looked_at(bench, person=False)) == {("multiplexer", "C3 of multiplexer 2")}
