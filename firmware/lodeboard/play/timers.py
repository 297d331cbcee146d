"""Timers for a mistake, a tile off the board, the end of a game, and an empty board."""

from lodeboard.lights import tunes
from lodeboard.play.guide import HELD, READY, WRONG, Guide
from lodeboard.play.scene import Board
from lodeboard.ticks import Stopwatch

_SPAN_MS = 3000  # period of the pictures at the end
_CLEARED_MS = 1000  # an empty board after the end begins a new game
_BARE_MS = 15000  # the same where the last position has no tile, so that the end is seen


class Timers:
    """wrong_shown: tiles have been wrong for long enough to show it. nagged: a reminder for a
    missing tile was given. span: number of 3 s periods since the end. cleared: the game is over and
    the board empty: time for a new game. busy: a timer runs, so the next tick must call `look`."""

    def __init__(self, board: Board, guide: Guide):
        self._board = board
        self._guide = guide
        self._wrong = Stopwatch()
        self._held = Stopwatch()
        self._empty = Stopwatch()
        self._ended = Stopwatch()
        self.wrong_shown = False
        self._shown = bytearray(len(guide.wrong))  # wrong cells last reported
        self.nagged = False
        self.span = 0
        self.cleared = False
        self.busy = True

    def enter(self, now_ms: int) -> None:
        """Restart the timers: the scene is active again."""
        self.busy = True
        self._wrong.ms(False, now_ms)
        self._held.ms(False, now_ms)

    def go_on(self) -> None:
        """Restart the timers: the position has changed."""
        self.busy = True
        self.cleared = False
        self._empty.ms(False, 0)
        self._ended.ms(False, 0)

    def look(self, now_ms: int, restoring: bool, over: bool) -> None:
        """Update the timers once per tick, after the guide."""
        self.busy = over or self._guide.seen != READY
        self._watch_mistake(now_ms, restoring or over)
        self._watch_hand(now_ms)
        if over:
            span = max(0, self._ended.ms(not restoring, now_ms)) // _SPAN_MS
            if span != self.span:
                self.span = span
                self._board.changes.show()
            empty_ms = self._empty.ms(not (restoring or any(self._board.cells.codes)), now_ms)
            if empty_ms >= (_CLEARED_MS if any(self._guide.expected) else _BARE_MS):
                self.cleared = True

    def _watch_mistake(self, now_ms: int, calm: bool) -> None:
        lasted_ms = self._wrong.ms(self._guide.seen == WRONG, now_ms)
        if lasted_ms < 0:
            if self.wrong_shown:
                self.wrong_shown = False
                self._board.changes.report()
            return
        if self.wrong_shown:
            if self._shown != self._guide.wrong:
                self._shown[:] = self._guide.wrong
                self._board.changes.report()
            return
        # While restoring, show it at once, unless readings are still settling.
        soon = calm and not self._board.cells.settling()
        if soon or lasted_ms >= self._board.profile.session["grace_ms"]:
            self.wrong_shown = True
            self._shown[:] = self._guide.wrong
            self._board.changes.report()
            if not calm:
                self._board.tunes.play(tunes.MISTAKE)

    def _watch_hand(self, now_ms: int) -> None:
        """Give one reminder for a tile that stays off the board."""
        lasted_ms = self._held.ms(self._guide.seen == HELD, now_ms)
        if lasted_ms < 0:
            if self.nagged:
                self.nagged = False
                self._board.changes.report()
        elif not self.nagged and lasted_ms >= self._board.profile.session["nag_ms"]:
            self.nagged = True
            self._board.changes.report()
            self._board.tunes.play(tunes.REMINDER)
