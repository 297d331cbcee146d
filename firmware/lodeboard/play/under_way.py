"""Finds which allowed step the hands are carrying out, and what may be done next.

A step is a list of changes: (cell, before, after). It is under way when some of its cells have
changed and nothing else has: each changed cell is empty or has its final tile. The order of changes
does not matter, so a capture may begin with either piece. One limit: the step's cells may not hold
more tiles of a player than before or after the step. Otherwise a second tile brought from elsewhere
would count as the first one moved.
"""

from array import array

from lodeboard.games.contract import EMPTY, Game, owner_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NONE = -1  # no step, or no change
_AMENDMENTS = 3  # most steps at a time


class UnderWay:
    """The allowed steps, with their changes in flat arrays that are allocated once.

    allowed: the steps. count: their number. all: the number including those added by `amend`. cell,
    after: of each change; the changes of step i begin at `i * most`. changed: 1 for each cell whose
    change belongs to a step under way. begun: the number of these cells.
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
        self._ends = array("H", [0] * most_steps)  # end index of each step's changes
        self._fits = bytearray(most_steps)  # 1 if the step has all cells of `changed`
        self._triples = bytearray(3 * self.most)
        self._way = NONE  # the step from which `changed` was set
        self._expected: "Sequence[int]" = self.changed  # codes before the step
        self._codes: "Sequence[int]" = self.changed  # current codes

    def allow(self, steps: "Sequence[int]", count: int, expected: "Sequence[int]") -> None:
        """Set the steps that are allowed in the position `expected`."""
        self._expected = self._codes = expected
        self.count = self.all = count
        self.begun = 0
        triples = self._triples
        for index in range(count):
            self.allowed[index] = steps[index]
            base = index * self.most
            size = self._game.changes(steps[index], triples)
            self._ends[index] = base + size
            for number in range(size):
                self.cell[base + number] = triples[3 * number]
                self.after[base + number] = triples[3 * number + 2]

    def amend(self, step: int, cells: "Sequence[int]") -> None:
        """Add a step (or UNDO) that leads to these codes. `find` checks it after the allowed
        steps."""
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
        """Return the index of the completed step, or NONE; `begun` and `changed` then describe the
        step under way. `differ`: number of cells that are not as expected; `lost`: how many of them
        are empty.

        A step is complete as soon as the board shows all of its changes and no others, even if it
        is part of a longer step: the longer one must begin with its other changes."""
        self._codes = codes
        self.begun = 0
        self._way = NONE
        if differ == 0:
            return NONE
        cells = self.cell
        after = self.after
        expected = self._expected
        most = self.most
        for index in range(self.all):
            base = index * most
            end = self._ends[index]
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
                continue  # a tile that this step does not change was lifted
            if whole == end - base:
                if differ == whole:
                    self.begun = 0
                    return index
                here = empty  # something else has changed too: the step is not complete
            if here > self.begun and (here == empty or self._possible(index)):
                self.begun = here
                self._way = index
        self._mark_changed(lost)
        return NONE

    def _mark_changed(self, lost: int) -> None:
        """Set `changed` from the step found, and find the other steps that include all of it."""
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
        for index in range(self.all):
            here = 0
            for number in range(index * self.most, self._ends[index]):
                cell = self.cell[number]
                if changed[cell] and (codes[cell] == EMPTY or codes[cell] == self.after[number]):
                    here += 1
            fits = here == self.begun and (not landed or self._possible(index))
            if index >= self.count and not landed and self._ends[index] - index * self.most > 2:
                fits = False  # it moves two tiles: it is not yet known which one is in the hand
            self._fits[index] = fits

    def _possible(self, index: int) -> bool:
        """False if more tiles lie on the step's cells than the step has."""
        return self._spare(index, 0, False) >= 0 and self._spare(index, 1, False) >= 0

    def _spare(self, index: int, owner: int, sure: bool) -> int:
        """Return how many tiles of a player are off the board or still to be placed in this step.
        `sure`: count only cells in `changed` as changed, else all that may be."""
        before = after = now = 0
        for number in range(index * self.most, self._ends[index]):
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

    def fits(self, index: int) -> bool:
        """True if this step may be the one under way."""
        return self.begun == 0 or self._fits[index] != 0

    def in_hand(self, cell: int) -> bool:
        """True if the tile from a cell of `changed` has not been set down again."""
        if self._codes[cell] != EMPTY:
            return False
        return self._spare(self._way, owner_of(self._expected[cell]), True) > 0

    def next_change(self, index: int) -> int:
        """Return the next change that hands can make, in the game's order, as an index into `cell`
        and `after`."""
        for number in range(index * self.most, self._ends[index]):
            cell = self.cell[number]
            if self.begun and self.changed[cell]:
                if self._codes[cell] == self.after[number]:
                    continue
            elif self._expected[cell] != EMPTY:
                return number
            # A tile goes here, so one must be in the hand.
            if self._spare(index, owner_of(self.after[number]), True) > 0:
                return number
        return NONE

    def is_lift(self, number: int) -> bool:
        """True if this change continues by lifting a tile from its cell."""
        cell = self.cell[number]
        return self._expected[cell] != EMPTY and not (self.begun and self.changed[cell])

    def places(self, index: int) -> bool:
        """True if the step begins with a tile from beside the board."""
        return self._expected[self.cell[index * self.most]] == EMPTY

    def asked_size(self) -> int:
        """Return the number of changes of the first step; 0 if there is none, or if more tiles lie
        on its cells than it has."""
        return self._ends[0] if self.count and self._possible(0) else 0

    def may_lift(self, cell: int) -> bool:
        """True if an allowed step takes the tile from this cell."""
        if self._expected[cell] == EMPTY:
            return False
        for index in range(self.all):
            for number in range(index * self.most, self._ends[index]):
                if self.cell[number] == cell:
                    return True
        return False

    def lands(self, cell: int, code: int) -> bool:
        """True if a step that may be under way sets a tile with this code (EMPTY: any tile) down on
        this cell."""
        for index in range(self.all):
            if not self.fits(index):
                continue
            for number in range(index * self.most, self._ends[index]):
                goal = self.after[number]
                if self.cell[number] == cell and goal != EMPTY and code in (EMPTY, goal):
                    return True
        return False

    def uses(self, code: int) -> bool:
        """True if an allowed step sets down a tile with this code."""
        for index in range(self.all):
            for number in range(index * self.most, self._ends[index]):
                if self.after[number] == code:
                    return True
        return False
