"""Runs player and coach in slices that fit into a tick."""

from micropython import const

from lodeboard.games.contract import Game
from lodeboard.play.scene import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lodeboard.games.contract import Coach, Player

_PARTS = const(16)
GC_TICK = 6  # collect in this tick of thinking: later, memory might run out during a long tick


class Thinking:
    """At most one of player and coach thinks at a time: they share their memory.

    on: the player thinks. If it cannot play the level, this becomes False without a plan. plan: the
    remaining steps of its move. coaching: the coach thinks or has finished. looks_ahead: the player
    examines possible moves of people. waits: the plan comes from a friend elsewhere. left:
    sixteenths that are left of the longest decision that the level can take, at least one.
    """

    def __init__(self, board: Board, player: "Player", coach: "Coach", most_steps: int):
        self._board = board
        self._player = player
        self._coach = coach
        self._values = bytearray(most_steps)  # the coach's values when last compared
        self._ticks = 0
        self.left = _PARTS
        self.on = False
        self.plan: list[int] = []
        self.coaching = False
        self._ahead: Any = getattr(player, "ahead", None)  # only some games have it
        self.looks_ahead = False
        self.waits = False
        self._asked: "tuple[Game, int] | None" = None  # what the player has not started on yet

    def vary(self, readings: "Sequence[int]") -> None:
        """A new game begins: let the noise of the sensors vary the opening, if the player can."""
        if hasattr(self._player, "variety"):
            self._player.variety = str(sum(readings))

    def stop(self) -> None:
        """Stop thinking; keep the plan."""
        self.on = self.coaching = self.looks_ahead = False
        self._coach.stop()

    def start(self, game: Game, level: int, waits: bool) -> None:
        """Let the player think, or wait for a friend. With a plan it is ready at once. The player
        starts in `run`, since it may import modules, which takes 2 KB of the chip's 8 KB for nested
        calls."""
        self.waits = waits
        self._asked = None if self.plan or waits else (game, level)
        self.on = True
        self._ticks = 0
        self.left = _PARTS

    def start_coach(self, game: Game, steps: "Sequence[int]", count: int) -> None:
        """Start the coach on these legal steps."""
        self.coaching = True
        if self._ahead:
            self._ahead.drop()
        self._coach.start(game, steps, count)

    def look_ahead(self, game: Game, level: int) -> None:
        """Start searching replies to possible moves of people, after the steps of the plan, if the
        game supports it."""
        if self._ahead:
            self._ahead.start(game, level, self.plan)
            self.looks_ahead = self._ahead.more

    def run_ahead(self) -> None:
        """Run one tick of looking ahead. Short, since people are moving tiles and need prompt
        lights."""
        board = self._board
        if not board.gc_due:
            board.gc_due = self._ahead.run(board.budget.think_evals // 4)
            self.looks_ahead = self._ahead.more

    def run(self) -> bool:
        """Run one tick of the player. True if there is a plan."""
        if self.waits:
            return len(self.plan) > 0
        board = self._board
        if self._asked:
            game, level = self._asked
            self._asked = None
            self._player.start(game, level)
        self._ticks += 1
        board.gc_due = board.gc_due or self._ticks == GC_TICK
        self._count_down(board)
        if not self.plan and not board.gc_due and self._player.run(board.budget.think_evals):
            self.plan = list(self._player.steps)
            self.on = bool(self.plan)  # no plan: it cannot play this level
            board.changes.report()
        return len(self.plan) > 0

    def _count_down(self, board: Board) -> None:
        longest: int = getattr(self._player, "longest", 0)
        if longest:
            done = self._ticks * board.budget.think_evals * _PARTS // longest
            left = max(1, _PARTS - done)
            if left != self.left:
                self.left = left
                board.changes.show()

    def run_coach(self) -> None:
        """Run one tick of the coach. Short, since people are moving tiles and need prompt
        lights."""
        board = self._board
        if not board.gc_due:
            self._coach.run(board.budget.think_evals // 2)
        if self._values != self._coach.values:
            self._values[:] = self._coach.values
            board.changes.show()

    @property
    def values(self) -> "bytearray | None":
        """The coach's verdict on each step; None if it is off."""
        return self._coach.values if self.coaching else None
