"""Runs on MicroPython for Unix: a board with a radio in real time. Its serial line is standard
input and output; `network` is the stand-in beside this file. Its own sensors read an empty board; a
computer on the line supplies other readings (see firmware/lodeboard/link/link.py)."""

import select
import sys
import time

import replay

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.ports.file_store import FileStore
from lodeboard.ports.pico_w import PicoRadio
from lodeboard.storage.blobs import Blobs
from lodeboard.system.loader import RESTART
from lodeboard.system.run import run


class Serial:
    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._got = ""

    def read_line(self):
        while "\n" not in self._got and self._poll.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                raise SystemExit  # the test has ended
            self._got += byte.decode()
        if "\n" not in self._got:
            return None
        line, _, self._got = self._got.partition("\n")
        return line

    def write_line(self, line):
        print(line)


class Port(replay.Port):
    def __init__(self, profile, tables, think_evals, number):
        super().__init__(tables, think_evals)
        self.serial = Serial()
        self.sound = Silent()
        self.store = Blobs(FileStore("data", "", tables))
        self.raw = [profile.raw_middle] * profile.cells
        self.radio = PicoRadio(lambda: self.store.table("page"), number)

    def now_ms(self):
        return time.ticks_ms()

    def sleep_until(self, due_ms):
        rest = time.ticks_diff(due_ms, time.ticks_ms())
        if rest > 0:
            time.sleep_ms(rest)


class Silent:
    def tone(self, hertz):
        pass


def play(tables, think_evals, number):
    profile = Profile(DATA)
    port = Port(profile, tables, think_evals, number)
    try:
        run(port, profile, "test")
    except SystemExit as error:
        sys.exit(77 if error.args == (RESTART,) else 0)
