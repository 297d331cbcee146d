"""Proves the tables: plays every position whose step comes from one, and checks it against the
solution.

Every slot of every tier in a table is decoded and played by the firmware's own kernels, compiled,
from the bytes that the board reads. Results are cached for the user under checksums of table,
solution and sources, so that a run continues where the last one ended.
"""

import hashlib
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.flip.tables import loops
from host_tools.games.flip.tables.build import TIERS, Ranker, asked
from host_tools.games.flip.tables.coder import BLOCK, U8
from host_tools.games.flip.tables.format import kind
from host_tools.games.flip.tables.targets import Maker, Numbering
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.interrupt import between_steps
from host_tools.jobs.notes import read_notes, write_notes
from lodeboard.games.book_file import BookError
from lodeboard.games.flip import book
from lodeboard.games.flip.book import Book

PART = 1 << 16  # slots that are proved and recorded together


@dataclass
class Proof:
    """The coverage of one tier and one look-up, in slots."""

    k: int
    flipping: bool
    slots: int
    matter: int  # undecided and not lost: the step played was checked
    decided: int  # decided before the turn, no flip to make, or never asked
    lost: int
    misses: int = 0
    wrong: list[int] = field(default_factory=list)  # the first slots that were


class Reader:
    """A table as the board's own book reads it, with every page checked."""

    def __init__(self, rules: str, path: Path) -> None:
        def open_table(_: str) -> Any:
            file: BinaryIO = path.open("rb")
            return file

        if not path.exists():
            raise BookError(f"there is no table {path}: lodeboard tables build makes it")
        self._book = Book(open_table, rules)

    def section(self, name: str) -> bytes:
        """All of a section."""
        length = self._book.section(name)[1]
        found = bytearray(length)
        self._book.read(name, 0, found, 0, length)
        return bytes(found)

    def close(self) -> None:
        self._book.close()


class Verifier:
    """Proves one rule set's table. Raises BookError if the table cannot be read."""

    def __init__(self, rules: str, solution: Solution, path: Path, notes: Path | None = None):
        self._rules = rules
        self._solution = solution
        reader = Reader(rules, path)
        names = ("shapes", "order", "odds", book.FLIPS, book.PLACES)
        self._sections = {name: reader.section(name) for name in names}
        reader.close()
        self._notes = (notes or cache_folder() / "proofs") / f"{self._key(path)}.json"
        # By part: how many misses it has, and the first of them.
        self._done = read_notes(self._notes, dict[str, list[int]]) or {}

    def _key(self, path: Path) -> str:
        """A checksum of the table, the tiers of the solution it is compared with, and the code that
        plays it."""
        total = hashlib.sha256(path.read_bytes())
        firmware = Path(book.__file__).parent
        sources = [*firmware.glob("book*.py"), Path(loops.__file__)]
        sources += [firmware.parent / "book_file.py", firmware / "lookup.py"]
        for source in [*sorted(sources), Path(__file__)]:
            total.update(source.read_bytes())
        for k in TIERS:
            total.update(tier_path(self._solution.where, self._rules, k + 1).read_bytes())
        return f"flip-{self._rules}-{total.hexdigest()[:24]}"

    def run(
        self, each: Callable[[int, bool, int], None], tiers: Iterable[int] = TIERS
    ) -> list[Proof]:
        """Prove these tiers; `each(k, flipping, n)` is called after every n slots."""
        threads = os.cpu_count() or 1
        proofs = []
        with between_steps(each) as reported, ThreadPoolExecutor(threads) as pool:
            maker = Maker(self._solution, pool, threads)
            ranker = Ranker(self._sections["shapes"], self._sections["order"], pool)
            for k in tiers:
                tier, found = Numbering(k), maker.make(k)
                for flipping in (True, False):
                    wanted, keep = asked(found, flipping)
                    lost = int((found.turn[found.verdict == 0] < 0).sum()) if flipping else int(
                        (found.worth[found.asked == 1] < 0).sum()
                    )  # fmt: skip
                    matter = int(wanted.sum())
                    rest = tier.slots - matter - lost
                    proof = Proof(k, flipping, tier.slots, matter, rest, lost)
                    symbols = self._symbols(ranker, tier, flipping)
                    for first in range(0, tier.slots, PART):
                        last = min(first + PART, tier.slots)
                        name = f"{k} {'flips' if flipping else 'places'} {first}"
                        if name not in self._done:
                            self._done[name] = self._prove(
                                ranker, tier, flipping, wanted, keep, symbols, first, last,
                                partial(reported, k, flipping),
                            )  # fmt: skip
                            write_notes(self._notes, self._done)
                        else:
                            reported(k, flipping, last - first)
                        misses, wrong = self._done[name]
                        proof.misses += misses
                        if misses:
                            proof.wrong.append(wrong)
                    proofs.append(proof)
        return proofs

    def _prove(
        self, ranker: Ranker, tier: Numbering, flipping: bool, wanted: Any, keep: Any,
        symbols: U8, first: int, last: int, each: Callable[[int], None],
    ) -> list[int]:  # fmt: skip
        def act(low: int, high: int) -> tuple[int, int]:
            return ranker.misses(tier, flipping, wanted, keep, symbols, first + low, first + high)

        said = ranker.spread(last - first, act, each)
        wrong = [slot for count, slot in said if count]
        return [sum(count for count, _ in said), wrong[0] if wrong else 0]

    def _symbols(self, ranker: Ranker, tier: Numbering, flipping: bool) -> U8:
        """All symbols of a tier, from the table's bytes."""
        section = self._sections[book.FLIPS if flipping else book.PLACES]
        blocks = [-(-Tier(k).slots // BLOCK) for k in TIERS]
        before = sum(blocks[: tier.k])
        start = 3 * (sum(blocks) + 1)
        ends = [
            int.from_bytes(section[3 * index : 3 * index + 3], "little")
            for index in range(before, before + blocks[tier.k] + 1)
        ]
        index = 2 * book.CONTEXTS * (kind(tier.k) + (0 if flipping else book.KINDS))
        odds = np.frombuffer(self._sections["odds"], "<u2", book.CONTEXTS, index)
        parts = []
        for number in range(blocks[tier.k]):
            count = min(BLOCK, tier.slots - number * BLOCK)
            codes = section[start + ends[number] : start + ends[number + 1]]
            parts.append(ranker.symbols(codes, odds, count, 1 << tier.side_bits))
        return np.concatenate(parts)
