"""Four Field Kono on the computer: the complete solution, and a search."""

from host_tools.games.contract import Command, Help, Solution
from host_tools.games.searched import SearchedGame

HELP = Help(
    notation="""\
Four Field Kono is written like this:
  position  1_ or 2_ (the player to act), then 16 cells row by row from a1: x first player's
            tile, o second's, - empty
  move      a4a2: the cell a tile leaves and the cell it goes to; a capture is two cells apart
""",
    record="""\
a record of Four Field Kono:
  1. a4a2 b1b3   2. a3a4 c1b1
""",
    move="""\
In Four Field Kono a move is a step or a capture.
""",
    known="""\
In Four Field Kono everything is known where `lodeboard solve kono` has computed the solution.
Where it has not, search knows wins and losses that are near.
""",
    examples={
        "analyse": """\
  echo 1_ooooooooxxxxxxxx | lodeboard analyse kono --moves
""",
        "choose": """\
  echo 1_ooooooooxxxxxxxx | lodeboard choose kono --level medium
""",
        "perft": """\
  lodeboard perft kono 7                                  144064
""",
        "replay": """\
  echo a4a2 b1b3 | lodeboard replay kono -
""",
    },
)


class KonoOnHost(SearchedGame):
    """Imports modules only when needed, as importing them takes time."""

    title = "Four Field Kono"
    help = HELP

    def solve(self) -> Command:
        from host_tools.games.kono.solver.command import SolveKono  # noqa: PLC0415

        return SolveKono()

    def tables(self) -> Command:
        from host_tools.games.kono.tables.command import KonoTables  # noqa: PLC0415

        return KonoTables()

    def open_solution(self, rules: str) -> Solution | None:
        from host_tools.games.kono.solver.solution import whole_solution  # noqa: PLC0415

        return whole_solution()

    def how_to_know(self, rules: str) -> str:
        return "`lodeboard solve kono` computes all values, in a few seconds"

    def how_to_repair(self, rules: str) -> str:
        return "`lodeboard solve kono` makes it again"


PLUGIN = KonoOnHost
