"""The bring-up of an emulated board at its serial port: without and with injected faults."""

import json
from contextlib import contextmanager
from pathlib import Path

import pytest
from one_board import CELLS, NAME, PROFILE
from somebody import Somebody

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.scenario import oncable
from host_tools.board.simulator.faults import BadWires, Noisy, Stuck
from host_tools.play.cli import main
from host_tools.workshop.checkup.gains import _SURE
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK

pytestmark = [pytest.mark.chip, pytest.mark.verify, pytest.mark.timeout(3600)]

SCENARIOS = Path(__file__).parents[1] / "scenarios"
TWO = [str(SCENARIOS / "take_back.txt"), str(SCENARIOS / "turned_in_place.txt")]


class Bench:
    """An emulated board on a port. `up` brings it up and gives exit status and report."""

    def __init__(self, port, board, capsys, folder):
        self.port = port
        self.board = board
        self.capsys = capsys
        self.page = folder / "report.html"

    def up(self, *words):
        at = ["--on", self.port.path, "--no-person", "--json", "--report", str(self.page)]
        status = main(["bringup", *at, *words])
        return status, json.loads(self.capsys.readouterr().out)

    def up_with(self, person, *words):
        """The same with somebody there."""
        at = ["--on", self.port.path, "--json", "--report", str(self.page)]
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("host_tools.play.cli.bringup_on_cable.at_terminal", lambda: person)
            status = main(["bringup", *at, *words])
        return status, json.loads(self.capsys.readouterr().out)

    def wrong(self, report, step):
        """What is faulty or to be looked at in a step."""
        rows = next(one["rows"] for one in report["steps"] if one["name"] == step)
        return {row["name"] for row in rows if row["verdict"] in (FAULTY, LOOK)}


@pytest.fixture(scope="module")
def plugged():
    board = EmulatedBoard(PROFILE, 3)
    board.plug(False)
    # In a hurry it waits for injected readings, however busy the computer is.
    with SerialPort(board.chip, board.advance, hurry=True) as port:
        port.wait(200)
        yield port, board


@pytest.fixture
def bench(plugged, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    port, board = plugged
    yield Bench(port, board, capsys, tmp_path)
    with port.held():
        board.frontend.faults.clear()
        board.wiring.bad = BadWires()
        board.wiring.press(0)


@pytest.mark.reliability  # two games of each kind, by the board's clock
def test_a_good_board_is_soaked_with_all_its_games(bench):
    status, report = bench.up("--steps", "soak", "--soak", "0.3")
    soak = report["steps"][-1]
    assert (status, soak["verdict"]) == (0, OK), report
    assert soak["figures"]["games"] == len(soak["games"]) >= 1
    assert json.loads(bench.page.with_suffix(".json").read_text()) == report
    assert soak["figures"]["memory free at the end, bytes"] > 0


def test_a_good_board_passes(bench, tmp_path):
    steps = {"selftest": OK, "zeros": OK, "gains": "left out", "scenarios": OK}
    status, report = bench.up("--steps", ",".join(steps), "--scenarios", *TWO)
    verdicts = {step["name"]: step["verdict"] for step in report["steps"]}
    assert {name: verdicts[name] for name in steps} == steps, report
    assert (status, report["state"], report["board"]) == (0, "done", NAME)
    assert "No fault was found" in bench.page.read_text(encoding="utf-8")
    with bench.port.held() as chip:
        stored = [name for name in chip.files() if name.startswith("data")]
    assert "data/calibration.blob" in stored  # the zeros that it set
    assert not any("aside" in name for name in stored)
    assert len(list(tmp_path.glob(f"lodeboard/selftest/{report['id']}/*.json"))) == 1


@pytest.mark.parametrize("fault", [Stuck(0.0), Noisy(60.0)])
def test_a_bad_sensor_is_named_by_the_self_test_and_by_the_zeros(bench, fault):
    bench.board.frontend.faults[9] = fault
    status, report = bench.up("--steps", "selftest,zeros")
    assert status == 1
    assert f"sensor {CELLS[9]}" in bench.wrong(report, "selftest")
    assert bench.wrong(report, "zeros") == {CELLS[9]}
    assert "Faults were found" in bench.page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("bad", "part"),
    [
        (BadWires(held={2: True}), "select line S2 (GP12)"),
        (BadWires(open=frozenset({6})), "multiplexer C6"),
        (BadWires(pressed=4), "button right"),
    ],
)
def test_a_bad_wire_is_named_by_the_self_test(bench, bad, part):
    with bench.port.held():
        bench.board.wiring.bad = bad
        bench.board.wiring.press(0)
    status, report = bench.up("--steps", "selftest")
    assert status == 1
    assert bench.wrong(report, "selftest") == {part}


@pytest.fixture
def somebody(bench):
    """People at the board, one after the other."""
    there = []

    def come(**more):
        there.append(Somebody(bench.port, bench.board, **more))
        return there[-1]

    yield come
    for each in there:
        each.leave()


def test_a_good_board_with_a_person_gets_its_gains(bench, somebody):
    person = somebody()
    status, report = bench.up_with(person, "--steps", "selftest,zeros,gains")
    verdicts = {step["name"]: step["verdict"] for step in report["steps"]}
    assert (status, [verdicts[name] for name in ("selftest", "zeros", "gains")]) == (0, [OK] * 3)
    assert person.laid == CELLS * 2
    assert 75 < report["steps"][3]["figures"]["lowest gain, %"] < 125


def test_a_weak_magnet_is_named_by_the_gains(bench, somebody):
    person = somebody(strength=0.7)
    status, report = bench.up_with(person, "--steps", "zeros,gains")
    assert status == 1
    assert bench.wrong(report, "gains") == {"tile"}
    assert person.laid == CELLS[:_SURE]
    assert "magnet is weak" in bench.page.read_text(encoding="utf-8")


def test_a_cut_led_chain_and_exchanged_select_lines_are_named_by_the_self_test(bench, somebody):
    with bench.port.held():
        bench.board.wiring.bad = BadWires(order=(1, 0, 2, 3), dark_from=6)
    status, report = bench.up_with(somebody(), "--steps", "selftest")
    assert status == 1
    assert bench.wrong(report, "selftest") == {
        "select line S0 (GP10)",
        "select line S1 (GP11)",
        f"LED {CELLS[PROFILE.led_order.index(6)]}",
    }


def test_a_cable_pulled_out_leaves_a_report_that_says_how_to_go_on(bench, monkeypatch):
    monkeypatch.setattr(oncable, "_ANSWERS_S", 30.0)
    whole = oncable.Borrowed.board

    @contextmanager
    def pulled(borrowed, seed):
        with whole(borrowed, seed) as board:
            bench.port.unplug()
            yield board

    monkeypatch.setattr(oncable.Borrowed, "board", pulled)
    status, report = bench.up("--steps", "scenarios,soak", "--scenarios", *TWO)
    assert status == 1
    assert report["state"] == "broken off"
    restore = f"lodeboard scenario --on {bench.port.path} --restore"
    assert restore in report["why"]
    assert "broken off" in report["steps"][-1]["why"]
    assert restore in bench.page.read_text(encoding="utf-8")
    bench.port.plug()
    bench.port.wait(200)
    assert main(["scenario", "--on", bench.port.path, "--restore"]) == 0
    assert "Restored." in bench.capsys.readouterr().out
