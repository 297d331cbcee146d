"""Counts the scores of a solution: every slot represents a known number of positions."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from host_tools.games.tiers.masks import I64
from host_tools.games.tiers.store import TierFile


def count_bytes(
    file: TierFile,
    orbit_slots: int,
    worth: I64,
    pool: ThreadPoolExecutor,
    each: Callable[[int], None],
) -> I64:
    """How many positions have which score, by the score's byte. A tier is read block by block,
    and is never whole in memory. StoreError.

    orbit_slots: of each orbit, one orbit's after the other's. worth: of each orbit, how many
    positions one of its slots stands for. `each(n)` hears of every n slots read.
    """

    def count_block(block: int) -> tuple[int, I64]:
        scores = file.block(block).view(np.uint8)
        begin = block << file.block_log
        found = np.zeros(256, np.int64)
        for orbit in range(begin // orbit_slots, (begin + len(scores) - 1) // orbit_slots + 1):
            low = max(0, orbit * orbit_slots - begin)
            high = (orbit + 1) * orbit_slots - begin
            found += np.bincount(scores[low:high], minlength=256) * worth[orbit]
        return len(scores), found

    total = np.zeros(256, np.int64)
    for slots, found in pool.map(count_block, range(file.blocks)):
        total += found
        each(slots)
    return total


def first_with(file: TierFile, score: int) -> int:
    """The first slot of a tier with this score, as its byte. Raises ValueError if there is none.
    The file is closed."""
    try:
        for block in range(file.blocks):
            found = np.flatnonzero(file.block(block).view(np.uint8) == score & 255)
            if len(found):
                return (block << file.block_log) + int(found[0])
    finally:
        file.close()
    raise ValueError(f"{file.path} has no position of the score {score}")
