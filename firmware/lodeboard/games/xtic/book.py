"""The opening book of xtic: a step that keeps what is proved of the first position.

It has answers for a player for whom a result is proved, whatever the other player does: for all
positions up to a number of pieces on the board, and with six and seven pieces for those in which
the search would choose a wrong step, the errata. The file format is in book_file. Sections:

    "about"   the seed, 1 byte; how many positions are answered, 2; slots in a third, 2; then for
              who gives first and for who places first: what is guaranteed (NOTHING, TIE: at
              least a tie, WIN), most pieces on the board, 1 byte each; then seed, number and
              slots in a third of the errata, as above
    "steps"   three thirds of slots, 12 bits each, the lower ones first
    "errata"  the same, 44 bits each

There are no keys: a position's SHA-256, after the seed, names a slot in each third, and the three
slots' sum without carry is the answer: the step in the smallest image of the position (the cell,
or the piece to give), 4 bits, and above it 8 bits of the same SHA-256, in the errata 40. Where
these differ, the position has no answer. One in 256 that has none seems to have one; but the book
has every position that a game from the beginning leads to. Of those beside the errata one in 10^12
seems to have one, and a game leads to fewer than 10^7.
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
ABOUT = 14  # bytes of the section
STEP_BITS = 12  # of a slot
ERRATUM_BITS = 44
ERRATA_FROM = 6  # pieces on the board
ERRATA_TO = 7
CHECK_AT = 4  # the lowest of the bits of an answer that it is known by

_GIVE = const(16)  # first giving step
# What the chip takes as long for as so much work of the search, in units of 6 to 9 microseconds.
_TURN_COST = const(2000)
_READ_COST = const(4000)


class XticBook(BookFile):
    """The book of one rule set. `start`, then `run` until it says True, then read `step`.

    open_table: a store's `table`, an open file by name, or None.
    guarantees: for who gives first and who places first NOTHING, TIE or WIN; entries: how many
    positions have an answer; errata: how many more have one with six and seven pieces.
    """

    def __init__(self, open_table: "Tables", rules: str) -> None:
        BookFile.__init__(self, open_table, "xtic", rules)
        about = self.whole("about", ABOUT)
        self._seed = about[0]
        self.entries = number(about, 1, 2)
        self._third = number(about, 3, 2)
        self.guarantees = (about[5], about[7])
        self.most = (about[6], about[8])  # pieces on the board
        self._errata_seed = about[9]
        self.errata = number(about, 10, 2)
        self._errata_third = number(about, 12, 2)
        if (
            self.section("steps")[1] != (3 * STEP_BITS * self._third + 7) >> 3
            or self.section("errata")[1] != (3 * ERRATUM_BITS * self._errata_third + 7) >> 3
        ):
            raise self.error("its steps are not as many as it says")
        self.step = NOWHERE
        self.spent = 0
        self._smallest = Smallest()
        self._placing = False
        self.among_errata = False  # whether it is an erratum, if it has an answer
        self._turned = False

    def answers(self, game: Xtic) -> bool:
        """Whether the book may have an answer for the player to act with this many pieces on the
        board."""
        placed = _pieces_on(game)
        return self.guarantees[game.turn] != NOTHING and (
            placed <= self.most[game.turn] or ERRATA_FROM <= placed <= ERRATA_TO
        )

    def start(self, game: Xtic) -> None:
        """Start with an undecided position that it `answers`."""
        self.step = NOWHERE
        self._placing = game.hand != NOWHERE
        self.among_errata = _pieces_on(game) >= ERRATA_FROM
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
        if self.among_errata:
            name, seed, third, bits = "errata", self._errata_seed, self._errata_third, ERRATUM_BITS
        else:
            name, seed, third, bits = "steps", self._seed, self._third, STEP_BITS
        if not third:
            return
        sums = sha256(bytes([seed]) + image_bytes(self._smallest)).digest()
        part = bytearray((bits + 4) >> 3)  # a slot begins in the middle of a byte or at its start
        found = 0
        for index in range(3):
            first = bits * (index * third + slot_in(sums, index, third))
            self.read(name, first >> 3, part, 0, len(part))
            found ^= number(part, 0, len(part)) >> (first & 7)
        found &= (1 << bits) - 1
        if found >> CHECK_AT == check_of(sums, bits):
            self.step = self.original(found & 15)

    def original(self, there: int) -> int:
        """The step whose image in the smallest image is this cell or piece."""
        smallest = self._smallest
        return smallest.cell(there) if self._placing else _GIVE + smallest.piece(there)

    def image(self) -> Xtic:
        """The smallest image as a position."""
        smallest = self._smallest
        cells = ""
        for cell in range(17):
            piece = 0
            for index in range(4):
                piece |= (smallest.masks[index] >> cell & 1) << index
            cells += ("/" if cell == 16 else "") + (
                "0123456789abcdef"[piece] if smallest.cells >> cell & 1 else "-"
            )
        game = Xtic(self.rules)
        game.load(cells)
        return game


def _pieces_on(game: Xtic) -> int:
    count = 0
    cells = game.occupied
    while cells:
        cells &= cells - 1
        count += 1
    return count


def image_bytes(smallest: Smallest) -> bytes:
    """The smallest image, 3 bytes each for cells and masks."""
    packed = smallest.cells.to_bytes(3, "little")
    for mask in smallest.masks:
        packed += mask.to_bytes(3, "little")
    return packed


def slot_in(sums: bytes, index: int, third: int) -> int:
    """The slot in one third of this many slots."""
    return number(sums, 2 * index, 2) * third >> 16


def check_of(sums: bytes, bits: int) -> int:
    """The bits that show whether there is an answer. bits: of a slot."""
    return number(sums, 6, 5) & ((1 << (bits - CHECK_AT)) - 1)


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
