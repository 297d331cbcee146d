"""Perfect play by a table with the score of every position, for games that are small enough.

The table is a file as in games/book_file.py, with these sections; numbers are little-endian:

    form    bits of a score, 1 byte; seed, 1 byte; a third of the number of slots, 4 bytes
    slots   numbers of so many bits, one after the other, and 2 bytes more
    made    fingerprint of the game's sources, for computers

A key determines three slots, and the score is their XOR. No key is stored: the score of a position
that play cannot reach means nothing. Decided positions have no score. A score is 0 for a tie,
2 * turns - 1 for a win and 2 * turns for a loss of the player to act.
"""

from hashlib import sha256

from micropython import const

from lodeboard.games.book_file import BookError, BookFile, number, without
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.search import SearchCoach, SearchPlayer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lodeboard.games.contract import Game, Tables
    from lodeboard.games.human import Level
    from lodeboard.games.search import Search

PERFECT = "perfect"  # the level
FORM_BYTES = 6
MOST_BITS = 16

_SLOT_BYTES = const(3)  # they contain every slot
_KEY_BYTES = const(16)
_FAR = const(100000)  # more turns than any game has


def slots_of(key: int, seed: int, third: int) -> "list[int]":
    """Return the three slots of a key."""
    digest = sha256(bytes((seed,)) + key.to_bytes(_KEY_BYTES, "big")).digest()
    return [number(digest, 3 * part, 3) % third + part * third for part in range(3)]


class ScoreTable:
    """The table of one rule set, open. Raises BookError, also later."""

    def __init__(self, open_table: "Tables", game: str, rules: str) -> None:
        self.file = BookFile(open_table, game, rules)
        form = self.file.whole("form", FORM_BYTES)
        self._bits = form[0]
        self._seed = form[1]
        self._third = number(form, 2, 4)
        if not self._third:
            raise self.file.error("it has no slots")
        self._slot = bytearray(_SLOT_BYTES)

    def score(self, key: int) -> int:
        """Return the score of the undecided position with this key."""
        found = 0
        for slot in slots_of(key, self._seed, self._third):
            bit = slot * self._bits
            self.file.read("slots", bit >> 3, self._slot, 0, _SLOT_BYTES)
            found ^= number(self._slot, 0, _SLOT_BYTES) >> (bit & 7)
        return found & ((1 << self._bits) - 1)


class SolvedPlayer(SearchPlayer):
    """A SearchPlayer with one more level, which plays by the table: it wins as soon as possible,
    else keeps a tie, else loses as late as possible. Of equal steps it takes a random one."""

    def __init__(
        self,
        search: "Search",
        names: "Sequence[str]",
        levels: "Sequence[Level]",
        cost: int,
        tables: "Tables | None",
    ) -> None:
        levels = list(levels)
        levels.append(levels[-1])  # MicroPython has no star in a tuple
        SearchPlayer.__init__(self, search, names, levels, cost)
        self._tables = tables
        self._table: Any = None  # open, with its `file`; None if it is not
        self._trouble = ""
        self._by_table = False
        self._tried = 0
        self._best = 0
        self._step = 0

    def start(self, game: "Game", level: int) -> None:
        SearchPlayer.start(self, game, level)
        self._by_table = self._names[level] == PERFECT
        if self._by_table:
            self.steps = []
            self.longest = 0
            self.source = "table"
            try:
                self.open(game)
                self._begin(game)
            except BookError as error:
                self.give_up(error)

    def open(self, game: "Game") -> None:
        """Open the table of a game's rule set. Raises BookError."""
        table = self._table
        if table is not None and table.file.rules == game.rules:
            return
        self._close()
        if self._tables is None:
            raise BookError("this player has no tables")
        self._table = self._opened(self._tables, game)

    # A game with another kind of table overrides these three.

    def _opened(self, tables: "Tables", game: "Game") -> "Any":
        """Open the game's table. Raises BookError."""
        return ScoreTable(tables, game.name, game.rules)

    def _begin(self, game: "Game") -> None:
        """Start to decide in this undecided position. Raises BookError."""
        self._tried = 0
        self._best = -2 * _FAR

    def _go_on(self, max_evals: int) -> None:
        """Work for about `max_evals` evaluations, and set `steps` when decided. Raises
        BookError."""
        # One step at a time: reading its score is a long slice already.
        step = self._order[self._tried]
        worth = self.worth(step)
        self.nodes += 1
        self._tried += 1
        if worth > self._best:
            self._best = worth
            self._step = step
        if self._tried == self._count:
            self.steps = [self._step]

    def give_up(self, error: BookError) -> None:
        """Close the table, and let `take_trouble` report why."""
        self._trouble = without(error, "The level perfect cannot be played")
        self._close()

    def _close(self) -> None:
        if self._table is not None:
            self._table.file.close()
            self._table = None

    def take_trouble(self) -> str:
        trouble = self._trouble
        self._trouble = ""
        return trouble

    def run(self, max_evals: int) -> bool:
        if not self._by_table:
            return SearchPlayer.run(self, max_evals)
        if self._table is not None and not self.steps:
            try:
                self._go_on(max_evals)
            except BookError as error:
                self.give_up(error)
                return True
            return bool(self.steps)
        return True

    def worth(self, step: int) -> int:
        """Return how good a step is in the position of the search, by the table: more is better, 0
        is a tie. Raises BookError."""
        table = self._table
        if table is None:
            raise BookError("no table is open")
        game = self.search.game
        mover = game.turn
        game.push(step)
        same = game.turn == mover
        verdict = game.verdict()
        if verdict == UNDECIDED:
            try:
                score: int = table.score(game.key())
            finally:
                game.pop()
            worth = score and _FAR - (score + 1 >> 1)
            won = score & 1
        else:
            game.pop()
            worth = 0 if verdict == TIE else _FAR
            won = verdict == WIN
        return worth if bool(won) == same else -worth


class SolvedCoach(SearchCoach):
    """A SearchCoach that gets the value of each step from the player's table. If the table of a
    rule set cannot be used, the player reports why, once, and the coach searches."""

    def __init__(self, player: SolvedPlayer, allowance: int) -> None:
        SearchCoach.__init__(self, player.search, player.cost, allowance)
        self._player = player
        self._searched: str | None = None  # the rule set that has no usable table
        self._by_table = False
        self._read = 0  # steps

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        SearchCoach.start(self, game, steps, count)
        self._read = 0
        self._by_table = self._searched != game.rules
        if self._by_table:
            try:
                self._player.open(game)
            except BookError as error:
                self._give_up(error)

    def _give_up(self, error: BookError) -> None:
        self._player.give_up(error)
        self._by_table = False
        self._searched = self._search.game.rules

    def run(self, max_evals: int) -> bool:
        # One step at a time, as the player does.
        if self._by_table and self._working:
            index = self._read
            try:
                worth = self._player.worth(self._steps[index])
            except BookError as error:
                self._give_up(error)
                return False
            self.values[index] = WIN if worth > 0 else LOSE if worth else TIE
            self._read = index + 1
            self._working = self._read < self._count
            return not self._working
        return SearchCoach.run(self, max_evals)
