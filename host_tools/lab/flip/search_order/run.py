"""Learns the weights of the search's order again:
`lodeboard lab flip-search-order`."""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from host_tools.games.contract import StoreError
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.solution import Solution, whole_solution
from host_tools.games.flip.tables.build import search_path
from host_tools.jobs.command import BAD_ARGUMENT, FAILED, INTERRUPTED, OK, Parser, at_least_one
from host_tools.jobs.files import write_whole
from host_tools.lab.flip.search_order.progress import Progress
from host_tools.setup.extras import no_numba
from lodeboard.games.flip.rules import Flip

DESCRIPTION = """\
Learn from the solution what the board's search orders its moves by, and which moves set problems.

It takes three minutes or so for a rule set. The weights are compared with those that are kept
beside the program, exit status 1 where they differ; with --write they take their place. Ctrl-C
leaves everything as it was.

With --gain nothing is learned. It is measured what the weights that are kept save: evaluations
of the board's kernel until the value of random positions of eight tiles is known.
"""


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="lodeboard lab flip-search-order", description=DESCRIPTION)
    rules = " or ".join(Flip.rule_sets)
    parser.add_argument(
        "rules", metavar="RULES", nargs="*", help=f"rule set: {rules} (default: both)"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="keep the weights")
    what.add_argument(
        "--gain", metavar="N", type=at_least_one, nargs="?", const=500,
        help="measure what they save in so many positions (500)",
    )  # fmt: skip
    return parser


def main(argv: list[str] | None = None) -> int:
    parser = make_parser()
    asked = parser.parse_args(argv)
    for name in asked.rules:
        if name not in Flip.rule_sets:
            parser.error(f'flip has no rule set "{name}": choose {" or ".join(Flip.rule_sets)}')
    if find_spec("numba") is None:
        parser.error(no_numba("this"))
    status = OK
    try:
        for name in asked.rules or Flip.rule_sets:
            solution = whole_solution(name)
            if solution is None:
                print(
                    f"no solution of {name}: `lodeboard solve flip --rules {name}` computes it",
                    file=sys.stderr,
                )
                return BAD_ARGUMENT
            try:
                if asked.gain:
                    _gain(solution, asked.gain)
                else:
                    status = max(status, _train(solution, asked.write))
            except StoreError as error:
                print(
                    f"{error}: `lodeboard solve flip --rules {name}` makes it again",
                    file=sys.stderr,
                )
                return BAD_ARGUMENT
            finally:
                solution.close()
    except KeyboardInterrupt:
        print("stopped; nothing of it is kept", file=sys.stderr)
        return INTERRUPTED
    return status


def _gain(solution: Solution, number: int) -> None:
    """Measure and print."""
    from host_tools.lab.flip.search_order import collect, gain  # noqa: PLC0415  (compiles)

    batch = Batch(solution)
    positions = collect.Positions(batch)
    rows = positions.random(collect.FEWEST, number, np.random.default_rng(gain.SEED))
    batch.close()
    rules = solution.rules
    shown = Progress(rules, [3.0, 1.0])
    lines = []
    for order, weights in (("heuristic", None), ("learned", search_path(rules).read_bytes())):
        shown.begin(f"{order} order", number, "positions")
        found = gain.evaluations(rules, rows, weights, lambda: shown.more(1))
        lines.append(gain.report_line(f"{rules}: {order} order, {number} positions", found))
    shown.close()
    for line in lines:
        print(line)


def _train(solution: Solution, write: bool) -> int:
    """Learn and compare, or keep."""
    from host_tools.lab.flip.search_order.train import Trainer  # noqa: PLC0415  (compiles)

    rules = solution.rules
    trainer = Trainer(rules, solution)
    try:
        data, reported = trainer.learn()
    finally:
        trainer.close()
    for line in reported:
        print(f"{rules}: {line}")
    return keep(search_path(rules), data, write, f"{rules}: {trainer.shown.seconds:.0f} s")


def keep(path: Path, data: bytes, write: bool, reported: str) -> int:
    """Write the weights whole or not at all, or compare them with those that are there."""
    before = path.read_bytes() if path.exists() else b""
    differ = sum(a != b for a, b in zip(data, before, strict=False)) + abs(len(data) - len(before))
    same = "the same bytes as" if not differ else f"{differ:,} of {len(data):,} bytes unlike"
    print(f"{reported}: {same} {path}")
    if not write:
        return FAILED if differ else OK
    write_whole(path, data)
    return OK
