"""What `lodeboard analyse` asks of xtic, answered by exact search.

With enough pieces on the board (`settled_from`) every question is answered. Before that a small
fixed number of positions is looked at, which finds ends that are near; and what has been proved
by `lodeboard solve xtic` is known. What is answered depends only on the position, on what has
been proved and on whether Numba is installed, not on what was asked before.
"""

from collections.abc import Callable

from host_tools.build.compiled import machine_code
from host_tools.games.contract import Outcome, StoreError, go_on
from host_tools.games.xtic.solver.board import Searcher, State, laid, safe_cells, state_of
from host_tools.games.xtic.solver.facts import Facts, known_here
from host_tools.games.xtic.solver.kernel import FULL
from lodeboard.games.contract import LOSE, NOWHERE, TIE, UNDECIDED, WIN, Game
from lodeboard.games.xtic.rules import Xtic

FULL_BOARD = 16
#: With fewer pieces on the board a long look is in vain: three million nodes settled 4 positions
#: of 150 with five pieces, and 126 of 150 with six.
_HOPEFUL = 6
_IN_VAIN = 10  # such a look is shorter by this
_REPLIES = 40  # and that at one of many replies by this


class _GaveUp(Exception):
    """The number of positions that may be searched did not suffice."""


class Answers:
    """Exact outcomes of xtic under one rule set; turns are steps, `give` and `place` each one.

    between: called every tenth of a second or so of searching; an exception it raises ends the
    question and harms nothing.
    """

    def __init__(self, rules: str, between: Callable[[], None] = go_on) -> None:
        fast = machine_code(count_pieces) is not None
        self.rules = rules
        self.settled_from = 7 if fast else 11
        self.glance_nodes = 3_000_000 if fast else 2_000
        self._slice = 300_000 if fast else 1_000
        self._between = between
        #: What is wrong with the file of facts; without them it answers as well as it can.
        self.trouble: str | None = None
        self._facts = Facts(rules)
        try:
            self._facts = known_here(rules)
        except StoreError as error:
            self.trouble = str(error)
        # The big table grows wiser with every question; its entries are all exact.
        self._deep = Searcher(rules, 1 << 21 if fast else 1 << 16)
        self._glance = Searcher(rules, 1 << 18 if fast else 1 << 12)
        self._nodes_left = 0
        # Compile everything now, not during a question, while others wait.
        self._glance.attack(state_of(Xtic(rules)), 1, 1, 1)

    def settles(self, game: Game) -> bool:
        """True if `value` certainly knows this position and all positions after it."""
        assert isinstance(game, Xtic)
        return count_pieces(game) >= self.settled_from

    def value(self, game: Game) -> Outcome | None:
        """The outcome under perfect play; None if it does not settle. The number of steps is None
        if only the value has been proved."""
        return self._value(game, self._nodes_for(game))

    def glimpse(self, game: Game) -> Outcome | None:
        """Like `value` of a position that does not settle, with a fortieth of the work."""
        return self._value(game, self._nodes_for(game) // _REPLIES)

    def _nodes_for(self, game: Game) -> int:
        assert isinstance(game, Xtic)
        hopeful = count_pieces(game) >= _HOPEFUL
        return self.glance_nodes if hopeful else self.glance_nodes // _IN_VAIN

    def _value(self, game: Game, most: int) -> Outcome | None:
        if not isinstance(game, Xtic) or game.rules != self.rules:
            raise ValueError(f"these are answers about xtic, {self.rules}")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        deep = self.settles(game)
        searcher = self._deep if deep else self._glance
        self._nodes_left = 1 << 60 if deep else most
        if not deep:
            # A table of earlier questions would make the answer depend on them.
            searcher.table[:] = 0
        try:
            if game.hand == NOWHERE:
                return self._of_giver(searcher, state_of(game))
            return self._of_placer(searcher, state_of(game), game.hand)
        except _GaveUp:
            return None

    def _wins(self, searcher: Searcher, state: State, gives: int, limit: int = FULL_BOARD) -> bool:
        """Whether the player who gives (gives 1) or who then places (0) wins in time. Raises
        _GaveUp."""
        if limit == FULL_BOARD:
            proved = self._facts.wins(state, gives)
            if proved is not None:
                return proved
        most = self._slice
        while True:
            self._between()
            found = searcher.attack(state, gives, limit, min(most, self._nodes_left))
            self._nodes_left -= searcher.nodes
            if found is not None:
                return found
            if self._nodes_left <= 0:
                raise _GaveUp
            # Results so far are in the table, but the next try must reach further.
            most += most // 2

    def _of_giver(self, searcher: Searcher, state: State) -> Outcome | None:
        for gives, value in ((1, WIN), (0, LOSE)):
            if self._wins(searcher, state, gives):
                return value, self._steps(searcher, [state], gives)
        return TIE, 0

    def _of_placer(self, searcher: Searcher, state: State, hand: int) -> Outcome | None:
        cells = safe_cells(state, hand)
        if not cells:
            return LOSE, 1
        after = [laid(searcher.board, state, hand, cell) for cell in cells]
        if after[0].occupied == FULL:
            return TIE, 0
        won = [each for each in after if self._wins(searcher, each, 1)]
        if won:
            turns, value = self._steps(searcher, won, 1), WIN
        elif all(self._wins(searcher, each, 0) for each in after):
            turns, value = self._steps(searcher, after, 0), LOSE
        else:
            return TIE, 0
        return value, None if turns is None else turns + 1

    def _steps(self, searcher: Searcher, states: list[State], gives: int) -> int | None:
        """The steps to the end of positions: the fewest if the player who gives wins, the most if
        the other wins; None if not found."""
        placed = states[0].occupied.bit_count()
        try:
            for limit in range(placed + 2 - gives, FULL_BOARD + 1, 2):
                found = (self._wins(searcher, state, gives, limit) for state in states)
                if any(found) if gives else all(found):
                    return 2 * (limit - placed)
        except _GaveUp:
            return None
        raise AssertionError("a game that is won has an end")


def count_pieces(game: Xtic) -> int:
    """The pieces on the board."""
    return game.occupied.bit_count()
