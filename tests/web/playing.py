"""Runs `lodeboard play` as its users do: as a program, with a data directory of its own."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).parent / "lodeboard"


class Play:
    """A running `lodeboard play`: its address and what it printed."""

    def __init__(self, process):
        self.process = process
        self.printed = ""
        for line in process.stdout:
            self.printed += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.printed)
        if not found:
            raise AssertionError(f"no address: {self.printed}{process.stderr.read()}")
        self.address = found[0]
        self.port = int(found[1])

    def end(self, number=signal.SIGTERM):
        """Send a signal and wait; the exit status and what went to standard error."""
        self.process.send_signal(number)
        _, complaints = self.process.communicate(timeout=120)
        return self.process.returncode, complaints


def environment(data):
    clean = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    return {**clean, "XDG_DATA_HOME": str(data)}


@contextlib.contextmanager
def play(data, *options):
    process = subprocess.Popen(
        [PROGRAM, "play", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(data),
    )
    try:
        yield Play(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def refused(data, *options, stdout=subprocess.PIPE):
    """A `lodeboard play` that does not start, or not for long."""
    return subprocess.run(
        [PROGRAM, "play", "--no-browser", *options],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
        env=environment(data),
    )
