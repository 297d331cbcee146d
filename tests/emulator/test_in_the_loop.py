"""Hardware in the loop, with the emulated chip for the hardware: the official MicroPython and
the firmware behind a serial port, the page's side in real time before it."""

import json
import time

import pytest

from host_tools.board.device.cable import SerialCable
from host_tools.board.device.serialboard import SerialBoard
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.web.devicebench import DeviceBench
from host_tools.play.web.messages import Lay, Press, Release
from host_tools.play.web.runner import BoardRunner
from tests.device.cabled import PROFILE

pytestmark = [pytest.mark.chip, pytest.mark.verify]

MIDDLE = 2
CELL = 5  # b2
INJECT_TICKS = 10  # the chip's time runs several times slower than this end's
LAID = Lay("".join("U" if cell == CELL else "-" for cell in range(PROFILE.cells)))
BARE = Lay("-" * PROFILE.cells)


def _calibrated(folder):
    """What a board of this seed keeps once its zeros are set; two people play."""
    board = SimulatedBoard(PROFILE, 6, store_dir=folder)
    board.boot()
    board.run_ms(1200)
    for _ in ("zeros", "no gains"):
        board.press(MIDDLE)
        board.run_ms(100)
        board.release(MIDDLE)
        board.run_ms(1200)
    board.send_line('{"c": "set", "players": 1}')
    board.run_ms(100)
    for path in folder.iterdir():
        if not path.name.startswith(("calibration", "settings")):
            path.unlink()
    return folder


class Loop:
    """The emulated board on its port, and a page's runner on the other end of it."""

    def __init__(self, folder):
        self.chip_board = EmulatedBoard(PROFILE, 6, store_dir=_calibrated(folder))
        self.lights = set()
        self.chip_board.frames.subscribe(lambda _, leds: self.lights.add(tuple(leds)))
        self.chip_board.boot()
        self.port = SerialPort(self.chip_board.chip, self.chip_board.advance)
        self.moments = []

    def __enter__(self):
        self.port.__enter__()
        path = self.port.wait()
        self.cable = SerialCable(path)
        self.seen = SerialBoard(PROFILE, self.cable, path, inject=True, inject_ticks=INJECT_TICKS)
        centres = [self.seen.world.plate.centre(cell) for cell in range(PROFILE.cells)]
        self.runner = BoardRunner(self.seen, PROFILE.tick_ms, centres, self.moments.append)
        bench = DeviceBench(self.seen, self.runner.free)
        self.runner.attach(bench, bench.hands_off)
        self.cable.start()
        return self

    def __exit__(self, *error):
        self.seen.power_cut()
        self.port.__exit__(*error)

    def until(self, holds, seconds=200.0):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, (self.seen.report(), list(self.seen.serial_out)[-5:])
            self.runner.tick()
            time.sleep(PROFILE.tick_ms / 1000)

    def states(self):
        lines = [json.loads(line) for line in self.seen.serial_out if line.startswith("{")]
        return [line for line in lines if line["t"] == "state"]

    def state(self, key):
        states = self.states()
        return states[-1].get(key) if states else None


@pytest.fixture(scope="module")
def loop(tmp_path_factory):
    with Loop(tmp_path_factory.mktemp("kept")) as loop:
        loop.until(lambda: loop.seen.injecting and loop.state("ask") == "place")
        # A tile that lies there before the board has made sure that it is empty is asked away.
        with loop.port.held():
            sure_ms = loop.chip_board.now_ms + 1000
        loop.until(lambda: loop.chip_board.now_ms > sure_ms)
        yield loop


def test_the_page_gets_the_lights_of_the_chip(loop):
    loop.until(lambda: any(any(led) for led in loop.seen.leds))
    loop.until(lambda: loop.moments and any(loop.moments[-1].picture.leds))
    with loop.port.held():
        assert tuple(loop.seen.leds) in loop.lights


@pytest.fixture(scope="module")
def answered(loop):
    """The loop, in which the page has laid a tile: it is played, and asked back when taken away."""
    assert loop.runner.ask(1, LAID) is None
    loop.until(lambda: loop.state("moves") == ["b2U"])
    loop.until(lambda: loop.seen.leds[CELL][0] == 0 < loop.seen.leds[CELL][1])
    assert loop.runner.ask(1, BARE) is None
    loop.until(lambda: loop.state("ask") == "put")
    return loop


def test_a_magnet_laid_on_the_page_is_answered_by_the_light_of_the_chip(answered):
    assert answered.state("moves") == ["b2U"]


def test_a_button_of_the_page_is_the_boards(loop):
    loop.runner.ask(1, Press(MIDDLE))
    loop.until(lambda: loop.state("phase") == "menu")
    loop.runner.ask(1, Release(MIDDLE))
    with loop.port.held():
        let_go_ms = loop.chip_board.now_ms + 100
    loop.until(lambda: loop.chip_board.now_ms > let_go_ms)
    loop.runner.ask(1, Press(MIDDLE))
    loop.until(lambda: loop.state("phase") == "match")
    loop.runner.ask(1, Release(MIDDLE))


NOISE = [
    b"\xff\xfe\x00\x01" * 20,
    b'{"c": "set", "level": 3} and more',
    b'{"c": "set", "level": 1e400}',
    b'{"c": "set", "level": true}',
    b'{"c": "setup", "position": [], "moves": {}}',
    b'{"c": "setup", "position": "1_UU", "moves": [[]]}',
    b'{"c": "inject", "raw": "' + b"zz" * 32 + b'"}',
    b'{"c": "inject", "raw": "' + b"ff" * 32 + b'", "held": -1}',
    b'{"c": "inject", "held": 1.5}',
    b'{"c": [1], "on": NaN}',
    b"[" * 500,
    b'{"c":' * 100,
    b'{"c": "ne',
    b'"c"',
    b"9" * 400,
    b"x" * 1200,
]


def test_noise_stops_no_game_on_the_chip_and_changes_none(loop):
    with loop.port.held() as chip:
        start = len(chip.output)
        before = loop.states()[-1]
        for line in NOISE:
            chip.send(line + b"\n")
            chip.run_ms(30)
        chip.send(b'{"c": "hello"}\n')
        chip.run_until(lambda: b'"state"' in chip.output[start:], 2000, "state")
        chip.run_ms(20)
        answers = bytes(chip.output[start:])
    assert b"Traceback" not in answers
    assert answers.count(b'"error"') >= len(NOISE) - 4
    assert all(9 <= byte < 127 for byte in answers)
    loop.until(lambda: loop.state("moves") == before["moves"])
    assert loop.state("settings") == before["settings"]
    assert loop.state("position") == before["position"]


def test_a_cable_pulled_out_is_told_and_put_in_again_is_found(answered):
    loop = answered
    loop.port.unplug()
    loop.until(lambda: not loop.seen.plugged)
    assert loop.seen.report()["status"] == "away"
    reported = len(loop.states())
    loop.port.plug()
    loop.until(lambda: loop.seen.plugged and len(loop.states()) > reported)
    assert loop.state("moves") == ["b2U"]
    loop.until(lambda: any(any(led) for led in loop.seen.leds))
