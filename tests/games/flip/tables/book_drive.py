"""Random positions decided by the book: the same text on CPython and on the chip."""

from binascii import crc32

from lodeboard.games.contract import UNDECIDED
from lodeboard.games.dice import Dice
from lodeboard.games.flip.book import Book
from lodeboard.games.flip.rules import Flip


class Bytes:
    """An open table in memory."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def seek(self, offset):
        self.at = offset
        return offset

    def readinto(self, buffer):
        part = self.data[self.at : self.at + len(buffer)]
        buffer[: len(part)] = part
        self.at += len(part)
        return len(part)

    def close(self):
        pass


def position(dice, game):
    """Lay out an undecided position of at most seven tiles; some inside a turn."""
    steps = bytearray(game.max_steps)
    while True:
        count = dice.roll(8)
        cells = []
        while len(cells) < count:
            cell = dice.roll(16)
            if cell not in cells:
                cells.append(cell)
        letters = ["-"] * 16
        for at in range(count):
            letters[cells[at]] = "UDud"[dice.roll(2) + (2 if at & 1 else 0)]
        game.load(str(1 + count % 2) + "_" + "".join(letters))
        if game.verdict() == UNDECIDED:
            if dice.roll(3) == 0:
                step = steps[dice.roll(game.steps(steps))]
                if step >= 32:
                    game.push(step)
            return


def drive(table, count):
    """For so many positions: the position, the steps, a checksum of all scores."""
    dice = Dice()
    book = Book(lambda name: table, "magic")
    game = Flip("magic")
    made = []
    for number in range(count):
        dice.seed(str(number))
        position(dice, game)
        book.start(game, dice.roll(100))
        while not book.run(1 + dice.roll(3000)):
            pass
        made.append((game.text(), list(book.steps), crc32(book._state) & 0xFFFFFFFF))
    return made
