"""What thinking costs the chip, counted on the computer.

One evaluation of a position costs the chip between 600 and 1800 cycles, by how many replies
wait and how many are looked up, so evaluations alone do not give the time. But what a stretch
of code costs is the same every time. So what thinks is compiled once more with counters: the
kernels with one in every stretch, the Python around them, which is slow but rarely runs, with
one in every function and loop. How often each was passed in slices whose cycles were measured
on the chip gives the cycles of each (least squares), and from then on cycles follow from
counts. The thinking itself is the same, move for move.
"""

import ast
import functools
import importlib
import linecache
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from host_tools.build import compiled
from host_tools.build.inline import inlined
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table

if TYPE_CHECKING:
    from types import ModuleType

COUNTS = "TIMES_RUN"  # no name that the firmware has
_JUMPS = (ast.Break, ast.Continue, ast.Return)
_ARRAYS = {"i": np.int32, "H": np.uint16, "B": np.uint8}

Counts = NDArray[np.float64]


class Thinking(NamedTuple):
    """What thinks about a game: the kernels' functions by name and where they are written; the
    Python around them, each module after what it imports, the player last."""

    kernels: "dict[str, ModuleType]"
    around: tuple[str, ...]
    player: str


class _Counters(ast.NodeTransformer):
    """Puts counters into what it visits; `used` of them so far."""

    def __init__(self, used: int = 0) -> None:
        self.used = used

    def counter(self) -> ast.stmt:
        self.used += 1
        return ast.parse(f"{COUNTS}[{self.used - 1}] += 1").body[0]


class _Stretches(_Counters):
    """A counter at the head of every stretch of statements that runs as one."""

    def stretch(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """These statements with counters: one in front, one after each that may jump away."""
        counted: list[ast.stmt] = [self.counter()]
        for at, statement in enumerate(statements):
            counted.append(self._inner(statement))
            jumps = any(isinstance(node, _JUMPS) for node in ast.walk(statement))
            if jumps and not isinstance(statement, _JUMPS) and at + 1 < len(statements):
                counted.append(self.counter())
        return counted

    def _inner(self, statement: ast.stmt) -> ast.stmt:
        for field in ("body", "orelse"):
            inner = getattr(statement, field, None)
            if inner:
                setattr(statement, field, self.stretch(inner))
        return statement


class _Rounds(_Counters):
    """A counter at the head of every function and loop; what a module imports from one of
    `made`, it takes from there."""

    def __init__(self, used: int, made: dict[str, dict[str, Any]]) -> None:
        super().__init__(used)
        self._made = made

    def visit(self, node: ast.AST) -> Any:
        self.generic_visit(node)
        if isinstance(node, ast.ImportFrom) and node.module in self._made:
            taken = [
                f"{alias.asname or alias.name} = MADE[{node.module!r}][{alias.name!r}]"
                for alias in node.names
            ]
            return ast.parse("\n".join(taken)).body
        if isinstance(node, ast.FunctionDef | ast.For | ast.While):
            node.body.insert(0, self.counter())
        return node


def counting_source(source: str, function: str) -> tuple[str, int]:
    """A kernel's module, inlined, with counters in one function, and how many there are."""
    module = ast.parse(inlined(source))
    counters = _Stretches()
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            node.args.args.append(ast.arg(COUNTS))
            node.body = [node.body[0], *counters.stretch(node.body[1:])]
    return ast.unparse(ast.fix_missing_locations(module)), counters.used


def _source(module: "ModuleType") -> str:
    return Path(str(module.__file__)).read_text(encoding="utf-8")


class CountingKernel:
    """A kernel's function, to be called as it is, which adds up how often each stretch of it ran.

    module: where it is written."""

    def __init__(self, function: str, module: "ModuleType") -> None:
        import numba  # noqa: PLC0415  (takes most of a second)

        source, used = counting_source(_source(module), function)
        name = f"<counting {function}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        names: dict[str, Any] = {}
        exec(compile(source, name, "exec"), names)
        self._function: Any = numba.njit(nogil=True)(names[function])
        self.counts = np.zeros(used, np.int64)
        functools.update_wrapper(self, getattr(module, function))

    def __call__(self, *arguments: Any) -> int:
        *arrays, budget = arguments
        views = [np.frombuffer(array, _ARRAYS[memoryview(array).format]) for array in arrays]
        status: int = self._function(*views, budget, self.counts)
        return status


class Counting:
    """The machine's player with counters in what it runs. `player` makes one, in the state
    after power-on; `take` gives what all of them did."""

    def __init__(self, thinking: Thinking) -> None:
        self._kernels = {name: CountingKernel(name, at) for name, at in thinking.kernels.items()}
        self._rounds: list[int] = []
        made: dict[str, dict[str, Any]] = {}
        for module in thinking.around:
            tree = ast.parse(_source(importlib.import_module(module)))
            counters = _Rounds(len(self._rounds), made)
            tree = ast.fix_missing_locations(counters.visit(tree))
            self._rounds += [0] * (counters.used - len(self._rounds))
            names = {"__name__": module, COUNTS: self._rounds, "MADE": made}
            exec(compile(tree, f"<counting {module}>", "exec"), names)
            made[module] = names
        self._make: Callable[..., Any] = made[thinking.around[-1]][thinking.player]

    def player(self) -> Any:
        """A player as the game's plugin makes it."""
        with compiled.bound(*self._kernels.values()):
            return self._make(open_table, Memory())

    def slices(self, player: Any, game: Any, level: int, budget: int) -> Iterator[Counts]:
        """A decision of a player made here, slice by slice: what was counted in each."""
        player.start(game, level)
        self.take()
        done = False
        while not done:
            done = player.run(budget)
            yield self.take()

    def take(self) -> Counts:
        """What was counted since the last time, with a 1 in front for the call of `run`."""
        parts = [kernel.counts for kernel in self._kernels.values()]
        counts = np.concatenate([[1.0], self._rounds, *parts])
        self._rounds[:] = [0] * len(self._rounds)
        for part in parts:
            part[:] = 0
        return counts


def fit(counts: Counts, cycles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cycles of each stretch, by least squares over slices (slices x counters, slices).

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
