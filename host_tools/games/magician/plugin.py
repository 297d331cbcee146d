"""Magician Chess on the computer: its help, and the notation of its published games."""

from collections.abc import Callable, Sequence

from host_tools.games.contract import Help, HostGame, Search, go_on
from lodeboard.games.contract import Game

HELP = Help(
    notation="""\
Magician Chess is written like this:
  position  FEN with rows of seven and X for holes, castling letters AGag:
            rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1
  move      c2c4, b6b7r (promotion), d1b1 (castling), @d4e4 (the hole d4 goes to e4, whose piece
            goes to d4), @d4xe4 (the piece on e4 leaves the game)
""",
    record="""\
a record of Magician Chess:
  1. c2c4 e6e4   2. c1b3 f6f4   3. b3c2 e7f5
  or as published: 1. c4 e4   2. Nb3 f4   3. Nc2 Nf5   # 0-0(b), Hxe4, + and # are checked
""",
    move="""\
In Magician Chess a move is the move of a piece or a spell.
""",
    known="""\
In Magician Chess a search proves mates and draws that are near; other values are unknown.
""",
    examples={
        "analyse": """\
  echo "X6/1R5/K2kXmX/X2X2X/X5X/3N3/1Xm1M2 w - - 12 62" | lodeboard analyse magician
""",
        "perft": """\
  lodeboard perft magician 5                              582972
""",
        "replay": """\
  echo c4 e4 Nb3 f4 | lodeboard replay magician -
""",
    },
)


class MagicianOnHost(HostGame):
    """Imports modules only when needed, as importing them takes time."""

    title = "Magician Chess"
    help = HELP

    def open_search(self, rules: str, between: Callable[[], None] = go_on) -> Search:
        from host_tools.games.magician.exact import Exact  # noqa: PLC0415

        return Exact(between)

    def read_move(self, game: Game, text: str) -> list[int]:
        from host_tools.games.magician import record  # noqa: PLC0415

        return record.read_move(game, text)

    def respell(self, game: Game, text: str) -> str:
        from host_tools.games.magician import record  # noqa: PLC0415

        return record.respell(game, super().respell(game, text))

    def move_name(self, game: Game, move: Sequence[int]) -> str:
        from host_tools.games.magician import record  # noqa: PLC0415

        return record.write_move(game, move)

    def in_check(self, game: Game) -> bool:
        from lodeboard.games.magician.rules import Magician  # noqa: PLC0415

        return isinstance(game, Magician) and game.in_check()

    def how_to_know(self, rules: str) -> str:
        return f"in {self.name} ({rules}) only mates and draws that are near can be proved"

    def how_to_repair(self, rules: str) -> str:
        return f"there is nothing to repair for {self.name} ({rules})"


PLUGIN = MagicianOnHost
