"""`python -m host_tools.tables.search_order`: learns the weights of the search's order again."""

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from host_tools.oracle import mending, open_solution, remedy
from host_tools.solver.store import StoreError
from host_tools.tables.build import search_path
from lodeboard.games.flip import Flip

OK = 0
FAILED = 1
BAD_ARGUMENT = 2
INTERRUPTED = 130

DESCRIPTION = """\
Learn from the solution what the board's search orders its moves by, and which moves set problems.

It takes three minutes or so for a rule set. The weights are compared with those that are kept
beside the program, exit status 1 where they differ; with --write they take their place. Ctrl-C
leaves everything as it was.
"""


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.tables.search_order", description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
    )  # fmt: skip
    rules = " or ".join(Flip.rule_sets)
    parser.add_argument(
        "rules", metavar="RULES", nargs="*", help=f"rule set: {rules} (default: both)"
    )
    parser.add_argument("--write", action="store_true", help="keep the weights")
    return parser


def main(argv: list[str] | None = None) -> int:
    parser = make_parser()
    asked = parser.parse_args(argv)
    for name in asked.rules:
        if name not in Flip.rule_sets:
            parser.error(f'flip has no rule set "{name}": choose {" or ".join(Flip.rule_sets)}')
    if find_spec("numba") is None:
        parser.error("this needs Numba: make setup-check installs it")
    status = OK
    try:
        for name in asked.rules or Flip.rule_sets:
            status = max(status, _train(name, asked.write))
    except KeyboardInterrupt:
        print("stopped; nothing of it is kept", file=sys.stderr)
        return INTERRUPTED
    return status


def _train(rules: str, write: bool) -> int:
    from host_tools.tables.search_order.train import Trainer  # noqa: PLC0415  (compiles)

    solution = open_solution(rules)
    if solution is None:
        print(f"no solution of {rules}: {remedy(rules)}", file=sys.stderr)
        return BAD_ARGUMENT
    trainer = Trainer(rules, solution)
    try:
        data, told = trainer.learn()
    except StoreError as error:
        print(f"{error}: {mending(rules)}", file=sys.stderr)
        return BAD_ARGUMENT
    finally:
        trainer.close()
        solution.close()
    for line in told:
        print(f"{rules}: {line}")
    return keep(search_path(rules), data, write, f"{rules}: {trainer.shown.seconds:.0f} s")


def keep(path: Path, data: bytes, write: bool, told: str) -> int:
    """Write the weights whole or not at all, or compare them with those that are there."""
    before = path.read_bytes() if path.exists() else b""
    differ = sum(a != b for a, b in zip(data, before, strict=False)) + abs(len(data) - len(before))
    same = "the same bytes as" if not differ else f"{differ:,} of {len(data):,} bytes unlike"
    print(f"{told}: {same} {path}")
    if not write:
        return FAILED if differ else OK
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return OK


if __name__ == "__main__":
    sys.exit(main())
