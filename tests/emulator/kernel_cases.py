"""Searches made up at random, run by whatever kernel is given: here and on the chip alike.

This file is put on the emulated chip as it stands, so it is written as MicroPython has it. All
chance is the firmware's own Dice. A case is any arrangement of tiles, one that no game leads to
included, with everything that a caller may set: rule set, window, horizon, limits, cells looked
at, a move to try first, weights of the order, budgets that interrupt the search anywhere. After a
first search the entries of the table are spoilt at random, in all 16 bits, and a second one has
to live with it.
"""

from emulator.sliced_cases import SlicedCases

from lodeboard.games.flip import search_layout as kernel
from lodeboard.games.flip.search import FlipSearch

SLOTS = 64
SHOWN = 400  # words of the state that are looked at after every slice


class Cases(SlicedCases):
    """Cases by number, searched by `search`. `note` is called after every slice."""

    def __init__(self, tables, search, note=None):
        super().__init__(SHOWN, note)
        self.searches = [FlipSearch(tables, SLOTS, search) for _ in range(2)]
        for eclipse in range(2):
            self.searches[eclipse].state[kernel.ECLIPSE] = eclipse
            self.searches[eclipse]._shelter(1 + eclipse)
        self.dice.seed("weights")
        for index in range(kernel.WEIGHTS, kernel.WEIGHTS + kernel.WEIGHTS_BYTES):
            tables[index] = self.dice.roll(256)

    def run(self, number):
        """[checksum of all states and tables met, slices, evaluations, searches finished]"""
        self.clear()
        self.evals = 0
        dice = self.dice
        dice.seed(f"case {number}")
        search = self.searches[dice.roll(2)]
        search.wipe()
        tiles = self._lay(search)
        self._think(search, tiles)
        self._spoil(search.table)
        self._think(search, tiles)
        return [self.sum, self.slices, self.evals, self.found]

    def _mask(self):
        return self.dice.roll(256) << 8 | self.dice.roll(256)

    def _lay(self, search):
        """Any number of tiles of any owner anywhere; returns their number."""
        dice = self.dice
        state = search.state
        masks = [0, 0, 0, 0]
        wanted = dice.roll(16)
        owners = 1 + dice.roll(3)  # 2: about as many each, as in a game
        tiles = 0
        while tiles < wanted:
            bit = 1 << dice.roll(16)
            if not (masks[0] | masks[1] | masks[2] | masks[3]) & bit:
                owner = tiles & 1 if owners == 2 else dice.roll(4) < owners
                masks[2 * owner + dice.roll(2)] |= bit
                tiles += 1
        for index in range(4):
            state[kernel.FRAMES + index] = masks[index]
        state[kernel.ROOT_TILES] = tiles
        search.root_tiles = tiles
        if dice.roll(2):
            state[kernel.FRAMES + kernel.SO_FAR] = search._worth(0) - search._worth(1)
        else:
            state[kernel.FRAMES + kernel.SO_FAR] = dice.roll(81) - 40
        state[kernel.HALF] = dice.roll(4) == 0
        return tiles

    def _think(self, search, tiles):
        dice = self.dice
        state = search.state
        search.try_first(self._mask() & 0xFFF if dice.roll(2) else 0)
        state[kernel.EVALS] = 0
        state[kernel.LEARNED] = dice.roll(14)
        state[kernel.ROOT_SET] = dice.roll(kernel.TRAPS + 1)
        horizon = min(16, tiles + 1 + dice.roll(4))
        search.begin(horizon, dice.roll(2) == 0, 300 + dice.roll(900))
        if dice.roll(2):
            alpha = dice.roll(199) - 99
            state[kernel.FRAMES + kernel.ALPHA] = alpha
            state[kernel.FRAMES + kernel.BETA] = alpha + 1 + dice.roll(100 - alpha)
        self.slice_up(search, kernel.RUNNING, kernel.FINISHED)
        self.evals += search.evals

    def _spoil(self, table):
        """Change the entry at random, but not the position it belongs to."""
        for start in range(0, len(table), kernel.ENTRY_WORDS):
            if table[start + 3]:
                kind = self.dice.roll(4)
                if kind == 0:
                    table[start + 3] = self._mask()
                elif kind == 1:
                    table[start + 3] ^= 0x8000 >> self.dice.roll(16)
                table[start + 4] = self._mask() if kind > 1 else 0xFFFF
