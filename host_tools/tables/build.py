"""Makes the board's tables from the solution and the learned weights, the same bit for bit."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.compiled import machine_code
from host_tools.firmware import FIRMWARE
from host_tools.solver.solution import Solution
from host_tools.tables import coder, format, loops, shapes
from host_tools.tables.coder import BLOCK, U8
from host_tools.tables.targets import Maker, Numbering, Targets, bound
from lodeboard.engine import flip_book as book
from lodeboard.engine import flip_book_words as words
from lodeboard.engine.flip_book_kernel import flip_order, flip_unpack
from lodeboard.games.grid import Grid

TABLES = FIRMWARE / "tables"
WEIGHTS = Path(__file__).with_name("weights")
PORTION = 2048  # slots that a worker takes on at once: half a second or so

TIERS = range(book.MOST_TILES + 1)


def table_path(rules: str, folder: Path = TABLES) -> Path:
    """Where the table of a rule set lies."""
    return folder / f"flip-{rules}.table"


def weights_path(rules: str) -> Path:
    """Where the learned weights are kept: the section "order" of the table."""
    return WEIGHTS / f"flip-{rules}.weights"


class Ranker:
    """The firmware's kernels, compiled, over many slots, on all threads."""

    def __init__(self, shapes: bytes, weights: bytes, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._weights = np.frombuffer(weights, np.uint8)
        self._shapes = np.frombuffer(shapes[4:], np.uint8)
        self._start = fresh_state(shapes)
        arrange, order = machine_code(loops.arrange), machine_code(flip_order)
        self._rank = bound(loops.rank_all, arrange, order)
        self._judge = bound(loops.judge_all, arrange, order)
        self._unpack = bound(loops.unpack_all, machine_code(flip_unpack))

    def ranks(
        self, tier: Numbering, flipping: bool, wanted: Any, keep: Any, each: Callable[[int], None]
    ) -> U8:
        """For the wanted slots of a tier, how many steps come before the first in `keep`."""
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
        """Of these slots, how many steps played are not in `keep`; the first such slot."""
        wrong = np.zeros(1, np.int64)
        count = self._judge(first, last, *tier.made, flipping, wanted, keep, symbols,
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
        """Do portions on all threads; `each(n)` hears of every n slots done. What `act`
        returned, in order."""
        jobs = [
            (self._pool.submit(act, at, min(at + PORTION, count)), min(PORTION, count - at))
            for at in range(0, count, PORTION)
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


def fresh_state(section: bytes) -> Any:
    """A state for flip_order, as the book sets it up from the section "shapes"."""
    state = np.zeros(words.ORDER_WORDS, np.int32)
    state[words.SHAPES] = int.from_bytes(section[:2], "little")
    state[words.SIZE] = int.from_bytes(section[2:4], "little")
    state[words.NEIGHBOURS : words.NEIGHBOURS + 64] = list(Grid(4, 4).neighbours)
    book.fill_words(state)  # type: ignore[arg-type]
    return state


def build(
    rules: str,
    solution: Solution,
    weights: bytes,
    search: bytes,
    tell: Callable[[int, bool, int], None],
) -> bytes:
    """The table of a rule set. `tell(k, flipping, n)` hears of every n slots done."""
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        maker = Maker(solution, pool, threads)
        ranker = Ranker(shapes.written(), weights, pool)
        symbols: dict[bool, list[U8]] = {True: [], False: []}
        for k in TIERS:
            tier, found = Numbering(k), maker.make(k)
            for flipping in (True, False):
                wanted, keep = asked(found, flipping)
                unsure = wanted & (keep != every(found, flipping, tier))
                ranks = ranker.ranks(tier, flipping, unsure, keep, partial(tell, k, flipping))
                # Where all steps keep the value the first does, and where nothing is asked or
                # lost it does not matter: 0 is the cheapest.
                symbols[flipping].append(np.where(ranks == loops.DONT_CARE, 0, ranks))
    parts = {flipping: _pack(symbols[flipping]) for flipping in (True, False)}
    return format.assemble(
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


def asked(found: Targets, flipping: bool) -> tuple[Any, Any]:
    """Of each slot, whether its step matters, and the steps that keep its value."""
    return (found.flipping(), found.flips) if flipping else (found.placing(), found.places)


def every(found: Targets, flipping: bool, tier: Numbering) -> Any:
    """Of each slot, all legal steps."""
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
        for at in range(0, len(tiers[k]), BLOCK):
            part = slice(at, at + BLOCK)
            packed.append(coder.pack(tiers[k][part], first[k][part], sets[format.kind(k)]))
    return sets, packed
