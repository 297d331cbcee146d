"""Flip tiles, as the board takes them."""

from lodeboard.games.flip.evaluator import check_books
from lodeboard.games.flip.painter import FlipPainter
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.sentences import FlipSentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Coach, Game, Plugin, Tables
    from lodeboard.ports.port import Memory


class LateCoach:
    """The coach; its module is in memory from the first time on that it is asked."""

    def __init__(self, player: FlipPlayer) -> None:
        self.values = bytearray(Flip.max_steps)
        self._player = player
        self._coach: Coach | None = None

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        if self._coach is None:
            from lodeboard.games.flip.coach import FlipCoach

            self._coach = FlipCoach(self._player.evaluator, Flip.max_steps)
            self.values = self._coach.values
        self._coach.start(game, steps, count)

    def stop(self) -> None:
        if self._coach is not None:
            self._coach.stop()

    def run(self, max_evals: int) -> bool:
        return self._coach is None or self._coach.run(max_evals)


class FlipPlugin:
    """See lodeboard.games.contract.Plugin."""

    def open(self, rules: str) -> "tuple[Flip, FlipPainter, FlipSentences]":
        game = Flip(rules)
        return game, FlipPainter(game), FlipSentences(game)

    def engine(
        self, memory: "Memory | None", tables: "Tables | None"
    ) -> "tuple[FlipPlayer, LateCoach]":
        player = FlipPlayer(tables, memory)
        return player, LateCoach(player)

    def check(self, tables: "Tables") -> str:
        return check_books(tables)


PLUGIN: "Plugin" = FlipPlugin()
