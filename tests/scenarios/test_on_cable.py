"""Scenarios on a board on a cable: its time, its sounds, its restarts, and what it cannot do."""

import itertools
import json
import random
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from one_board import CELLS, PROFILE

from host_tools.board.device.errors import DeviceError
from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import oncable, rig, script
from host_tools.board.scenario.oncable import CableBoard, why_not
from host_tools.board.scenario.outcome import (
    FAILED,
    PASSED,
    SKIPPED,
    Outcome,
    Performance,
    write_json,
    write_junit,
)
from host_tools.board.scenario.runner import Runner
from host_tools.board.simulator.board import SimulatedBoard
from tests.device.cabled import MIDDLE, QueueCable

MISTAKEN = """# a sound, and lights
start
press middle
press left
press right
press middle
expect may-place everywhere
place U b2
expect may-lift at b2
press left
expect sound taken-back
expect lift at b2
follow
"""


class BusyCable(QueueCable):
    """What the board says is on its way for a while: up to `busy` lines."""

    busy = 0
    chance = random.Random(5)

    def take(self):
        come = max(0, len(self.events) - self.chance.randint(0, self.busy))
        events, self.events = self.events[:come], self.events[come:]
        return events


class Cabled:
    """A simulated board at the end of a cable, with a world of its own, `slow` times slower than
    the program at the other end, or the line `busy`."""

    def __init__(self, seed, slow=1, busy=0):
        self.real = SimulatedBoard(PROFILE, seed + 1000)  # other sensors than in our world
        self.cable = BusyCable(self.real)
        self.cable.busy = busy
        self.slow = slow
        self.steps = 0

    def pause(self):
        self.steps += 1
        if self.steps % self.slow == 0:
            self.real.step()

    def __enter__(self):
        self.real.boot()
        self.cable.start()
        board = CableBoard(PROFILE, self.cable, "/dev/ttyACM0", self.pause, self.seed)
        while not board.injecting:
            board.step()
        return board

    def __exit__(self, *_):
        pass

    seed = 0


def cabled(slow=1, busy=0):
    def make(seed):
        bench = Cabled(seed, slow, busy)
        bench.seed = seed
        return bench

    return make


def parsed(text):
    return script.parse(text, "here", CELLS)


@pytest.mark.parametrize("slow", [1, 7])
def test_a_scenario_goes_as_in_the_simulator_however_slow_the_board(slow):
    done = rig.perform(parsed(MISTAKEN), 3, PROFILE, cabled(slow), "", verbose=False)
    assert (done.status, done.why, done.differences) == (PASSED, "", [])


@pytest.mark.parametrize("busy", [5, 15])
def test_each_press_is_felt_however_late_the_board_is_heard(busy):
    with cabled(busy=busy)(3) as board:
        said, stage = [], Stage(board)
        board.cable.board.wire.subscribe(lambda _, line: said.append(json.loads(line)))
        stage.press(MIDDLE, 30)
        held = [line["held"] for line in said if line["t"] == "scan"]
        runs = [(down, len(list(ticks))) for down, ticks in itertools.groupby(held)]
        assert [down for down, _ in runs if down] == [MIDDLE] * 30
        assert all(count >= 3 for _, count in runs[1:-1])  # none is gone before it is felt


def test_readings_are_injected_by_the_boards_clock():
    with cabled(7)(3) as board:
        cable = board.cable
        cable.sent.clear()
        begun_ms = board.now_ms
        board.run_ms(2000)
        injected = sum('"raw"' in line for line in cable.sent)
        assert 40 <= injected <= (board.now_ms - begun_ms) / (2 * PROFILE.tick_ms) + 1


def test_a_board_that_is_already_on_repeats_its_last_state():
    with cabled()(3) as board:
        heard = []
        board.lines.subscribe(lambda _, line: heard.append(line))
        board.boot()
        assert heard == board.serial_out[-1:]
        assert heard[0] != board.serial_out[1]


def test_time_stands_still_while_the_board_says_nothing():
    bench = cabled()(3)
    with bench as board:
        bench.slow = 1 << 30
        before_ms = board.now_ms
        for _ in range(8000 // PROFILE.tick_ms):
            board.step()
        assert board.now_ms - before_ms <= 2 * PROFILE.tick_ms


def test_a_difference_is_found_and_its_line_named(monkeypatch):
    seen = CableBoard._show_bytes
    swap = lambda grb: grb[3:6] + grb[:3] + grb[6:]  # noqa: E731 - the first two lights
    monkeypatch.setattr(CableBoard, "_show_bytes", lambda board, grb: seen(board, swap(grb)))
    text = "start\nmagnet a1\nwait 4000\n"
    done = rig.perform(parsed(text), 3, PROFILE, cabled(), "", verbose=False)
    assert done.status == FAILED
    assert "not the simulator's" in done.why
    assert done.differences
    assert done.first.startswith("here:")


@pytest.mark.parametrize(("slow", "busy"), [(1, 0), (4, 15)])
def test_a_board_that_starts_again_for_another_game_gets_its_zeros_again(slow, busy):
    with cabled(slow, busy)(3) as board:
        Runner(Stage(board)).run(parsed("start\nplace U b2\nwait 1000\n"))
        starts = sum('"t": "hello"' in line for line in board.serial_out)
        board.send_line('{"c": "set", "variant": 2}')
        board.send_line('{"c": "new"}')

        def plays():
            states = [json.loads(line) for line in board.serial_out if '"t": "state"' in line]
            return states[-1]["game"] == "xtic" and states[-1]["phase"] == "match"

        assert board.run_until(plays, 60_000)
        assert sum('"t": "hello"' in line for line in board.serial_out) > starts
        assert board.injecting


def test_what_switches_the_power_is_left_out():
    assert why_not(parsed(MISTAKEN)) == ""
    assert "`board rolls`" in why_not(parsed("board rolls\nstart\n"))
    assert "`power off`" in why_not(parsed("start\npower off\n"))
    assert "`cut write 1 before`" in why_not(parsed("cut write 1 before\nstart\n"))
    done = rig.perform(parsed(MISTAKEN), 3, PROFILE, cabled(), "no switch", verbose=False)
    assert (done.status, done.why) == (SKIPPED, "no switch")


def test_a_board_that_tells_no_time_ends_it(monkeypatch):
    with cabled()(3) as board:
        board.cable.board = None
        board.cable.bring = lambda _line: None
        monkeypatch.setattr(oncable, "_ANSWERS_S", 0.0)
        with pytest.raises(DeviceError, match="tells no time"):
            board.run_ms(10_000)


def test_a_computer_that_slept_does_not_hold_the_board_to_be_silent(monkeypatch):
    """Neither does one that was too busy for this program for a while."""
    now_s = [0.0]

    def a_second_later():
        now_s[0] += 1.0
        return now_s[0]

    monkeypatch.setattr(oncable, "time", SimpleNamespace(monotonic=a_second_later))
    with cabled()(3) as board:
        cable, bring = board.cable, board.cable.bring
        cable.bring = lambda _line: None
        now_s[0] += 3600.0
        board.step()  # nothing has come yet
        cable.bring = bring
        board.run_ms(200)
        cable.bring = lambda _line: None
        silent_s = now_s[0]
        with pytest.raises(DeviceError, match="tells no time"):
            board.run_ms(10_000)
        assert 100 < now_s[0] - silent_s < 200


def test_a_scenario_that_fails_is_an_outcome_with_the_reason():
    board = SimulatedBoard(PROFILE, seed=0)
    outcome = Performance(parsed("start\nwait 100\nexpect may-place at b2\n"), board).run()
    assert outcome.status == FAILED
    assert "may-place" in outcome.why


def test_reports_count_what_passed_failed_and_was_left_out(tmp_path):
    outcomes = [
        Outcome("a", "A", PASSED, took_s=1.5),
        Outcome("b", "B", FAILED, "here:2: no", differences=["b2: x"], first="here:1: b2"),
        Outcome("c", "C", SKIPPED, "no switch"),
    ]
    write_junit(tmp_path / "r.xml", outcomes, "real")
    suite = ElementTree.parse(tmp_path / "r.xml").getroot()
    counts = {name: suite.get(name) for name in ("tests", "failures", "skipped")}
    assert counts == {"tests": "3", "failures": "1", "skipped": "1"}
    failure, left_out = suite.find("testcase/failure"), suite.find("testcase/skipped")
    assert failure.get("message") == "here:1: b2"
    assert failure.text == "here:2: no\nb2: x"
    assert left_out.get("message") == "no switch"
    told = json.loads(write_json(outcomes, "real"))
    assert (told["on"], told["passed"], told["failed"], told["skipped"]) == ("real", 1, 1, 1)
    assert told["scenarios"][1]["differences"] == ["b2: x"]
