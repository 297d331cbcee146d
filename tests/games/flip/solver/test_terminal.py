"""`lodeboard solve` on a terminal: the line that renews itself, and Ctrl-C."""

import os
import pty
import re
import select
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from cli.command import PROGRAM

from host_tools.games.flip.solver.store import open_tier, tier_path


@pytest.fixture
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.mark.verify
@pytest.mark.parametrize("late_tiers", ["magic"], indirect=True)
def test_progress_and_interruption(own_tiers, pool):
    """With the last tiers there, one that takes seconds is at hand: it is broken off."""
    rules, where = own_tiers
    ours, theirs = pty.openpty()
    words = [PROGRAM, "solve", "flip", "--rules", rules, "--folder", where]
    with subprocess.Popen(words, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        try:
            seen = read_until(ours, rb"14 tiles solving +\[#+")
            process.send_signal(signal.SIGINT)
            seen += read_until(ours, None)
            assert process.wait(30) == 130
        finally:
            process.kill()
            os.close(ours)
    text = seen.decode()
    assert re.search(rf"{rules}: 16 tiles: 210,862,080 positions, \S+ MB \(was there\)", text)
    line = re.compile(
        rf"\r{rules}: 14 tiles solving +\[#*\.*\] +[\d.]+[kMG]? positions/s(, \d+ s left)?"
    )
    assert line.search(text)
    assert "Traceback" not in text
    # Only whole tiers, all as they should be.
    assert {path.name for path in where.iterdir()} <= {
        tier_path(where, rules, k).name for k in (14, 15, 16)
    }
    for k in (15, 16):
        file = open_tier(where, rules, k)
        file.read(pool, lambda _: None)
        file.close()


def read_until(terminal, pattern):
    """What the program writes, up to a pattern; None: to its end."""
    seen = b""
    end = time.monotonic() + 120
    while pattern is None or not re.search(pattern, seen):
        assert time.monotonic() < end, seen
        if select.select([terminal], [], [], 1)[0]:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # Linux says so when the other end is closed
                part = b""
            if not part:
                assert pattern is None, seen
                return seen
            seen += part
    return seen
