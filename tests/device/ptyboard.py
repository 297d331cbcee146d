"""A simulated board in real time behind a pseudo-terminal; programs on this computer see a real
board."""

import contextlib
import os
import pty
import threading
import time
import tty

from host_tools.board.simulator.board import SimulatedBoard
from tests.device.cabled import PROFILE

LEFT, MIDDLE = 1, 2


class PtyBoard:
    """`path` is its port; while `held`, the board stands still and the caller may use it."""

    def __init__(self, seed=5, profile=PROFILE):
        self.board = SimulatedBoard(profile, seed)
        self.board.boot()
        self.board.run_ms(1500)
        for button in (MIDDLE, LEFT):  # set the zeros, and leave the gains as they are
            self.board.press(button)
            self.board.run_ms(100)
            self.board.release(button)
            self.board.run_ms(1500)
        self.board.send_line('{"c": "set", "players": 1}')
        self.board.run_ms(200)
        self.held = threading.Lock()
        self._ended = threading.Event()
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self.board.wire.subscribe(self._said)
        self._thread = threading.Thread(target=self._run)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._ended.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _said(self, _ms, line):
        with contextlib.suppress(BlockingIOError):  # nobody reads
            os.write(self._master, line.encode() + b"\r\n")

    def _run(self):
        rest = b""
        while not self._ended.is_set():
            with contextlib.suppress(BlockingIOError):
                *lines, rest = (rest + os.read(self._master, 4096)).split(b"\n")
                for line in lines:
                    self.board.send_line(line.decode("latin-1"))
            with self.held:
                self.board.step()
            time.sleep(self.board.profile.tick_ms / 1000)
