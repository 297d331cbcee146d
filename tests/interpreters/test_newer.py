"""MicroPython newer than the images for a Pico plays the recorded games byte for byte: rules,
guide, sensing and lights of the firmware as it is compiled for boards, but in bytecode."""

import json
import shutil
from pathlib import Path

import pytest
from interpreters.builds import BUILDS, run
from interpreters.bytecode import modules

from host_tools.board.messages import Lights, read
from host_tools.board.recording.file import Reader
from host_tools.board.recording.rerun import ticks
from host_tools.board.simulator.port import THINK_EVALS
from host_tools.build import firmware

HERE = Path(__file__).parent
CORPUS = sorted((HERE.parent / "recording" / "corpus").glob("*.rec"))
LONGEST_S = 240

pytestmark = pytest.mark.verify


def lay_out(folder, recording):
    """Write what MicroPython needs to play this recording; returns the lights after each tick, None
    where they stay."""
    reader = Reader(recording)
    board = reader.header.board
    tables = firmware.build(board=board).table_files
    stored = {f"data/{name}": data for name, data in reader.stored.items()}
    for path, data in {**modules(board), **tables, **stored}.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    (folder / "data").mkdir(exist_ok=True)
    named = {path.split("/")[1].split(".")[0]: path for path in tables}
    shutil.copy(HERE / "replay.py", folder)
    (folder / "main.py").write_text(f"import replay\nreplay.play({named!r}, {THINK_EVALS})\n")
    lights, lines = [], []
    for tick in ticks(reader.events()):
        scan = tick.scan
        starts = tick.starts or not lines
        lines.append(json.dumps([scan.ms, starts, scan.held, tick.sent, *scan.raw]))
        lights.append(tick.lights)
    (folder / "ticks").write_text("\n".join(lines))
    return lights


@pytest.mark.parametrize("recording", CORPUS, ids=lambda path: path.stem)
@pytest.mark.parametrize("build", BUILDS)
def test_a_recorded_game_comes_out_byte_for_byte(build, recording, tmp_path):
    wanted = lay_out(tmp_path, recording)
    shown = {}
    *events, end = map(json.loads, run(build, tmp_path, LONGEST_S).splitlines())
    for tick, kind, value in events:
        message = read(value) if kind == "said" else None
        if isinstance(message, Lights):
            shown[tick] = message.grb
    assert end == [len(wanted), "end", 0]
    there = now = None
    for tick, recorded in enumerate(wanted):
        there, now = recorded or there, shown.get(tick, now)
        assert now == there, f"after tick {tick}"
    assert len(shown) > 100
