"""A real board without the hardware: the simulated firmware at the other end of a cable made
of queues, so that a whole path runs in board time."""

import json

from one_board import PROFILE

from host_tools.board.device.cable import Gone, Opened
from host_tools.board.device.serialboard import SerialBoard
from host_tools.board.simulator.board import SimulatedBoard

MIDDLE = 2


class QueueCable:
    """Queues in both directions between board and computer; counts the bytes."""

    def __init__(self, board=None):
        self.board = board
        self.events = []
        self.sent = []
        self.bytes_out = self.bytes_in = 0
        self.closed = False
        if board is not None:
            board.wire.subscribe(lambda _ms, line: self.bring(line.encode()))

    def bring(self, line):
        self.bytes_in += len(line) + 2
        self.events.append(line)

    def start(self):
        self.events.append(Opened())

    def close(self):
        self.closed = True

    def take(self):
        events, self.events = self.events, []
        return events

    def send(self, line):
        self.sent.append(line)
        self.bytes_out += len(line) + 1
        if self.board is not None:
            for each in line.split("\n"):
                if each:
                    self.board.send_line(each)
        return True

    def send_latest(self, line):
        self.send(line)


class Bench:
    """A real board (in fact simulated) and the board that the page sees in it."""

    def __init__(self, inject=False, seed=5):
        self.real = SimulatedBoard(PROFILE, seed)
        self.cable = QueueCable(self.real)
        self.seen = SerialBoard(PROFILE, self.cable, "/dev/ttyACM0", inject=inject, seed=1)
        self.real.boot()
        self.cable.start()

    def run(self, ms):
        for _ in range(ms // PROFILE.tick_ms):
            self.seen.step()
            self.real.step()

    def until(self, holds, ms=4000):
        end = self.real.now_ms + ms
        while not holds():
            assert self.real.now_ms < end, f"not within {ms} ms"
            self.run(20)

    def tap(self, mask):
        self.seen.press(mask)
        self.run(120)
        self.seen.release(mask)
        self.run(120)

    def begin(self):
        """Calibrate the real board, with its own sensors, and start a game between two people."""
        inject, self.seen.inject = self.seen.inject, False
        self.run(1500)
        self.set_zeros()
        self.seen.inject = inject
        self.say({"c": "set", "players": 1})
        self.run(1000)

    def set_zeros(self):
        """Set the zeros of a new board, and skip its gains."""
        for asks in ("calibrate", "gain"):
            self.until(lambda asks=asks: self.state("ask") == asks, 6000)
            self.tap(MIDDLE)
        self.until(lambda: self.state("phase") == "match", 6000)

    def say(self, command):
        self.seen.send_line(json.dumps(command))
        self.run(100)

    def messages(self, kind):
        lines = [json.loads(line) for line in self.seen.serial_out if line.startswith("{")]
        return [line for line in lines if line["t"] == kind]

    def state(self, key):
        states = self.messages("state")
        return states[-1].get(key) if states else None

    def unplug(self):
        self.real.plug(False)
        self.cable.events.append(Gone("the board on /dev/ttyACM0 has gone (pulled out)"))

    def plug(self):
        self.real.plug(True)
        self.cable.start()
