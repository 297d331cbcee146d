"""Problems with one right move, chosen from the solution: one a day in three degrees, and the
positions whose right move surprises most."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from host_tools.games.flip.scores import SURE
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.tables.grading import masks
from host_tools.games.tiers.masks import I64
from host_tools.lab.flip.problems import set_position
from host_tools.lab.flip.teaching.mine import Rule, left_by, look
from host_tools.lab.matches import Chooser
from lodeboard.games.flip.rules import Flip

DAYS = 366
DEGREES = 3
_AT_ONCE = 10_000  # positions whose moves are in memory
_TILES = (4, 12)


class Problem(NamedTuple):
    """A position in which one move alone keeps the value. turns: to the win; 0 where the move
    saves a tie."""

    text: str
    move: str
    turns: int

    @property
    def degree(self) -> int:
        """1 (a win in two or three turns, both players' counted), 2 (in four or five) or 3
        (later, or a tie to be saved); 0: none, as it ends at once."""
        if self.turns == 1:
            return 0
        return 1 if self.turns in (2, 3) else 2 if self.turns in (4, 5) else 3


def find(batch: Batch, rules: str, occupied: I64, own: I64, side: I64) -> Iterator[Problem]:
    """Those of the undecided positions, each once of all its symmetric forms, that are problems,
    in their order."""
    seen: set[int] = set()
    game = Flip(rules)
    for begin in range(0, len(occupied), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        drawn = (occupied[part], own[part], side[part])
        scores = batch.scores(*drawn)
        first, move, *after = batch.moves(*drawn)
        counts = np.diff(first)
        keeps = -np.sign(batch.scores(*after)) == np.repeat(np.sign(scores), counts)
        kept = np.add.reduceat(keeps.astype(np.int64), first[:-1])
        tiles = np.bitwise_count(drawn[0])
        wanted = (kept == 1) & (scores >= 0) & (tiles >= _TILES[0]) & (tiles <= _TILES[1])
        for at in np.flatnonzero(wanted).tolist():
            set_position(game, (int(drawn[0][at]), int(drawn[1][at]), int(drawn[2][at])))
            if game.key() in seen:
                continue
            seen.add(game.key())
            index = int(first[at] + np.flatnonzero(keeps[first[at] : first[at + 1]])[0])
            score = int(scores[at])
            turns = SURE - score if score else 0
            yield Problem(game.text(), batch.written(int(move[index])), turns)


def daily(found: Sequence[Problem]) -> list[list[Problem]]:
    """A year of problems of each degree, easiest first. ValueError where there are too few."""
    years = []
    for degree in range(1, DEGREES + 1):
        these = [problem for problem in found if problem.degree == degree][:DAYS]
        if len(these) < DAYS:
            raise ValueError(f"only {len(these)} problems of degree {degree}, not {DAYS}")
        years.append(these)
    return years


def surprises(
    batch: Batch,
    rules: str,
    found: Sequence[Problem],
    thumb: Sequence[Rule],
    levels: Sequence[Chooser],
    most: int,
) -> list[Problem]:
    """The problems that no level solves and whose right move the rules of thumb like least, by
    the share of the other moves that come before it."""  # fmt: skip
    ranked = []
    game = Flip(rules)
    for problem in found:
        game.load(problem.text)
        right = game.parse_move(problem.move)
        if any(list(level(game)) == list(right) for level in levels):
            continue
        ranked.append((_liked_better(batch, game, problem.move, thumb), problem))
    ranked.sort(key=lambda pair: (-pair[0], pair[1].text))
    return [problem for _, problem in ranked[:most]]


def _liked_better(batch: Batch, game: Flip, move: str, thumb: Sequence[Rule]) -> float:
    """The share of a position's moves that the rules of thumb put before this one: the first
    rule that tells two moves apart decides."""
    occupied, own, side = (np.array([mask], np.int64) for mask in masks(game))
    moves = look(batch, occupied, own, side)
    names = [batch.written(int(number)) for number in moves.move]
    left = moves.all_left()
    at = names.index(move)
    for number in range(1, len(thumb) + 1):
        left = left_by(moves, thumb[:number])
        if not left[at]:
            break
    if left[at]:
        return 0.0
    worth = moves.values[thumb[number - 1].feature] * (1 if thumb[number - 1].most else -1)
    before = left_by(moves, thumb[: number - 1])
    return float((before & (worth > worth[at])).sum()) / len(names)
