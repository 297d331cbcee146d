"""Computes answers of the level `perfect` in advance, while the user's hands are busy.

For each turn that the user may make next, the player decides the reply, and the decision is stored
by position. Each decision starts from scratch, so a stored one is the move that would be found
later. Only positions beyond the book are worth it: their decisions may take long, and their slices
are short.
"""

from array import array

from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.book import MOST_TILES
from lodeboard.games.flip.lookup import ones
from lodeboard.games.flip.perfect import PERFECT
from lodeboard.games.flip.search import steps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.flip.player import FlipPlayer
    from lodeboard.games.flip.rules import Flip

_ANSWERS = 64  # stored; a new one replaces the oldest
_WORDS = 4  # of each: the position's three masks, and the move as the search packs it
_MOST = 14  # tiles: later nothing takes long
_FIRST_FLIP = 32


class FlipAhead:
    """`start` with a position, `run` while there is `more`; the player asks for an `answer`.

    `run` plays the game on, and restores it before it returns.
    """

    def __init__(self, player: "FlipPlayer") -> None:
        self.more = False
        self._player = player
        self._game: Flip | None = None
        self._answers = array("H", range(_ANSWERS * _WORDS))
        self._number = 0
        self._rules = ""
        self._plan: list[int] = []  # steps up to the position in which the user acts
        self._turn: list[int] = []  # the turn from there whose answer is being decided, if any
        self._start = self._here = (0, 0, 0)  # masks of that position, and of the one being decided
        self._first = self._second = 0  # the next of the legal steps; of placements after a flip
        self._buffer = bytearray(32)

    def start(self, game: "Flip", level: int, plan: "list[int]") -> None:
        """Start with the position after the steps of `plan`, in which the user acts; continue if it
        is the position already being worked on. level: of the player's play."""
        player = self._player
        if self._rules != game.rules:
            self._rules = game.rules
            for index in range(len(self._answers)):
                self._answers[index] = 0
        self._game = game
        self._plan = list(plan)
        for step in plan:
            game.push(step)
        masks = (game.occupied, game.first, game.side)
        for _ in plan:
            game.pop()
        if masks != self._start:
            self._start = masks
            self._first = self._second = 0
            self.drop()
        # Opening the book and learning from it take long: that is left to the player's own turn.
        ready = player.evaluator.rules == game.rules and player.search.learned
        self.more = ready and level == PERFECT and MOST_TILES <= ones(masks[0]) <= _MOST

    def drop(self) -> None:
        """Drop the current decision: the search is needed elsewhere."""
        self._turn = []

    def run(self, max_evals: int) -> bool:
        """Think for the work of this many evaluations; True when garbage should be collected."""
        game = self._game
        if game is None:
            return False
        if not self._turn:
            self._begin(game)
            return False
        steps = self._plan + self._turn
        for step in steps:
            game.push(step)
        done = self._player.run(max_evals)
        if done:
            self._keep(self._player.steps)
            self._turn = []
        for _ in steps:
            game.pop()
        return done

    def _begin(self, game: "Flip") -> None:
        """Start with the next turn, unless its answer is known or it needs none."""
        steps = list(self._plan)
        for step in steps:
            game.push(step)
        count = game.steps(self._buffer)
        self.more = self._first < count
        if self.more:
            turn = [self._buffer[self._first]]
            game.push(turn[0])
            count = 0
            if not game.between_moves():
                count = game.steps(self._buffer)
                turn.append(self._buffer[self._second])
                game.push(turn[1])
                self._second += 1
            if self._second >= count:
                self._second = 0
                self._first += 1
            if game.verdict() == UNDECIDED and not self.answer(game):
                self._turn = turn
                self._here = (game.occupied, game.first, game.side)
                self._player.begin(game)
            steps += turn
        for _ in steps:
            game.pop()

    def _keep(self, steps: "list[int]") -> None:
        move = steps[-1] | (steps[0] if steps[0] >= _FIRST_FLIP else 1) << 5
        index = self._number
        self._number = (index + _WORDS) % len(self._answers)
        for word in self._here:
            self._answers[index] = word
            index += 1
        self._answers[index] = move

    def answer(self, game: "Flip") -> "list[int]":
        """The stored steps for this position; empty if there are none."""
        answers = self._answers
        if game.rules == self._rules and game.between_moves():
            for index in range(0, len(answers), _WORDS):
                if answers[index] != game.occupied or answers[index + 1] != game.first:
                    continue
                if answers[index + 2] == game.side and answers[index + 3]:  # else there is nothing
                    return steps_of(answers[index + 3])
        return []

    def decides(self, game: "Flip") -> bool:
        """Whether the player is deciding this very position."""
        here = (game.occupied, game.first, game.side) == self._here
        return len(self._turn) > 0 and here and self._game is game and game.between_moves()
