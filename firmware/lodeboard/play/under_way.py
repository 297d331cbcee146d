"""Which of the allowed steps the hands are carrying out, and what may be done next.

A step is a list of changes: (cell, before, after). It is under way when some of its cells have
changed and nothing else has: each is empty by now, or has its tile of after the step. In which
order hands change them does not matter, so a capture may begin with either piece. There is one
limit: no more tiles of a player may lie on the step's cells than lie there before it or after it,
or a second tile brought from elsewhere would count as the first one moved.
"""

from array import array

from lodeboard.games.contract import EMPTY, Game, owner_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NONE = -1  # no step, or no change
_AMENDMENTS = 3  # most at a time


class UnderWay:
    """The allowed steps, their changes in flat arrays that are made once.

    allowed: the steps. count: how many. all: these, and what `amend` has added to them. cell and
    after: of each change; those of the step with index `at` begin at `at * most`. changed: 1 for
    each cell whose change belongs to a step under way. begun: the number of these cells.
    """

    def __init__(self, game: Game, cells: int):
        self._game = game
        self.most = game.max_changes
        most_steps = game.max_steps + _AMENDMENTS
        self.allowed = array("H", [0] * most_steps)
        self.count = self.all = 0
        self.cell = bytearray(most_steps * self.most)
        self.after = bytearray(most_steps * self.most)
        self.changed = bytearray(cells)
        self.begun = 0
        self._ends = array("H", [0] * most_steps)  # where the changes of each step end
        self._fits = bytearray(most_steps)  # 1 where the step has all cells of `changed`
        self._triples = bytearray(3 * self.most)
        self._way = NONE  # the step by which `changed` was found
        self._expected: "Sequence[int]" = self.changed  # what lay on each cell before the step
        self._codes: "Sequence[int]" = self.changed  # what lies there now

    def allow(self, steps: "Sequence[int]", count: int, expected: "Sequence[int]") -> None:
        """Take the steps that are allowed where `expected` lies on the board."""
        self._expected = self._codes = expected
        self.count = self.all = count
        self.begun = 0
        triples = self._triples
        for at in range(count):
            self.allowed[at] = steps[at]
            base = at * self.most
            size = self._game.changes(steps[at], triples)
            self._ends[at] = base + size
            for number in range(size):
                self.cell[base + number] = triples[3 * number]
                self.after[base + number] = triples[3 * number + 2]

    def amend(self, step: int, cells: "Sequence[int]") -> None:
        """Take one more step, or a way back, after which these codes lie on the cells. `find` finds
        it like the allowed steps, but only after them."""
        number = self.all * self.most
        for cell in range(len(cells)):
            if cells[cell] != self._expected[cell]:
                self.cell[number] = cell
                self.after[number] = cells[cell]
                number += 1
        self.allowed[self.all] = step
        self._ends[self.all] = number
        self.all += 1

    def find(self, codes: "Sequence[int]", differ: int, lost: int) -> int:
        """The index of the step that has been carried out, NONE if none has; `begun` and
        `changed` then say which cells belong to a step under way. `differ` cells of the board
        are not as expected, `lost` of them are empty now.

        A step is carried out as soon as all of its changes are there and no other, even if it
        is part of a longer one: the longer one has to be begun with its other changes."""
        self._codes = codes
        self.begun = 0
        self._way = NONE
        if differ == 0:
            return NONE
        cells = self.cell
        after = self.after
        expected = self._expected
        most = self.most
        for at in range(self.all):
            base = at * most
            end = self._ends[at]
            here = empty = whole = 0
            for number in range(base, end):
                cell = cells[number]
                code = codes[cell]
                if code == expected[cell]:
                    continue
                if code == EMPTY:
                    empty += 1
                elif code != after[number]:
                    continue
                here += 1
                if code == after[number]:
                    whole += 1
            if empty != lost:
                continue  # another tile was lifted that this step leaves alone
            if whole == end - base:
                if differ == whole:
                    self.begun = 0
                    return at
                here = empty  # something else has changed too: do not take the step for made
            if here > self.begun and (here == empty or self._possible(at)):
                self.begun = here
                self._way = at
        self._mark_changed(lost)
        return NONE

    def _mark_changed(self, lost: int) -> None:
        """Fill `changed` from the step found, and find the others that have all of it."""
        changed = self.changed
        for cell in range(len(changed)):
            changed[cell] = 0
        if self._way == NONE:
            return
        codes = self._codes
        landed = self.begun > lost
        base = self._way * self.most
        for number in range(base, self._ends[self._way]):
            cell = self.cell[number]
            code = codes[cell]
            if code != self._expected[cell] and (
                code == EMPTY or (landed and code == self.after[number])
            ):
                changed[cell] = 1
        for at in range(self.all):
            here = 0
            for number in range(at * self.most, self._ends[at]):
                cell = self.cell[number]
                if changed[cell] and (codes[cell] == EMPTY or codes[cell] == self.after[number]):
                    here += 1
            fits = here == self.begun and (not landed or self._possible(at))
            if at >= self.count and not landed and self._ends[at] - at * self.most > 2:
                fits = False  # it moves two tiles: which one is in the hand is not known yet
            self._fits[at] = fits

    def _possible(self, at: int) -> bool:
        """False when more tiles lie on the cells of a step than it has."""
        return self._spare(at, 0, False) >= 0 and self._spare(at, 1, False) >= 0

    def _spare(self, at: int, owner: int, sure: bool) -> int:
        """How many tiles of a player are off the board, or have yet to come to it, in this step.
        `sure`: only what `changed` says counts as changed, else all that could be."""
        before = after = now = 0
        for number in range(at * self.most, self._ends[at]):
            cell = self.cell[number]
            was = self._expected[cell]
            goal = self.after[number]
            code = self._codes[cell]
            if (sure and not (self.begun and self.changed[cell])) or code not in (EMPTY, goal):
                code = was
            if was != EMPTY and owner_of(was) == owner:
                before += 1
            if goal != EMPTY and owner_of(goal) == owner:
                after += 1
            if code != EMPTY and owner_of(code) == owner:
                now += 1
        return max(before, after) - now

    def fits(self, at: int) -> bool:
        """True when a step may still be what is under way."""
        return self.begun == 0 or self._fits[at] != 0

    def in_hand(self, cell: int) -> bool:
        """True when the tile that lay on a cell of `changed` has not been set down again."""
        if self._codes[cell] != EMPTY:
            return False
        return self._spare(self._way, owner_of(self._expected[cell]), True) > 0

    def next_change(self, at: int) -> int:
        """The next change of a step that hands can make, in the order in which the game writes
        them: an index of `cell` and `after`."""
        for number in range(at * self.most, self._ends[at]):
            cell = self.cell[number]
            if self.begun and self.changed[cell]:
                if self._codes[cell] == self.after[number]:
                    continue
            elif self._expected[cell] != EMPTY:
                return number
            # A tile is to be set down here: one has to be in the hand for it.
            if self._spare(at, owner_of(self.after[number]), True) > 0:
                return number
        return NONE

    def is_lift(self, number: int) -> bool:
        """True when the next thing about this change is to lift a tile from its cell."""
        cell = self.cell[number]
        return self._expected[cell] != EMPTY and not (self.begun and self.changed[cell])

    def places(self, at: int) -> bool:
        """True when a step begins with a tile that comes from beside the board."""
        return self._expected[self.cell[at * self.most]] == EMPTY

    def asked_size(self) -> int:
        """How many changes the only step has; 0 where there is none, or where more tiles lie on its
        cells than it has."""
        return self._ends[0] if self.count and self._possible(0) else 0

    def may_lift(self, cell: int) -> bool:
        """True when an allowed step takes the tile from this cell."""
        if self._expected[cell] == EMPTY:
            return False
        for at in range(self.all):
            for number in range(at * self.most, self._ends[at]):
                if self.cell[number] == cell:
                    return True
        return False

    def lands(self, cell: int, code: int) -> bool:
        """True when a step that may be under way sets a tile down on this cell: one with this
        code, or any for EMPTY."""
        for at in range(self.all):
            if not self.fits(at):
                continue
            for number in range(at * self.most, self._ends[at]):
                goal = self.after[number]
                if self.cell[number] == cell and goal != EMPTY and code in (EMPTY, goal):
                    return True
        return False

    def uses(self, code: int) -> bool:
        """True when an allowed step sets down a tile with this code."""
        for at in range(self.all):
            for number in range(at * self.most, self._ends[at]):
                if self.after[number] == code:
                    return True
        return False
