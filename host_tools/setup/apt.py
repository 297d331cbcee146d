"""Runs Debian's package manager; waits while another process uses it."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

# apt-get's own DPkg::Lock::Timeout does not cover the lock taken by `update`.
LOCKED = "Could not get lock"
PAUSE_S = 5.0
MOST_WAITS = 180  # 15 minutes


def may_install() -> bool:
    """Whether apt-get exists and this process may install packages."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_get(*arguments: str, pause: Callable[[float], None] = time.sleep) -> bool:
    """Run apt-get and return whether it succeeded. Waits, with a message, while another program
    uses it."""
    command = ("apt-get", *arguments)
    print(f"  {' '.join(command)}", flush=True)
    # In English, because its messages are parsed.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    for waits in range(MOST_WAITS + 1):
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode == 0 or LOCKED not in done.stderr or waits == MOST_WAITS:
            break
        if waits == 0:
            minutes = int(MOST_WAITS * PAUSE_S / 60)
            print(
                f"  another program is using apt: waiting for it, at most {minutes} minutes "
                "(Ctrl-C ends it)",
                flush=True,
            )
        pause(PAUSE_S)
    sys.stderr.write(done.stderr)
    return done.returncode == 0
