"""A clock for two people at one board. In memory only for a game that has one."""

from array import array

from micropython import const

from lodeboard.lights import palette
from lodeboard.play.record import Record
from lodeboard.play.scene import Board
from lodeboard.storage.controls import CONTROLS, HOURGLASS
from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_KEEP_MS = const(15000)  # a power cut gives back no more; shorter would wear the flash
_TICKS = const(10)  # the beeper ticks each of the last seconds
_SOON_MS = const(30000)  # the ring then shows more often
_WARNINGS = (60, 30)  # seconds left
_HEAD = const(4)  # words before those of the steps
_MOST = const(0x7FFF)  # tenths of a second in a word; its highest bit is the player
_TICK = (1976, 25)
_WARNING = (1319, 60, 0, 60, 1319, 60)
_FALLEN = (440, 150, 0, 60, 440, 150, 0, 60, 294, 400)


class Clock:
    """left: milliseconds left for each player. turn: the player whose time runs, -1 for none.

    kept: 16-bit words. The control, the time left to the player to act, the times at the start,
    then the time left to who made each step, after it. All times are in tenths of a second; the
    highest bit tells the second player's. A new clock has only the first word.
    """

    def __init__(self, board: Board, record: Record, kept: "array[int]"):
        self._board = board
        self._record = record
        self._control = kept[0]
        seconds, self._added = CONTROLS[self._control - 1]
        self.left = array("i", [seconds * 1000] * 2)
        self._start = array("H", kept[2:_HEAD] if len(kept) > 1 else [seconds * 10] * 2)
        self._after = array("H", kept[_HEAD:])
        self._owner: int = record.game.turn
        self.turn = -1
        self._now_ms = 0
        self._unkept_ms = 0
        self._shows = False
        self.back()
        if len(kept) > 1:
            self._set(kept[1])
        border = _border(board.profile.rows, board.profile.columns)
        self._ring = bytes(border)

    # Times and steps

    def _set(self, word: int) -> None:
        """Set a player's time from a word; an hourglass has the rest for the other."""
        player = word >> 15
        self.left[player] = (word & _MOST) * 100
        if self._added == HOURGLASS:
            self.left[1 - player] = (self._start[0] + self._start[1]) * 100 - self.left[player]

    def _word(self, player: int) -> int:
        return player << 15 | min(_MOST, (self.left[player] + 99) // 100)

    def back(self) -> None:
        """Set both times as they were after the last step."""
        for player in (0, 1):
            self.left[player] = self._start[player] * 100
        for word in self._after:
            self._set(word)
        self._owner = self._record.game.turn

    def put(self, left: "Sequence[int] | None") -> None:
        """Begin again from another position, with these times if any are given."""
        if left:
            for player in (0, 1):
                self._start[player] = min(_MOST, (left[player] + 99) // 100)
        self._after = array("H")
        self.back()
        self._follow()
        self._record.new = True

    def _follow(self) -> None:
        """Note the times after new steps, or return to those after the last step that is left."""
        steps = len(self._record.steps)
        if steps < len(self._after):
            self._after = self._after[:steps]
            self.back()
            return
        while len(self._after) < steps:
            self._after.append(self._word(self._owner))

    def kept(self) -> "array[int]":
        """Return the words to store with the steps of the record."""
        self._follow()
        self._unkept_ms = 0
        words = array("H", (self._control, self._word(self._record.game.turn)))
        words.extend(self._start)
        words.extend(self._after)
        return words

    # The tick

    def enter(self, now_ms: int) -> None:
        """The match goes on: the time since its last tick does not count."""
        self._now_ms = now_ms

    def tick(self, now_ms: int, stopped: bool) -> bool:
        """Count the time since the last tick, after the steps of this one. True if the time of the
        player to act is up."""
        record = self._record
        spent = since(now_ms, self._now_ms)
        self._now_ms = now_ms
        if self.turn >= 0 and not stopped:
            self._spend(spent)
        if len(self._after) != len(record.steps):
            self._press()
        moves = len(record.moves)
        if stopped or moves < (1 if record.game.between_moves() else 2):
            turn = -1
        else:
            turn = record.game.turn
        if turn != self.turn:
            self.turn = turn
            self._board.changes.report()
        self._show()
        return turn >= 0 and self.left[turn] <= 0

    def _spend(self, spent: int) -> None:
        left = self.left
        turn = self.turn
        before = left[turn]
        left[turn] -= spent
        if self._added == HOURGLASS:
            left[1 - turn] += spent
        self._unkept_ms += spent
        if self._unkept_ms >= _KEEP_MS:
            self._record.new = True
        second = before // 1000
        if second != left[turn] // 1000:
            if 0 < second <= _TICKS:
                self._board.tunes.play(_TICK)
            elif second in _WARNINGS and second * 10 < self._start[turn]:
                self._board.tunes.play(_WARNING)

    def _press(self) -> None:
        """Steps were made or taken back."""
        owner = self._owner
        if len(self._after) < len(self._record.steps) and owner != self._record.game.turn:
            # Who completes a turn in the tick in which the time is up has completed it.
            self.left[owner] = max(1, self.left[owner])
            if self.turn >= 0 and self._added > 0:
                self.left[owner] += self._added * 1000
        self._follow()
        self._owner = self._record.game.turn

    def fall(self) -> None:
        """The time of the player to act is up."""
        self._set(self._owner << 15)
        self.turn = -1
        self._board.tunes.play(_FALLEN)

    # Lights and messages

    def _show(self) -> None:
        """Show the ring for two cycles of the lights in eight, later in four."""
        shows = False
        if self.turn >= 0:
            span = 3 if self.left[self.turn] < _SOON_MS else 7
            # By the time left, so that it depends on the game alone.
            shows = (self.left[self.turn] >> 10) & span < 2
        if shows != self._shows:
            self._shows = shows
            self._board.changes.show()

    def paint(self, marks: bytearray) -> None:
        """Mark the part of the border that stands for the time left, if it is to be shown now."""
        if not self._shows:
            return
        ring = self._ring
        whole = CONTROLS[self._control - 1][0] * 1000
        lit = (self.left[self.turn] * len(ring) + whole - 1) // whole
        for index in range(len(ring)):
            marks[ring[index]] = palette.CLOCK + self.turn if index < lit else palette.OFF

    def report(self) -> "dict[str, object]":
        """Return what listeners get."""
        turn = self.turn if self.turn >= 0 else None
        return {"control": self._control, "left": list(self.left), "turn": turn}


def _border(rows: int, columns: int) -> "list[int]":
    """Return the cells at the border, clockwise from the first."""
    last = (rows - 1) * columns
    cells = list(range(columns))
    cells += range(2 * columns - 1, last, columns)
    cells += range(last + columns - 1, last - 1, -1)
    cells += range(last - columns, 0, -columns)
    return cells
