"""Tests of programs in the background, for which a shell ignores Ctrl-C."""

import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def test_tests_of_ctrl_c_pass_where_the_shell_ignores_it() -> None:
    command = f"trap '' INT; exec {sys.executable} -m pytest -q -n 0 {TESTS}/jobs/test_interrupt.py"
    done = subprocess.run(
        ["sh", "-c", command], cwd=TESTS.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
