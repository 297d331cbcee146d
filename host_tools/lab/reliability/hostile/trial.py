"""A batch: so many inputs of one kind made, read, and their outcomes counted."""

import functools
import gc
import sys
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from host_tools.games.loader import GAMES
from host_tools.lab.reliability.hostile import blobs, books, images, manifests, packs, talk
from host_tools.lab.reliability.hostile.kinds import Counts, Kind, Made, Wrong, short

IN_BATCH = 1000
MOST_BLOCKS = 300  # pieces of memory that a batch may leave
_WARM = {"file-system": 1, "bytes-to-the-board": 20}
_WARM_OTHERS = 400

KINDS: dict[str, Callable[[], Kind]] = {
    "settings": blobs.SettingsBlob,
    "calibration": blobs.CalibrationBlob,
    **{f"journal-{game}": functools.partial(blobs.JournalBlob, game) for game in GAMES},
    **{f"tables-{game}": functools.partial(books.Books, game) for game in books.with_tables()},
    "packs": packs.PackFiles,
    "manifest": manifests.Manifests,
    "lines-to-the-board": talk.ToBoard,
    "bytes-to-the-board": talk.BytesToBoard,
    "lines-from-the-board": talk.FromBoard,
    "file-system": images.Images,
}


class Condition(NamedTuple):
    """What is damaged."""

    kind: str

    @property
    def name(self) -> str:
        """What its results are kept under."""
        return self.kind


@functools.cache
def kind(name: str) -> Kind:
    """What makes and reads the inputs of a kind, made once."""
    return KINDS[name]()


def source(name: str, batch: int, number: int) -> Random:
    """What decides all about one input."""
    return Random(f"{name} {batch} {number}")


def made(name: str, batch: int, number: int) -> Made:
    """That input again."""
    return kind(name).make(source(name, batch, number))


def try_batch(condition: Condition, number: int, inputs: int = IN_BATCH) -> Counts:
    """Batch `number` of a kind."""
    _warm(condition.kind)
    counts = _try_all(condition.kind, number, inputs)
    if counts.blocks > MOST_BLOCKS:
        # A module was imported, or a cache filled, once. What leaks does so again.
        counts.blocks = _try_all(condition.kind, number, inputs).blocks
    if counts.blocks > MOST_BLOCKS:
        counts.fault(f"batch {number}: memory grew by {counts.blocks} pieces")
    return counts


def _try_all(name: str, batch: int, inputs: int) -> Counts:
    counts = Counts()
    before = _blocks()
    for at in range(inputs):
        _try_one(name, batch, at, counts)
    counts.blocks = max(0, _blocks() - before - len(counts.reasons) - len(counts.faults))
    return counts


@functools.cache
def _warm(name: str) -> None:
    """Once in a process, inputs that are not counted: caches fill, modules are imported."""
    for at in range(_WARM.get(name, _WARM_OTHERS)):
        _try_one(name, -1, at, Counts())


def _try_one(name: str, batch: int, number: int, counts: Counts) -> None:
    one = made(name, batch, number)
    counts.inputs += 1
    counts.sealed += one.sealed
    try:
        said = kind(name).read(one.data)
    except Wrong as error:
        counts.fault(f"batch {batch}, input {number}: {error}")
    except Exception as error:  # noqa: BLE001 - which one it is, is what is asked here
        counts.fault(f"batch {batch}, input {number}: {type(error).__name__}: {short(str(error))}")
    else:
        if said:
            counts.refused += 1
            counts.refuse(short(said))
        else:
            counts.valid += 1


def _blocks() -> int:
    gc.collect()
    return sys.getallocatedblocks()


MOST = 100_000
# Two tables of a game, or where one input is a file system or lines of a megabyte.
FEWER = {
    "tables-flip": 50_000,
    "tables-xtic": 50_000,
    "bytes-to-the-board": 1_000,
    "file-system": 1_000,
}


def plan() -> dict[Condition, int]:
    """Inputs by kind, in the order of the run."""
    return {Condition(name): FEWER.get(name, MOST) for name in KINDS}
