"""Where the time of solving flip tiles goes, and what memory and arithmetic would allow:

lodeboard lab flip-solver            on standard output
lodeboard lab flip-solver --write    into docs/measured/flip-solver.md

Solves a rule set on one thread, in a folder that goes again: a minute or so, 900 MB of memory.
"""

import argparse
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from host_tools import ROOT
from host_tools.games.flip.solver.compute import Solver
from host_tools.games.tiers.solve import Report, solver_code
from host_tools.games.tiers.store import Scores
from host_tools.jobs.report import circumstances, table, write_page
from lodeboard.games.flip.rules import Flip

PAGE = ROOT / "docs" / "measured" / "flip-solver.md"
TITLE = "Solving flip tiles: where the time goes"
COMMAND = "lodeboard lab flip-solver --write"
PARTS = ("placements", "flips", "packing")
_BIG = 1 << 28  # bytes: more than any cache holds
_BLOCK = 1 << 13  # bytes: a block of scores
_TURNS = 20_000


class Profile(Solver):
    """A solver that notes the processor's seconds, of all threads, by tier and part."""

    def __init__(self, rules: str, where: Path) -> None:
        super().__init__(rules, where, 1)
        self.spent: dict[tuple[int, str], float] = defaultdict(float)

    def run_pass(
        self, arguments: tuple[Any, ...], pool: ThreadPoolExecutor, each: Callable[[float], None]
    ) -> None:
        _, _, k, placing, *_ = arguments
        begun = time.process_time()
        super().run_pass(arguments, pool, each)
        self.spent[k, PARTS[0] if placing else PARTS[1]] += time.process_time() - begun

    def write(self, tier: int, scores: Scores, pool: ThreadPoolExecutor, report: Report) -> None:
        begun = time.process_time()
        super().write(tier, scores, pool, report)
        self.spent[tier, PARTS[2]] += time.process_time() - begun


def look_up(reached, across, found, turns):  # type: ignore[no-untyped-def]
    """The inner loop of `kernel.solve_blocks` and nothing else: scores read by a list from a block
    that the first cache holds."""
    for turn in range(turns):
        start = np.uint64(turn & 1)
        for m in range(np.uint64(len(across))):
            found[m] = reached[start + across[m]]


def limits() -> tuple[float, float, float]:
    """Gigabytes a second that one core reads, and copies (those read and those written counted),
    in one plain pass; nanoseconds of a look-up in a block."""
    source = np.ones(_BIG, np.int8)
    target = np.ones(_BIG, np.int8)
    begun = time.process_time()
    source.max()
    read = _BIG / (time.process_time() - begun)
    begun = time.process_time()
    np.copyto(target, source)
    copied = 2 * _BIG / (time.process_time() - begun)
    across = np.random.default_rng(1).permutation(_BLOCK).astype(np.uint64)
    block = np.ones(_BLOCK + 1, np.int8)
    found = np.empty(_BLOCK, np.int8)
    code = solver_code(look_up)
    code(block, across, found, 1)
    begun = time.process_time()
    code(block, across, found, _TURNS)
    return read / 1e9, copied / 1e9, 1e9 * (time.process_time() - begun) / _TURNS / _BLOCK


def body(rules: str) -> str:
    """The page, under its title."""
    with tempfile.TemporaryDirectory() as folder:
        solver = Profile(rules, Path(folder))
        solver.compile()
        begun = time.process_time()
        solver.run(lambda _: None)
        whole_s = time.process_time() - begun
    slots = {k: solver.slots(k) for k in solver.order}
    total = sum(slots.values())
    rows = []
    looks = 0.0
    for k in solver.order:
        looks += slots[k] * solver.looks(k)
        if slots[k] < total // 1000:
            continue
        spent = [solver.spent[k, part] for part in PARTS]
        rows.append(
            [str(k), f"{slots[k]:,}", f"{solver.looks(k):.1f}"]
            + [f"{1e9 * each / slots[k]:.1f}" for each in [*spent, sum(spent)]]
            + [f"{sum(spent):.1f} s"]
        )
    parts = [sum(solver.spent[k, part] for k in solver.order) for part in PARTS]
    rows.append(
        ["all", f"{total:,}", f"{looks / total:.1f}"]
        + [f"{1e9 * each / total:.1f}" for each in [*parts, whole_s]]
        + [f"{whole_s:.1f} s"]
    )
    read, copied, look_ns = limits()
    titles = ["tiles", "slots", "looks a slot", *(f"{part}, ns" for part in PARTS), "all, ns"]
    return f"""\
**{1e9 * whole_s / total:.1f} ns of a core a slot** under `{rules}`: {whole_s:.0f} s of the
processor for {total:,} slots, files included.

{table([*titles, "all"], rows)}

Nanoseconds are of one core, for each slot. *Placements* and *flips* are the two passes of
`kernel.solve_blocks`; *packing* is compressing, checksums and writing. A *look* reads one score;
their number is what the rules let expect, and rows that the rules decide need none. Tiers of fewer
tiles are in the last line only.

## What the machine would allow

| what | measured | for a slot |
|---|---|---|
| memory: one core reads in a plain pass | {read:.0f} GB/s | \
{looks / total / read:.1f} ns, if every look came from memory |
| memory: one core copies | {copied:.0f} GB/s | {4 / copied:.1f} ns, to read the tier \
before and write one, in both passes |
| arithmetic: a look in the first cache, by a list | {look_ns:.2f} ns | \
{looks / total * look_ns:.1f} ns |

So memory is no limit: blocks of at most 16 KiB are read in one piece each, and stay in the first
cache while they are. The looks are one: they would take {looks / total * look_ns:.1f} ns, of the \
{1e9 * (parts[0] + parts[1]) / total:.1f} ns that both
passes take with the lists of each block and each act, minima, and what the rules decide. Packing
takes {1e9 * parts[2] / total:.1f} ns, nearly all of it zstd's level 6.

## What made it faster

Until 2026-11-25 one pass looked, for every flip, at all placements after it, and a slot took 45 ns.

- **Two passes.** What a flip leads to is an arrangement of as many tiles. So the best placement is
  found once for every arrangement, and then the best flip: for f flips and p placements that makes
  f + p looks, not f p. A slot needs {looks / total:.1f} looks that way instead of 25.
- **Rows.** One player's sides depend on that player's only, so a block is read row by row, the same
  list of columns for each row, with minima apart: 16 or more to an instruction. The compiler took
  the earlier loop apart into single bytes.
- **Unsigned places.** A signed index is tested for counting from the end.
- **Lists without branches.** Which bit a tile's side is, is a look in a table of set bits.
- **What the rules decide**, a line of one player or of the other, is looked up once a row and once
  a column; rows that it decides are left out.

The files are the same, byte for byte, under both rule sets. Two things were not done. zstd's level
3 takes 2.1 ns instead of 7.7 in the tier of 12 tiles, for 14 % more bytes and other files. To read
16 columns at a time would take byte shuffles of the processor that Numba does not reach."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="lodeboard lab flip-solver",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rules", choices=Flip.rule_sets, default=Flip.rule_sets[0])
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    args = parser.parse_args(arguments)
    text = body(args.rules)
    if args.write:
        write_page(PAGE, TITLE, COMMAND, text)
        print(PAGE.relative_to(ROOT))
    else:
        print(f"{circumstances(COMMAND)}\n\n{text}")
    return 0
