"""What a search costs the chip, counted on the computer.

One evaluation of a position costs the chip between 600 and 1800 cycles, by how many replies
wait and how many are looked up, so evaluations alone do not tell the time. But the kernel is
one flat function, and what each stretch of it costs is the same every time. So the plain
kernel is compiled once more with a counter in every stretch; how often each was passed in
slices whose cycles were measured on the chip gives the cycles of each (least squares), and
from then on cycles follow from counts. The search itself is the same, move for move.
"""

import ast
import linecache
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lodeboard.engine import flip_kernel
from lodeboard.engine.flip_player import LEVELS

if TYPE_CHECKING:
    from host_tools.bench_chip.positions import Position
    from lodeboard.engine.flip_player import FlipPlayer

FUNCTION = "flip_search"
COUNTS = "counts"
READY = 3  # columns for getting ready, before those of the levels
_JUMPS = (ast.Break, ast.Continue, ast.Return)

Counts = NDArray[np.float64]


class _Counters(ast.NodeTransformer):
    """Puts a counter at the head of every stretch of statements that runs as one."""

    def __init__(self) -> None:
        self.used = 0

    def _counter(self) -> ast.stmt:
        self.used += 1
        return ast.parse(f"{COUNTS}[{self.used - 1}] += 1").body[0]

    def stretch(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """These statements with counters: one in front, one after each that may jump away."""
        counted: list[ast.stmt] = [self._counter()]
        for at, statement in enumerate(statements):
            counted.append(self._inner(statement))
            jumps = any(isinstance(node, _JUMPS) for node in ast.walk(statement))
            if jumps and not isinstance(statement, _JUMPS) and at + 1 < len(statements):
                counted.append(self._counter())
        return counted

    def _inner(self, statement: ast.stmt) -> ast.stmt:
        for field in ("body", "orelse"):
            inner = getattr(statement, field, None)
            if inner:
                setattr(statement, field, self.stretch(inner))
        return statement


def counting_source(source: str) -> tuple[str, int]:
    """The kernel's module with counters in its function, and how many there are."""
    module = ast.parse(source)
    counters = _Counters()
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == FUNCTION:
            node.args.args.append(ast.arg(COUNTS))
            node.body = [node.body[0], *counters.stretch(node.body[1:])]
    return ast.unparse(ast.fix_missing_locations(module)), counters.used


class CountingKernel:
    """A kernel as FlipSearch takes it, which adds up in `counts` how often each stretch ran."""

    def __init__(self) -> None:
        import numba  # noqa: PLC0415  (takes most of a second)

        with open(flip_kernel.__file__, encoding="utf-8") as file:
            source, used = counting_source(file.read())
        name = "<counting kernel>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        names: dict[str, Any] = {}
        exec(compile(source, name, "exec"), names)
        self._search: Any = numba.njit(nogil=True)(names[FUNCTION])
        self._counts = np.zeros(used, np.int64)

    def __call__(
        self,
        state: MutableSequence[int],
        tables: MutableSequence[int],
        table: MutableSequence[int],
        budget: int,
    ) -> int:
        status: int = self._search(
            np.frombuffer(state, np.int32),  # type: ignore[call-overload]
            np.frombuffer(tables, np.uint8),  # type: ignore[call-overload]
            np.frombuffer(table, np.uint16),  # type: ignore[call-overload]
            budget,
            self._counts,
        )
        return status

    def take(self) -> Counts:
        """What was counted since the last time, with a 1 in front for the call of `run`."""
        counts = np.concatenate(([1.0], self._counts))
        self._counts[:] = 0
        return counts


class Slices:
    """One decision in slices, as the App has it: counts and evaluations of each."""

    def __init__(self, player: "FlipPlayer", kernel: CountingKernel, budget: int) -> None:
        self._player = player
        self._kernel = kernel
        self._budget = budget

    def of(self, position: "Position") -> tuple[Counts, list[int]]:
        """Counts of every slice (slices x stretches), and evaluations made in each.

        In front of the kernel's stretches stand the parts of getting ready, which are not in
        it: the first, by the tiles that lie; the second, by level; playing without a search.
        """
        player = self._player
        player.start(position.game(), position.level)
        self._kernel.take()
        rows: list[Counts] = []
        evals = []
        before = 0
        done = False
        while not done:
            done = player.run(self._budget)
            counts = self._kernel.take()
            ready = np.zeros(READY + len(LEVELS))
            if not counts[1:].any():
                ready[:2] = (1.0, position.tiles) if not rows else (0.0, 0.0)
                if rows:
                    ready[2] = done
                    ready[READY + position.level] = 1.0
            rows.append(np.concatenate((ready, counts)))
            now = player.search.evals
            evals.append(now - before if now >= before else now)
            before = now
        return np.array(rows), evals


def fit(counts: Counts, cycles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cycles of each stretch, by least squares over slices (slices x stretches, slices).

    Stretches that always run together share their cost; that changes no sum.
    """
    scale = np.sqrt((counts**2).mean(axis=0))
    scale[scale == 0] = 1.0
    # Short slices count as much as long ones do.
    weight = 1.0 / np.maximum(cycles, 1000.0) ** 0.5
    rows = counts / scale * weight[:, None]
    costs, *_ = np.linalg.lstsq(rows, cycles * weight, rcond=1e-7)
    result: NDArray[np.float64] = costs / scale
    return result
