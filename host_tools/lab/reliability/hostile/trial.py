"""A batch: makes and reads many inputs of one kind, and counts the outcomes."""

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
MOST_BLOCKS = 300  # memory blocks by which a batch may grow
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
    """Which kind of input is damaged."""

    kind: str

    @property
    def name(self) -> str:
        """File name of its results."""
        return self.kind


@functools.cache
def kind(name: str) -> Kind:
    """What makes and reads the inputs of a kind; created once."""
    return KINDS[name]()


def source(name: str, batch: int, number: int) -> Random:
    """The random source of one input."""
    return Random(f"{name} {batch} {number}")


def made(name: str, batch: int, number: int) -> Made:
    """Make that input again."""
    return kind(name).make(source(name, batch, number))


def try_batch(condition: Condition, number: int, inputs: int = IN_BATCH) -> Counts:
    """Run batch `number` of a kind."""
    _warm(condition.kind)
    counts = _try_all(condition.kind, number, inputs)
    if counts.blocks > MOST_BLOCKS:
        # The first run may import a module or fill a cache; only a leak grows again.
        counts.blocks = _try_all(condition.kind, number, inputs).blocks
    if counts.blocks > MOST_BLOCKS:
        counts.fault(f"batch {number}: memory grew by {counts.blocks} pieces")
    return counts


def _try_all(name: str, batch: int, inputs: int) -> Counts:
    counts = Counts()
    before = _blocks()
    for index in range(inputs):
        _try_one(name, batch, index, counts)
    counts.blocks = max(0, _blocks() - before - len(counts.reasons) - len(counts.faults))
    return counts


@functools.cache
def _warm(name: str) -> None:
    """Run some uncounted inputs once per process, to import modules and fill caches."""
    for index in range(_WARM.get(name, _WARM_OTHERS)):
        _try_one(name, -1, index, Counts())


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
# Fewer for two games' tables, and where one input is a file system or lines of a megabyte.
FEWER = {
    "tables-flip": 50_000,
    "tables-xtic": 50_000,
    "bytes-to-the-board": 1_000,
    "file-system": 1_000,
}


def plan() -> dict[Condition, int]:
    """Number of inputs for each kind, in running order."""
    return {Condition(name): FEWER.get(name, MOST) for name in KINDS}
