"""Searches of xtic made up at random, run by whatever kernel is given: here and on the chip
alike.

This file is put on the emulated chip as it stands, so it is written as MicroPython has it. All
chance is the firmware's own Dice. A case is any arrangement of pieces on which no line is
complete, with everything that a caller may set: horizon, limit, steps left out, window, budgets
that interrupt the search anywhere. After a first search the entries of the table are spoilt at
random, in all 16 bits, and a second one has to live with it.
"""

from emulator.sliced_cases import SlicedCases

from lodeboard.games.xtic import search_layout as kernel
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import XticSearch

SLOTS = 64
SHOWN = 256  # words of the state that are looked at after every slice


class Cases(SlicedCases):
    """Cases by number, searched by `search`. `note` is called after every slice."""

    def __init__(self, search, note=None):
        super().__init__(SHOWN, note)
        self.search = XticSearch(SLOTS, search)
        self.games = [Xtic(rules) for rules in Xtic.rule_sets]
        self.steps = bytearray(16)

    def run(self, number):
        """[checksum of all states and tables met, slices, nodes, searches finished]"""
        self.clear()
        self.nodes = 0
        dice = self.dice
        dice.seed(f"case {number}")
        game = self.games[dice.roll(3)]
        count = self._lay(game)
        search = self.search
        for index in range(len(search.state)):
            search.state[index] = 0
        search.wipe()
        for again in range(2):
            if again:
                self._spoil(search.table)
            search.load(game, self.steps, count)
            self._think(count)
        return [self.sum, self.slices, self.nodes, self.found]

    def _lay(self, game):
        """Any number of pieces anywhere; returns the number of steps."""
        dice = self.dice
        game.reset()
        for _ in range(dice.roll(31)):
            count = game.steps(self.steps)
            game.push(self.steps[dice.roll(count)])
            if game.verdict():
                game.pop()
        count = game.steps(self.steps)
        for last in range(count - 1, 0, -1):
            at = dice.roll(last + 1)
            self.steps[at], self.steps[last] = self.steps[last], self.steps[at]
        return count

    def _think(self, count):
        dice = self.dice
        search = self.search
        state = search.state
        horizon = min(16, search.placed + 1 + dice.roll(6))
        search.begin(horizon, dice.roll(count), 1000 + 2 * dice.roll(1000))
        if dice.roll(3) == 0:
            alpha = dice.roll(2) - 1
            state[kernel.FRAMES + kernel.ALPHA] = alpha
            state[kernel.FRAMES + kernel.BETA] = alpha + 1
        self.slice_up(search, kernel.RUNNING, kernel.FINISHED)
        self.nodes += search.nodes

    def _spoil(self, table):
        """Change the entry at random, but not the position it belongs to."""
        for start in range(0, len(table), kernel.ENTRY_WORDS):
            if table[start + 5]:
                kind = self.dice.roll(4)
                if kind == 0:
                    table[start + 5] = self.dice.roll(256) << 8 | self.dice.roll(256)
                elif kind == 1:
                    table[start + 5] ^= 0x8000 >> self.dice.roll(16)
