"""Answers about flip tiles without a computed solution, for `lodeboard analyse` and the page: the
early values that ship with the program, and search for positions with more tiles."""

from collections.abc import Callable
from pathlib import Path

from host_tools.games.contract import Outcome, go_on
from host_tools.games.flip.early import FOLDER, MOST_TILES, Early
from host_tools.games.flip.exact import Exact
from host_tools.games.flip.scores import before, outcome, score_of
from lodeboard.games.book_file import BookError
from lodeboard.games.contract import UNDECIDED, Game
from lodeboard.games.flip.rules import Flip


class Answers:
    """Exact outcomes under one rule set: all of them where search is quick (with Numba, and in the
    browser), else not of all positions with seven to nine tiles.

    between: as `Exact` has it. folder: where the early values lie.
    """

    def __init__(
        self, rules: str, between: Callable[[], None] = go_on, folder: Path = FOLDER
    ) -> None:
        self.rules = rules
        self._exact = Exact(rules, between=between)
        self._early: Early | None = None
        #: What is wrong with the early values; without them it answers as well as it can.
        self.trouble: str | None = None
        try:
            self._early = Early(rules, folder)
        except BookError as error:
            self.trouble = _trouble(error)

    def settles(self, game: Game) -> bool:
        """True if `value` certainly knows this position and all positions after it."""
        return self._knows_all or self._exact.settles(game)

    def value(self, game: Game) -> Outcome | None:
        """The outcome under perfect play, also inside a turn; None where it does not settle.

        Turns count the rest of a turn as one. The winner hurries, the loser delays.
        """
        return self._find(game, self._exact.value)

    def glimpse(self, game: Game) -> Outcome | None:
        """The same with little work where search does not settle."""
        return self._find(game, self._exact.glimpse)

    @property
    def _knows_all(self) -> bool:
        return self._early is not None and self._exact.settled_from <= MOST_TILES + 1

    def _find(self, game: Game, search: Callable[[Game], Outcome | None]) -> Outcome | None:
        if not isinstance(game, Flip) or game.rules != self.rules:
            raise ValueError(f"these are answers about flip tiles, {self.rules}")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        tiles = game.occupied.bit_count() + (not game.between_moves())
        if tiles > MOST_TILES + 1 or (tiles > MOST_TILES and not self._in_turn(game)):
            return search(game)
        try:
            score = self._score(game)
        except BookError as error:
            self._early, self.trouble = None, _trouble(error)
            score = None
        return search(game) if score is None else outcome(score)

    def _in_turn(self, game: Game) -> bool:
        """Whether a turn is half done and its possible ends must be searched one by one."""
        return self._knows_all and not game.between_moves()

    def _score(self, game: Flip) -> int | None:
        """The score of a position whose turn ends with at most MOST_TILES tiles, or one more."""
        if self._early is None:
            return None
        if game.between_moves():
            return self._early.score(game.occupied, game.tiles(game.turn), game.side)
        steps = [0] * game.max_steps
        after = []
        for step in steps[: game.steps(steps)]:
            game.push(step)
            if game.occupied.bit_count() > MOST_TILES:
                found = self._exact.value(game)
                assert found is not None
                after.append(score_of(found))
            else:
                after.append(self._early.score(game.occupied, game.tiles(game.turn), game.side))
            game.pop()
        return before(min(after))


def _trouble(error: BookError) -> str:
    return f"Values of positions with at most {MOST_TILES} tiles are missing: {error}"
