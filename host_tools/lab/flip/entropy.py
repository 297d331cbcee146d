"""What other contexts would save of the tables' bytes:

lodeboard lab flip-entropy

Entropies of the first bits of the symbols of both rule sets, tiers of six and seven tiles, each
with the best chances for its contexts. Reads the tables and the solution (`lodeboard solve flip`).
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables import coder
from host_tools.games.flip.tables.build import Ranker, asked, every, table_path
from host_tools.games.flip.tables.coder import I64, U8
from host_tools.games.flip.tables.targets import Maker, Numbering
from host_tools.games.flip.tables.verify import Verifier
from host_tools.jobs.command import Parser
from host_tools.jobs.report import table
from lodeboard.games.flip.rules import Flip

TIERS = (6, 7)
_BEFORE = 3  # blocks
_MANY = 15  # of a group's symbols; more count as so many
_SHARES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5)


class Tables(Verifier):
    """A table's symbols."""

    def symbols(self, tier: Numbering, flipping: bool, pool: ThreadPoolExecutor) -> U8:
        ranker = Ranker(self._sections["shapes"], self._sections["order"], pool)
        return self._symbols(ranker, tier, flipping)


def entropy_bytes(contexts: I64, ones: Any) -> float:
    """What bits cost, each context's coded with the chance that it has over all."""
    number = np.unique(contexts, return_inverse=True)[1]
    count = np.bincount(number)
    one = np.bincount(number, weights=ones)
    chance = (one + 0.4) / (count + 0.8)
    bits = -(one * np.log2(chance) + (count - one) * np.log2(1 - chance))
    return float(bits.sum()) / 8


def first_bits(symbols: U8, group: int, matter: Any) -> dict[str, float]:
    """Bytes that the first bits take, by kind of context. group: symbols that differ in sides
    only. matter: of each symbol, whether it may not be any."""
    ones = symbols > 0
    grid = ones.reshape(-1, group).astype(np.int64)
    now = coder.contexts(symbols, group)
    place = np.tile(np.arange(group), len(grid))
    which = np.zeros_like(grid)
    for bit in range(group.bit_length() - 1):
        known = np.flatnonzero(np.arange(group) >> bit & 1)
        which[:, known] |= grid[:, known ^ (1 << bit)] << bit
    before = np.zeros(len(symbols), np.int64)
    for back in range(1, _BEFORE + 1):
        before[back * group :] |= ones[: -back * group].astype(np.int64) << (back - 1)
    share = np.roll(grid.mean(axis=1), 1)
    share[0] = 0
    shares = np.repeat(np.digitize(share, _SHARES), group)
    earlier = np.minimum((np.cumsum(grid, axis=1) - grid).ravel(), _MANY)
    counted = (place * 64 + now) * (_MANY + 1) + earlier
    return {
        "as now: neighbours decoded, and those not 0": entropy_bytes(now, ones),
        "which neighbours are not 0, by place in the group": entropy_bytes(
            place << 8 | which.ravel(), ones
        ),
        "as now, and the same sides in the three blocks before": entropy_bytes(
            now << _BEFORE | before, ones
        ),
        "as now, and the share of others than 0 in the block before": entropy_bytes(
            now * 8 + shares, ones
        ),
        "as now, and how many before in the group are not 0, by place": entropy_bytes(
            counted, ones
        ),
        "the last three together": entropy_bytes((counted << _BEFORE | before) * 8 + shares, ones),
        "as now, if symbols that may be any took nothing": entropy_bytes(now[matter], ones[matter]),
    }


def later_bits(symbols: U8, group: int) -> float:
    """Bytes that the bits after the first take, in their contexts of now."""
    some = np.minimum(coder.contexts(symbols, group) & 7, 2)
    total = 0.0
    for level in range(1, int(symbols.max(initial=0)) + 1):
        there = symbols >= level
        total += entropy_bytes(some[there], symbols[there] > level)
    return total


def main(words: list[str]) -> int:
    Parser(prog="lodeboard lab flip-entropy", description=__doc__).parse_args(words)
    total: dict[str, float] = {}
    later = 0.0
    with ThreadPoolExecutor(1) as pool:
        for rules in Flip.rule_sets:
            solution = Solution(rules)
            tables = Tables(rules, solution, table_path(rules))
            maker = Maker(solution, pool, 1)
            for k in TIERS:
                tier, found = Numbering(k), maker.make(k)
                for flipping in (True, False):
                    wanted, keep = asked(found, flipping)
                    matter = wanted & (keep != every(found, flipping, tier))
                    symbols = tables.symbols(tier, flipping, pool)
                    group = 1 << tier.side_bits
                    for name, size in first_bits(symbols, group, matter).items():
                        total[name] = total.get(name, 0.0) + size
                    later += later_bits(symbols, group)
            solution.close()
    rows = [[name, f"{size / 1000:.1f}"] for name, size in total.items()]
    print(table(["first bits, in which contexts", "KB"], rows))
    print(f"The bits after the first: {later / 1000:.1f} KB.")
    return 0
