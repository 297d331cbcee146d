"""Runs the `lodeboard` command for the tests: in this process, or as its users do."""

import io
import json
import subprocess
import sys
from pathlib import Path

from host_tools.play import cli

PROGRAM = Path(sys.executable).parent / "lodeboard"


class Outcome:
    """Exit status and what was printed; `lines` are those of standard output."""

    def __init__(self, status, out, err):
        self.status = status
        self.out = out
        self.err = err
        self.lines = out.splitlines()

    @property
    def objects(self):
        """Standard output as JSON Lines."""
        return [json.loads(line) for line in self.lines]


class Command:
    """Callable: command-line words in, Outcome out, without a new process."""

    def __init__(self, capsys, monkeypatch):
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *words, stdin=""):
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        self.capsys.readouterr()
        try:
            status = cli.main(list(words))
        except SystemExit as end:
            status = end.code
        out, err = self.capsys.readouterr()
        return Outcome(status, out, err)


def run_program(*words, stdin=""):
    """The installed program, as a process of its own."""
    done = subprocess.run(
        [PROGRAM, *words], input=stdin, capture_output=True, text=True, check=False
    )
    return Outcome(done.returncode, done.stdout, done.stderr)
