"""`lodeboard tables` of xtic: builds opening books from proved facts, and verifies them."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tools.games.table_files import write_table
from host_tools.games.xtic.errata import files as errata
from host_tools.games.xtic.solver.check import CheckError
from host_tools.games.xtic.solver.command import Progress
from host_tools.games.xtic.solver.facts import PROOFS, facts_path
from host_tools.games.xtic.tables import build, proof
from host_tools.jobs.command import FAILED, OK, UsageError

AGAIN = 20


class XticTables:
    """Builds an opening book for each rule set with proved facts."""

    reports = False
    description = """\
An opening book of xtic, with an answer to every move of the other player. A rule set has a book
only if the value of its first position is proved. It is built in minutes from the proved facts
(lodeboard solve xtic) that come with the program; the result is the same bit for bit every time.
verify plays the book against every move with the firmware's own code, down to the facts about
positions with six pieces.
"""
    examples = """\
  lodeboard tables build --rules nodiags --proofs ~/.cache/lodeboard/solution
"""

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return [
            group.add_argument(
                "--proofs", metavar="DIR", type=Path, default=PROOFS,
                help="where the facts are (default: with the program)",
            ),
            group.add_argument(
                "--again", metavar="N", type=int, default=AGAIN,
                help=f"facts to search again, half a second each (verify; default: {AGAIN})",
            ),
        ]  # fmt: skip

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        if arguments.again < 0:
            raise UsageError("--again takes the number of facts to search again")
        return max(_run(rules, arguments) for rules in rule_sets)


def _run(rules: str, arguments: argparse.Namespace) -> int:
    """Build or verify one book of xtic. A rule set without facts is no error if all were
    requested."""
    path = build.book_path(rules, arguments.folder)
    bar = Progress(rules)
    try:
        facts = build.read_facts(rules, arguments.proofs)
        if facts is None or not build.proved(facts):
            found = f"nothing is proved of the first position in {arguments.proofs}"
            if arguments.rules is not None or path.exists():
                raise UsageError(f"{rules}: {found}; lodeboard solve xtic goes on proving")
            print(f"{rules}: {found}: no book")
            return OK
        if arguments.act == "build":
            data = build.build(facts, errata.answers(rules, errata.read(rules)), bar.say)
            write_table(path, data)
            bar.close()
            print(f"{rules}: {path} ({len(data):,} bytes)")
            return OK
        book = proof.BookProof(rules, facts_path(rules, arguments.proofs), path)
        proofs, needed = book.run(bar.say)
        again = arguments.again and book.search_again(needed, arguments.again, bar.say)
        bar.close()
        print(*proof.report_lines(rules, proofs, len(needed), again), sep="\n")
        return OK
    except CheckError as error:
        bar.close()
        print(f"{rules}: THE BOOK IS WRONG: {error}")
        return FAILED
    finally:
        bar.close()
