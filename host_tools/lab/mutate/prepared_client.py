"""Requests to the prepared process to run tests in the copy of the project."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

from host_tools.lab.mutate.tree import Tree


class PreparedError(Exception):
    """The prepared process ended; the text gives its status."""


class Prepared:
    """The process; it lives as long as the block. It runs the tests of make test-slow.
    `interpreted`: Numba compiles nothing. `chip`: with the tests on the emulated chip, also those
    of make verify: there are few others."""

    def __init__(self, tree: Tree, interpreted: bool = False, chip: bool = False) -> None:
        folder = tree.folder
        environment = {
            **os.environ,
            "PYTHONPATH": f"{folder}:{folder / 'firmware'}",
            "SKIP": "browser" if chip else "browser chip",
            "TESTS": ("" if chip else "not verify and ") + "not reliability and not hardware",
        }
        environment.pop("NUMBA_DISABLE_JIT", None)
        if interpreted:
            environment["NUMBA_DISABLE_JIT"] = "1"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host_tools.lab.mutate.prepared"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # this process handles Ctrl-C
        )

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request (see `prepared.py`). Raises PreparedError if there is none."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise PreparedError(f"the process that runs tests ended ({self._process.wait()})")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> "Prepared":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.communicate()
