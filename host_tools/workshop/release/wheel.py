"""The wheel: what `pip install` and `pipx install` take."""

import os
import subprocess
import sys
from pathlib import Path

from host_tools import ROOT

_EPOCH = "315532800"  # the first day that a zip knows: the same files make the same bytes


class WheelError(Exception):
    """pip could not build it; the text has the end of what it said."""


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this tree into this folder; its path. WheelError."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(folder)]
    done = subprocess.run(
        [*command, str(ROOT)],
        env={**os.environ, "SOURCE_DATE_EPOCH": _EPOCH},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise WheelError(f"pip could not build the wheel: {done.stderr.strip()[-1000:]}")
    (wheel,) = folder.glob("*.whl")
    return wheel
