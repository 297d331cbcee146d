"""How much work a proof still takes: the tree is asked to the end, and chance answers for the
search, as often yes as the tree guesses (`tree.Node.guess`)."""

import random
from collections.abc import Callable
from typing import NamedTuple

from host_tools.games.xtic.solver.board import State
from host_tools.games.xtic.solver.facts import Facts
from host_tools.games.xtic.solver.tree import Tree


class Rehearsal(NamedTuple):
    """answers: how many it took; work: the same in answers that take a mean amount of work; wins:
    what came out of it, which proves nothing."""

    answers: int
    work: float
    wins: bool


def rehearse(
    facts: Facts, root: State, gives: int, deepest: int, seed: int,
    stop: Callable[[], bool] = bool,
) -> Rehearsal | None:  # fmt: skip
    """Go on with a proof from what is known, which stays as it is. None once `stop` says so."""
    source = random.Random(seed)
    tree = Tree(facts.copy(), root, gives, deepest)
    answers = 0
    work = 0.0
    while not tree.root.solved:
        if stop():
            return None
        node = tree.pick()
        if node is not None:
            proof, disproof = node.guess
            likely = disproof / (proof + disproof)
            answers += 1
            work += proof * likely
            tree.answer(node, source.random() < likely)
    return Rehearsal(answers, work, tree.root.proof == 0)
