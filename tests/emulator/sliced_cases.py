"""Searches run in slices, budgets that interrupt them anywhere; here and on the chip alike.

This file is put on the emulated chip as it stands, so it is written as MicroPython has it.
"""

from array import array
from binascii import crc32

from lodeboard.games.dice import Dice

BUDGETS = (1, 2, 9, 40, 200, 1000, 0x7FFFFFFF, 0, -5)
PATIENCE = 60  # slices, after which a search may go on to its end


class SlicedCases:
    """Counts what the searches of a case came to. shown: words of the state that are looked at
    after every slice. `note` is called then."""

    def __init__(self, shown, note):
        self.shown = shown
        self.note = note
        self.dice = Dice()
        self.clear()

    def clear(self):
        self.sum = self.slices = self.found = 0

    def slice_up(self, search, running, finished):
        """Run a search that has begun, to its end. The last two: what its status may be."""
        shown = memoryview(search.state)[: self.shown]
        status = running
        patience = PATIENCE
        while status == running:
            budget = BUDGETS[self.dice.roll(len(BUDGETS))]
            if patience > 0:
                patience -= 1
            else:
                budget = 1000
            status = search.run(budget)
            self.slices += 1
            self.sum = crc32(bytes(array("i", [status])), crc32(shown, self.sum))
            if self.note:
                self.note(search, budget, status)
        self.sum = crc32(search.table, crc32(search.state, self.sum))
        self.found += status == finished
