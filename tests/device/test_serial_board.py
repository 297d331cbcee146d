"""A real board as the page sees it: lights, readings, game, injected magnets, a pulled cable."""

import json

import pytest

from lodeboard.link.inject import LAPSE_MS
from tests.device.cabled import MIDDLE, PROFILE, Bench

LEFT, RIGHT = 1, 4


@pytest.fixture
def bench():
    return Bench()


@pytest.fixture
def injecting():
    bench = Bench(inject=True)
    bench.begin()
    return bench


def _lay(board, cell, owner=0, up=True):
    tile = next(tile for tile in board.world.tiles if tile.owner == owner)
    board.world.lay(tile.id, *board.world.plate.centre(cell), up=up)
    return tile


def _on(world, cell):
    x, y = world.plate.centre(cell)
    return [t for t in world.tiles if abs(t.x_mm - x) < 5 and abs(t.y_mm - y) < 5]


def test_the_page_sees_the_lights_of_the_board(bench):
    bench.begin()
    lights = []
    bench.real.frames.subscribe(lambda _, leds: lights.append(leds))
    bench.run(3000)
    # The lights breathe: what came over the line is at most two ticks old.
    assert any(bench.seen.leds)
    assert bench.seen.leds in lights[-5:]


def test_its_game_is_told_and_its_buttons_work(bench):
    bench.begin()
    assert bench.state("phase") == "match"
    bench.tap(MIDDLE)
    assert bench.state("phase") == "menu"
    bench.until(lambda: not bench.real.port.finger.down)


def test_tiles_on_the_board_appear_on_the_page(bench):
    bench.begin()
    sounds = []
    bench.seen.sounds.subscribe(lambda _, hertz: sounds.append(hertz))
    before = len(bench.real.tones)
    _lay(bench.real, 5)
    bench.until(lambda: _on(bench.seen.world, 5), 1500)
    assert _on(bench.seen.world, 5)[0].up
    bench.run(500)
    assert bench.state("moves") == ["b2U"]
    assert sounds == [hertz for _, hertz in bench.real.tones[before:]]
    assert sounds == [hertz for _, hertz in bench.seen.tones[-len(sounds) :]]
    assert any(sounds)
    _lay(bench.real, 6, owner=1, up=False)
    bench.until(lambda: _on(bench.seen.world, 6), 1500)
    assert (_on(bench.seen.world, 6)[0].owner, _on(bench.seen.world, 6)[0].up) == (1, False)
    bench.real.world.arrange([None] * PROFILE.cells)
    bench.until(lambda: not _on(bench.seen.world, 5) and not _on(bench.seen.world, 6), 2000)


def test_a_virtual_magnet_is_felt_by_the_firmware_and_answered_by_its_lights(injecting):
    assert injecting.seen.injecting
    before = injecting.real.now_ms
    _lay(injecting.seen, 5)
    injecting.until(lambda: injecting.state("moves") == ["b2U"], 2000)
    assert injecting.real.now_ms - before < 1000  # readings follow the time that the board reports
    # Green, which pulses.
    injecting.until(lambda: injecting.seen.leds[5][0] == 0 < injecting.seen.leds[5][1], 1100)
    assert not _on(injecting.real.world, 5)


def test_far_magnets_and_both_players_are_told_apart_through_another_boards_zeros(injecting):
    """The board's own sensors have offsets of their own; the injected readings look like theirs."""
    injecting.run(500)
    injecting.seen.watch(True)
    for cell, (owner, up) in enumerate([(0, True), (0, False), (1, True), (1, False)]):
        tile = [tile for tile in injecting.seen.world.tiles if tile.owner == owner][cell]
        injecting.seen.world.lay(tile.id, *injecting.seen.world.plate.centre(4 * cell), up=up)
    injecting.run(1500)
    codes = injecting.messages("cells")[-1]["codes"]
    assert [codes[at] for at in (0, 4, 8, 12)] == [1, 2, 3, 4]
    assert sum(codes) == 10


def test_the_sensors_are_the_boards_again_when_no_readings_come(injecting):
    _lay(injecting.seen, 5)
    injecting.until(lambda: injecting.state("moves") == ["b2U"], 2000)
    injecting.seen.inject = False  # the program hangs
    injecting.run(LAPSE_MS - 200)
    assert injecting.messages("inject")[-1]["on"]
    injecting.run(400)
    assert not injecting.messages("inject")[-1]["on"]
    assert "own sensors" in injecting.messages("notice")[-1]["say"]
    injecting.run(2000)
    assert injecting.state("moves") == ["b2U"]
    assert injecting.state("ask") == "put"  # the board misses the tile it never really had


def test_a_board_without_zeros_of_its_own_asks_for_them_afterwards():
    bench = Bench(inject=True)
    bench.run(2000)
    bench.set_zeros()
    assert bench.real.store.load("calibration") is None
    bench.seen.inject = False
    bench.until(lambda: bench.state("phase") == "calibrate", LAPSE_MS + 200)


def test_closing_gives_the_sensors_back_at_once(injecting):
    injecting.seen.power_cut()
    injecting.real.run_ms(100)
    assert injecting.cable.closed
    assert '"on": false' in [line for line in injecting.real.serial_out if '"inject"' in line][-1]


def test_what_is_measured_from_injected_readings_is_not_kept(injecting):
    stored = injecting.real.store.load("calibration")
    for button in (MIDDLE, *7 * (LEFT,), *3 * (RIGHT,), MIDDLE):
        injecting.tap(button)
    assert injecting.state("phase") == "calibrate"
    injecting.tap(MIDDLE)
    injecting.until(lambda: injecting.state("phase") == "match", 4000)
    assert injecting.real.store.load("calibration") == stored


def test_a_pulled_cable_comes_back_by_itself(bench):
    bench.begin()
    _lay(bench.real, 5)
    bench.run(1500)
    bench.unplug()
    bench.run(400)
    assert not bench.seen.plugged
    assert bench.seen.told_ms is None
    assert "has gone" in bench.seen.report()["say"]
    assert not any(any(led) for led in bench.seen.leds)
    bench.seen.send_line('{"c": "new"}')
    assert "No board answers" in bench.messages("error")[-1]["say"]
    bench.plug()
    bench.until(lambda: bench.seen.plugged, 2000)
    bench.run(500)
    assert bench.seen.told_ms == bench.seen.now_ms
    assert any(any(led) for led in bench.seen.leds)
    assert bench.state("moves") == ["b2U"]


def test_a_board_that_restarts_in_the_middle_is_found_again(injecting):
    _lay(injecting.seen, 5)
    injecting.until(lambda: injecting.state("moves") == ["b2U"], 2000)
    injecting.real.boot()
    injecting.run(400)
    injecting.until(lambda: injecting.seen.injecting and injecting.state("phase") == "resume", 4000)
    injecting.tap(MIDDLE)
    injecting.until(lambda: injecting.state("phase") == "match", 4000)
    injecting.run(1500)
    assert injecting.state("moves") == ["b2U"]
    assert injecting.state("wrong") == []


def test_no_more_is_asked_of_a_board_than_it_needs(injecting):
    injecting.run(1000)
    before = len(injecting.cable.sent)
    injecting.seen.press(LEFT)
    injecting.run(3000)
    sent = [json.loads(line) for line in injecting.cable.sent[before:]]
    assert all(command["c"] == "inject" for command in sent)
    presses = [command for command in sent if "held" in command]
    assert 3 <= len(presses) <= 12  # again and again, or the board would let go


def test_readings_are_injected_although_the_confirmation_was_lost():
    bench = Bench(inject=True)
    bring, lost = bench.cable.bring, []

    def lose_first(line):
        if b'"inject"' in line and not lost:
            lost.append(line)
        else:
            bring(line)

    bench.cable.bring = lose_first
    bench.until(lambda: bench.seen.injecting, 15_000)
    assert lost
    assert [line for line in bench.cable.sent if '"on": false' in line and "inject" in line] == [
        '{"c": "inject", "on": false}'
    ]


def test_a_board_that_falls_silent_is_asked_and_then_called_so(bench):
    bench.begin()
    bench.real.app = None
    bench.run(16_000)
    assert "stopped sending" in bench.seen.report()["say"]
    assert not bench.seen.plugged
    bench.run(10_000)
    assert "Nothing on /dev/ttyACM0 answers" in bench.seen.report()["say"]
    bench.real.boot()
    bench.until(lambda: bench.seen.plugged, 3000)


def test_a_line_too_long_for_the_board_is_answered_here(bench):
    bench.begin()
    sent = len(bench.cable.sent)
    bench.seen.send_line(json.dumps({"c": "setup", "position": "x" * 4096}))
    assert len(bench.cable.sent) == sent
    assert "at most 4096" in bench.messages("error")[-1]["say"]
