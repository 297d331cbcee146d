"""The machine's thinking, and the coach's, in slices that fit between two lights."""

from lodeboard.games.contract import Game
from lodeboard.play.scene import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lodeboard.games.contract import Coach, Player

GC_TICK = 6  # of thinking: later, memory might run out in the midst of a long tick


class Thinking:
    """One of the two thinks, or neither. Player and coach share their memory.

    on: the player thinks; no more, and without a plan, where it cannot play the level. plan: the
    steps of its move that have not been made yet. coaching: the coach thinks, or has said all it
    knows. looks_ahead: the player thinks of what people may do.
    """

    def __init__(self, board: Board, player: "Player", coach: "Coach", most_steps: int):
        self._board = board
        self._player = player
        self._coach = coach
        self._values = bytearray(most_steps)  # the coach's, as they were seen last
        self._ticks = 0
        self.on = False
        self.plan: list[int] = []
        self.coaching = False
        self._ahead: Any = getattr(player, "ahead", None)  # few games have it
        self.looks_ahead = False

    def stop(self) -> None:
        """Nobody thinks; the plan stays."""
        self.on = self.coaching = self.looks_ahead = False
        self._coach.stop()

    def start(self, game: Game, level: int) -> None:
        """Let the player think, unless there is a plan; with one, it is ready at once."""
        if not self.plan:
            self._player.start(game, level)
        self.on = True
        self._ticks = 0

    def start_coach(self, game: Game, steps: "Sequence[int]", count: int) -> None:
        """Let the coach think about these legal steps."""
        self.coaching = True
        if self._ahead:
            self._ahead.drop()
        self._coach.start(game, steps, count)

    def look_ahead(self, game: Game, level: int) -> None:
        """Let the player find answers to what people may do once its plan, if any, is carried
        out: where that is worth it."""
        if self._ahead:
            self._ahead.start(game, level, self.plan)
            self.looks_ahead = self._ahead.more

    def run_ahead(self) -> None:
        """A tick of that; hands are busy meanwhile, and must not wait for their lights."""
        board = self._board
        if not board.gc_due:
            board.gc_due = self._ahead.run(board.think_evals // 4)
            self.looks_ahead = self._ahead.more

    def run(self) -> bool:
        """A tick of the player's: True when there is a plan."""
        board = self._board
        self._ticks += 1
        board.gc_due = board.gc_due or self._ticks == GC_TICK
        if not self.plan and not board.gc_due and self._player.run(board.think_evals):
            self.plan = list(self._player.steps)
            self.on = bool(self.plan)  # or it cannot play this level
            board.changes.report()
        return len(self.plan) > 0

    def run_coach(self) -> None:
        """A tick of the coach's: people are moving tiles meanwhile, and must not wait for their
        lights."""
        board = self._board
        if not board.gc_due:
            self._coach.run(board.think_evals // 2)
        if self._values != self._coach.values:
            self._values[:] = self._coach.values
            board.changes.show()

    @property
    def values(self) -> "bytearray | None":
        """What the coach knows of each step; None where it does not speak."""
        return self._coach.values if self.coaching else None
