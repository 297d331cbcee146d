"""A real board behind the page's runner and hub: what pages show, and what they cannot do."""

import json
from itertools import pairwise

import pytest

from host_tools.board.hands.acts import Drop, Grab, Help, Move
from host_tools.play.web.devicebench import DeviceBench
from host_tools.play.web.hub import Hub
from host_tools.play.web.messages import (
    Break,
    Cable,
    Knobs,
    Lay,
    Park,
    Power,
    Press,
    Release,
    Scene,
    Tell,
    Watch,
)
from host_tools.play.web.runner import BoardRunner
from tests.device.cabled import MIDDLE, PROFILE, Bench

ONE = Lay("".join("U" if cell == 5 else "-" for cell in range(PROFILE.cells)))


class Page:
    """A real board that is simulated, its runner, and one page of its hub."""

    def __init__(self, inject):
        self.bench = Bench(inject=inject)
        self.bench.begin()
        self.hub = Hub()
        self.problems = []
        centres = [self.bench.seen.world.plate.centre(cell) for cell in range(PROFILE.cells)]
        self.runner = BoardRunner(self.bench.seen, PROFILE.tick_ms, centres, self.publish)
        devices = DeviceBench(self.bench.seen, self.runner.free)
        self.runner.attach(devices, devices.hands_off)
        self.page = self.hub.join()
        self.run(1000)

    def publish(self, moment):
        self.problems += [reason for _, reason in moment.problems]
        self.hub.publish(moment)

    def run(self, ms):
        for _ in range(ms // PROFILE.tick_ms):
            self.runner.tick()
            self.bench.real.step()

    def ask(self, act, ms=100):
        """Why it cannot be done, or None."""
        del self.problems[:]
        assert self.runner.ask(self.page.number, act) is None
        self.run(ms)
        return self.problems[-1] if self.problems else None

    def news(self):
        return self.hub.news(self.page)


@pytest.fixture(scope="module")
def mirror():
    return Page(inject=False)


@pytest.fixture(scope="module")
def injecting():
    return Page(inject=True)


def test_pages_are_told_whose_board_it_is(mirror, injecting):
    for page, inject in ((mirror, False), (injecting, True)):
        reported = [
            message for message in page.hub.join().notes.values() if message["t"] == "bench"
        ]
        assert reported[-1]["device"] == {
            "port": "/dev/ttyACM0",
            "status": "ready",
            "say": "A real board on /dev/ttyACM0.",
            "inject": inject,
            "injecting": inject,
        }


def test_lights_and_words_of_the_board_reach_the_page(mirror):
    mirror.ask(Tell({"c": "hello"}))
    messages = mirror.news()
    frames = [message for message in messages if message["t"] == "frame"]
    assert set(frames[-1]["leds"]) != {"0"}
    assert any(message.get("line", {}).get("t") == "state" for message in messages)


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (Grab(1), "move them there"),
        (ONE, "move them there"),
        (Park(True), "move them there"),
        (Knobs(noise=2.0), "the sensors are real"),
        (Break(5, "stuck", 0.0), "the sensors are real"),
        (Power(False), "by hand"),
        (Cable(False), "by hand"),
        (Scene(3), "by hand"),
        (Help("both"), "no automatic hand"),
    ],
)
def test_what_only_a_simulated_world_can_do_is_refused_with_the_reason(mirror, act, why):
    assert why in mirror.ask(act)
    assert mirror.bench.real.app is not None
    assert not mirror.bench.seen.frontend.faults


def test_what_comes_after_a_refused_grab_is_not_refused_again(mirror):
    assert mirror.ask(Move(10.0, 10.0)) is None
    assert mirror.ask(Drop()) is None


def test_buttons_and_commands_reach_the_board(mirror):
    mirror.ask(Press(MIDDLE), 120)
    mirror.ask(Release(MIDDLE), 200)
    assert mirror.bench.state("phase") == "menu"
    mirror.ask(Press(MIDDLE), 120)
    mirror.ask(Release(MIDDLE), 200)
    assert mirror.bench.state("phase") == "match"
    mirror.ask(Tell({"c": "set", "brightness": 0}))
    assert mirror.bench.state("settings")["brightness"] == 0


def test_readings_come_while_the_workbench_is_open_and_no_true_field(mirror):
    mirror.news()
    mirror.ask(Watch(True), 1000)
    kinds = {m["t"]: m for m in mirror.news()}
    assert kinds["truth"]["field"] is None
    assert kinds["said"]["line"]["t"] == "cells"
    mirror.ask(Watch(False), 400)
    mirror.news()
    mirror.run(1000)
    assert not [m for m in mirror.news() if m.get("line", {}).get("t") == "cells"]


@pytest.mark.parametrize("kind", ["mirror", "injecting"])
def test_scans_of_a_real_board_are_the_readings_that_it_sends(kind, request):
    page = request.getfixturevalue(kind)
    page.ask(Watch(True), 500)
    page.news()
    page.run(2000)
    scans = [m for m in page.news() if m["t"] == "scans"]
    readings = [raw for note in scans for raw in note["raw"]]
    times = [ms for note in scans for ms in note["ms"]]
    assert len(readings) >= 1800 // PROFILE.tick_ms  # all of them
    assert {b - a for a, b in pairwise(times)} == {PROFILE.tick_ms}
    sent = [json.loads(line) for line in page.bench.real.serial_out if '"t": "cells"' in line]
    assert [line for line in sent if line["raw"] in readings]
    page.ask(Watch(False), 400)
    page.news()
    page.run(1000)
    assert not [m for m in page.news() if m["t"] == "scans"]


def test_an_injected_magnet_a_knob_and_a_broken_sensor_work_on_the_real_firmware(injecting):
    assert injecting.ask(ONE, 1500) is None
    assert injecting.bench.state("moves") == ["b2U"]
    assert injecting.ask(Knobs(noise=2.0)) is None
    injecting.ask(Watch(True), 500)
    assert injecting.ask(Break(0, "stuck", 3300.0), 1500) is None
    cells = [m["line"] for m in injecting.news() if m.get("line", {}).get("t") == "cells"]
    assert cells[-1]["raw"][0] > 60_000
    assert "by hand" in injecting.ask(Power(False))
    assert "no automatic hand" in injecting.ask(Help("board"))
