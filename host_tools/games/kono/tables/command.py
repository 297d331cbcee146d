"""`lodeboard tables` of Four Field Kono."""

import argparse
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from host_tools.games.kono.solver.compute import NAME
from host_tools.games.kono.tables import build, learn, proof
from host_tools.games.kono.tables.positions import Positions, Say
from host_tools.games.kono.tables.strategy import Strategy
from host_tools.games.table_files import write_table
from host_tools.jobs.command import FAILED, OK, at_least_one
from host_tools.jobs.files import write_whole
from host_tools.jobs.interrupt import at_once
from host_tools.jobs.progress import progress_bar

DECISIONS = 2000


class KonoTables:
    """Builds and proves the table for the level perfect."""

    reports = False
    description = """\
What the level `perfect` of Four Field Kono needs besides its search: learned weights, and a step
for every position in which the search errs. build finds them with the solution (lodeboard solve
kono), the same bit for bit every time; verify checks the board's choice in all positions, each of
which must keep its value and win what is won against every reply, and lets the board's own code
decide in random ones. Each takes some minutes of one core, and 2 GB of memory.
"""
    examples = """\
  lodeboard tables verify --game kono        prove the table
"""

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return [
            group.add_argument(
                "--learn", action="store_true",
                help="first learn the weights again, and keep them with the program (build)",
            ),
            group.add_argument(
                "--decisions", metavar="N", type=at_least_one, default=DECISIONS,
                help=f"random positions for the board's own code (verify; default: {DECISIONS:,})",
            ),
        ]  # fmt: skip

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        path = build.table_path(arguments.folder)
        with closing(progress_bar(1, "{desc}", stays=False)) as bar, at_once():

            def say(what: str) -> None:
                bar.set_description_str(f"{NAME}: {what}")

            try:
                if arguments.act == "build":
                    data = _build(arguments.learn, say)
                    write_table(path, data)
                    lines = [f"{path} ({len(data):,} bytes)"]
                else:
                    lines = report(proof.prove(path, arguments.decisions, say))
            except proof.ProofError as error:
                bar.close()
                print(f"{NAME}: THE TABLE IS WRONG: {error}")
                return FAILED
        print(*(f"{NAME}: {line}" for line in lines), sep="\n")
        return OK


def _build(again: bool, say: Say) -> bytes:
    """The table."""
    positions = Positions(say)
    if again:
        say("learning the weights")
        write_whole(learn.WEIGHTS_FILE, learn.learn(positions))
    weights = learn.WEIGHTS_FILE.read_bytes()
    return build.write(build.Table(weights, Strategy(positions, weights, say).errors(say)))


def report(found: proof.Proved) -> list[str]:
    """What was proved, in lines."""
    won = found.won
    return [
        f"{found.tied:,} tied positions are kept, and {won.positions:,} won ones are won against"
        " every reply",
        f"at most {won.quiet} turns without a capture come one after the other in a won game",
        f"{found.errors:,} of these have their step in the table; {found.decisions:,} decisions of"
        f" the board's own code are the same, with at most {found.estimates:,} estimates each",
    ]
