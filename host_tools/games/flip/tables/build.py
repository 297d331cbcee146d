"""Builds the board's tables from the solution and the learned weights, the same bit for bit.

Ranking the steps of every position takes longest. The ranks of each tier are cached for the user
under checksums of everything they depend on, so that an interrupted run continues, and tables with
other changes are built quickly.
"""

import hashlib
import os
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.build.compiled import machine_code
from host_tools.games import book_file
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.flip.tables import coder, format, loops, shapes
from host_tools.games.flip.tables.coder import BLOCK, U8
from host_tools.games.flip.tables.targets import Maker, Numbering, Targets, bound
from host_tools.games.table_files import SUFFIX, TABLES
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import write_whole
from host_tools.jobs.interrupt import between_steps
from lodeboard.games.flip import book
from lodeboard.games.flip import book_kernel as flip_book_kernel
from lodeboard.games.flip import book_layout as words
from lodeboard.games.flip.shapes import order_state
from lodeboard.games.grid import Grid

WEIGHTS = Path(__file__).with_name("weights")
PORTION = 2048  # slots that a worker takes on at once: half a second or so

TIERS = range(book.MOST_TILES + 1)


def table_path(rules: str, folder: Path = TABLES) -> Path:
    """Where the table of a rule set lies."""
    return folder / f"flip-{rules}{SUFFIX}"


def weights_path(rules: str) -> Path:
    """Where the learned weights are stored: the section "order" of the table."""
    return WEIGHTS / f"flip-{rules}.weights"


def search_path(rules: str) -> Path:
    """Where the search's weights are stored: the section "search" of the table."""
    return WEIGHTS / f"flip-{rules}.search"


class Ranker:
    """The firmware's kernels, compiled, over many slots, on all threads."""

    def __init__(self, shapes: bytes, weights: bytes, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._weights = np.frombuffer(weights, np.uint8)
        state = array("i", bytes(4 * words.ORDER_WORDS))
        self._shapes = np.frombuffer(order_state(state, shapes, Grid(4, 4)), np.uint8)
        self._start = np.frombuffer(state, np.int32)
        arrange, order = machine_code(loops.arrange), machine_code(flip_book_kernel.flip_order)
        self._rank = bound(loops.rank_all, arrange, order)
        self._check = bound(loops.check_all, arrange, order)
        self._unpack = bound(loops.unpack_all, machine_code(flip_book_kernel.flip_unpack))

    def ranks(
        self, tier: Numbering, flipping: bool, wanted: Any, keep: Any, each: Callable[[int], None]
    ) -> U8:
        """For the wanted slots of a tier, the number of steps ranked before the first in `keep`."""
        found = np.zeros(tier.slots, np.uint8)

        def act(first: int, last: int) -> None:
            self._rank(first, last, *tier.made, flipping, wanted, keep, self._start.copy(),
                       self._shapes, self._weights, found)  # fmt: skip

        self.spread(tier.slots, act, each)
        return found

    def misses(
        self, tier: Numbering, flipping: bool, wanted: Any, keep: Any, symbols: U8, first: int,
        last: int,
    ) -> tuple[int, int]:  # fmt: skip
        """For these slots, the number of steps played that are not in `keep`, and the first such
        slot."""
        wrong = np.zeros(1, np.int64)
        count = self._check(first, last, *tier.made, flipping, wanted, keep, symbols,
                            self._start.copy(), self._shapes, self._weights, wrong)  # fmt: skip
        return int(count), int(wrong[0])

    def symbols(self, codes: bytes, odds: Any, count: int, group: int) -> U8:
        """The symbols of one block."""
        state = np.zeros(words.UNPACK_WORDS, np.int32)
        state[words.ODDS : words.ODDS + len(odds)] = odds
        state[words.GROUP] = group
        found = np.zeros(count, np.uint8)
        self._unpack(state, np.frombuffer(codes + bytes(4), np.uint8), found)
        return found

    def spread(
        self, count: int, act: Callable[[int, int], Any], each: Callable[[int], None]
    ) -> list[Any]:
        """Process portions on all threads; `each(n)` is called after every n slots. Returns the
        results of `act` in order."""
        jobs = [
            (
                self._pool.submit(act, begin, min(begin + PORTION, count)),
                min(PORTION, count - begin),
            )
            for begin in range(0, count, PORTION)
        ]
        said = []
        try:
            for job, size in jobs:
                said.append(job.result())
                each(size)
        finally:
            for job, _ in jobs:
                job.cancel()
        return said


def build(
    rules: str,
    solution: Solution,
    weights: bytes,
    search: bytes,
    report: Callable[[int, bool, int], None],
    ranks_folder: Path | None = None,
) -> bytes:
    """The table of a rule set. `report(k, flipping, n)` is called for every n slots done.
    ranks_folder: where ranks are stored from run to run."""
    threads = os.cpu_count() or 1
    with between_steps(report) as reported, ThreadPoolExecutor(threads) as pool:
        maker = Maker(solution, pool, threads)
        ranker = Ranker(shapes.written(), weights, pool)
        symbols: dict[bool, list[U8]] = {True: [], False: []}
        for k in TIERS:
            tier, found = Numbering(k), maker.make(k)
            for flipping in (True, False):
                act = "flips" if flipping else "places"
                path = (
                    ranks_folder or cache_folder() / "ranks"
                ) / f"{_key(solution, k, weights)}-{act}"
                ranks = _kept_ranks(path, tier.slots)
                if ranks is None:
                    wanted, keep = asked(found, flipping)
                    unsure = wanted & (keep != every(found, flipping, tier))
                    ranks = ranker.ranks(
                        tier, flipping, unsure, keep, partial(reported, k, flipping)
                    )
                    _keep_ranks(path, ranks)
                else:
                    reported(k, flipping, tier.slots)
                # Where all steps keep the value, the first one does; where nothing is asked or all
                # is lost, any will do: 0 is the cheapest.
                symbols[flipping].append(np.where(ranks == loops.DONT_CARE, 0, ranks))
    parts = {flipping: _pack(symbols[flipping]) for flipping in (True, False)}
    return book_file.assemble(
        rules,
        {
            "shapes": shapes.written(),
            "members": format.members(),
            "odds": format.odds(parts[True][0] + parts[False][0]),
            "order": weights,
            book.FLIPS: format.blocks(parts[True][1]),
            book.PLACES: format.blocks(parts[False][1]),
            "search": search,
        },
    )


def _key(solution: Solution, k: int, weights: bytes) -> str:
    """A checksum of everything that the ranks of a tier depend on."""
    total = hashlib.sha256(weights + shapes.written())
    total.update(tier_path(solution.where, solution.rules, k + 1).read_bytes())
    for source in (flip_book_kernel.__file__, loops.__file__):
        total.update(Path(source).read_bytes())
    return f"flip-{solution.rules}-{k}-{total.hexdigest()[:24]}"


def _kept_ranks(path: Path, slots: int) -> U8 | None:
    """Ranks from an earlier run, if they are whole."""
    if not path.exists() or path.stat().st_size != slots:
        return None
    return np.fromfile(path, np.uint8)


def _keep_ranks(path: Path, ranks: U8) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, ranks.tobytes())


def asked(found: Targets, flipping: bool) -> tuple[Any, Any]:
    """For each slot, whether its step matters, and the steps that keep its value."""
    return (found.flipping(), found.flips) if flipping else (found.placing(), found.places)


def every(found: Targets, flipping: bool, tier: Numbering) -> Any:
    """For each slot, all legal steps."""
    if flipping:
        return found.legal
    free = 0xFFFF ^ tier.members
    both = np.zeros(len(free), np.uint64)
    for cell in range(16):
        both |= ((free >> cell & 1) * (3 << 2 * cell)).astype(np.uint64)
    return np.repeat(both, tier.slots // len(tier.members))


def _pack(tiers: list[U8]) -> tuple[list[list[int]], list[bytes]]:
    """The chances for each kind of tier, and all blocks."""
    groups = [1 << Numbering(k).side_bits for k in TIERS]
    first = [coder.contexts(symbols, group) for symbols, group in zip(tiers, groups, strict=True)]
    sets = []
    for kind in range(book.KINDS):
        these = [k for k in TIERS if format.kind(k) == kind]
        counted = coder.chances(
            np.concatenate([tiers[k] for k in these]), np.concatenate([first[k] for k in these])
        )
        sets.append(counted.tolist())
    packed = []
    for k in TIERS:
        for begin in range(0, len(tiers[k]), BLOCK):
            part = slice(begin, begin + BLOCK)
            packed.append(coder.pack(tiers[k][part], first[k][part], sets[format.kind(k)]))
    return sets, packed
