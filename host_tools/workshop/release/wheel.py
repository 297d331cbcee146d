"""The installable package: all programs for playing, and the built firmware, in one file for
pip."""

import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools import CHECKOUT, ROOT


class WheelError(Exception):
    """The package could not be built; the text says why."""


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this tree in this folder, which is created if missing; return its path.
    Needs a network or pip's cache, since pip builds in an isolated environment. WheelError."""
    if not CHECKOUT:
        raise WheelError("a wheel is built from the project's own tree, not from an installed one")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="lodeboard-wheel-") as made:
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-input"]
        done = subprocess.run(
            [*command, "--wheel-dir", made, str(ROOT)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        found = list(Path(made).glob("*.whl"))
        if done.returncode != 0 or len(found) != 1:
            raise WheelError(f"pip could not build the wheel:\n{done.stdout.strip()[-2000:]}")
        wheel = folder / found[0].name
        wheel.write_bytes(found[0].read_bytes())
    return wheel
