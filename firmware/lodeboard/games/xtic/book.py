"""The opening book of xtic: a step that keeps what is proved of the first position.

It has answers for a player for whom a result is proved, whatever the other player does, up to a
number of pieces on the board. The file format is in
book_file. Sections:

    "about"  the seed, 1 byte; how many positions are answered, 2; slots in a third, 2; then for
             who gives first and for who places first: what is guaranteed (NOTHING, TIE: at
             least a tie, WIN), most pieces on the board, 1 byte each
    "steps"  three thirds of slots, 12 bits each, the lower ones first

There are no keys: a position's SHA-256, after the seed, names a slot in each third, and the three
slots' sum without carry is the answer: the step in the smallest image of the position (the cell,
or the piece to give), 4 bits, and above it 8 bits of the same SHA-256. Where these differ, the
position has no answer. One in 256 that has none seems to have one; but the book has every
position that a game from the beginning leads to.
"""

from hashlib import sha256

from micropython import const

from lodeboard.games.book_file import BookError, BookFile, NoBook, number, without
from lodeboard.games.contract import NOWHERE
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.symmetry import Smallest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Tables

NOTHING = 0
TIE = 1
WIN = 2
ABOUT = 9  # bytes of the section

_GIVE = const(16)  # first giving step
_CHECK_BITS = const(4)  # how far the answer is from the bits that it is known by
# What the chip takes as long for as so much work of the search, in units of 6 to 9 microseconds.
_TURN_COST = const(2000)
_READ_COST = const(4000)


class XticBook(BookFile):
    """The book of one rule set. `start`, then `run` until it says True, then read `step`.

    open_table: a store's `table`, an open file by name, or None.
    guarantees: for who gives first and who places first NOTHING, TIE or WIN; entries: how many
    positions have an answer.
    """

    def __init__(self, open_table: "Tables", rules: str) -> None:
        BookFile.__init__(self, open_table, "xtic", rules)
        about = self.whole("about", ABOUT)
        self._seed = about[0]
        self.entries = number(about, 1, 2)
        self._third = number(about, 3, 2)
        self.guarantees = (about[5], about[7])
        self.most = (about[6], about[8])  # pieces on the board
        if self.section("steps")[1] != (9 * self._third + 1) // 2:
            raise self.error("its steps are not as many as it says")
        self.step = NOWHERE
        self.spent = 0
        self._smallest = Smallest()
        self._placing = False
        self._turned = False

    def answers(self, game: Xtic) -> bool:
        """Whether the book has an answer for the player to act with this many pieces on the
        board."""
        placed = 0
        cells = game.occupied
        while cells:
            cells &= cells - 1
            placed += 1
        return self.guarantees[game.turn] != NOTHING and placed <= self.most[game.turn]

    def start(self, game: Xtic) -> None:
        """Start with an undecided position that it `answers`."""
        self.step = NOWHERE
        self._placing = game.hand != NOWHERE
        self._turned = False
        self._smallest.start(game)

    def run(self, budget: int) -> bool:
        """Work for this much, at least one part; `spent` is the work done. True when finished:
        `step` is the answer, or NOWHERE if the book lacks the position. Raises BookError if the
        file is damaged."""
        self.spent = 0
        while True:
            cost = _READ_COST if self._turned else _TURN_COST
            if self.spent and self.spent + cost > budget:
                return False
            self.spent += cost
            if self._turned:
                self._look_up()
                return True
            self._turned = self._smallest.run()

    def _look_up(self) -> None:
        smallest = self._smallest
        asked = bytes([self._seed]) + image_bytes(smallest)
        sums = sha256(asked).digest()
        pair = bytearray(2)
        found = 0
        for index in range(3):
            slot = index * self._third + slot_in(sums, index, self._third)
            self.read("steps", 3 * slot >> 1, pair, 0, 2)
            found ^= number(pair, 0, 2) >> (4 if slot & 1 else 0)
        found &= 0xFFF
        if found >> _CHECK_BITS == check_of(sums):
            there = found & 15
            self.step = smallest.cell(there) if self._placing else _GIVE + smallest.piece(there)


def image_bytes(smallest: Smallest) -> bytes:
    """The smallest image, 3 bytes each for cells and masks."""
    packed = smallest.cells.to_bytes(3, "little")
    for mask in smallest.masks:
        packed += mask.to_bytes(3, "little")
    return packed


def slot_in(sums: bytes, index: int, third: int) -> int:
    """The slot in one third of this many slots."""
    return number(sums, 2 * index, 2) * third >> 16


def check_of(sums: bytes) -> int:
    """The bits that show whether there is an answer."""
    return sums[6]


def check_books(tables: "Tables") -> str:
    """What is wrong with the books, judged by their headers, as a sentence; or "". A rule set
    without proofs has no book."""
    for rules in Xtic.rule_sets:
        try:
            XticBook(tables, rules).close()
        except NoBook:
            pass
        except BookError as error:
            return without(error)
    return ""
