"""The machine's play at xtic: levels, and the choice of a step.

A level searches a fixed number of moves deep. A move is a placement with the gift that follows it,
so a gift is searched one placement less deep than the placement before it. Nothing beyond the
horizon is evaluated. Within it the winner hurries and the loser delays; all other steps are chosen
at random. The lower levels look at the steps as people do, see games/human.py. The random numbers
are seeded by the position, so the same level makes the same step in the same position everywhere.

The last level plays from the book while few pieces are on the board, or like the level below it
without a book; then it searches as deep as its limit of work allows, with six and seven pieces for
a step that is proved to keep the value, and from eight pieces on to the end of the game.
"""

from micropython import const

from lodeboard.games import catalogue
from lodeboard.games.book_file import BookError, NoBook, without
from lodeboard.games.contract import NOWHERE, GameError
from lodeboard.games.dice import Dice
from lodeboard.games.human import SURELY, Level, Person, last_cell
from lodeboard.games.order import shuffle
from lodeboard.games.xtic import search_layout as layout
from lodeboard.games.xtic.book import WIN, XticBook
from lodeboard.games.xtic.keeping import WORK, Keeper
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import FIRST_STUCK, FULL_BOARD, NO_LIMIT, XticSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Game, Tables
    from lodeboard.ports.port import Memory

LEVELS = catalogue.LEVELS["xtic"]
_DONT_TRY = 5

_HOPE = const(20)  # the worth of each free cell where the other player would lose at once
# The depth of a level is in placements; 1: only one that is to be made now.
_LEVELS = (
    Level(1, NO_LIMIT, 100, 100, 0, 100),
    Level(1, NO_LIMIT, 90, 90, 30, 75),
    Level(1, NO_LIMIT, 80, 90, 60, 25),
    Level(2, NO_LIMIT, 80, 90, 90, 5),
    Level(3, NO_LIMIT, 100, 95, 60),
)

_SLOTS = 2048  # transposition table: 24 KB of the memory; its size is part of the play
_WORK = 550_000  # units for the last level, where it cannot see the end
_FAR_FROM = 5  # pieces on the board; before, it plays like the level below
_KEEPS_FROM = 6  # pieces on the board: here the last level keeps the value; see keeping
_EXACT_FROM = 8  # pieces on the board: from there on the last level looks to the end
_LAST_WORK = 30_000  # ... and where it sees that it is lost, on how to hold out longest
_STEPWISE = 4  # placements that it looks ahead one by one, where it can see the end
_LOAD_COST = 5000  # setting a root takes the chip about as long as so many units of work
_OPEN_COST = 5000  # and opening a book as so many

# What is left to do before the search.
_READY = 0
_LOAD = 1
_LOOK_UP = 2
_OPEN = 3


class XticPlayer:
    """Chooses steps of xtic. `start`, then `run` until it says True, then read `steps`.

    steps   the step, alone in a list: each is a whole move
    nodes   gifts looked into for it
    source  where it comes from: "book", "search", or "chance" where nothing was looked into

    tables: the port's way to open a table by its name, for the last level. memory: where all the
    large arrays lie; without it the player makes its own.
    """

    def __init__(self, tables: "Tables | None" = None, memory: "Memory | None" = None) -> None:
        self.steps: list[int] = []
        self.nodes = 0
        self.longest = WORK + _LAST_WORK
        self.source = "search"
        self.search = XticSearch(_SLOTS, None, memory)
        self._dice = Dice()
        self._game: Xtic | None = None
        self._turned = False  # whether it is the smallest image of the position
        self._level = 0
        self._order = bytearray(FULL_BOARD)
        self._person = Person(FULL_BOARD)
        self.keeper = Keeper()
        self._keeps = False
        self._count = 0
        self._first = 0  # how many of `_order` are known to lose
        self._horizon = 0
        self._deepest = 0
        self._limit = NO_LIMIT
        self._sees_end = False
        self._stepped = 0  # the horizon before the last search to the end
        self._to_do = _READY
        self._tables = tables
        self._book: XticBook | None = None
        self._rules = ""  # the rules for which a book was looked for
        self._trouble = ""

    def start(self, game: "Game", level: int) -> None:
        """Start to think about an undecided position, for LEVELS[level]. The game must not change
        until `run` returns True or another start."""
        if not isinstance(game, Xtic):
            raise GameError("this player plays xtic")
        self.steps = []
        self.nodes = 0
        self._game = game
        self._turned = False
        self._level = level
        self._to_do = _OPEN if level > _DONT_TRY else _LOAD

    def take_trouble(self) -> str:
        """A problem with the book to report, once; empty if there is nothing new."""
        trouble = self._trouble
        self._trouble = ""
        return trouble

    def _get_ready(self, game: Xtic, budget: int) -> int:
        """One part of the preparation, for about this much work; returns the work done."""
        if self._to_do == _LOAD:
            self._to_do = _READY
            self._load(game)
            return _LOAD_COST
        try:
            return self._ask_book(game, budget)
        except NoBook:
            pass  # nothing is proved for these rules
        except BookError as error:
            self._book = None
            self._trouble = without(error)
        self._to_do = _LOAD
        return _OPEN_COST

    def _ask_book(self, game: Xtic, budget: int) -> int:
        """Open the book, or look the position up, until it has answered or lacks the position."""
        spent = self._open(game.rules) if self._to_do == _OPEN else 0
        book = self._book
        if book and self._to_do == _LOOK_UP:
            if book.run(budget):
                self._to_do = _LOAD
                self._take(game, book.step)
                if book.among_errata:
                    # Think about the position that the errata were found for.
                    self._game = book.image()
                    self._turned = True
            spent = book.spent
        elif book and book.answers(game):
            self._to_do = _LOOK_UP
            book.start(game)
        else:
            self._to_do = _LOAD
        return spent

    def _open(self, rules: str) -> int:
        """Open the book of this rule set if it is not open; returns the work done."""
        if rules == self._rules:
            return 0
        self._rules = rules
        if self._book:
            self._book.close()
        self._book = None
        if self._tables is None:
            return 0
        self._book = XticBook(self._tables, rules)
        return _OPEN_COST

    def _take(self, game: Xtic, step: int) -> None:
        """Play this step of the book if it is legal."""
        for index in range(game.steps(self._order)):
            if self._order[index] == step != NOWHERE:
                self.steps = [step]
                self.source = "book"

    def _load(self, game: Xtic) -> None:
        """Set the legal steps in random order, the root, and the depth of the search."""
        dice = self._dice
        dice.seed(" ".join((game.name, game.rules, LEVELS[self._level], game.text())))
        order = self._order
        self._count = game.steps(order)
        shuffle(order, self._count, dice)
        self._first = 0
        search = self.search
        search.wipe()
        search.load(game, order, self._count)
        placed = search.placed
        self._keeps = self._level > _DONT_TRY and _KEEPS_FROM <= placed < _EXACT_FROM
        # That a gift with six pieces does not lose takes too long to prove.
        self._keeps = self._keeps and (search.placing or placed > _KEEPS_FROM)
        if self._keeps:
            book = self._book
            wins_first = book is not None and book.guarantees[game.turn] == WIN
            self.keeper.begin(search, order, self._safe_first(game), wins_first)
            return
        if self._level < _DONT_TRY:
            self._begin_as_person(game)
            return
        self._horizon = placed
        # A gift belongs to the placement before it.
        deepest = placed + _DONT_TRY + (1 if search.placing else 0)
        self._limit = NO_LIMIT
        self._sees_end = False
        if self._level > _DONT_TRY and placed >= _FAR_FROM:
            deepest = FULL_BOARD
            self._sees_end = placed >= _EXACT_FROM
            if not self._sees_end:
                self._limit = _WORK
        self._deepest = min(FULL_BOARD, deepest)
        if placed == 0:
            # All pieces and all cells are equivalent as far as the search can see.
            self._deepest = 0
        self._look_deeper()

    def _safe_first(self, game: Xtic) -> int:
        """Move the placements that do not lose at once to the front of the order; returns how many
        steps are worth a question: all of them if there are none."""
        fatal = game.danger(game.hand) if self.search.placing else 0
        safe = 0
        for index in range(self._count):
            step = self._order[index]
            if not fatal >> step & 1:
                self._order[index] = self._order[safe]
                self._order[safe] = step
                safe += 1
        return safe or self._count

    def _begin_as_person(self, game: Xtic) -> None:
        """Start to look at the steps as a person does."""
        cells = bytearray(self._count)
        for index in range(self._count):
            cells[index] = self._order[index] if self.search.placing else NOWHERE
        size = (game.rows, game.columns)
        level = _LEVELS[self._level]
        self._person.begin(level, self._dice, cells, self._count, last_cell(game), size)
        self._think_through(self._person)

    def _think_through(self, person: Person) -> None:
        """Search the step that the person looks at, or accept the choice."""
        search = self.search
        placed = search.placed
        nearest = placed + (1 if search.placing else 0)
        while person.at >= 0:
            horizon = nearest + person.depth - 1
            new = horizon == nearest or horizon > FIRST_STUCK
            step = self._order[person.at]
            hope = _HOPE * search.dangers(step)
            if 0 < placed < horizon <= FULL_BOARD and new and person.hopeful:
                search.begin_one(step, horizon, 0 if person.floor >= hope else -1)
                return
            # There is nothing new to see.
            worth = hope if person.depth == 1 else person.worth
            person.take(worth, abs(worth) == SURELY)
        self._settle(self._order[person.choice])

    def _look_deeper(self) -> None:
        """Start to search one placement further, or accept the result so far."""
        search = self.search
        horizon = self._horizon + 1
        if horizon > search.placed + (1 if search.placing else 0):
            # No piece can be stuck this early, so a wider horizon shows nothing new.
            horizon = max(horizon, FIRST_STUCK + 1)
        if self._sees_end and horizon > search.placed + _STEPWISE:
            # The end is near enough to search to it directly, which costs less than going step by
            # step.
            self._stepped = self._horizon
            horizon = max(horizon, FULL_BOARD)
        self._horizon = horizon
        if horizon > self._deepest:
            self._settle(self._order[self._first])
        else:
            search.begin(horizon, self._first, self._limit)

    def _keep(self, game: Xtic, finished: bool) -> None:
        """Go on with keeping the value; if all steps lose, choose one that does so late."""
        search = self.search
        if self.keeper.take(search, finished):
            self._keeps = False
            if not self.keeper.lost:
                self._settle(self.keeper.step)
                return
            search.load(game, self._order, self._count)
            self._sees_end = False
            self._horizon = search.placed
            self._deepest = FULL_BOARD - 1
            self._limit = _LAST_WORK
            self._look_deeper()

    def _hold_out(self) -> None:
        """All steps lose: choose the one that loses latest, the first that did not lose in the last
        search before."""
        if self._sees_end and self._horizon == FULL_BOARD > self._stepped + 1:
            self._sees_end = False
            self._horizon = self._stepped
            self._deepest = FULL_BOARD - 1
            self._limit = self.search.work + _LAST_WORK
            self._look_deeper()
        else:
            self._settle(self._order[self._first])

    def _settle(self, step: int) -> None:
        if self._turned and self._book:
            step = self._book.original(step & 15)
        self.steps = [step]
        self.nodes = self.search.nodes
        self.source = "search" if self.nodes else "chance"

    def run(self, max_evals: int) -> bool:
        """Think for the work of about `max_evals` units; True when the step is decided. Slicing
        does not change the result."""
        search = self.search
        left = max_evals
        while not self.steps:
            if left <= 0:
                return False
            if self._to_do and self._game is not None:
                if left < min(max_evals, _LOAD_COST):
                    return False  # too long for the rest of this slice
                left -= self._get_ready(self._game, left)
                continue
            status = search.run(left)
            left -= search.spent
            if status == layout.RUNNING:
                return False
            if self._keeps and self._game is not None:
                self._keep(self._game, status == layout.FINISHED)
            elif self._level < _DONT_TRY:
                hope = _HOPE * search.dangers(self._order[self._person.at])
                self._person.take(search.value or hope, search.value != 0)
                self._think_through(self._person)
            elif status == layout.FINISHED and search.value > 0:
                self._settle(search.step)
            elif status == layout.FINISHED and search.value == 0:
                while self._order[self._first] != search.step:
                    self._first += 1
                self._look_deeper()
            elif status == layout.FINISHED:
                self._hold_out()
            else:
                self._settle(self._order[self._first])
        return True
