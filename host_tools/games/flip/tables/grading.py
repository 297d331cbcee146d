"""Grades played moves by the solution of flip tiles: whether they keep the value."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from typing import Any, TypedDict

import numpy as np

from host_tools.games.flip.scores import before
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables.portions import PORTION, Portion, draw
from host_tools.games.tiers.masks import CELLS
from lodeboard.games.flip.rules import Flip


class Found(TypedDict):
    """The results of a portion, ready for JSON."""

    tallies: dict[str, dict[str, int]]  # by source of the move
    wrong: list[str]  # positions where the move gave value away


@dataclass
class Tally:
    """Results for positions with moves from one source; turns in won positions."""

    positions: int = 0
    halves: int = 0  # of these, between flip and placement
    won: int = 0
    tied: int = 0
    lost: int = 0
    misses: int = 0
    quickest: int = 0  # wins played as quickly as possible
    excess: int = 0  # turns that the others take longer, all together
    longest: int = 0  # the most that one does

    def add(self, other: "Tally") -> None:
        """Add another tally of the same kind."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            longest = each.name == "longest"
            setattr(self, each.name, max(mine, theirs) if longest else mine + theirs)


Masks = tuple[int, int, int]


def masks(game: Flip) -> Masks:
    """Occupied, of the player to act, down sides."""
    return game.occupied, game.tiles(game.turn), game.side


class Grader:
    """Scores (see solver.kernel) of many positions, also between flip and placement."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._pool = ThreadPoolExecutor(1)

    def scores(self, wanted: Sequence[Masks]) -> list[int]:
        """Of positions between turns, for the player to act."""
        if not wanted:
            return []
        occupied, own, side = np.array(wanted, np.int64).T
        found: list[int] = self._solution.scores(occupied, own, side, self._pool).tolist()
        return found

    def halves(self, wanted: Sequence[Masks]) -> list[int]:
        """Of positions between flip and placement, for the player to place."""
        after: list[Masks] = []
        ends = []
        for occupied, own, side in wanted:
            for cell in range(CELLS):
                bit = 1 << cell
                if not occupied & bit:
                    theirs = occupied & ~own
                    after.append((occupied | bit, theirs, side))
                    after.append((occupied | bit, theirs, side | bit))
            ends.append(len(after))
        scores = self.scores(after)
        begins = [0, *ends]
        return [before(min(scores[begins[index] : end])) for index, end in enumerate(ends)]

    def close(self) -> None:
        self._pool.shutdown()


def play(portion: Portion, decide: Callable[[Flip], Any], grader: Grader) -> Found:
    """Play the positions of a portion; what `decide` answers has `steps` and `source`."""
    source = random.Random(f"{portion.rules} {portion.name}")
    game = Flip(portion.rules)
    roots: dict[bool, list[Masks]] = {False: [], True: []}
    after, texts, ways, half = [], [], [], []
    for _ in range(PORTION):
        draw(source, game, portion.tiles)
        said = decide(game)
        texts.append(game.text())
        half.append(not game.between_moves())
        roots[half[-1]].append(masks(game))
        ways.append(said.source)
        for step in said.steps:
            game.push(step)
        after.append(masks(game))
    whole, halves = iter(grader.scores(roots[False])), iter(grader.halves(roots[True]))
    tallies: dict[str, Tally] = {}
    wrong = []
    for text, way, is_half, reached in zip(texts, ways, half, grader.scores(after), strict=True):
        score = next(halves if is_half else whole)
        tally = tallies.setdefault(way, Tally())
        if not count(tally, is_half, score, before(reached)):
            wrong.append(text)
    return {"tallies": {way: asdict(tally) for way, tally in tallies.items()}, "wrong": wrong}


def count(tally: Tally, half: bool, score: int, made: int) -> bool:
    """Count a move that changed a position of `score` to `made`; returns whether it keeps the
    value."""
    tally.positions += 1
    tally.halves += half
    tally.won += score > 0
    tally.tied += score == 0
    tally.lost += score < 0
    if (made > 0) - (made < 0) < (score > 0) - (score < 0):
        tally.misses += 1
        return False
    if score > 0:
        longer = score - made  # a score is SURE less the turns that are left
        tally.quickest += longer == 0
        tally.excess += longer
        tally.longest = max(tally.longest, longer)
    return True
