"""Compares the tiles on the board with the position of the game, and finds what to do next.

One mechanism covers everything that hands do: a person's turn (all legal steps allowed), the
machine's turn (exactly one), and restoring the position after a slip, a take-back or a restart
(none). The guide only reports; it never changes the game.
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

# States reported by `look`
READY = 0  # the board matches the game
HELD = 1  # an allowed step is under way: the board shows some of its changes and no others
DONE = 2  # an allowed step is complete: see `step`
WRONG = 3  # anything else: see `reason` and `wrong`
AMENDED = 4  # an allowed amendment of the last turn is complete: see `step`

# Reasons for WRONG, most important first
NOT_TURNED = 1  # the right tile on the right cell, the wrong side up
WRONG_CELL = 2  # the lifted tile lies on a cell where it may not go
WRONG_TILE = 3  # the tile is not the one asked for
TWO_AT_ONCE = 4  # more than one change
TOO_EARLY = 5  # placed before the flip or the choice
NOT_YOURS = 6  # the lifted tile may not be lifted
CANNOT_TELL = 7  # the reading matches no tile in place
BETWEEN = 8  # a tile lies between cells
RESTORE = 9  # no mistake: the board is being set up for the position
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

# A coach's verdicts from worst to best: a cell shows the best of its steps. An unknown one ranks
# between a loss and a draw.
_BETTER = (LOSE, UNDECIDED, TIE, WIN)


class Guide:
    """`look` compares; `paint` turns the result into marks.

    Results: seen, reason, step, wrong (1 for each cell that must not differ and does). way: the
    allowed steps and the one under way.
    """

    def __init__(self, game: Game, cells: int, changes: Changes):
        self._game = game
        self._cells = cells
        self._changes = changes
        self._alike = game.alike
        self.expected = bytearray(cells)
        self.way = UnderWay(game, cells)
        self._sensed = bytearray(cells)
        self._codes = bytearray(cells)  # sensed codes, mapped to those the game distinguishes
        self._traces = bytearray(cells)
        self._calm = False
        self._looked = False  # the result is valid for these codes and steps
        self.wrong = bytearray(cells)
        self.seen = READY
        self.reason = 0
        self.step = 0
        self.lifts = False  # every allowed step begins with lifting a tile
        self.asked = False  # exactly one step is asked for (the machine's turn)
        self.chooses = False  # the next step is a choice

    def allow(self, steps: "Sequence[int]", count: int, asked: bool) -> None:
        """Set the position and the allowed steps."""
        self._looked = False
        self._changes.show()
        self._game.expected(self.expected)
        self.chooses = count > 0 and self._game.choice(steps[0]) != NOWHERE
        self.asked = asked
        way = self.way
        way.allow(steps, 0 if self.chooses else count, self.expected)  # no hands needed
        self.lifts = way.count > 0
        for index in range(way.count):
            if way.places(index):
                self.lifts = False

    @property
    def puts(self) -> bool:
        """True if the step under way can continue by setting a tile down."""
        way = self.way
        return any(
            way.fits(index) and not way.is_lift(way.next_change(index)) for index in range(way.all)
        )

    def look(self, codes: "Sequence[int]", traces: "Sequence[int]", calm: bool) -> int:
        """Compare the board with the game. `calm`: the position is being restored, so no step is
        accepted."""
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
            # A tile set down as asked is right, whatever else is wrong. If this counted as a
            # mistake, removing the tile would trigger a request to put it back.
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
            return NOT_TURNED if way.may_lift(extra) else NOT_YOURS
        if self.lifts or self.chooses:
            return TOO_EARLY
        if way.lands(extra, turned(code)):
            return NOT_TURNED
        return WRONG_CELL if way.uses(code) else WRONG_TILE

    def _lifted(self, code: int) -> bool:
        """True if a tile with this code was lifted for the step under way."""
        changed = self.way.changed
        for cell in range(self._cells):
            if changed[cell] and self._codes[cell] == EMPTY and self.expected[cell] == code:
                return True
        return False

    def paint(
        self, marks: bytearray, show_wrong: bool, values: "Sequence[int] | None" = None
    ) -> None:
        """Mark what may or must be done, and what is wrong. `show_wrong` is False while a
        difference may still be a movement under way. `values`: a coach's verdict on each allowed
        step, shown instead of the possible steps.

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
        for index in range(way.all):
            asked = self.asked
            if index >= way.count:
                if not begun:
                    continue  # do not propose an amendment
                asked = False
                values = None
            if not way.fits(index):
                continue
            number = way.next_change(index)
            cell = way.cell[number]
            done = self.seen == WRONG and asked and self._codes[cell] == way.after[number]
            if done and not self.wrong[cell]:
                continue  # something else is wrong
            if way.is_lift(number):
                if begun or not wrong:
                    _mark(marks, cell, palette.LIFT if asked else palette.MAY_LIFT, values, index)
            elif shown:
                if asked:
                    marks[cell] = palette.PUT + way.after[number] - 1
                else:
                    new = index < way.count and way.places(index)
                    may = palette.MAY_PLACE if new else palette.MAY_GO
                    _mark(marks, cell, may, values, index)
        if wrong:
            self._paint_wrong(marks)

    def paint_position(self, marks: bytearray) -> None:
        """Mark every cell that has a tile in the game's position."""
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


def _mark(
    marks: bytearray, cell: int, meaning: int, values: "Sequence[int] | None", index: int
) -> None:
    """Mark a cell for the step with this index: with `meaning`, or with the coach's best
    verdict."""
    if values is None:
        marks[cell] = meaning
        return
    before = marks[cell] - palette.COACH
    if before < 0 or _BETTER.index(values[index]) > _BETTER.index(before):
        marks[cell] = palette.COACH + values[index]
