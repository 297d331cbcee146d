"""The self-test on the chip: its measurements, sent there, under the official MicroPython."""

import json
import time

import pytest
from bench import CELLS, Helper
from one_board import DATA, NAME, PROFILE

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.emulator.wiring import Wiring
from host_tools.board.simulator.faults import BadWires, Stuck
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.world import World
from host_tools.build import firmware
from host_tools.play.cli import main
from host_tools.workshop.checkup.parts import FAULTY, LOOK, NOT_TRIED, OK
from host_tools.workshop.checkup.probe import DeviceProbe, ProbeError
from host_tools.workshop.checkup.selftest import examine

pytestmark = pytest.mark.chip

TABLE = "flip.01234567.bin"  # made up; what it holds does not have that sum


class OnChip:
    """A chip at its prompt with the firmware in a slot, and the world around it."""

    def __init__(self, files):
        self.board = self
        self.world = World(PROFILE, 21)
        self.frontend = FrontEnd(self.world, 21)
        self.chip = Chip(find_image(), files)
        self.wiring = Wiring(self.chip, DATA, self.frontend)
        self.probe = DeviceProbe(self.chip.execute, PROFILE)
        self.cut = None

    def leds(self):
        return self.wiring.leds

    def press(self, mask):
        self.wiring.press(mask)

    def examine(self, person=None, **bad):
        self.wiring.bad = BadWires(**bad)
        self.wiring.press(0)
        self.cut = self.wiring.bad.dark_from
        parts = examine(self.probe, PROFILE, person, sleep=lambda _: None)
        self.wiring.bad = BadWires()
        self.wiring.press(0)
        return parts


@pytest.fixture(scope="module")
def bench():
    return OnChip({**at_its_prompt(), f"tables/{TABLE}": b"not what its name says"})


def at_its_prompt():
    """The files of a board that starts nothing by itself."""
    return {**firmware.board_files(), "main.py": b""}


@pytest.mark.slow
def test_a_board_whose_main_is_another_one_is_told_from_ours():
    chip = Chip(find_image(), {"main.py": b"print('mine')\n"})
    with pytest.raises(ProbeError, match=r"no module named 'lodestart'.*lodeboard flash"):
        DeviceProbe(chip.execute, PROFILE)


def wrong(parts):
    """What is faulty besides the table, which is in every run here."""
    found = {(part.kind, part.name) for part in parts if part.verdict in (FAULTY, LOOK)}
    assert ("flash", f"table {TABLE}") in found
    return found - {("flash", f"table {TABLE}")}


def test_a_whole_board_but_for_its_table(bench):
    parts = bench.examine()
    assert not wrong(parts)
    untried = {part.kind for part in parts if part.verdict == NOT_TRIED}
    assert untried == {"LED", "button", "beeper"}


@pytest.mark.verify
def test_a_dead_sensor_and_a_dead_channel(bench):
    bench.frontend.faults[9] = Stuck(0.0)
    parts = bench.examine(open=frozenset({6}))
    bench.frontend.faults.clear()
    assert wrong(parts) == {("sensor", "b3"), ("multiplexer", "C6")}


@pytest.mark.verify
def test_a_stuck_select_line(bench):
    assert wrong(bench.examine(held={2: True})) == {("select line", "S2 (GP12)")}


@pytest.mark.verify
def test_a_stuck_button(bench):
    assert wrong(bench.examine(pressed=4)) == {("button", "right")}


@pytest.mark.verify
def test_exchanged_lines_and_a_cut_chain_with_a_person_s_help(bench):
    helper = Helper(bench)
    parts = bench.examine(helper, order=(1, 0, 2, 3), dark_from=6)
    assert wrong(parts) == {
        ("select line", "S0 (GP10)"),
        ("select line", "S1 (GP11)"),
        ("LED", CELLS[PROFILE.led_order.index(6)]),
    }
    assert not helper.gave_up
    assert {part.verdict for part in parts if part.kind in ("sensor", "button")} == {OK}


@pytest.mark.verify
def test_the_command_through_mpremote(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    files = {**firmware.board_files(), f"tables/{TABLE}": b"made up"}
    chip = Chip(find_image(), files)
    wiring = Wiring(chip, DATA, FrontEnd(World(PROFILE, 22), 22))
    wiring.bad.held = {0: False}
    with SerialPort(chip) as line:
        status = main(["selftest", "--port", line.wait(), "--no-person", "--json"])
        report = json.loads(capsys.readouterr().out)
        mark = len(chip.output)
        deadline = time.monotonic() + 200
        while b'"hello"' not in chip.output[mark:] and time.monotonic() < deadline:
            time.sleep(0.1)
    assert status == 1
    faulty = {(part["kind"], part["name"]) for part in report["parts"] if part["verdict"] == FAULTY}
    assert faulty == {("select line", "S0 (GP10)"), ("flash", f"table {TABLE}")}
    assert report["board"] == NAME
    (stored,) = tmp_path.glob("lodeboard/selftest/*/*.json")
    assert json.loads(stored.read_text()) == report
    assert stored.parent.name == report["id"]
    assert len(report["id"]) == 16
    rest = {part["name"]: part["numbers"] for part in report["parts"] if "numbers" in part}
    assert set(rest) == set(CELLS)
    assert b'"hello"' in chip.output[mark:], chip.text()[-500:]  # the board plays again
