"""Runs `lodeboard play` as its users do: as a program with its own data directory.

Tests of the page get it from a process in which everything is already imported, because that takes
most of the program's time.
"""

import contextlib
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from waiting import LAST_RESORT_S

from host_tools.play.cli import main

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
        _, complaints = self.process.communicate(timeout=LAST_RESORT_S)
        return self.process.returncode, complaints


class Ready:
    """A process with the program already imported; `Play` reads its output."""

    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(
        ["host_tools.play.cli.play", "host_tools.board.simulator.board"]
    )

    def __init__(self, words, variables):
        pipes = [self.processes.Pipe(duplex=False) for _ in range(2)]
        writing = [pipe[1] for pipe in pipes]
        self._process = self.processes.Process(target=_begin, args=(words, variables, *writing))
        self._process.start()
        for end in writing:
            end.close()
        self.stdout, self.stderr = (os.fdopen(os.dup(reading.fileno())) for reading, _ in pipes)

    def kill(self):
        self._process.kill()
        self._process.join()
        self.stdout.close()
        self.stderr.close()


def _begin(words, variables, *outputs):
    for number, output in enumerate(outputs, start=1):
        os.dup2(output.fileno(), number)
    os.environ.clear()
    os.environ.update(variables)
    sys.exit(main(words))


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


@contextlib.contextmanager
def play_for_page(data, *options):
    """The same for tests that look at its page."""
    process = Ready(["play", "--port", "0", "--no-browser", *options], environment(data))
    try:
        yield Play(process)
    finally:
        process.kill()


def refused(data, *options, stdout=subprocess.PIPE):
    """A `lodeboard play` that does not start, or not for long."""
    return subprocess.run(
        [PROGRAM, "play", "--no-browser", *options],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=LAST_RESORT_S,
        check=False,
        env=environment(data),
    )
