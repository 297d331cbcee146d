"""A recording as a table for spreadsheets."""

import csv
from pathlib import Path
from typing import TextIO

from host_tools.board.recording.file import Reader, Scan
from lodeboard.boards.profile import Profile


def write_csv(path: Path, profile: Profile, out: TextIO) -> str:
    """Write one row per scan: board time in ms, buttons down, sound in hertz, the reading of each
    cell in raw counts, the bytes on the LED chain in hexadecimal. Returns why the recording ends
    early, or "". RecordingError."""
    reader = Reader(path)
    cells = [profile.cell_name(cell) for cell in range(profile.cells)]
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["ms", "held", "hertz", *cells, "lights"])
    scan: Scan | None = None
    hertz, lights = 0, ""
    for event in reader.events():
        if isinstance(event, Scan):
            if scan is not None:
                table.writerow([scan.ms, scan.held, hertz, *scan.raw, lights])
            scan = event
        elif event.kind == "tone":
            hertz = event.value
        elif event.kind == "lights":
            lights = event.value
    if scan is not None:
        table.writerow([scan.ms, scan.held, hertz, *scan.raw, lights])
    return reader.cut
