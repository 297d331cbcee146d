"""How fast everything is, as a Markdown table.

python -m host_tools.bench            print the figures
python -m host_tools.bench --write    and keep them in docs/measured/bench.md
"""

import argparse
import statistics
import sys
import time

from host_tools import ROOT
from host_tools.analysis.perft import perft
from host_tools.bench.kernel import bench_kernel
from host_tools.bench.simulator import bench_light, bench_ticks
from host_tools.jobs import report
from lodeboard.games.flip.rules import Flip

PAGE = ROOT / "docs" / "measured" / "bench.md"
PERFT_DEPTH = 3
NOTES = """\
A *leaf evaluation* is one static evaluation after a completed turn; pruned replies are not
counted. Both columns run the same kernel from the same positions. *Perft* counts whole moves; the
last of each sequence is counted without being made. *Magnet to light* is board time from a tile
coming to rest to the light that answers it, debounce included: middle of the trials, and range."""


def kernel_table() -> str:
    """Leaf evaluations a second, CPython and Numba side by side."""
    rows = []
    for row in bench_kernel():
        numba = "not installed" if row.numba is None else thousands(row.numba)
        ratio = "" if row.ratio is None else f"{row.ratio:.0f} x"
        rows.append([row.what, thousands(row.cpython), numba, ratio])
    return report.table(["leaf evaluations a second", "CPython", "Numba", "ratio"], rows)


def other_table() -> str:
    """Everything that has but one figure."""
    sequences, rate = perft_rate(PERFT_DEPTH)
    rows = [
        [f"perft {PERFT_DEPTH}, {sequences} sequences", f"{thousands(rate)} sequences a second"]
    ]
    rows += [[what, f"{thousands(ticks)} ticks a second"] for what, ticks in bench_ticks().items()]
    for what, delays in bench_light().items():
        middle = statistics.median(delays)
        figure = f"{middle:.0f} ms ({min(delays)} to {max(delays)})"
        rows.append([f"magnet to light, {what}", figure])
    return report.table(["measured", "figure"], rows)


def perft_rate(depth: int) -> tuple[int, float]:
    """Sequences of `depth` moves from the empty board, and how many a second are counted."""
    start = time.perf_counter()
    sequences = perft(Flip(), depth)
    return sequences, sequences / (time.perf_counter() - start)


def thousands(rate: float) -> str:
    """A rate to three figures, thousands apart."""
    digits = max(0, len(str(int(rate))) - 3)
    return f"{round(rate, -digits):,.0f}".replace(",", " ")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--write", action="store_true", help=f"also write docs/measured/{PAGE.name}"
    )
    chosen = parser.parse_args(arguments)
    tables = f"{kernel_table()}\n\n{other_table()}"
    print(tables)
    if chosen.write:
        report.write_page(
            PAGE, "How fast it is", "python -m host_tools.bench", f"{NOTES}\n\n{tables}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
