"""Plays the last level of xtic wherever the opening book leads, and finds where it errs.

The book ends in positions with six pieces. From there the board's own search plays for the player
for whom something is guaranteed, and the other makes every step, until eight pieces lie: from then
on the board sees the end. What the search proves of its own step needs no other proof; the rest is
searched by the solver. Where a step is wrong, another one becomes an erratum.

A position is what the board thinks about: the smallest of its images.
"""

import io
from functools import cache
from typing import NamedTuple

import numpy as np
from msgspec import field

from host_tools.build import compiled
from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.board import (
    Searcher,
    State,
    game_of,
    laid,
    safe_cells,
    state_of,
    tables,
)
from host_tools.games.xtic.solver.book import Strategy, strategies
from host_tools.games.xtic.solver.kernel import CELLS, smallest
from host_tools.games.xtic.tables.pack import written
from host_tools.lab.experiment import Tally
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import NOWHERE, Game
from lodeboard.games.xtic.book import WIN
from lodeboard.games.xtic.player import _LOAD, XticPlayer
from lodeboard.games.xtic.rules import Xtic

TOGETHER = 10  # ends of the book in a batch
PLAYERS = ("gives", "places")  # first
GIVE = 16
_STRONGEST = len(LEVELS["xtic"]) - 1
_SLICE = 10_000  # units of work, after which to look whether a step is proved
_WHOLE = 1 << 20
_ENTRIES = 1 << 20


class Side(NamedTuple):
    """Who is protected: player 0 gives first, player 1 places first."""

    rules: str
    player: int

    @property
    def name(self) -> str:
        return f"{self.rules}-{PLAYERS[self.player]}"


class Walked(Tally):
    """`ends`: of the book. `proved`, `searched`: decisions of the board that its own search proved,
    and that only the solver did. `errata`: positions with the right move; `kept`: decisions in
    which the board's own step is right. `open`: positions for which no right move was found."""

    EXAMPLES = 1 << 30

    ends: int = 0
    proved: int = 0
    searched: int = 0
    errata: list[str] = field(default_factory=list)
    kept: int = 0
    open: list[str] = field(default_factory=list)


def _say_nothing(_: str) -> None:
    """The walk has its own progress."""


@cache
def found(rules: str) -> tuple[Strategy, Strategy]:
    """The strategies of the shipped proofs."""
    facts = store.read(rules, store.facts_path(rules, store.PROOFS))
    return strategies(facts, _say_nothing)


@cache
def ends(side: Side) -> list[State]:
    """The positions with six pieces that the book leads to."""
    return sorted(found(side.rules)[side.player].ends)


class _Thinker(XticPlayer):
    """The board's player where its book has no answer, for positions that are smallest images."""

    def start(self, game: Game, level: int) -> None:
        super().start(game, level)
        self._open(game.rules)
        self._to_do = _LOAD


class Walk:
    """The walk of one batch."""

    def __init__(self, side: Side) -> None:
        compiled.install()
        self._side = side
        self._goal = found(side.rules)[side.player].guarantee
        data = written(side.rules, found(side.rules), {})
        self._player = _Thinker(lambda _: io.BytesIO(data))
        self._images = tables(side.rules)[1]
        self._masks = np.zeros(5, np.int64)
        self._best = np.zeros(5, np.int64)
        self._solver = Searcher(side.rules, _ENTRIES)
        self._seen: dict[str, bool] = {}  # positions, and whether the board's step keeps the value
        self.start()

    def start(self) -> None:
        """Begin to count. What a batch finds for who places first depends on what has been seen;
        for who gives first it does not, and a position seen in an earlier batch is left out."""
        if self._side.player:
            self._seen.clear()
        self.walked = Walked()

    def end(self, state: State) -> None:
        """Walk on from an end of the book."""
        self.walked.ends += 1
        game = game_of(self._side.rules, state.occupied, state.faces)
        if self._side.player == 0:
            self._give(self.image(game))
            return
        for piece in self._left(game):
            game.push(GIVE + piece)
            self._place(self.image(game))
            game.pop()

    def _place(self, game: Xtic) -> None:
        """A placement with six pieces, then the gift."""
        text = game.text()
        if text in self._seen:
            return
        self._seen[text] = True
        own = self.choose(game)[0]
        for step in (own, *(each for each in self._steps(game) if each != own)):
            game.push(step)
            holds = not game.verdict() and self._holds(self.image(game), correct=False)
            game.pop()
            if holds:
                self._note(game, own, step)
                return
        for step in self._steps(game):
            game.push(step)
            holds = not game.verdict() and self._holds(self.image(game), correct=True)
            game.pop()
            if holds:
                self._note(game, own, step)
                return
        self.walked.open.append(text)

    def _give(self, game: Xtic) -> None:
        """A gift with six pieces, then each placement and gift of the other player, then the
        placement."""
        own = self.choose(game)[0]
        for step in (own, *(each for each in self._steps(game) if each != own)):
            # What the board proves of its answers to its own gift needs no solver.
            if (step == own or self.keeps(game, step)) and self._answers_all(game, step):
                self._note(game, own, step)
                return
        self.walked.open.append(game.text())

    def _answers_all(self, game: Xtic, gift: int) -> bool:
        """Whether there is a good placement whatever the other player does after this gift."""
        game.push(gift)
        fatal = game.danger(game.hand)
        holds = True
        for cell in self._steps(game):
            if holds and not fatal >> cell & 1:
                game.push(cell)
                for piece in self._left(game):
                    game.push(GIVE + piece)
                    holds = holds and self._holds(self.image(game), correct=True)
                    game.pop()
                game.pop()
        game.pop()
        return holds

    def _holds(self, game: Xtic, correct: bool) -> bool:
        """Whether the board's step with seven pieces keeps the value; or, if it is to be corrected,
        whether any step does."""
        text = game.text()
        if self._seen.get(text):
            return True
        if text in self._seen and not correct:
            return False
        own, proved = self.choose(game, early=True)
        if proved or self.keeps(game, own):
            self.walked.proved += proved
            self.walked.searched += not proved
            self._seen[text] = True
            self.walked.kept += 1
            return True
        self._seen[text] = False
        if correct:
            for step in self._steps(game):
                if step != own and self.keeps(game, step):
                    self._seen[text] = True
                    self._note(game, own, step)
                    return True
        return False

    def choose(self, game: Xtic, early: bool = False) -> tuple[int, bool]:
        """The board's step, and whether its search proved it. early: do not wait for a win if a
        proved step suffices."""
        player = self._player
        player.start(game, _STRONGEST)
        while not player.run(_SLICE if early else _WHOLE):
            if early and player.keeper.step != NOWHERE and player.keeper.proved >= self._goal:
                return player.keeper.step, True
        return player.steps[0], player.keeper.proved >= self._goal

    def keeps(self, game: Xtic, step: int) -> bool:
        """Whether the solver finds that a step keeps the value."""
        game.push(step)
        if game.hand == NOWHERE:
            holds = not game.verdict() and self._good(state_of(game), mine=True)
        else:
            state, piece = state_of(game), game.hand
            holds = all(
                self._good(laid(self._solver.board, state, piece, cell), mine=False)
                for cell in safe_cells(state, piece)
            )
        game.pop()
        return holds

    def _good(self, state: State, mine: bool) -> bool:
        """Whether a position in which a piece must be given is worth the guarantee. mine: it is the
        protected player who gives."""
        if self._goal == WIN:
            return bool(self._solver.attack(state, int(mine)))
        return not self._solver.attack(state, int(not mine))

    def _note(self, game: Xtic, own: int, step: int) -> None:
        """Note the right step in a position."""
        if own == step:
            self.walked.kept += 1
        else:
            self.walked.errata.append(f"{game.text()} {game.move_text([step])}")

    def image(self, game: Xtic) -> Xtic:
        """The smallest image of a position."""
        masks = self._masks
        masks[0], masks[1:] = game.occupied, game.ones
        if game.hand != NOWHERE:
            masks += [each << CELLS for each in (1, *(game.hand >> bit & 1 for bit in range(4)))]
        smallest(self._images, masks, self._best)
        cells, *ones = self._best.tolist()
        text = "".join(
            f"{sum((ones[bit] >> cell & 1) << bit for bit in range(4)):x}"
            if cells >> cell & 1
            else "-"
            for cell in range(CELLS + 1)
        )
        found = Xtic(game.rules)
        found.load(f"{text[:CELLS]}/{text[CELLS:]}")
        return found

    def _left(self, game: Xtic) -> list[int]:
        return [piece for piece in range(16) if not game.used >> piece & 1]

    def _steps(self, game: Xtic) -> list[int]:
        steps = bytearray(game.max_steps)
        return list(steps[: game.steps(steps)])


@cache
def _walk(side: Side) -> Walk:
    return Walk(side)


def walk(side: Side, number: int) -> Walked:
    """Walk on from a batch of the book's ends."""
    walking = _walk(side)
    walking.start()
    for state in ends(side)[TOGETHER * number :][:TOGETHER]:
        walking.end(state)
    return walking.walked
