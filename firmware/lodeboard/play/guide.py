"""Holds what lies on the board against what the game says, and finds the way on.

One mechanism for everything that hands do: a person's turn (all legal steps allowed), the
machine's turn (exactly one), and the way back after a slip, a take-back or a restart
(none). The guide never changes the game; it says what it sees.
"""

from array import array

from lodeboard.games.contract import (
    EMPTY,
    LOSE,
    NOWHERE,
    TIE,
    UNCLEAR,
    UNDECIDED,
    WIN,
    Game,
    turned,
)
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# What the guide sees
READY = 0  # the board is as the game says
HELD = 1  # a tile that may be lifted is in the hand
DONE = 2  # an allowed step has been carried out: see `step`
WRONG = 3  # something else: see `reason` and the marks

# Why it is wrong, most telling first
NOT_TURNED = 1  # the right tile on the right cell, the wrong side up
WRONG_CELL = 2  # the lifted tile lies where it may not go
WRONG_TILE = 3  # a tile lies there that is not the one asked for
TWO_AT_ONCE = 4  # more than one thing was changed
TOO_EARLY = 5  # placed before the flip or the choice was made
NOT_YOURS = 6  # a tile was lifted that may not be lifted
CANNOT_TELL = 7  # a reading that is no tile lying well
BETWEEN = 8  # a tile lies between cells
RESTORE = 9  # nobody's mistake: the board is being set up as the game stands
REASONS = (
    "",
    "not-turned",
    "wrong-cell",
    "wrong-tile",
    "two-at-once",
    "too-early",
    "not-yours",
    "cannot-tell",
    "between",
    "restore",
)


class Guide:
    """`look` compares; `paint` turns what was seen into marks.

    seen, reason, step, held (the cell the tile in the hand came from), wrong (1 for each
    cell that differs and must not).
    """

    def __init__(self, game: Game, cells: int):
        self._game = game
        self._cells = cells
        self.expected = bytearray(cells)
        self._codes = bytearray(cells)
        self._traces = bytearray(cells)
        self._calm = False
        self._looked = False  # at what the three above say, with the steps now allowed
        self.allowed = array("H", [0] * game.max_steps)
        self.count = 0
        self._lift = bytearray(game.max_steps)
        self._land = bytearray(game.max_steps)
        self._code = bytearray(game.max_steps)
        self._act = bytearray(3)
        self.wrong = bytearray(cells)
        self.seen = READY
        self.reason = 0
        self.step = 0
        self.held = NOWHERE
        self.news = True  # something here changed since somebody set this to False
        self.asked = False  # exactly this step is asked for (the machine's turn)
        self.chooses = False  # the next step is a choice

    def allow(self, steps: "Sequence[int]", count: int, asked: bool) -> None:
        """Take the game's position and the steps that may be carried out in it."""
        self._looked = False
        self.news = True
        self._game.expected(self.expected)
        self.chooses = count > 0 and self._game.choice(steps[0]) != NOWHERE
        self.count = 0 if self.chooses else count  # a choice is nothing that hands do
        self.asked = asked
        for at in range(self.count):
            self.allowed[at] = steps[at]
            self._game.act(steps[at], self._act)
            self._lift[at], self._land[at], self._code[at] = self._act

    @property
    def lifts(self) -> bool:
        """True when the allowed steps begin by lifting a tile."""
        return self.count > 0 and self._lift[0] != NOWHERE

    def look(self, codes: "Sequence[int]", traces: "Sequence[int]", calm: bool) -> int:
        """Judge the board. `calm`: the board is being restored, no step is taken from it."""
        if self._looked and calm == self._calm and codes == self._codes and traces == self._traces:
            return self.seen
        self._traces[:] = traces
        self._calm = calm
        self._looked = True
        self.news = True
        return self._judge(codes, traces, calm)

    def _judge(self, codes: "Sequence[int]", traces: "Sequence[int]", calm: bool) -> int:
        self.held = NOWHERE
        self.reason = 0
        differ = 0
        gone = NOWHERE  # the one cell that lost its tile, NOWHERE for none or several
        lost = 0
        unclear = False
        for cell in range(self._cells):
            code = codes[cell]
            self._codes[cell] = code
            same = code == self.expected[cell]
            self.wrong[cell] = 0 if same else 1
            if same:
                continue
            differ += 1
            if code == UNCLEAR:
                unclear = True
            elif code == EMPTY:
                lost += 1
                gone = cell if lost == 1 else NOWHERE
        if differ == 0:
            return self._between(traces, READY)
        if calm:
            self.reason = RESTORE
            self.seen = WRONG
            return WRONG
        for at in range(self.count):
            if self._carried_out(at, codes, differ):
                self.step = self.allowed[at]
                self.seen = DONE
                return DONE
        if lost == 1 and self._may_lift(gone):
            self.held = gone
            self.wrong[gone] = 0
            if differ == 1:
                return self._between(traces, HELD)
        self.seen = WRONG
        self.reason = CANNOT_TELL if unclear else self._why(codes, differ, lost)
        return WRONG

    def _between(self, traces: "Sequence[int]", seen: int) -> int:
        for cell in range(self._cells):
            if traces[cell]:
                self.wrong[cell] = 1
                self.reason = BETWEEN
                seen = WRONG
        self.seen = seen
        return seen

    def _carried_out(self, at: int, codes: "Sequence[int]", differ: int) -> bool:
        lift = self._lift[at]
        land = self._land[at]
        if codes[land] != self._code[at]:
            return False
        if lift == NOWHERE:
            return differ == 1 and self.expected[land] != codes[land]
        return differ == 2 and codes[lift] == EMPTY

    def _may_lift(self, cell: int) -> bool:
        return any(self._lift[at] == cell for at in range(self.count))

    def _may_land(self, cell: int) -> bool:
        for at in range(self.count):
            if self._land[at] == cell and self._lift[at] in (self.held, NOWHERE):
                return True
        return False

    def _why(self, codes: "Sequence[int]", differ: int, lost: int) -> int:
        extra = NOWHERE
        extras = 0
        swapped = False
        for cell in range(self._cells):
            if codes[cell] == self.expected[cell] or codes[cell] == EMPTY:
                continue
            extras += 1
            extra = cell
            swapped = swapped or self.expected[cell] != EMPTY
        if self.held != NOWHERE:
            if extras > 1 or swapped:
                return TWO_AT_ONCE
            if codes[extra] == self.expected[self.held]:
                return NOT_TURNED if self._may_land(extra) else WRONG_CELL
            if codes[extra] == turned(self.expected[self.held]):
                return WRONG_CELL
            return WRONG_TILE
        if differ > 1:
            return TWO_AT_ONCE
        if lost:
            return NOT_YOURS
        if swapped:
            if codes[extra] != turned(self.expected[extra]):
                return WRONG_TILE
            return WRONG_CELL if self._may_lift(extra) else NOT_YOURS
        if self.lifts or self.chooses:
            return TOO_EARLY
        for at in range(self.count):
            if self._land[at] == extra and codes[extra] == turned(self._code[at]):
                return NOT_TURNED
        for at in range(self.count):
            if self._code[at] == codes[extra]:
                return WRONG_CELL
        return WRONG_TILE

    def paint(
        self, marks: bytearray, show_wrong: bool, values: "Sequence[int] | None" = None
    ) -> None:
        """Mark the way on: what may or must be done, and what is wrong. A difference that
        may still be a movement under way is not shown yet (`show_wrong` False). `values`:
        a coach's verdict on each allowed step, shown in place of what may be done."""
        wrong = show_wrong and self.seen == WRONG
        shown = not wrong or self.held != NOWHERE or self.reason == WRONG_CELL
        for at in range(self.count):
            lift = self._lift[at]
            land = self._land[at]
            if lift != NOWHERE and self.held == NOWHERE:
                if not wrong:
                    _mark(marks, lift, palette.LIFT if self.asked else palette.MAY_LIFT, values, at)
            elif shown and lift in (NOWHERE, self.held):
                if self.asked:
                    marks[land] = palette.PUT + self._code[at] - 1
                else:
                    may = palette.MAY_PLACE if lift == NOWHERE else palette.MAY_GO
                    _mark(marks, land, may, values, at)
        if self.held != NOWHERE:
            marks[self.held] = palette.LIFTED
        if wrong:
            self._paint_wrong(marks)

    def paint_position(self, marks: bytearray) -> None:
        """Mark every cell where the game has a tile, whether it lies there or not."""
        for cell in range(self._cells):
            if self.expected[cell] != EMPTY:
                marks[cell] = palette.LIFTED

    def _paint_wrong(self, marks: bytearray) -> None:
        for cell in range(self._cells):
            if not self.wrong[cell]:
                continue
            code = self._codes[cell]
            wanted = self.expected[cell]
            if code == UNCLEAR or self.reason == BETWEEN:
                marks[cell] = palette.CHECK
            elif code == EMPTY and wanted != EMPTY:
                marks[cell] = palette.PUT + wanted - 1
            elif self.reason == RESTORE:
                marks[cell] = palette.LIFT
            else:
                marks[cell] = palette.MISTAKE


# A coach's verdicts from worst to best, so that a cell shows the best of its steps; one
# that is not known may be better than a loss and is worth no more than a draw.
_BETTER = (LOSE, UNDECIDED, TIE, WIN)


def _mark(
    marks: bytearray, cell: int, meaning: int, values: "Sequence[int] | None", at: int
) -> None:
    """Mark a cell for step `at`: with its plain meaning, or the coach's best word on it."""
    if values is None:
        marks[cell] = meaning
        return
    before = marks[cell] - palette.COACH
    if before < 0 or _BETTER.index(values[at]) > _BETTER.index(before):
        marks[cell] = palette.COACH + values[at]
