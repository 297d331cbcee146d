"""Compares what lies on the board with the position of the game, and finds what to do next.

One mechanism for everything that hands do: a person's turn (all legal steps allowed), the
machine's turn (exactly one), and the way back after a slip, a take-back or a restart
(none). The guide never changes the game; it says what it sees.
"""

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
from lodeboard.play.changes import Changes
from lodeboard.play.under_way import UnderWay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# What the guide sees
READY = 0  # the board is as the game says
HELD = 1  # an allowed step is under way: some of its changes are there, and no other
DONE = 2  # an allowed step has been carried out: see `step`
WRONG = 3  # something else: see `reason` and the marks
AMENDED = 4  # what the game lets hands make of the last turn has been carried out: see `step`

# Why it is wrong, most important first
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

    seen, reason, step, wrong (1 for each cell that differs and must not). Which steps are
    allowed and what is under way: `way`.
    """

    def __init__(self, game: Game, cells: int, changes: Changes):
        self._game = game
        self._cells = cells
        self._changes = changes
        self._alike = game.alike
        self.expected = bytearray(cells)
        self.way = UnderWay(game, cells)
        self._sensed = bytearray(cells)
        self._codes = bytearray(cells)  # what was sensed, as the game distinguishes tiles
        self._traces = bytearray(cells)
        self._calm = False
        self._looked = False  # at what was sensed, with the steps now allowed
        self.wrong = bytearray(cells)
        self.seen = READY
        self.reason = 0
        self.step = 0
        self.lifts = False  # every allowed step begins by lifting a tile
        self.asked = False  # exactly this step is asked for (the machine's turn)
        self.chooses = False  # the next step is a choice

    def allow(self, steps: "Sequence[int]", count: int, asked: bool) -> None:
        """Take the game's position and the steps that may be carried out in it."""
        self._looked = False
        self._changes.show()
        self._game.expected(self.expected)
        self.chooses = count > 0 and self._game.choice(steps[0]) != NOWHERE
        self.asked = asked
        way = self.way
        way.allow(steps, 0 if self.chooses else count, self.expected)  # hands make no choice
        self.lifts = way.count > 0
        for at in range(way.count):
            if way.places(at):
                self.lifts = False

    @property
    def puts(self) -> bool:
        """True when what is under way can go on by setting a tile down."""
        way = self.way
        return any(way.fits(at) and not way.is_lift(way.next_change(at)) for at in range(way.all))

    def look(self, codes: "Sequence[int]", traces: "Sequence[int]", calm: bool) -> int:
        """Compare the board with the game. `calm`: it is being restored, so no step is taken."""
        if self._looked and calm == self._calm and codes == self._sensed and traces == self._traces:
            return self.seen
        self._sensed[:] = codes
        self._traces[:] = traces
        self._calm = calm
        self._looked = True
        self._changes.show()
        return self._judge(traces, calm)

    def _judge(self, traces: "Sequence[int]", calm: bool) -> int:
        self.reason = 0
        differ = 0
        lost = 0
        unclear = False
        for cell in range(self._cells):
            code = self._alike[self._sensed[cell]]
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
        way = self.way
        if calm and differ:
            way.begun = 0
            self.reason = RESTORE
            self.seen = WRONG
            return WRONG
        found = way.find(self._codes, differ, lost)
        if found >= 0:
            self.step = way.allowed[found]
            self.seen = DONE if found < way.count else AMENDED
            return self.seen
        if way.begun:
            for cell in range(self._cells):
                if way.changed[cell]:
                    self.wrong[cell] = 0
        if differ == way.begun:
            return self._between(traces, HELD if differ else READY)
        self.seen = WRONG
        self.reason = CANNOT_TELL if unclear else self._why(differ, lost)
        if self.asked:
            # A tile set down as asked stays right, whatever else is wrong: were it called a
            # mistake, who takes it away would be asked for it again.
            for number in range(way.asked_size()):
                if self._codes[way.cell[number]] == way.after[number]:
                    self.wrong[way.cell[number]] = 0
        return WRONG

    def _between(self, traces: "Sequence[int]", seen: int) -> int:
        for cell in range(self._cells):
            if traces[cell]:
                self.wrong[cell] = 1
                self.reason = BETWEEN
                seen = WRONG
        self.seen = seen
        return seen

    def _why(self, differ: int, lost: int) -> int:
        way = self.way
        extra = NOWHERE
        swapped = False
        for cell in range(self._cells):
            if self.wrong[cell] and self._codes[cell] != EMPTY:
                extra = cell
                swapped = swapped or self.expected[cell] != EMPTY
        if way.begun:
            if differ - way.begun > 1 or swapped:
                return TWO_AT_ONCE
            if self._lifted(self._codes[extra]):
                return NOT_TURNED if way.lands(extra, EMPTY) else WRONG_CELL
            return WRONG_CELL if self._lifted(turned(self._codes[extra])) else WRONG_TILE
        if differ > 1:
            return TWO_AT_ONCE
        if lost:
            return NOT_YOURS
        code = self._codes[extra]
        if swapped:
            if code != turned(self.expected[extra]):
                return WRONG_TILE
            return WRONG_CELL if way.may_lift(extra) else NOT_YOURS
        if self.lifts or self.chooses:
            return TOO_EARLY
        if way.lands(extra, turned(code)):
            return NOT_TURNED
        return WRONG_CELL if way.uses(code) else WRONG_TILE

    def _lifted(self, code: int) -> bool:
        """True when a tile with this code was lifted for what is under way."""
        changed = self.way.changed
        for cell in range(self._cells):
            if changed[cell] and self._codes[cell] == EMPTY and self.expected[cell] == code:
                return True
        return False

    def paint(
        self, marks: bytearray, show_wrong: bool, values: "Sequence[int] | None" = None
    ) -> None:
        """Mark the way on: what may or must be done, and what is wrong. A difference that
        may still be a movement under way is not shown yet (`show_wrong` False). `values`:
        a coach's verdict on each allowed step, shown in place of what may be done.

        Each step that may be under way shows one cell: its next change in the game's order.
        A captured tile is lifted like any other."""
        way = self.way
        wrong = show_wrong and self.seen == WRONG
        begun = way.begun > 0
        shown = not wrong or begun or self.reason == WRONG_CELL
        if begun:
            for cell in range(self._cells):
                if way.changed[cell] and way.in_hand(cell):
                    marks[cell] = palette.LIFTED
        for at in range(way.all):
            asked = self.asked
            if at >= way.count:
                if not begun:
                    continue  # that it is possible is nothing to do next
                asked = False
                values = None
            if not way.fits(at):
                continue
            number = way.next_change(at)
            cell = way.cell[number]
            done = self.seen == WRONG and asked and self._codes[cell] == way.after[number]
            if done and not self.wrong[cell]:
                continue  # something else is wrong
            if way.is_lift(number):
                if begun or not wrong:
                    _mark(marks, cell, palette.LIFT if asked else palette.MAY_LIFT, values, at)
            elif shown:
                if asked:
                    marks[cell] = palette.PUT + way.after[number] - 1
                else:
                    new = at < way.count and way.places(at)
                    may = palette.MAY_PLACE if new else palette.MAY_GO
                    _mark(marks, cell, may, values, at)
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
