"""Estimates the remaining work of a proof: the tree is followed to its end, with random answers in
place of the search, drawn with the probabilities in `tree.Node.guess`."""

import random
from collections.abc import Callable
from typing import NamedTuple

from host_tools.games.xtic.solver.board import State
from host_tools.games.xtic.solver.facts import Facts
from host_tools.games.xtic.solver.tree import Tree


class Rehearsal(NamedTuple):
    """answers: the number of answers; work: the same in answers of mean work; wins: the outcome,
    which proves nothing."""

    answers: int
    work: float
    wins: bool


def rehearse(
    facts: Facts, root: State, gives: int, deepest: int, seed: int,
    stop: Callable[[], bool] = bool,
) -> Rehearsal | None:  # fmt: skip
    """Continue a proof from what is known, on a copy. Returns None once `stop` returns true."""
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
