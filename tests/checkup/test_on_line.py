"""Zeros and gains by a board on a cable made of queues, with its own sensors."""

import json

import pytest
from one_board import CELLS, PROFILE

from host_tools.board.device.cable import Gone
from host_tools.board.device.errors import DisconnectedError
from host_tools.board.device.serialboard import SerialBoard
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.faults import Noisy, Stuck
from host_tools.workshop.checkup.gains import set_gains
from host_tools.workshop.checkup.line import Line
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK
from host_tools.workshop.checkup.steps import Step
from host_tools.workshop.checkup.wires import Wires
from host_tools.workshop.checkup.zeros import set_zeros
from tests.device.cabled import QueueCable

WIRES = Wires(PROFILE)
QUICK_MS = 15_000  # by the menu, a dozen presses
LOOKS = 400  # of a person who waits
THINKS_MS = 6000  # longer than the board may take to answer
LATE_MS = 60


class Person:
    """Lays a tile where asked, but on the cells of `absent`, and says yes or no. `strength`: of its
    magnet, by cell or everywhere; `turned`: cells on which it lies upside down at first."""

    def __init__(self, world, absent=(), answer=True, strength=1.0, turned=()):
        self._world = world
        self._tile = world.spare(0)
        self._whole_mt = self._tile.remanence_mt
        self._strength = strength
        self._turned = set(turned)
        self._home = (self._tile.x_mm, self._tile.y_mm)
        self._absent = absent
        self._answer = answer
        self.asked = []

    def lay(self, cell, done):
        self.asked.append(cell)
        if cell in self._absent:
            return
        world = self._world
        strength = self._strength
        if isinstance(strength, dict):
            strength = strength.get(cell, 1.0)
        self._tile.remanence_mt = self._whole_mt * strength
        up = cell not in self._turned
        self._turned.discard(cell)
        world.lay(self._tile.id, *world.plate.centre(CELLS.index(cell)), up=up)
        assert any(done() for _ in range(LOOKS))

    def take_away(self):
        self._world.lay(self._tile.id, *self._home, up=True)

    def yes(self, question):
        self.asked.append(question)
        return self._answer and not ("Is it that" in question and self._lies_wrong())

    def _lies_wrong(self):
        return not self._tile.up


class SlowPerson(Person):
    """Thinks for a while before an answer."""

    def __init__(self, real):
        super().__init__(real.world)
        self._real = real

    def yes(self, question):
        self._real.run_ms(THINKS_MS)
        return super().yes(question)


class LateCable(QueueCable):
    """The board's lines take a moment to arrive."""

    def __init__(self, board):
        self._under_way = []
        super().__init__(board)

    def bring(self, line):
        self._under_way.append((self.board.now_ms + LATE_MS, line))

    def take(self):
        while self._under_way and self._under_way[0][0] <= self.board.now_ms:
            super().bring(self._under_way.pop(0)[1])
        return super().take()


class Cabled:
    def __init__(self, cable=QueueCable, **faults):
        self.real = SimulatedBoard(PROFILE, 5)
        for cell, fault in faults.items():
            self.real.frontend.faults[CELLS.index(cell)] = fault
        self.start(cable)

    def start(self, cable=QueueCable):
        self.cable = cable(self.real)
        board = SerialBoard(PROFILE, self.cable, "/dev/ttyACM0")
        self.line = Line(board, self.real.step)
        self.real.boot()
        self.cable.start()
        self.line.await_start()

    def zeros(self, person=None):
        step = Step("zeros")
        set_zeros(step, self.line, WIRES, person)
        return step

    def gains(self, person):
        step = Step("gains")
        set_gains(step, self.line, WIRES, person)
        return step


def wrong(step):
    return {row.name: row.verdict for row in step.rows if row.verdict != OK}


def test_zeros_are_set_at_a_first_start_and_once_more_by_the_menu():
    bench = Cabled()
    assert bench.line.phase() == "calibrate"
    begun_ms = bench.line.board.now_ms
    first = bench.zeros()
    assert bench.line.board.now_ms - begun_ms < QUICK_MS
    assert (first.verdict, list(first.sensors)) == (OK, CELLS)
    stored = bench.real.app.board.calibration.zero[:]
    bench.real.app.board.calibration.zero[3] += 500
    assert bench.line.phase() == "match"
    begun_ms = bench.line.board.now_ms
    assert bench.zeros().verdict == OK
    assert bench.line.board.now_ms - begun_ms < QUICK_MS
    again = bench.real.app.board.calibration.zero
    assert max(abs(a - b) for a, b in zip(stored, again, strict=True)) < PROFILE.raw(5)


def test_a_person_may_think_longer_than_the_board_has_to_answer():
    bench = Cabled(LateCable)
    assert bench.zeros(SlowPerson(bench.real)).verdict == OK


def test_a_dead_sensor_and_a_noisy_one_are_named():
    step = Cabled(b3=Stuck(0.0), c1=Noisy(60.0)).zeros()
    assert step.verdict == FAULTY
    assert wrong(step) == {"b3": FAULTY, "c1": FAULTY}


def test_a_sensor_in_doubt_is_looked_at_and_accepted_only_by_a_person():
    window = PROFILE.sensing["zero_window_mv"]
    far = Stuck(PROFILE.millivolts(PROFILE.raw_middle) + window + 10)
    alone = Cabled(b3=far)
    assert wrong(alone.zeros()) == {"b3": LOOK}
    assert alone.line.phase() == "calibrate"
    bench = Cabled(b3=far)
    person = Person(bench.real.world)
    step = bench.zeros(person)
    assert wrong(step) == {"b3": LOOK}
    assert "accepted by a person" in next(row.found for row in step.rows if row.name == "b3")
    assert any("b3" in question for question in person.asked)
    assert bench.line.phase() == "match"


def test_gains_are_measured_and_a_cell_that_got_no_tile_is_named():
    bench = Cabled()
    bench.zeros()
    person = Person(bench.real.world, absent=["c2"])
    step = bench.gains(person)
    assert wrong(step) == {"c2": LOOK}
    assert person.asked[-len(CELLS) :] == CELLS
    gains = list(bench.real.app.board.calibration.gain)
    assert gains[CELLS.index("c2")] == 1024
    assert sum(gain != 1024 for gain in gains) > 10


def test_a_weak_magnet_is_named_once_and_the_gains_stay():
    bench = Cabled()
    bench.zeros()
    person = Person(bench.real.world, strength=0.7)
    step = bench.gains(person)
    assert wrong(step) == {"tile": FAULTY}
    assert step.verdict == FAULTY
    assert "magnet is weak" in step.rows[0].fix
    assert [asked for asked in person.asked if asked in CELLS] == CELLS[:3]
    assert set(bench.real.app.board.calibration.gain) == {1024}
    assert bench.line.phase() == "match"


def test_a_tile_turned_over_may_be_laid_again():
    bench = Cabled()
    bench.zeros()
    step = bench.gains(Person(bench.real.world, turned=["a1", "c3"]))
    assert step.verdict == OK
    assert len(step.rows) == len(CELLS)


def test_a_cell_that_refuses_a_good_tile_is_faulty():
    bench = Cabled()
    bench.zeros()
    step = bench.gains(Person(bench.real.world, strength={"b2": 0.7, "d4": 0.7}))
    assert wrong(step) == {"b2": FAULTY, "d4": FAULTY}


def test_gains_wait_for_zeros():
    bench = Cabled()
    step = bench.gains(Person(bench.real.world))
    assert "zeros first" in step.why
    assert not step.rows


def test_a_stored_game_is_continued_and_keeps_no_step_waiting():
    bench = Cabled()
    bench.zeros()
    setup = {"c": "setup", "position": "1_----------------", "moves": ["b2U"]}
    bench.line.board.send_line(json.dumps(setup))
    assert bench.line.until(lambda: bench.line.state.moves == ["b2U"])
    for do in (bench.zeros, bench.gains):
        bench.real.power_cut()
        bench.start()
        assert do(Person(bench.real.world)).verdict == OK
    assert bench.line.state.moves == ["b2U"]


def test_a_cable_pulled_out_ends_the_step():
    bench = Cabled()
    bench.cable.board = None
    bench.cable.events.append(Gone("pulled out"))
    with pytest.raises(DisconnectedError, match="has disconnected"):
        bench.zeros()
