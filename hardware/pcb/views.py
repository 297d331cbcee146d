"""The board for other programs: a STEP file, and a page that shows where each part is soldered."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hardware.circuit.design import Placed
from hardware.pcb.bodies import with_bodies
from hardware.pcb.fabrication import pack

STEP_S = 120.0  # more than any board takes, on a busy machine
_END = b"END-ISO-10303-21;"
_MADE = re.compile(r"(FILE_NAME\('[^']*',')[^']*'")


class ViewError(Exception):
    """A tool wrote no file; the text says which."""


def write_step(board: Path, parts: list[Placed], archive: Path) -> None:
    """Write the board with its holes as STEP into an archive, with a box for each part; the origin
    is the centre of a1. Raises ViewError if KiCad's tool writes no file."""
    _look_for(board)
    path = board.with_suffix(".step")
    path.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        _convert(with_bodies(board, parts, Path(folder)), path)
    text = path.read_text(encoding="utf-8")
    path.write_text(_MADE.sub(r"\g<1>2026-01-01T00:00:00'", text, count=1), encoding="utf-8")
    pack([path], archive)


def _look_for(board: Path) -> None:
    if not board.is_file():
        raise ViewError(f"there is no {board}: make the board first")


def _convert(board: Path, path: Path) -> None:
    tool = ["kicad2step", "-f", "--drill-origin", "-o", str(path), str(board)]
    report = path.with_suffix(".step.txt")
    with (
        report.open("w", encoding="utf-8") as said,
        subprocess.Popen(
            ["xvfb-run", "-a", *tool],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as running,
    ):
        # KiCad 6 writes the file but does not exit.
        until = time.monotonic() + STEP_S
        try:
            while not _whole(path) and running.poll() is None and time.monotonic() < until:
                time.sleep(0.1)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGTERM)
    if not _whole(path):
        raise ViewError(f"kicad2step made no {path.name}; see {report}")
    report.unlink()


def _whole(path: Path) -> bool:
    """Whether a STEP file is complete."""
    return path.is_file() and path.read_bytes().rstrip().endswith(_END)


def write_interactive(board: Path, path: Path) -> None:
    """Write a page of InteractiveHtmlBom: the list of parts beside the board. Equal parts share a
    line that shows all their positions, with boxes to tick when soldered."""
    _look_for(board)
    tool = Path(sys.executable).with_name("generate_interactive_bom")
    command = [str(tool), "--no-browser", "--dest-dir", str(path.parent.resolve()),
               "--name-format", path.stem, "--highlight-pin1", "selected",
               "--checkboxes", "Placed,Soldered", "--mark-when-checked", "Soldered",
               "--layer-view", "F", "--blacklist", "TP*,J*,H*,FID*", str(board)]  # fmt: skip
    done = subprocess.run(
        command,
        env={**os.environ, "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0 or not path.is_file():
        raise ViewError(f"InteractiveHtmlBom made no {path.name}: {done.stdout[-300:]}")
