"""Makes the early values that ship with the program (`host_tools.games.flip.early`), from the
solution, or compares them with it:

lodeboard lab flip-early           exit status 1 where they differ
lodeboard lab flip-early --write
"""

import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools.games import book_file
from host_tools.games.contract import StoreError
from host_tools.games.flip.early import MOST_TILES, early_path
from host_tools.games.flip.solver.store import open_tier
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.command import Parser
from host_tools.jobs.files import write_whole
from lodeboard.games.flip.rules import Flip


def make_early(rules: str, where: Path) -> bytes:
    """The file of a rule set, from the solution in this folder. StoreError."""
    sections = {}
    with ThreadPoolExecutor(1) as pool:
        for k in range(MOST_TILES + 1):
            tier = open_tier(where, rules, k)
            try:
                scores = tier.read(pool, lambda _: None)
            finally:
                tier.close()
            sections[str(k)] = zlib.compress(scores.tobytes(), 9)
    return book_file.assemble(rules, sections)


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="lodeboard lab flip-early", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write them into their place")
    parser.add_argument("--solution", type=Path, default=solution_folder(), metavar="DIR")
    args = parser.parse_args(arguments)
    differ = False
    for rules in Flip.rule_sets:
        path = early_path(rules)
        try:
            data = make_early(rules, args.solution)
        except StoreError as error:
            parser.error(f"{error}: lodeboard solve flip makes it")
        if args.write:
            write_whole(path, data)
        differ = differ or path.read_bytes() != data
        print(f"{path.name}: {len(data):,} bytes{' DIFFERS from the solution' if differ else ''}")
    return int(differ)
