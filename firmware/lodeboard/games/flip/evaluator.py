"""The exact value of any position of flip tiles, as far as book and search know it.

From eight tiles on, the search reaches the full board. With fewer, both players follow the book up
to eight tiles: the book keeps the value, so the value is the same.
"""

from lodeboard.games.book_file import BookError, BookFile, without
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.book import MOST_TILES, Arrays, Book
from lodeboard.games.flip.lookup import ones
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch
from lodeboard.games.flip.search_layout import FINISHED, RUNNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from lodeboard.games.contract import Game, Tables

    Thought = Generator[int, None, int]

FULL_BOARD = 16
MISSING = "The level perfect cannot be played"
_BOOK_SLICE = 5000  # what the book does in one go is not so finely divided


class FlipEvaluator:
    """Thinks in generators: each `next` does the work of at most `budget` evaluations and returns
    how many; what `yield from` returns is the outcome. `evals` counts since `load`.

    tables: the port's way to open a table by its name; None where there are none. book: None where
    there is none; then nothing is known of positions that need it, and `reason` says why. trouble:
    the same until it has been reported and is made empty. arrays: those of its books. rules: the
    rule set whose book is open, or cannot be opened.
    """

    def __init__(
        self,
        search: FlipSearch,
        tables: "Tables | None" = None,
        arrays: "Arrays | None" = None,
    ) -> None:
        self.search = search
        self.book: Book | None = None
        self.reason = ""
        self.trouble = ""
        self._tables = tables
        self._arrays = arrays
        self.rules = ""
        self.budget = 0
        self.evals = 0
        self._copy: Flip | None = None

    def close_other(self, rules: str) -> None:
        """Close the book of another rule set, so that its memory can be collected before the next
        one is opened in the same place."""
        if rules == self.rules:
            return
        self.rules = ""
        if self.book is not None:
            self.book.close()
        self.book = None
        self.search.clear_order()

    def prepare(self, rules: str) -> None:
        """Open the book of this rule set if it is not open."""
        if rules == self.rules:
            return
        self.close_other(rules)
        self.rules = rules
        if self._tables is None:
            return
        try:
            self.book = Book(self._tables, rules, self.search.room, self._arrays)
        except BookError as error:
            self._disable_book(error)

    def learn(self) -> None:
        """Load the order of the search from the open book, if not done yet."""
        if self.book is None or self.search.learned:
            return
        try:
            self.search.learn_order(self.book.load_search_weights)
        except BookError as error:
            self._disable_book(error)

    def _disable_book(self, error: BookError) -> None:
        self.book = None
        self.search.clear_order()  # the look-ahead does not use weights of a damaged book
        self.trouble = self.reason = without(error, MISSING)

    def searched(self) -> "Thought":
        """Run the started search to its end: FINISHED or EXHAUSTED."""
        search = self.search
        before = search.evals
        status: int = RUNNING
        while status == RUNNING:
            status = search.run(self.budget)
            yield search.spent
        self.evals += search.evals - before
        return status

    def booked(self, game: Flip, choice: int = 0) -> "Thought":
        """Run until the book has this position's move in its `steps`, chosen among equals by
        `choice`. Returns 1, or 0 if the book is damaged."""
        book = self.book
        if book is None:
            return 0
        try:
            book.unload()  # a search may have used its memory
            book.start(game, choice)
            while not book.run(min(self.budget, _BOOK_SLICE)):
                yield self.budget
        except BookError as error:
            self._disable_book(error)
            return 0
        yield self.budget
        return 1

    def copy(self, game: "Game") -> Flip:
        """A copy of the position in a game that may be played on between two ticks."""
        if self._copy is None or self._copy.rules != game.rules:
            self._copy = Flip(game.rules)
        self._copy.load(game.text())
        return self._copy

    def value(self, game: Flip, limit: int = NO_LIMIT) -> "Thought":
        """WIN, LOSE or TIE for the player to act under perfect play, UNDECIDED where the limit
        of evaluations or the lack of a book leaves it open. The game is played on meanwhile, so
        it must be a `copy`; at the end it is as it was."""
        player = game.turn
        pushed = 0
        verdict = game.verdict()
        while verdict == UNDECIDED and self.book is not None and few_tiles(game):
            if not (yield from self.booked(game)):
                break
            for step in self.book.steps:
                game.push(step)
                pushed += 1
            verdict = game.verdict()
        if verdict == UNDECIDED and not few_tiles(game):
            search = self.search
            search.wipe()  # the book may have used its memory
            search.load(game)
            search.begin(FULL_BOARD, True, limit, 1)
            if (yield from self.searched()) == FINISHED:
                verdict = outcome(search.value)
        if game.turn != player:
            verdict = other(verdict)
        for _ in range(pushed):
            game.pop()
        return verdict


def check_books(tables: "Tables") -> str:
    """What is wrong with the books, judged by their headers, as a sentence; or ""."""
    for rules in Flip.rule_sets:
        try:
            BookFile(tables, "flip", rules).close()
        except BookError as error:
            return without(error, MISSING)
    return ""


def few_tiles(game: Flip) -> bool:
    """Whether the book knows the position."""
    return ones(game.occupied) <= MOST_TILES


def outcome(score: int) -> int:
    """The outcome that a sure score of a search to the full board stands for."""
    return WIN if score > 0 else LOSE if score < 0 else TIE


def other(value: int) -> int:
    """The outcome for the other player."""
    return LOSE if value == WIN else WIN if value == LOSE else value
