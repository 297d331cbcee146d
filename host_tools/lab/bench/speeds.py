"""Speed of all parts on this computer. Each part yields one table."""

import statistics
import time

from host_tools.games.analysis.perft import perft
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs import report
from host_tools.jobs.budgets import rounded
from host_tools.lab.bench.emulated import bench_emulated
from host_tools.lab.bench.replies import compiling_table, replies_table
from host_tools.lab.bench.simulator import bench_light, bench_ticks
from host_tools.lab.experiment import Experiment, Measured, Part
from host_tools.lab.flip import kernel_speed
from lodeboard.system.loader import make_game

PERFT_DEPTH = 3
NOTES = """\
*Perft* counts whole moves from the first position of each game; the last of each sequence is
counted without being made. *Magnet to light* is board time from a tile coming to rest to the light
that answers it, debounce included: middle of the trials, and range. *The emulated chip* is timed
in processor time of one core, by turns with its compiled core and with rp2040py alone; 1 x is the
speed of a real board. *The first reply* is processor time from a process's start to its answer, in
the first position and in six after one to six turns by chance, where nothing has been compiled yet;
what is compiled beside it, in a process of its own at the lowest priority, is counted apart."""


def board_table() -> str:
    """The simulated board, and the rules of all games."""
    rows = []
    for name in GAMES:
        sequences, rate = perft_rate(name, PERFT_DEPTH)
        what = f"perft {PERFT_DEPTH} of {host_game(name).title}, {sequences} sequences"
        rows.append([what, f"{rounded(rate)} sequences a second"])
    rows += [[what, f"{rounded(ticks)} ticks a second"] for what, ticks in bench_ticks().items()]
    for what, delays in bench_light().items():
        middle = statistics.median(delays)
        figure = f"{middle:.0f} ms ({min(delays)} to {max(delays)})"
        rows.append([f"magnet to light, {what}", figure])
    return report.table(["measured", "figure"], rows)


def emulated_table() -> str:
    """The emulated chip, its compiled core beside rp2040py alone."""
    rows = [
        [
            what,
            f"{speed.compiled:.2f} x",
            f"{speed.rp2040py:.2f} x",
            f"{speed.compiled / speed.rp2040py:.1f}",
        ]
        for what, speed in bench_emulated().items()
    ]
    return report.table(["emulated chip", "compiled core", "rp2040py", "ratio"], rows)


def perft_rate(name: str, depth: int) -> tuple[int, float]:
    """Counts the move sequences of length `depth` from a game's start; returns how many per
    second."""
    start = time.perf_counter()
    sequences = perft(make_game(name), depth)
    return sequences, sequences / (time.perf_counter() - start)


def kernel_table() -> str:
    """The speed of the flip tiles search kernel."""
    return f"## {host_game('flip').title}\n\n{kernel_speed.speed()}"


#: By name, in page order.
PARTS = {
    "board": board_table,
    "replies": replies_table,
    "compiling": compiling_table,
    "emulated": emulated_table,
    "flip": kernel_table,
}


def measure(part: Part, _: int) -> Measured:
    """The table of a part."""
    return Measured(1, PARTS[part.name]())


EXPERIMENT = Experiment(
    name="bench",
    unit="parts",
    tally=Measured,
    in_batch=1,
    plan=lambda: {Part(name): 1 for name in PARTS},
    trial=measure,
    title="How fast it is",
    body=lambda results: "\n\n".join([NOTES, *(part.figures for part in results.values())]),
)
