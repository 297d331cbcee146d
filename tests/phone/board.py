"""A board with a radio as a process: the firmware of a Pico 2 W in bytecode, on MicroPython for
Unix in real time (see live.py). Phones reach it on this computer's loopback."""

import contextlib
import json
import os
import queue
import shutil
import socket
import subprocess
import threading
from pathlib import Path

from interpreters.builds import BUILDS, command
from interpreters.bytecode import modules
from waiting import LAST_RESORT_S

from host_tools.board.simulator.port import THINK_EVALS
from host_tools.build import firmware, profiles
from host_tools.build.layout import TABLES, stored_path
from lodeboard.boards.profile import Profile
from lodeboard.play.scene import LEFT, MIDDLE, RIGHT

HERE = Path(__file__).parent
CHIP = "rp2350w"
UNIX = next(build for build in BUILDS if build.startswith("unix"))
RESTART = 77  # exit status of live.py when the firmware restarts for another game


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class LiveBoard:
    """A board in this folder, which keeps what it stores. page: the table with the page's files."""

    def __init__(self, folder, page, board="tile4x4"):
        self.folder = folder
        self.port = free_port()
        self.profile: Profile = profiles.profile(board)
        tables = {
            stored_path(TABLES, name, data): data
            for name, data in (firmware.build(board=board).tables | {"page": page}).items()
        }
        for path, data in {**modules(board, CHIP), **tables}.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        (folder / "data").mkdir(exist_ok=True)
        for path in (HERE / "live.py", HERE / "network.py", HERE.parent / "interpreters/replay.py"):
            shutil.copy(path, folder)
        named = {path.split("/")[1].split(".")[0]: path for path in tables}
        start = f"import live\nlive.play({named!r}, {THINK_EVALS}, {self.port})\n"
        (folder / "main.py").write_text(start)
        self.start()

    def start(self):
        parts, environment = command(UNIX)
        self.messages = queue.Queue()
        self._scans = queue.Queue()
        self._process = subprocess.Popen(
            parts,
            cwd=self.folder,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            message = {"t": "text", "say": line}
            with contextlib.suppress(ValueError):
                message = json.loads(line)
            (self._scans if message["t"] == "scan" else self.messages).put(message)
        self.messages.put({"t": "end"})

    def say(self, **command):
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()

    def wait(self, fits):
        """The next message that fits; those before it are dropped."""
        while True:
            message = self.messages.get(timeout=LAST_RESORT_S)
            if fits(message):
                return message
            assert message["t"] != "end", "the board has ended"

    def state(self, fits=lambda _: True):
        return self.wait(lambda message: message["t"] == "state" and fits(message))

    def press(self, button):
        """Press and let go, and let the time pass in which buttons bounce."""
        self.say(c="scan", on=True)
        self.say(c="inject", held=button)
        pressed_ms = self._scan(lambda scan: scan["held"] == button)
        self.say(c="inject", held=0)
        rest_ms = 2 * self.profile.session["button_ms"]
        self._scan(lambda scan: not scan["held"] and scan["ms"] > pressed_ms + rest_ms)
        self.say(c="scan", on=False)

    def _scan(self, fits):
        while True:
            scan = self._scans.get(timeout=LAST_RESORT_S)
            if fits(scan):
                return scan["ms"]

    def lay_out(self, raw=None):
        """Have these readings, by default of an empty board, for two seconds."""
        raw = raw or [self.profile.raw_middle] * self.profile.cells
        data = b"".join(reading.to_bytes(2, "little") for reading in raw)
        self.say(c="inject", raw=data.hex())

    def end(self):
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        status = self._process.wait(LAST_RESORT_S)
        self._reader.join()
        self._process.stdout.close()
        return status

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    # By the board's buttons

    def set_zeros(self):
        self.state(lambda state: state["phase"] == "calibrate")
        self.press(MIDDLE)
        self.state(lambda state: "Left: skip" in state["say"])
        self.press(LEFT)
        return self.state(lambda state: state["phase"] == "match")

    def open_menu(self):
        self.press(MIDDLE)
        return self.state(lambda state: state["phase"] == "menu")

    def ask_for_phones(self):
        """Choose "a phone" in the menu; returns the state with the code."""
        state = self.open_menu()
        while state["menu"]["name"] != "do":
            at = state["menu"]["at"]
            self.press(LEFT)
            state = self.state(lambda new, at=at: new["menu"]["at"] != at)
        while state["menu"]["values"][state["menu"]["value"]] != "a phone":
            value = state["menu"]["value"]
            self.press(RIGHT)
            state = self.state(lambda new, value=value: new["menu"]["value"] != value)
        self.press(MIDDLE)
        return self.state(lambda new: new["phase"] == "phone" and "://" in new["say"])

    def code(self, state):
        names = state["say"].split("lights: ")[1].split(".")[0].split()
        cells = [self.profile.cell_name(cell) for cell in range(self.profile.cells)]
        return [cells.index(name) for name in names]
