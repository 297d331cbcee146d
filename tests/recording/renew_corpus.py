"""Records the corpus again: run it after a change of what the lights show, and look at the
differences that `lodeboard rerun` names first.

    .venv/bin/python tests/recording/renew_corpus.py [NAME ...]
"""

import sys
from pathlib import Path

from host_tools.build import profiles
from host_tools.play.cli import main

CORPUS = Path(__file__).parent / "corpus"
SCENARIOS = Path(__file__).parent.parent / "scenarios"


def renew(name: str) -> int:
    """Record the scenario of this name; return the exit status."""
    (path,) = SCENARIOS.rglob(f"{name}.txt")
    board = path.parent.name if path.parent != SCENARIOS else profiles.profile().name
    tape = CORPUS / f"{name}.rec"
    tape.unlink(missing_ok=True)
    return main(["scenario", "--board", board, "--record", str(tape), str(path)])


if __name__ == "__main__":
    names = sys.argv[1:] or sorted(path.stem for path in CORPUS.glob("*.rec"))
    sys.exit(max(renew(name) for name in names))
