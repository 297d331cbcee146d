"""xtic on the computer: a search, proofs of the first position, opening books."""

from collections.abc import Callable
from pathlib import Path

from host_tools.games.contract import Command, Help, HostGame, Search, go_on
from host_tools.games.table_files import SUFFIX, TABLES

HELP = Help(
    notation="""\
xtic is written like this:
  position  16 cells row by row from a1, each a piece 0 to f or -, then / and the piece in hand,
            - when one must be given (a piece is a sum: 8 brown, 4 vertical, 2 hollow, 1 square)
  move      =5: give piece 5; b3: place the piece in hand
""",
    record="""\
a record of xtic:
  1. =5   2. b3 =a   3. c1 =0   # numbers may be left out, or count turns
""",
    move="""\
In xtic a move is one step, a piece given or a piece placed.
""",
    known="""\
In xtic a search finds all values from seven pieces on (from eleven without Numba). Earlier, values
are known where the end is near, or where the proof of the first position needed them. Moves and
turns are single steps there.
""",
    examples={
        "analyse": """\
  echo 31-498c---50---2/6 | lodeboard analyse xtic --rules torus
""",
        "choose": """\
  echo ----------------/5 | lodeboard choose xtic --rules torus --level dont-try
""",
        "perft": """\
  lodeboard perft xtic --rules torus 4                    57600
""",
        "replay": """\
  echo =5 b3 =a c1 | lodeboard replay xtic --rules nodiags -
""",
        "review": """\
  lodeboard review game.txt --game xtic --rules torus
""",
    },
)


class XticOnHost(HostGame):
    """Imports modules only when needed, as importing them takes time (the kernel is compiled)."""

    title = "xtic"
    help = HELP
    alike = True

    def solve(self) -> Command:
        from host_tools.games.xtic.solver.command import SolveXtic  # noqa: PLC0415

        return SolveXtic()

    def tables(self) -> Command:
        from host_tools.games.xtic.tables.command import XticTables  # noqa: PLC0415

        return XticTables()

    def open_search(self, rules: str, between: Callable[[], None] = go_on) -> Search:
        try:
            from host_tools.games.xtic.solver.answers import Answers  # noqa: PLC0415
        except ImportError:  # a browser has no NumPy
            from host_tools.games.xtic.exact import Exact  # noqa: PLC0415

            return Exact(rules, between)
        return Answers(rules, between)

    def search_files(self, rules: str) -> tuple[Path, ...]:
        return (TABLES / f"xtic-{rules}{SUFFIX}",)

    def how_to_know(self, rules: str) -> str:
        return f"early positions are known only where the proof of {rules} needed them"

    def how_to_repair(self, rules: str) -> str:
        return f"`lodeboard solve xtic --rules {rules} --restart` begins again without it"


PLUGIN = XticOnHost
