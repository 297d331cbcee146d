"""Positions of Magician Chess made up at random, for whatever kernel is given: here and on the
chip alike.

This file is put on the emulated chip as it stands, so it is written as MicroPython has it. All
chance is the firmware's own Dice. A case is any arrangement, one that no game leads to included,
a few turns of it, and a search; a checksum goes over all of the kernel's words.
"""

from array import array
from binascii import crc32

from lodeboard.games.contract import NOWHERE
from lodeboard.games.dice import Dice
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch

TURNS = 3
PIECES = (1, 1, 1, 2, 3, 3, 4)


class Cases:
    """Cases by number, with the kernel `board`."""

    def __init__(self, board):
        self.board = board
        self.games = [Magician(rules, board) for rules in ("standard", "immune")]
        self.search = MagicianSearch(None, board)
        self.dice = Dice()
        self.codes = array("B", [0] * 49)
        self.sum = 0

    def run(self, number):
        """[checksum of all that was there after every task, turns listed, checks, kinds of turns
        made as a mask]"""
        self.sum = turns = checks = kinds = 0
        dice = self.dice
        dice.seed(f"case {number}")
        words = self.games[dice.roll(2)].board
        self._lay(words)
        made = []
        for _ in range(TURNS):
            count = self._do(words, layout.LIST)
            turns += count
            if count == 0:
                break
            words[layout.TURN] = words[layout.TURNS + dice.roll(count)]
            kinds |= 1 << (words[layout.TURN] >> 14)
            self._do(words, layout.MAKE)
            made.append((words[layout.TURN], words[layout.UNDO]))
            checks += self._do(words, layout.CHECK)
            words[layout.UNDO] = dice.roll(1 << 10)
            self._do(words, layout.SUM)
        while made:
            words[layout.TURN], words[layout.UNDO] = made.pop()
            self._do(words, layout.UNMAKE)
        return [self.sum, turns, checks, kinds]

    def search_one(self, number):
        """[checksum of all words after a search in slices, value, best turn, positions, work, and
        the same after a search for a mate]; nothing where the game is over"""
        dice = self.dice
        dice.seed(f"search {number}")
        game = self.games[dice.roll(2)]
        self._lay(game.board)
        turns = array("i", [0] * game.max_steps)
        count = game.turns(turns)
        if count == 0:
            return []
        search = self.search
        search.load(game, (0, 63)[dice.roll(2)])
        for at in range(layout.PLACES, layout.FOLD):
            search.state[at] = dice.roll(200) - 100
        search.begin(turns, 0, count, 3 + dice.roll(2), 3000)
        while search.run(1 + dice.roll(900)) == layout.RUNNING:
            pass
        found = self._came_of_it()
        search.begin_mate(1 + dice.roll(4), search.work + 3000)
        while search.run(1 + dice.roll(900)) == layout.RUNNING:
            pass
        return found + self._came_of_it()

    def _came_of_it(self):
        search = self.search
        return [crc32(search.state), search.value, search.best, search.nodes, search.work]

    def _do(self, words, task):
        found = self.board(words, task)
        self.sum = crc32(words, crc32(bytes(array("i", [found])), self.sum))
        return found

    def _lay(self, words):
        """Holes, kings and pieces anywhere, the kings and rooks often at home."""
        dice = self.dice
        codes = self.codes
        for cell in range(49):
            codes[cell] = 0
        for owner, home in enumerate((45, 3)):
            base = owner * layout.BLACK
            if dice.roll(2):
                codes[home] = base + layout.KING
                codes[home - 3] = codes[home + 3] = base + layout.ROOK
            else:
                self._put(base + layout.KING)
        for _ in range(9):
            self._put(layout.HOLE)
        for _ in range(dice.roll(22)):
            self._put(dice.roll(2) * layout.BLACK + PIECES[dice.roll(len(PIECES))])
        passed = dice.roll(49) if dice.roll(2) else NOWHERE
        game = self.games[words[layout.IMMUNE]]
        rights = 0
        for bit, corner, king, base in ((1, 42, 45, 0), (2, 48, 45, 0), (4, 0, 3, 8), (8, 6, 3, 8)):
            if codes[corner] == base + layout.ROOK and codes[king] == base + layout.KING:
                rights |= bit
        for index in range(layout.TURNS, layout.STATE_WORDS):
            words[index] = 0
        game.set_up(codes, dice.roll(2), rights, passed, dice.roll(100))

    def _put(self, code):
        """On an empty cell; a pawn on any row but the last."""
        while True:
            cell = self.dice.roll(49)
            row = cell // 7
            if self.codes[cell] == 0 and not (code & 7 == layout.PAWN and row in (0, 6)):
                self.codes[cell] = code
                return
