"""Flip tiles on the computer: the complete solution, a search, the board's tables."""

from collections.abc import Callable
from pathlib import Path

from host_tools.games.contract import (
    Batch,
    Command,
    Help,
    HostGame,
    Search,
    Solution,
    go_on,
)

HELP = Help(
    notation="""\
flip tiles are written like this:
  position  1_ or 2_ (the player to act: 1 when the number of tiles is even), then 16 cells
            row by row from a1: U D first player's tile, u d second's (up or down side
            showing), - empty; half a turn done: <position before the flip>;<flip>
  move      a1Eb2U: flip the tile on a1 one step east (N is towards row 1), then place on
            b2, up side showing; b2U: only place
""",
    record="""\
a record of flip tiles:
  # a short game
  1. a1U     2. a1Eb2U
  3. b2Sa1D  4. b1Ed4U   # the first tile again: it lies on b1 now
""",
    move="""\
In flip tiles a move is a flip and a placement together (only a placement where nothing can be
flipped).
""",
    known="""\
In flip tiles every value is known: those of positions with at most seven tiles ship with the
program, a search finds the others. For many positions, run `lodeboard solve flip` first.
""",
    examples={
        "analyse": """\
  echo 1_---------------- | lodeboard analyse flip
  echo '2_U---------------;a1E' | lodeboard analyse flip --moves
  echo 1_UUU-dudUd------- | lodeboard analyse flip --rules eclipse
  lodeboard analyse flip < positions.txt > analysed.jsonl
  lodeboard analyse flip --brief < many.txt      over 50 000 a second, once solved
""",
        "choose": """\
  lodeboard choose flip --levels
  echo 1_---------------- | lodeboard choose flip
  echo 2_U--------------- | lodeboard choose flip --rules eclipse --level LEVEL
""",
        "perft": """\
  lodeboard perft flip 3                                  224000
  lodeboard perft flip --rules eclipse 4                  30963712
  lodeboard perft flip --position 2_U--------------- 1    60
  lodeboard perft flip --position '2_U---------------;a1E' 1    30
""",
        "replay": """\
  lodeboard replay flip game.txt
  printf 'position 2_U---------------\\na1Eb2U\\n' | lodeboard replay flip -
""",
        "review": """\
  lodeboard review game.txt                  writes game.html
  lodeboard review game.txt -o analysis.html --rules eclipse
  printf 'a1U a1Eb2U' | lodeboard review - -o game.html
""",
    },
)


class FlipOnHost(HostGame):
    """Imports modules only when needed, as importing them takes time."""

    title = "Flip tiles"
    help = HELP

    def solve(self) -> Command:
        from host_tools.games.flip.solver.command import SolveFlip  # noqa: PLC0415

        return SolveFlip()

    def tables(self) -> Command:
        from host_tools.games.flip.tables.command import FlipTables  # noqa: PLC0415

        return FlipTables()

    def open_solution(self, rules: str) -> Solution | None:
        from host_tools.games.flip.solver.solution import whole_solution  # noqa: PLC0415

        return whole_solution(rules)

    def batch(self, solution: Solution) -> Batch:
        from host_tools.games.flip.solver.batch import Batch as FlipBatch  # noqa: PLC0415
        from host_tools.games.flip.solver.solution import Solution as FlipSolution  # noqa: PLC0415

        assert isinstance(solution, FlipSolution)
        return FlipBatch(solution)

    def open_search(self, rules: str, between: Callable[[], None] = go_on) -> Search:
        from host_tools.games.flip.answers import Answers  # noqa: PLC0415

        return Answers(rules, between)

    def search_files(self, rules: str) -> tuple[Path, ...]:
        from host_tools.games.flip.early import early_path  # noqa: PLC0415

        return (early_path(rules),)

    def how_to_know(self, rules: str) -> str:
        # Only where Numba or the early values are missing.
        return f"`lodeboard solve flip --rules {rules}` computes all values, in a minute or two"

    def how_to_repair(self, rules: str) -> str:
        return f"`lodeboard solve flip --rules {rules}` makes it again"


PLUGIN = FlipOnHost
