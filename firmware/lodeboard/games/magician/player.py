"""The board's play at Magician Chess: levels, and the choice of a turn.

A level searches a given number of plies deep, as far as its limit of work allows. The lower ones
look at the turns as people do, see games/human.py. All chance is drawn from the position, so the
same level plays the same turn in the same position with the same history everywhere, but for
openings (see `variety`).
"""

from array import array

from micropython import const

from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import GameError
from lodeboard.games.dice import Dice
from lodeboard.games.human import Level, Person, last_cell
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.rules import Magician, cell_of
from lodeboard.games.magician.search import DEEPEST, NO_LIMIT, SURELY_NO_DRAW, MagicianSearch
from lodeboard.games.order import put_first, shuffle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Game
    from lodeboard.ports.port import Memory

# What the chip takes as long for as so many units of work.
_LOAD_COST = const(4500)  # setting a root
_NOTICE_COST = const(100)  # deciding whether a person sees a turn
_BEGIN_COST = const(200)  # searching one of the turns that a person looks at, before any position
# Plies and units of work; errors in tenths of a pawn.
_LEVELS = (
    Level(2, 30_000, 80, 100, 0, 100),
    Level(2, 20_000, 80, 80, 60, 35),
    Level(2, 36_000, 90, 90, 50),
    Level(3, 145_000, 95, 90, 42),
    Level(DEEPEST, 610_000),
)
_NOISE = const(3)  # twice how much an evaluation of the last level may be off, in points
# The last level searches for mates alone when it is this many points ahead after this many plies:
# for a mate within two, three, four moves, with at most this many units of work, and as long as
# the proof needs fewer positions than this (tests/games/magician/test_magician_levels.py counts the
# mates that are found so). All together go beyond the level's work by the first of these at most.
_PLIES_BEFORE_MATES = const(3)
_AHEAD = const(250)
_MATE_WORK = (25_000, 150_000, 430_000)
_MOST_PROOF = (20, 60, 40)
_OPENING = const(4)  # the number of the last turn that `variety` may change


class MagicianPlayer:
    """Chooses turns of Magician Chess. `start`, then `run` until it says True, then read `steps`.

    steps   those of the turn, or what is left of it
    nodes   positions looked at for it
    depth   plies that were searched to the end
    source  where it comes from: "search", or "chance" where there is only one turn

    variety what varies the opening: the last level chooses by it among first turns of equal worth

    memory: where the search's words lie; without it the player makes its own.
    """

    def __init__(self, memory: "Memory | None" = None) -> None:
        self.search = MagicianSearch(memory)
        self.steps: list[int] = []
        self.nodes = 0
        self.longest = 0
        self.depth = 0
        self.source = "search"
        self.variety = ""
        self._game: Magician | None = None
        self._level = _LEVELS[0]
        self._name = ""
        self._dice = Dice()
        self._turns = array("i", [0] * layout.MAX_TURNS)
        self._count = 0
        self._person = Person(layout.MAX_TURNS)
        self._loaded = False
        self._looking = False  # as a person
        self._mate_in = 0  # moves, while only mates are searched for

    def start(self, game: "Game", level: int) -> None:
        """Start to think about an undecided position, which must not change until `run` returns
        True or another start. Raises GameError if it is of another game."""
        if not isinstance(game, Magician):
            raise GameError("this player plays Magician Chess")
        self.steps = []
        self.nodes = 0
        self.depth = 0
        self.source = "search"
        self._game = game
        self._level = _LEVELS[level]
        whole = self._level.depth == DEEPEST
        self.longest = self._level.work + (_MATE_WORK[0] if whole else 0)
        self._name = LEVELS[game.name][level]
        self._loaded = self._looking = False
        self._mate_in = 0

    def take_trouble(self) -> str:
        """A problem with the tables to report: there are none."""
        return ""

    def _load(self, game: Magician) -> None:
        """Set the turns in random order, and the root."""
        turns = self._turns
        self._count = game.turns(turns)
        dice = self._dice
        words = [game.name, game.rules, self._name, game.text()]
        if self.variety and self._level.depth == DEEPEST and game.number <= _OPENING:
            words.append(self.variety)
        dice.seed(" ".join(words))
        shuffle(turns, self._count, dice)
        self._loaded = True
        if self._count == 1:
            self._settle(game, "chance")
        else:
            self.search.load(game, 0 if self._level.human else _NOISE)
            if not self._level.human:
                self._look_deeper()

    def _begin_as_person(self, game: Magician) -> None:
        """Start to look at the turns as a person does."""
        cells = bytearray(self._count)
        for index in range(self._count):
            cells[index] = cell_of(self._turns[index] & 127)
        size = (game.rows, game.columns)
        self._person.begin(self._level, self._dice, cells, self._count, last_cell(game), size)
        self._looking = True
        self._think_through(game)

    def _think_through(self, game: Magician) -> None:
        """Search the turn that the person looks at, or accept the choice."""
        person = self._person
        index = person.at
        if index < 0:
            self._turns[0] = self._turns[person.choice]
            self._settle(game, "search")
            return
        work = self._level.work
        self.search.begin(self._turns, index, index + 1, person.depth, work, person.floor)

    def _look_for_mate(self) -> None:
        """Search for a mate in two, three, four; after that the other search continues."""
        self._mate_in = self._mate_in + 1 if self._mate_in else 2
        if self._mate_in > 4:
            self._mate_in = 0
            self._look_deeper()
        else:
            nth = self._mate_in - 2
            limit = min(self.search.work + _MATE_WORK[nth], self.longest)
            self.search.begin_mate(self._mate_in, limit, _MOST_PROOF[nth])

    def _look_deeper(self) -> None:
        self.search.begin(
            self._turns,
            0,
            self._count,
            self.depth + 1,
            self._level.work if self.depth else NO_LIMIT,
        )

    def _settle(self, game: Magician, source: str) -> None:
        self.steps = game.steps_of(self._turns[0])
        self.nodes = self.search.nodes if source == "search" else 0
        self.source = source if self.nodes else "chance"

    def run(self, max_evals: int) -> bool:
        """Think for the work of about `max_evals` units; True when the turn is decided. Slicing
        does not change the result."""
        left = max_evals
        game = self._game
        while not self.steps and game is not None:
            if left <= 0:
                return False
            if not self._loaded:
                self._load(game)
                left -= _LOAD_COST
                continue
            if self._level.human and not self._looking:
                if left < max_evals:  # with setting the root it would take too long
                    return False
                self._begin_as_person(game)
                left -= _NOTICE_COST * self._count
                continue
            search = self.search
            status = search.run(left)
            left -= search.spent
            if status == layout.RUNNING:
                return False
            if self._level.human:
                if status == layout.FINISHED:
                    self.depth = max(self.depth, self._person.depth)
                    self._person.take(search.value, abs(search.value) > layout.FAIR)
                else:
                    self._person.stop()
                self._think_through(game)
                left -= _BEGIN_COST
                continue
            if search.best:
                put_first(self._turns, search.best)
            if self._mate_in:
                if search.value:
                    self._settle(game, "search")
                else:
                    self._look_for_mate()
                continue
            if status == layout.FINISHED:
                self.depth += 1
            if (
                status == layout.EXHAUSTED
                or self.depth == self._level.depth
                or abs(search.value) > layout.SURE - self.depth - 1
            ):
                self._settle(game, "search")
            elif (
                self.depth == _PLIES_BEFORE_MATES
                and self._level.depth == DEEPEST
                and search.value >= _AHEAD
                and game.board[layout.QUIET] < SURELY_NO_DRAW
            ):
                self._look_for_mate()
            else:
                self._look_deeper()
        return True
