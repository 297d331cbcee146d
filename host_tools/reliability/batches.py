"""Batches of lots, and what was counted in them: kept, and gone on with.

A batch is a file with its counts, in the user's cache, below the key of all sources on which the
counts depend. Lots are numbered through, and the number of a lot says which boards are in it: so a
batch comes out the same whenever and in whatever order it is run.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from host_tools import ROOT
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import write_whole
from host_tools.reliability.conditions import Condition
from host_tools.reliability.counts import Counts
from host_tools.reliability.trying import BOARDS_IN_BATCH, try_batch

# Files and folders that counts depend on; a test compares them with what is imported.
SOURCES = (
    "constraints.txt",
    "firmware/lodeboard/boards",
    "firmware/lodeboard/games/contract.py",
    "firmware/lodeboard/play/scene.py",
    "firmware/lodeboard/scenes/calibrate.py",
    "firmware/lodeboard/sensing",
    "firmware/lodeboard/storage/blobs.py",
    "firmware/lodeboard/ticks.py",
    "host_tools/build/compiled.py",
    "host_tools/build/profiles.py",
    "host_tools/build/viper.py",
    "host_tools/reliability/conditions.py",
    "host_tools/reliability/counts.py",
    "host_tools/reliability/looking.py",
    "host_tools/reliability/lots.py",
    "host_tools/reliability/others.py",
    "host_tools/reliability/positions.py",
    "host_tools/reliability/spread.py",
    "host_tools/reliability/trying.py",
    "host_tools/simulator/adc.py",
    "host_tools/simulator/magnets.py",
    "host_tools/simulator/plate.py",
    "host_tools/simulator/resting.py",
    "host_tools/simulator/sensors.py",
    "host_tools/simulator/settling.py",
    "host_tools/simulator/streams.py",
    "host_tools/simulator/tiles.py",
)


def files() -> list[Path]:
    """The files of SOURCES."""
    found: list[Path] = []
    for name in SOURCES:
        path = ROOT / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


@cache
def key() -> str:
    """Names the sources that counts depend on, and numpy and Python: 16 hexadecimal digits."""
    whole = hashlib.sha256(f"{sys.version_info[:2]} {np.__version__}".encode())
    for path in files():
        whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:16]


def folder() -> Path:
    """Where the batches of these sources are kept."""
    return cache_folder() / "reliability" / key()


def batches(boards: int) -> int:
    """How many batches it takes for so many boards."""
    return -(-boards // BOARDS_IN_BATCH)


def kept(condition: Condition, number: int) -> Counts | None:
    """The counts of a batch that has been run; None where it has not, or its file is damaged."""
    try:
        return msgspec.json.decode(_path(condition, number).read_bytes(), type=Counts)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def keep(condition: Condition, number: int) -> int:
    """Run a batch and keep its counts, unless they are kept already; its boards."""
    batch = kept(condition, number)
    if batch is None:
        batch = try_batch(condition, number)
        path = _path(condition, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(batch))
    return batch.boards


def all_kept(condition: Condition, boards: int) -> dict[int, Counts]:
    """The counts of the batches that have been run, up to so many boards, by their numbers."""
    found = {}
    for path in sorted((folder() / condition.name).glob("[0-9]*.json")):
        number = int(path.stem)
        batch = kept(condition, number) if number < batches(boards) else None
        if batch is not None:
            found[number] = batch
    return found


def so_far(condition: Condition, boards: int) -> Counts:
    """What all of these add up to."""
    counts = Counts()
    for batch in all_kept(condition, boards).values():
        counts.add(batch)
    return counts


def _path(condition: Condition, number: int) -> Path:
    return folder() / condition.name / f"{number:05}.json"
