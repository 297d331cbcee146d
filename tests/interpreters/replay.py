"""Runs on MicroPython: the firmware with the inputs of a recorded game.

Each line of `ticks` is JSON: time in ms, whether the firmware starts first, buttons down, the lines
sent to the board, the readings of all cells. All output is printed as JSON: the index of the tick,
the kind ("said", "tone") and the value.
"""

import json
import os
from array import array

from uctypes import addressof, bytearray_at

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.ports.budget import Budget
from lodeboard.storage.blobs import Blobs
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.system.run import Supervisor

WRAP_MS = 1 << 30


class Lives(Blobs):
    lives = True


class Store(MemoryStore):
    """The stored data and the tables of the folder; what is saved stays in memory, as the errors of
    MicroPython's file system for WebAssembly have other numbers than a board's."""

    def __init__(self, tables):
        super().__init__()
        self._tables = tables
        for name in os.listdir("data"):
            with open("data/" + name, "rb") as file:
                self.save(name.split(".")[0], file.read())

    def table(self, name):
        return open(self._tables[name], "rb") if name in self._tables else None


class Memory:
    def __init__(self):
        self._words = array("i")

    def words(self, count):
        if len(self._words) < count:
            self._words = array("i", range(count))
        return self._words

    def as_bytes(self, words, begin=0, count=-1):
        length = 4 * len(words) - begin if count < 0 else count
        return bytearray_at(addressof(words) + begin, length)


class Port:
    """Every part in one, as each has methods of its own."""

    def __init__(self, tables, think_evals):
        self.sensors = self.lights = self.clock = self
        self.sound, self.buttons, self.serial = Sound(), Buttons(), Serial()
        self._stored = Store(tables)
        self.store = None
        self.budget = Budget(think_evals, Memory())
        self.raw = []
        self.ms = 0

    def restart(self):
        self.store = Lives(self._stored)
        self.serial.received.clear()

    def read(self, out):
        for cell, reading in enumerate(self.raw):
            out[cell] = reading

    def show(self, frame):
        pass  # a recording asks the firmware to say its lights

    def now_ms(self):
        return self.ms % WRAP_MS

    def set_fast(self, on):
        pass

    def collect(self):
        pass


class Sound:
    def __init__(self):
        self.hertz = 0

    def tone(self, hertz):
        if hertz != self.hertz:
            self.hertz = hertz
            tell("tone", hertz)


class Buttons:
    down = 0

    def read(self):
        return self.down


class Serial:
    def __init__(self):
        self.received = []

    def read_line(self):
        return self.received.pop(0) if self.received else None

    def write_line(self, line):
        tell("said", line)


done = [0]  # ticks


def tell(kind, value):
    print(json.dumps([done[0], kind, value]))


def play(tables, think_evals):
    profile = Profile(DATA)
    port = Port(tables, think_evals)
    board = None
    with open("ticks") as ticks:
        for line in ticks:
            ms, starts, held, sent, *raw = json.loads(line)
            port.raw = raw
            if starts:
                port.ms = ms - profile.tick_ms
                port.restart()
                board = Supervisor(port, profile)
            port.serial.received.extend(sent)
            port.buttons.down = held
            port.ms = ms
            try:
                board.tick(port.now_ms())
            except SystemExit:  # for another game, as on a chip
                port.serial.received.clear()
                tell("tone", 0)
                board = Supervisor(port, profile)
            done[0] += 1
    tell("end", board.faults)
