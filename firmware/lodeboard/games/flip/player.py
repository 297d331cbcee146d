"""The machine's play at flip tiles: levels, and the choice of a move.

A level is limited by work (static evaluations), never by time, and its random choices are seeded by
the position: the same level plays the same move in the same position everywhere.
"""

import sys

from micropython import const

from lodeboard.games import catalogue
from lodeboard.games.contract import GameError
from lodeboard.games.dice import Dice
from lodeboard.games.flip import search_layout as layout
from lodeboard.games.flip.ahead import FlipAhead
from lodeboard.games.flip.book import Arrays
from lodeboard.games.flip.evaluator import FlipEvaluator
from lodeboard.games.flip.perfect import FROM_SEARCH, PERFECT, FlipPerfect
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch, steps_of
from lodeboard.games.grid import grid_of
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Game, Tables
    from lodeboard.games.flip.person import FlipPerson
    from lodeboard.ports.port import Memory

LEVELS = catalogue.LEVELS["flip"]

# The lower levels are in person.py. The one above them, `expert`, looks as far ahead as it can with
# so many static evaluations. The last level is different: see perfect.py. Without its book it
# refuses to play.
_PERSONS = const(4)  # of the lower levels
_EVALS = const(100_000)
_LONGEST = const(1_200_000)  # evaluations of the last level: 1,119,071 in the longest of 10,006

_SLOTS = 1024  # transposition table: 10 KB on the board; its size is part of the play
# What lies in the memory, in 32-bit words: state and table of the search, then its look-up tables.
_SEARCH_WORDS = layout.STATE_WORDS + layout.ENTRY_WORDS * _SLOTS // 2
MEMORY_WORDS = _SEARCH_WORDS + layout.TABLES_BYTES // 4
_GET_READY_COST = 3000  # for each part of it: a short decision also says its move in this tick
_OPEN_COST = 9000  # and opening a book as so many
_ALWAYS = 2  # turns that are looked at to the end, whatever it takes
_FULL_BOARD = 16


def _build_tables(into: "bytearray | memoryview | None") -> "bytearray | memoryview":
    """Build the look-up tables of the search. A board then unloads the module that builds them."""
    from lodeboard.games.flip.tables import build_tables

    tables = build_tables(grid_of(4, 4), into)
    if sys.modules.pop("lodeboard.games.flip.tables", None) is not None:
        delattr(sys.modules["lodeboard.games.flip"], "tables")
    return tables


class FlipPlayer:
    """Chooses moves of flip tiles. `start`, then `run` until it says True, then read `steps`.

    steps   the whole move, or what is left of it, as step integers; empty where the last level
            has no book
    nodes   static evaluations spent on it
    source  where the move comes from: "search" or "table"
    ahead   what finds moves before they are asked for

    tables: the port's way to open a table by its name, for the last level. memory: where all the
    large arrays lie; without it the player makes its own.
    """

    def __init__(self, tables: "Tables | None" = None, memory: "Memory | None" = None) -> None:
        self.steps: list[int] = []
        self.nodes = 0
        self.source = FROM_SEARCH
        self.longest = 0
        arrays = None if tables is None else Arrays()  # before what leaves garbage
        behind = None
        if memory is not None:
            words = memory.words(MEMORY_WORDS)
            behind = memory.as_bytes(words, 4 * _SEARCH_WORDS, layout.TABLES_BYTES)
        searched = _build_tables(behind)
        self.search = FlipSearch(searched, _SLOTS, None, memory)
        self.evaluator = FlipEvaluator(self.search, tables, arrays)
        self._dice = Dice()
        self._perfect = FlipPerfect(self.evaluator, self._dice)
        self._person: FlipPerson | None = None
        self.ahead = FlipAhead(self)
        self._game: Flip | None = None
        self._level = 0
        self._to_do = 0  # parts of getting ready
        self._horizon = 0
        self._best = 0

    def start(self, game: "Game", level: int) -> None:
        """Start to think about an undecided position, for LEVELS[level]. The game must not change
        until `run` returns True or another start."""
        if not isinstance(game, Flip):
            raise GameError("this player plays flip tiles")
        ahead = self.ahead
        under_way = level == PERFECT and ahead.decides(game)
        ahead.drop()
        if under_way:
            return
        self.begin(game, level)
        if level == PERFECT:
            self.steps = ahead.answer(game)

    def begin(self, game: Flip, level: int = PERFECT) -> None:
        """The same, regardless of stored answers or a decision in progress."""
        self.steps = []
        self._perfect.no_book = False
        self.nodes = 0
        self.source = FROM_SEARCH
        self._best = 0
        self._game = game
        self._level = level
        self.longest = _LONGEST if level == PERFECT else 0 if level < _PERSONS else _EVALS
        if level >= _PERSONS:
            self._person = None
        elif self._person is None:
            # The level perfect needs its memory.
            with unimport(True):
                from lodeboard.games.flip.person import FlipPerson

            self._person = FlipPerson(self.search, self._dice)
        opens = level == PERFECT and game.rules != self.evaluator.rules
        self._to_do = 3 if opens else 2
        self.evaluator.close_other(game.rules)

    def take_trouble(self) -> str:
        """A problem with the book to report, once; empty if there is nothing new."""
        trouble = self.evaluator.trouble
        self.evaluator.trouble = ""
        return trouble

    def _get_ready(self, game: Flip) -> None:
        """One part of the preparation for the search, split so that no tick becomes long."""
        self._to_do -= 1
        search = self.search
        if self._to_do == 2:
            self.evaluator.prepare(game.rules)
            return
        if self._to_do:
            if self._level == PERFECT:
                self.evaluator.learn()
            search.load(game)
            return
        search.wipe()
        level = self._level
        dice = self._dice
        dice.seed(" ".join((game.name, game.rules, LEVELS[level], game.text())))
        self.source = FROM_SEARCH
        if level == PERFECT:
            self._perfect.start(game)
            return
        if self._person is not None:
            self._person.start(game, self.evaluator.copy(game), level)
            return
        self._horizon = search.root_tiles
        self._look_deeper()

    def run(self, max_evals: int) -> bool:
        """Think for the work of `max_evals` static evaluations; True when the move is decided.
        Slicing does not change the result."""
        search = self.search
        left = max_evals
        while not self.steps and not self._perfect.no_book:
            if left <= 0:
                return False
            if self._to_do and self._game is not None:
                left -= _OPEN_COST if self._to_do == 3 else _GET_READY_COST
                self._get_ready(self._game)
                continue
            if self._level == PERFECT:
                left = self._run_perfect(left)
                continue
            person = self._person
            if person is not None:
                left = person.run(left)
                self.steps = person.steps
                self.nodes = person.evals
                continue
            status = search.run(left)
            left -= search.spent
            if status == layout.RUNNING:
                return False
            if status == layout.FINISHED:
                self._best = search.move
                if self._wants_more():
                    self._look_deeper()
                    continue
            self.steps = steps_of(self._best)
            self.nodes = search.evals
        return True

    def _run_perfect(self, budget: int) -> int:
        perfect = self._perfect
        left = perfect.run(budget)
        if perfect.steps:
            self.source = perfect.source
            self.nodes = self.evaluator.evals
            self.steps = perfect.steps
        elif perfect.no_book:
            # this level needs the book
            self.evaluator.trouble = self.evaluator.reason
        return left

    def _wants_more(self) -> bool:
        search = self.search
        if abs(search.value) > layout.FAIR or self._horizon == _FULL_BOARD:
            return False
        return self._horizon < search.root_tiles + _ALWAYS or search.evals < _EVALS

    def _look_deeper(self) -> None:
        self._horizon += 1
        search = self.search
        always = self._horizon <= search.root_tiles + _ALWAYS
        search.try_first(self._best)
        search.begin(self._horizon, False, NO_LIMIT if always else _EVALS)
