"""Exact values of Magician Chess where the end is near: forced mates and forced draws, proved.

What is answered depends only on the position, the game that led to it and whether Numba is
installed, not on time or on what was asked before.
"""

from array import array
from collections import Counter
from collections.abc import Callable

from host_tools.build.swap import Swapping
from host_tools.games.contract import Outcome, go_on
from host_tools.games.finding import replies, value_of_replies
from host_tools.games.magician import proving
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, Game
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.rules import Magician

#: Turns tried for one question, and for one of many replies.
VALUE_TURNS = 3_000_000 if proving.SWIFT else 6_000
GLIMPSE_TURNS = 60_000 if proving.SWIFT else 150
#: Between two calls of `between`: a tenth of a second at most.
_SLICE = 500
#: The same where both players have about equally many turns. Hardly any such position is decided
#: this early (one of 62 decided positions among 210 from games), and each would use up all turns.
BALANCED_VALUE_TURNS = 10_000
BALANCED_GLIMPSE_TURNS = 2_000
#: Balanced: seeing that neither side mates in two moves takes more turns than this, and for neither
#: side this many times as many as for the other.
_CRAMPED = 60
_UNEVEN = 2.5
_GAUGE_MOVES = 2
_ENTRIES = 1 << 17 if proving.SWIFT else 1 << 10
_QUIET_DRAW = 100
_LONGEST_TURN = 3  # steps
#: Forced draws are only searched this near, where they occur.
_DRAW_MOVES = 2


class GaveUp(Exception):
    """The number of turns that may be tried did not suffice."""


class Prover:
    """Answers questions about one position of a game at a time.

    `load` a position, then ask any number of questions. Raises GaveUp when `left`, the number of
    turns that may still be tried, is used up. between: called about every tenth of a second; an
    exception it raises ends the question, and `load` resets everything.
    """

    def __init__(self, between: Callable[[], None] = go_on) -> None:
        self.left = 0
        #: The first turn of the last question answered with yes, in the board kernel's notation.
        self.turn = 0
        self._between = between
        self._work = _words(proving.WORK)
        self._table = _words(_ENTRIES * proving.ENTRY)
        self._drawn = _words(proving.KEY_WORDS)
        self._drawn_count = 0
        self._state = array("i")

    def load(self, game: Magician, most: int) -> None:
        """Load the position of a game, between two turns, with its history. `most` turns may be
        tried. Discards results of other positions."""
        _clear(self._table)
        _clear(self._work)
        self._take(game)
        drawn = self._twice(game) if game.length else []
        self._drawn = _words(max(1, len(drawn)) * proving.KEY_WORDS)
        for index, word in enumerate(word for key in drawn for word in key):
            self._drawn[index] = word
        self._drawn_count = len(drawn)
        self._take(game)
        self.left = most

    def follow(self, game: Magician) -> None:
        """Move to a position reached by these turns from the loaded one; keeps the results so
        far."""
        self._take(game)

    def _take(self, game: Magician) -> None:
        self._state = array("i", game.board)
        self._quiet = self._state[layout.QUIET]

    def hurry(self) -> None:
        """Use machine code: many turns will be tried, so loading it pays off."""
        if isinstance(proving.prove, Swapping):
            proving.prove.hurry()

    def mates(self, moves: int) -> bool:
        """Whether the player to act mates within this many own moves."""
        return self._ask(proving.MATE, 0, moves)

    def is_mated(self, moves: int) -> bool:
        """Whether the player to act is mated within this many moves of the opponent, whatever they
        do; 0: is mated now."""
        return self._ask(proving.MATE, 1, moves)

    def draws(self, moves: int) -> bool:
        """Whether the player to act certainly has at least a draw, seen within this many moves."""
        return self._ask(proving.DRAW, 0, moves)

    def is_drawn(self, moves: int) -> bool:
        """The same of the opponent."""
        return self._ask(proving.DRAW, 1, moves)

    def _twice(self, game: Magician) -> list[tuple[int, ...]]:
        """The positions that occurred twice: a third time draws the game."""
        seen: Counter[tuple[int, ...]] = Counter()
        made = []
        pieces = _count_pieces(game)
        while _count_pieces(game) == pieces:
            self._take(game)
            seen[self._key()] += 1
            if game.length == 0:
                break
            made.append(game.pop())
            while not game.between_moves():
                made.append(game.pop())
        for step in reversed(made):
            game.push(step)
        return [key for key, times in seen.items() if times > 1]

    def _key(self) -> tuple[int, ...]:
        """The part of the position that counts for repetition."""
        self.left = 1
        self._drawn_count = 0
        self._ask(proving.DRAW, 0, 0)
        words = [int(word) for word in self._work[proving.FIRST_KEY :][: proving.KEY_WORDS]]
        passed = self._state[layout.PASSED]
        captured = 0
        for index in range(layout.TURNS, layout.TURNS + proving.board(self._state, layout.LIST)):
            turn = int(self._state[index])
            square = turn >> 7 & 127
            pawn = self._state[square] & 7 == layout.PAWN and turn >> 14 == layout.MOVE
            if passed and pawn and turn & 127 == passed and abs(square - passed) != 9:
                captured = int(passed)
        return (*words[:3], words[3] >> proving.ASKED_BITS << 7 | captured)

    def _ask(self, goal: int, defends: int, moves: int) -> bool:
        work = self._work
        work[proving.GOAL] = goal
        work[proving.DEFENDS] = defends
        work[proving.FIRST_LEFT] = moves
        work[proving.LATE] = self._quiet + 2 * proving.MOST_MOVES + 2 >= _QUIET_DRAW
        work[proving.DRAWN] = self._drawn_count
        work[proving.DONE] = 0
        asked = (self._state, work, self._table, self._drawn)
        found = proving.RUNNING
        while found == proving.RUNNING:
            if work[proving.DONE] >= self.left:
                raise GaveUp
            self._between()
            most = min(self.left, int(work[proving.DONE]) + _SLICE)
            found = proving.prove(*asked, most)
        self.left -= int(work[proving.DONE])
        self.turn = int(work[proving.FIRST_TURN])
        return bool(found)


def _count_pieces(game: Magician) -> int:
    return sum(layout.EMPTY < game.piece(cell) & 7 < layout.HOLE for cell in range(49))


class Exact:
    """See host_tools.games.contract.Search."""

    trouble: str | None = None  # it reads no file

    def __init__(self, between: Callable[[], None] = go_on) -> None:
        self._prover = Prover(between)

    def settles(self, game: Game) -> bool:
        return False

    def value(self, game: Game) -> Outcome | None:
        return self._look(game, VALUE_TURNS, BALANCED_VALUE_TURNS)

    def glimpse(self, game: Game) -> Outcome | None:
        return self._look(game, GLIMPSE_TURNS, BALANCED_GLIMPSE_TURNS)

    def _look(self, game: Game, most: int, balanced: int) -> Outcome | None:
        if not isinstance(game, Magician):
            raise ValueError("this search is for Magician Chess")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        if not game.between_moves():
            value, turns = value_of_replies(list(replies(game, self)))
            return None if value is None else (value, turns)
        prover = self._prover
        prover.load(game, most)
        try:
            for moves in range(1, proving.MOST_MOVES + 1):
                if game.length + 2 * moves * _LONGEST_TURN > game.max_length - _LONGEST_TURN:
                    return None  # a longer game may be drawn earlier, as its record is full
                before = prover.left
                if prover.mates(moves):
                    return WIN, 2 * moves - 1
                between = prover.left
                if prover.is_mated(moves):
                    return LOSE, 2 * moves
                if moves == _GAUGE_MOVES and _balanced(before - between, between - prover.left):
                    prover.left = min(prover.left, balanced)
                elif moves == _GAUGE_MOVES:
                    prover.hurry()
                if moves <= _DRAW_MOVES and prover.draws(moves) and prover.is_drawn(moves):
                    return TIE, 0
        except GaveUp:
            return None
        return None


def _balanced(attack: int, defence: int) -> bool:
    """Whether both players have about equally many turns, judged by the work it took to see that
    neither mates."""
    fewer, more = sorted((attack, defence))
    return fewer > _CRAMPED and more < _UNEVEN * fewer


def _clear(words: "array[int]") -> None:
    memoryview(words).cast("B")[:] = bytes(8 * len(words))


def _words(count: int) -> "array[int]":
    return array("q", bytes(8 * count))
