"""Learns the order's weights from the solution: lodeboard lab flip-table-order

For decisions drawn at random from all tables' tiers, the weights are moved so that the steps
which keep the value have as much of the softmax of all scores as can be (stochastic gradient
descent, each weight's rate falling with what it has been moved by). The weights that come of it
are rounded to bytes and kept beside this file. The tables are made from those, so to make the
same tables no training is needed, which takes a quarter of an hour for a rule set and a core.

The weights that are kept were learned by this method before the program had its present form,
from weights that had been learned without the look ahead. A run of it gives others.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.build.compiled import machine_code
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables import learn, loops, shapes
from host_tools.games.flip.tables.build import weights_path
from host_tools.games.flip.tables.targets import Maker, Numbering
from host_tools.jobs.command import Parser
from lodeboard.games.flip import book_layout as words
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.shapes import fill_words
from lodeboard.games.grid import Grid

SEED = 1
DECISIONS = 280_000  # of either kind from the tier of seven tiles, in a pass
PASSES = 4
RATE = 0.3
SLOWER = 0.55  # the rate's factor from pass to pass
QUICK_MORE = 0.4
SCALE = 24  # of a weight's byte
#: Tiers, and by how much fewer decisions come from them.
SHARES = {7: 1, 6: 4, 5: 10, 4: 60}
_PORTION = 10_000


class Trainer:
    """Weights in training: `weights[0]` for positions between flip and placement."""

    def __init__(self, rules: str, solution: Solution) -> None:
        import numba  # noqa: PLC0415  (takes most of a second)

        self.rules = rules
        found, size = shapes.shapes()
        self.weights = np.zeros((2, size), np.float32)
        self._squares = np.zeros((2, size), np.float32)
        state = np.zeros(words.ORDER_WORDS, np.int32)
        fill_words(state)  # type: ignore[arg-type]
        cells = np.zeros((len(found), 6), np.int64)
        for at, shape in enumerate(found):
            cells[at, : len(shape.cells)] = shape.cells
        self._shapes = (
            np.array([shape.begin for shape in found]),
            np.array([len(shape.cells) for shape in found]),
            cells,
            np.array([shape.beside for shape in found]),
            state[words.WORDS : words.WORDS + 270].astype(np.int64),
        )
        self._neighbours = np.frombuffer(Grid(4, 4).neighbours, np.uint8).astype(np.int64)
        self._helpers = [machine_code(loops.arrange)]
        for helper in (
            learn.contents, learn.seen_from_there, learn.worth_of, learn.lay, learn.take_back,
            learn.empty_cells, learn.look, learn.judge, learn.move,
        ):  # fmt: skip
            self._helpers.append(machine_code(helper))
        self._learn: Any = numba.njit(nogil=True)(learn.learn)
        with ThreadPoolExecutor(2) as pool:
            maker = Maker(solution, pool, 2)
            self._targets = {k: maker.make(k) for k in SHARES}

    def a_pass(self, number: int, decisions: int) -> Any:
        """Learn from so many decisions of either kind; for placements and flips how many there
        were, bits lost in all, and right first choices."""
        source = np.random.default_rng([SEED, number])
        reported = np.zeros((2, 3))
        portions = []
        for k, share in SHARES.items():
            drawn = self._draw(k, max(1, decisions // share), source)
            size = len(drawn[0])
            for at in range(0, size, _PORTION):
                portions.append((k, [part[at : at + _PORTION] for part in drawn]))
        rate = np.float32(RATE * SLOWER**number)
        for at in source.permutation(len(portions)):
            k, part = portions[at]
            self._learn(
                *self._helpers, *part, QUICK_MORE, *Numbering(k).made, self._neighbours,
                self._shapes, self.weights, self._squares, rate, reported,
            )  # fmt: skip
        return reported

    def _draw(self, k: int, decisions: int, source: np.random.Generator) -> list[Any]:
        """Decisions of a tier in random order: what each is, slots, keeping and quick steps."""
        found = self._targets[k]
        parts = []
        for flipping in (0, 1):
            if flipping:
                useful = found.flipping() & (found.flips != found.legal)
                keep, quick, worth = found.flips, found.quick_flips, found.turn
            else:
                useful, keep = found.placing(), found.places
                quick, worth = found.quick, found.worth
            slots = source.permutation(np.flatnonzero(useful))[:decisions]
            quicker = np.where(worth[slots] > 0, quick[slots], np.uint64(0))
            parts.append([np.full(len(slots), flipping), slots, keep[slots], quicker])
        joined = [np.concatenate(pair) for pair in zip(*parts, strict=True)]
        order = source.permutation(len(joined[0]))
        return [part[order] for part in joined]

    def written(self) -> bytes:
        """The weights as bytes: the section "order" of a table."""
        rounded = np.clip(np.round(self.weights * SCALE) + 128, 0, 255)
        return rounded.astype(np.uint8).tobytes()


def main(arguments: list[str] | None = None) -> int:
    text = "Learn the order of the tables."
    parser = Parser(prog="lodeboard lab flip-table-order", description=text)
    parser.add_argument("--rules", choices=Flip.rule_sets, help="default: both")
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    parser.add_argument("--passes", type=int, default=PASSES)
    parser.add_argument("--folder", type=Path, help="where to (default: beside the program)")
    asked = parser.parse_args(arguments)
    for rules in [asked.rules] if asked.rules else Flip.rule_sets:
        begun = time.monotonic()
        trainer = Trainer(rules, Solution(rules))
        for number in range(asked.passes):
            reported = trainer.a_pass(number, asked.decisions)
            for what, (count, bits, right) in zip(("placements", "flips"), reported, strict=True):
                print(
                    f"{rules}: pass {number + 1}, {what}: {bits / count:.4f} bits lost,"
                    f" {right / count:.4f} right at once,"
                    f" {time.monotonic() - begun:.0f} s",
                    flush=True,
                )
        path = weights_path(rules)
        if asked.folder:
            path = asked.folder / path.name
        path.write_bytes(trainer.written())
        print(path)
    return 0
