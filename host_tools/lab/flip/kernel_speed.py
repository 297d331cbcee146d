"""Speed of the search kernel: leaf evaluations per second, CPython compared with Numba.

A leaf evaluation is one static evaluation after a completed turn; pruned replies do not count. Both
run the same searches from the same positions and must count the same.
"""

import inspect
import random
import time
from typing import TYPE_CHECKING, NamedTuple

from host_tools.build.compiled import compiled
from host_tools.games.moves import legal_moves, make_move
from host_tools.jobs.budgets import rounded
from host_tools.jobs.report import table
from lodeboard.games.contract import UNDECIDED, Game
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid

if TYPE_CHECKING:
    from lodeboard.games.flip.search import Kernel

SLOTS = 1024  # as on the board
POSITIONS = 4  # for each row
LIMIT = 30_000  # evaluations from each position
SECONDS = 0.3  # that each measurement lasts, about
NOTES = """\
A *leaf evaluation* is one static evaluation after a completed turn; pruned replies are not
counted. Both columns run the same kernel."""


class Row(NamedTuple):
    """Leaf evaluations per second; `numba` is None if it is not installed."""

    what: str
    evals: int
    cpython: float
    numba: float | None

    @property
    def ratio(self) -> float | None:
        return None if self.numba is None else self.numba / self.cpython


def speed() -> str:
    """Leaf evaluations per second, CPython and Numba side by side, as Markdown."""
    rows = []
    for row in bench_kernel(LIMIT, SECONDS):
        numba = "not installed" if row.numba is None else rounded(row.numba)
        ratio = "" if row.ratio is None else f"{row.ratio:.0f} x"
        rows.append([row.what, rounded(row.cpython), numba, ratio])
    return f"{NOTES}\n\n{table(['leaf evaluations a second', 'CPython', 'Numba', 'ratio'], rows)}"


def bench_kernel(limit: int, seconds: float) -> list[Row]:
    """A row for each rule set and stage of the game; each measurement lasts about `seconds`."""
    plain = inspect.unwrap(flip_search)
    compiled_kernel = compiled(flip_search)
    rows = []
    for rules in Flip.rule_sets:
        for tiles in (2, 6, 10):
            games = _positions(rules, tiles)
            evals, cpython = _rate(plain, games, limit, seconds)
            numba = None
            if compiled_kernel is not None:
                counted, numba = _rate(compiled_kernel, games, limit, seconds)
                if counted != evals:
                    raise RuntimeError(f"the compiled kernel counted {counted}, not {evals}")
            rows.append(Row(f"{rules}, {tiles} tiles", evals, cpython, numba))
    return rows


def _positions(rules: str, tiles: int) -> list[Game]:
    """Undecided positions of games of random moves."""
    source = random.Random(f"bench {rules} {tiles}")
    games: list[Game] = []
    while len(games) < POSITIONS:
        game = Flip(rules)
        for _ in range(tiles):
            if game.verdict() == UNDECIDED:
                make_move(game, source.choice(legal_moves(game)))
        if game.verdict() == UNDECIDED:
            games.append(game)
    return games


def _rate(kernel: "Kernel", games: list[Game], limit: int, seconds: float) -> tuple[int, float]:
    """Evaluations of one round through the games, and evaluations per second."""
    search = FlipSearch(build_tables(Grid(4, 4)), SLOTS, kernel)
    evals = _round(search, games, min(limit, 500))  # compiles; not timed
    evals = rounds = 0
    spent = 0.0
    while spent < seconds:
        start = time.perf_counter()
        evals = _round(search, games, limit)
        spent += time.perf_counter() - start
        rounds += 1
    return evals, evals * rounds / spent


def _round(search: FlipSearch, games: list[Game], limit: int) -> int:
    """Search each position with increasing depth until the limit is reached."""
    evals = 0
    for game in games:
        search.load(game)
        search.wipe()
        for horizon in range(search.root_tiles + 1, 17):
            search.begin(horizon, False, limit)
            search.run(NO_LIMIT)
        evals += search.evals
    return evals
