"""The machine's play at flip tiles: levels, their oversights, and the choice of a move.

A level is limited by work (static evaluations), never by time, and its random choices are seeded by
the position: the same level plays the same move in the same position everywhere.
"""

import sys

from micropython import const

from lodeboard.games import catalogue
from lodeboard.games.contract import GameError
from lodeboard.games.dice import Dice, chance_at, distance_of
from lodeboard.games.flip import search_layout as layout
from lodeboard.games.flip.ahead import FlipAhead
from lodeboard.games.flip.book import Arrays
from lodeboard.games.flip.evaluator import FlipEvaluator
from lodeboard.games.flip.perfect import FROM_SEARCH, PERFECT, FlipPerfect
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import ALL_CELLS, NO_LIMIT, FlipSearch, steps_of
from lodeboard.games.grid import grid_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Game, Tables
    from lodeboard.ports.port import Memory

LEVELS = catalogue.LEVELS["flip"]

# For each level:
#   turns   how many turns ahead it looks, at most
#   evals   static evaluations it may spend on looking more than two turns ahead
#   sight   percent: how surely it notices what lies two cells from where it is looking, when
#           it thinks of its own turn (squared at three cells); everything nearer is noticed
#   reply   the same for the opponent's reply
#   shy     percent of turns played without a thought of lines, only keeping out of the way
# From "hard" on nothing is overlooked that decides the game within two turns.
_TURNS = (1, 2, 2, 3, 16)
_EVALS = (0, 0, 0, 5000, 100000)
_SIGHT = (60, 70, 100, 100, 100)
_REPLY = (0, 30, 75, 100, 100)
_SHY = (85, 45, 10, 0, 0)
_LONGEST = const(1_200_000)  # evaluations of the last level: 1,119,071 in the longest of 10,006
# The last level is different: see flip_perfect. Without its book it refuses to play.

_SLOTS = 1024  # transposition table: 10 KB on the board; its size is part of the play
# What lies in the memory, in 32-bit words: state and table of the search, then its look-up tables.
_SEARCH_WORDS = layout.STATE_WORDS + layout.ENTRY_WORDS * _SLOTS // 2
MEMORY_WORDS = _SEARCH_WORDS + layout.TABLES_BYTES // 4
_GET_READY_COST = 3000  # for each part of it: a short decision also says its move in this tick
_OPEN_COST = 9000  # and opening a book as so many
_ALWAYS = 2  # turns that are looked at to the end, whatever it takes
_FULL_BOARD = 16
_FIRST_FLIP = 32


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
        self.ahead = FlipAhead(self)
        self._game: Flip | None = None
        self._level = 0
        self._to_do = 0  # parts of getting ready
        self._buffer = bytearray(32)
        self._deepest = 0
        self._horizon = 0
        self._limit = 0
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
        self.longest = _LONGEST if level == PERFECT else _EVALS[level]
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
        if dice.roll(100) < _SHY[level]:
            self._play_shyly(game)
            return
        self._begin_search()

    def _begin_search(self) -> None:
        search = self.search
        level = self._level
        self._look_around(_SIGHT[level], _REPLY[level])
        self._deepest = min(_FULL_BOARD, search.root_tiles + _TURNS[level])
        self._limit = _EVALS[level]
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
        if abs(search.value) > layout.FAIR or self._horizon == self._deepest:
            return False
        return self._horizon < search.root_tiles + _ALWAYS or search.evals < self._limit

    def _look_deeper(self) -> None:
        self._horizon += 1
        search = self.search
        always = self._horizon <= search.root_tiles + _ALWAYS
        search.try_first(self._best)
        search.begin(self._horizon, False, NO_LIMIT if always else self._limit)

    def _play_shyly(self, game: Flip) -> None:
        """The turn of a timid player: flips an isolated tile and places its own away from the
        others. It helps the opponent more than chance would."""
        step = self._shy_step(game)
        self.steps = [step]
        game.push(step)
        if not game.between_moves():
            self.steps.append(self._shy_step(game))
        game.pop()

    def _shy_step(self, game: Flip) -> int:
        """One of the legal steps next to the fewest neighbours of the same kind."""
        search = self.search
        steps = self._buffer
        fewest = 99
        count = 0
        for index in range(game.steps(steps)):
            step = steps[index]
            if step < _FIRST_FLIP:
                links = search.links(0, step & 1, step >> 1)
            else:
                cell = (step - _FIRST_FLIP) >> 2
                links = search.links(1, search.side_of(cell), cell)
            if links < fewest:
                fewest = links
                count = 0
            if links == fewest:
                steps[count] = step
                count += 1
        return steps[self._dice.roll(count)]

    def _look_around(self, sight: int, reply: int) -> None:
        """Choose the cell that the player focuses on, and what it notices from there."""
        focus = self._dice.roll(16)
        self.search.look_at(
            self._notice(focus, sight),
            self._notice(focus, sight),
            self._notice(focus, reply),
            self._notice(focus, reply),
        )

    def _notice(self, focus: int, percent: int) -> int:
        """Mask of the cells noticed with the focus on cell `focus`."""
        if percent == 100:
            return ALL_CELLS
        seen = 0
        for cell in range(16):
            if self._dice.roll(100) < chance_at(distance_of(cell, focus, 4), percent):
                seen |= 1 << cell
        return seen
