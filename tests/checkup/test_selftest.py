"""The self-test on a simulated board: whole, and with one thing wrong at a time."""

import pytest
from bench import BRIGHT, CELLS, Helper, Simulated

from host_tools.board.simulator.faults import Noisy, Stuck
from host_tools.build import profiles
from host_tools.workshop.checkup.others import lights
from host_tools.workshop.checkup.parts import FAULTY, LOOK, NOT_TRIED, OK, lines
from host_tools.workshop.checkup.probe import Flash
from host_tools.workshop.checkup.selftest import examine
from host_tools.workshop.checkup.wires import Wires

ORDER = (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12)  # channels and LEDs by cell


@pytest.fixture
def bench():
    return Simulated()


def verdicts(parts, kind):
    return {part.name: part.verdict for part in parts if part.kind == kind}


def one(parts, kind, name):
    (part,) = [part for part in parts if (part.kind, part.name) == (kind, name)]
    return part


def wrong(parts):
    return {(part.kind, part.name) for part in parts if part.verdict in (FAULTY, LOOK)}


def test_a_whole_board_is_whole(bench):
    helper = Helper(bench)
    parts = examine(bench, bench.board.profile, helper, sleep=lambda _: None)
    assert {part.verdict for part in parts} == {OK}
    assert not helper.gave_up
    assert set(verdicts(parts, "sensor")) == set(verdicts(parts, "LED")) == set(CELLS)
    assert len(verdicts(parts, "select line")) == 4
    assert len(verdicts(parts, "button")) == 3
    assert bench.tones == [440, 880, 0]
    assert lines(parts)[-1] == f"{len(parts)} ok"


@pytest.mark.parametrize("seed", range(3))
def test_no_board_looks_worse_than_it_is(seed):
    bench = Simulated(seed)
    assert not wrong(examine(bench, bench.board.profile, None))


def test_without_a_person_what_needs_one_is_not_tried(bench):
    parts = examine(bench, bench.board.profile, None)
    assert set(verdicts(parts, "LED").values()) == {NOT_TRIED}
    assert set(verdicts(parts, "button").values()) == {NOT_TRIED}
    assert set(verdicts(parts, "sensor").values()) == {OK}
    assert one(parts, "beeper", "").verdict == NOT_TRIED
    assert "not tried with a magnet" in one(parts, "sensor", "a1").found


@pytest.mark.parametrize(("millivolts", "as_what"), [(0.0, "ground"), (3300.0, "supply")])
def test_a_dead_sensor_is_seen_at_rest(bench, millivolts, as_what):
    bench.board.frontend.faults[9] = Stuck(millivolts)
    parts = examine(bench, bench.board.profile, None)
    assert wrong(parts) == {("sensor", "b3")}
    assert as_what in one(parts, "sensor", "b3").found


def test_a_sensor_stuck_in_the_middle_is_found_by_the_magnet(bench):
    bench.board.frontend.faults[9] = Stuck(1660.0)
    helper = Helper(bench)
    parts = examine(bench, bench.board.profile, helper, sleep=lambda _: None)
    assert wrong(parts) == {("sensor", "b3")}
    assert "does not sense a magnet" in one(parts, "sensor", "b3").found
    assert helper.gave_up == ["b3"]


def test_a_loose_joint_is_seen_at_rest(bench):
    bench.board.frontend.faults[2] = Noisy(60.0)
    parts = examine(bench, bench.board.profile, None)
    assert wrong(parts) == {("sensor", "c1")}
    assert "does not rest" in one(parts, "sensor", "c1").found


def test_a_tile_left_on_the_board_is_no_fault_of_the_sensor(bench):
    world = bench.board.world
    world.lay(world.spare(1).id, *world.plate.centre(6))
    parts = examine(bench, bench.board.profile, None)
    assert one(parts, "sensor", "c2").verdict == LOOK
    assert "take tiles and magnets away" in one(parts, "sensor", "c2").fix
    assert wrong(parts) == {("sensor", "c2")}


@pytest.mark.parametrize("channels", [{6}, {0}, {3, 12}, {1, 2, 9}])
def test_a_dead_channel_is_told_from_a_dead_sensor(bench, channels):
    bench.wires.open = frozenset(channels)
    parts = examine(bench, bench.board.profile, None)
    assert wrong(parts) == {("multiplexer", f"C{channel}") for channel in channels}
    for channel in channels:
        assert one(parts, "sensor", CELLS[ORDER.index(channel)]).verdict == NOT_TRIED


@pytest.mark.parametrize("bit", range(4))
@pytest.mark.parametrize("high", [False, True])
def test_a_stuck_select_line_is_named(bench, bit, high):
    bench.wires.held = {bit: high}
    parts = examine(bench, bench.board.profile, None)
    assert wrong(parts) == {("select line", f"S{bit} (GP{10 + bit})")}
    part = one(parts, "select line", f"S{bit} (GP{10 + bit})")
    assert f"n and n+{1 << bit} read alike" in part.found
    assert set(verdicts(parts, "sensor").values()) == {NOT_TRIED}


def test_a_multiplexer_that_passes_nothing_on(bench):
    bench.wires.held = dict.fromkeys(range(4), False)
    parts = examine(bench, bench.board.profile, None)
    assert wrong(parts) == {("multiplexer", "")}
    assert "GP26" in one(parts, "multiplexer", "").fix


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (0, 1, 3, 2), (2, 1, 0, 3), (1, 2, 0, 3)])
def test_exchanged_select_lines_show_under_the_magnet(bench, order):
    bench.wires.order = order
    helper = Helper(bench)
    parts = examine(bench, bench.board.profile, helper, sleep=lambda _: None)
    moved = [bit for bit in range(4) if order[bit] != bit]
    assert wrong(parts) == {("select line", f"S{bit} (GP{10 + bit})") for bit in moved}
    part = one(parts, "select line", f"S{moved[0]} (GP{10 + moved[0]})")
    assert "exchanged" in part.found
    assert ", ".join(str(10 + line) for line in order) in part.fix
    assert not helper.gave_up


@pytest.mark.parametrize("place", [0, 1, 5, 15])
def test_a_cut_chain_points_to_both_ends_of_the_cut(bench, place):
    bench.break_chain(place)
    parts = examine(bench, bench.board.profile, Helper(bench), sleep=lambda _: None)
    first = CELLS[ORDER.index(place)]
    assert wrong(parts) == {("LED", first)}
    part = one(parts, "LED", first)
    if place:
        assert f"data-in of the LED at {first}" in part.fix
        assert f"data-out of the one at {CELLS[ORDER.index(place - 1)]}" in part.fix
    else:
        assert "GP15" in part.fix
    assert list(verdicts(parts, "LED").values()).count(NOT_TRIED) == 15 - place


class Shown:
    """A chain that keeps the frames it is sent."""

    def __init__(self):
        self.frames = []

    def light(self, colours):
        self.frames.append(list(colours))


class Content:
    """A person who finds all lights right."""

    def not_so(self, _what, _cells):
        return set()

    def yes(self, _question):
        return True


@pytest.mark.parametrize("name", profiles.names())
def test_no_light_of_the_selftest_takes_more_than_the_board_s_budget(name):
    profile = profiles.profile(name)
    leds = profile.data["leds"]
    shown = Shown()
    parts = lights(shown, Wires(profile), Content(), sleep=lambda _: None)
    assert {part.verdict for part in parts} == {OK}
    each_ma = [leds["channel_full_ma"] * sum(map(sum, frame)) / 255 for frame in shown.frames]
    dark_ma = leds["idle_ma"] * profile.cells
    most_ma = leds["per_cell"] * (dark_ma + max(each_ma))
    assert most_ma <= leds["budget_ma"]
    brightest = max(shown.frames, key=lambda frame: sum(map(sum, frame)))
    assert min(map(min, brightest)) >= BRIGHT  # and yet all of them are seen


def test_a_stuck_button_is_seen_at_rest(bench):
    bench.wires.pressed = 2
    parts = examine(bench, bench.board.profile, Helper(bench), sleep=lambda _: None)
    assert wrong(parts) == {("button", "middle")}
    assert "GP19" in one(parts, "button", "middle").fix


def test_a_button_that_is_never_felt(bench):
    bench.press = lambda mask: None
    parts = examine(bench, bench.board.profile, Unfelt(bench), sleep=lambda _: None)
    assert wrong(parts) == {("button", name) for name in ("left", "middle", "right")}


class Unfelt(Helper):
    def press(self, button, done):
        assert not done()


def test_buttons_whose_wires_are_exchanged(bench):
    straight = bench.press
    bench.press = lambda mask: straight({1: 4, 4: 1}.get(mask, mask))
    parts = examine(bench, bench.board.profile, Helper(bench), sleep=lambda _: None)
    assert wrong(parts) == {("button", "left"), ("button", "right")}
    assert one(parts, "button", "left").found == "reads as right"


def test_a_beeper_nobody_hears(bench):
    parts = examine(bench, bench.board.profile, Helper(bench, ears=False), sleep=lambda _: None)
    assert wrong(parts) == {("beeper", "")}


@pytest.mark.parametrize(
    ("state", "name", "verdict"),
    [
        (
            Flash(900_000, 1_433_600, "a", [], ["flip.01234567.bin"]),
            "table flip.01234567.bin",
            FAULTY,
        ),
        (Flash(900_000, 1_433_600, "b", ["/packs/core.0123abcd.bin"], []), "firmware", FAULTY),
        (Flash(900_000, 1_433_600, "a", None, []), "firmware", LOOK),
        (Flash(9_000, 1_433_600, "a", [], []), "room", LOOK),
    ],
)
def test_what_lies_wrong_on_the_flash(bench, state, name, verdict):
    bench.on_flash = state
    parts = examine(bench, bench.board.profile, None)
    assert wrong(parts) == {("flash", name)}
    assert one(parts, "flash", name).verdict == verdict


def test_a_flash_that_does_not_keep_what_is_written(bench, monkeypatch):
    monkeypatch.setattr(type(bench.board.store), "load", lambda self, name: b"something else")
    parts = examine(bench, bench.board.profile, None)
    assert wrong(parts) == {("flash", "write and read")}
