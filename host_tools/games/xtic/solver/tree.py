"""The tree above the positions that the compiled search answers: what to ask next.

Proof-number search on a graph that is kept whole: each position has an estimate of how many answers
it takes to show that the attacker wins there (`proof`), and how many to show that they do not
(`disproof`); 0 if it is shown. The next question is the one that decides most with the fewest
answers. Positions equal by symmetry are one node, and every answer counts for all nodes above it.
"""

import math
import operator
from collections.abc import Iterable

import numpy as np

from host_tools.games.xtic.solver import kernel
from host_tools.games.xtic.solver.board import State, game_of, state_of, tables
from host_tools.games.xtic.solver.facts import Facts, Key

# Guesses for the answers of the search and their work, from `kernel.prospects` of a position with
# six pieces. For each rule set and question (does the first giver win, does the first placer) the
# weights of the log odds of a yes, and of the logarithm of the positions searched relative to the
# mean; the last weight is a constant. Fitted to 150 positions each, from random steps that do not
# lose at once, and to proved facts. The work for the first question of nodiags is not guessed.
_ODDS = {
    "normal": ((0, 0, 0, 0, -5.0), (0.240, 0.254, 0.049, -0.228, 17.77)),
    "nodiags": ((0, 0, 0, 0, -5.0), (0.298, 0.063, 0.005, -0.091, 2.43)),
    "torus": ((-0.061, 0.220, -0.021, 0.010, -7.55), (-0.146, -0.348, -0.048, 0.006, 7.28)),
}
_WORK = {
    "normal": ((0.038, 0.067, 0.052, 0.017, -3.11), (-0.030, 0.060, 0.054, 0.006, -2.01)),
    "nodiags": ((0, 0, 0, 0, 0), (0.584, 0.164, 0.049, 0.106, -12.43)),
    "torus": ((-0.016, 0.009, 0.013, 0.010, -1.42), (0.299, -0.069, 0.000, 0.162, -15.18)),
}
_MOST_ODDS = 4.5  # as a logarithm: nothing counts as certain
_MOST_WORK = 1.0
_EVERY = (1 << 64) - 1
# A position with n pieces left needs fewer than n times the answers of its successor: many
# successors are equal, and the best of the others is chosen.
_SHARED = 0.6
# The guess for an unexamined position, relative to the mean of the examined ones: the best of many
# takes less than the mean. Found by rehearsals (`estimate.rehearse`), which took 44% less work
# under torus than with 1, and 16% less under normal; not tried for nodiags.
_HOPE = {"normal": 0.7, "nodiags": 1.0, "torus": 0.3}
# The penalty that makes other threads look elsewhere while a position is searched.
_BUSY = 50.0


# The number of answers, of mean work, that a proof and its opposite may take.
Guess = tuple[float, float]


class Node:
    """A position in which a piece must be given.

    gifts: for each gift the positions that placing it may lead to, None where nobody has looked;
    above: the positions from which it was reached; tried: how often the search gave up on it.
    """

    __slots__ = ("above", "busy", "disproof", "gifts", "guess", "key", "proof", "tried")

    def __init__(self, key: Key, guess: Guess) -> None:
        self.key = key
        self.guess = guess
        self.proof, self.disproof = guess
        self.gifts: list[list[Node]] | None = None
        self.above: list[Node] = []
        self.busy = False
        self.tried = 0

    @property
    def solved(self) -> bool:
        return self.proof == 0 or self.disproof == 0


class Tree:
    """One question about one position: does who gives there (`gives` 1) or places there (0) win?

    What is known already is taken from `facts`, and what is found out is added to them. deepest:
    pieces on the board of the positions that are searched.
    """

    def __init__(self, facts: Facts, root: State, gives: int, deepest: int) -> None:
        self._facts = facts
        self._gives = gives ^ root.occupied.bit_count() & 1  # with no pieces on the board
        self._deepest = deepest
        self._nodes: dict[Key, Node] = {}
        self._found = np.zeros((256, 7), np.int64)
        self._board, self._images = tables(facts.rules)
        self._hope = _HOPE[facts.rules]
        self._odds = _ODDS[facts.rules][1 - self._gives]
        self._work = _WORK[facts.rules][1 - self._gives]
        # Of positions with fewer pieces, by their number: the mean of those looked at.
        self._guesses: dict[int, Guess] = {deepest: (2.0, 2.0)}
        self._looked: dict[int, int] = {}
        for placed in range(deepest - 1, -1, -1):
            proof, disproof = self._guesses[placed + 1]
            times = _SHARED * (kernel.CELLS - placed)
            self._guesses[placed] = times * proof, times * disproof
        #: The number of answered positions among those to be searched.
        self.known = sum(
            facts.look_up(key, self._gives ^ deepest & 1) is not None
            for key in facts.known
            if key[0].bit_count() == deepest
        )
        self.root = self._node(facts.key(root))

    def gives(self, node: Node) -> int:
        """1 where the attacker is to give, 0 where the attacker is to place."""
        return self._gives ^ node.key[0].bit_count() & 1

    def state(self, node: Node) -> State:
        """The position in the form the search takes."""
        return state_of(game_of(self._facts.rules, *node.key))

    def pick(self) -> Node | None:
        """Return what to search next, marked as busy; None if everything relevant is busy. The root
        must not be solved."""
        node = self.root
        while node.key[0].bit_count() < self._deepest:
            gifts = node.gifts
            if gifts is None:
                self._expand(node)
                if self.root.solved:
                    return None
                node = self.root
            elif self.gives(node):
                node = min(min(gifts, key=_proofs), key=_disproof)
            else:
                node = min(min(gifts, key=_disproofs), key=_proof)
        if node.busy:
            return None
        node.busy = True
        # what is likely stays, so that other threads pick the rest of what it takes
        if node.proof < node.disproof:
            node.disproof += _BUSY
        else:
            node.proof += _BUSY
        self._spread(node.above)
        return node

    def answer(self, node: Node, wins: bool | None) -> None:
        """Record the result of searching a node; None if it has none."""
        node.busy = False
        if wins is None:
            node.tried += 1
            node.proof, node.disproof = (each * (1 + node.tried) for each in node.guess)
        else:
            self.known += 1
            self._solve(node, wins)
        self._spread(node.above)

    def _node(self, key: Key, guess: Guess | None = None) -> Node:
        """The node of a position, created if needed."""
        node = self._nodes.get(key)
        if node is None:
            if guess is None:
                proof, disproof = self._guesses[key[0].bit_count()]
                guess = self._hope * proof, self._hope * disproof
            node = self._nodes[key] = Node(key, guess)
            known = self._facts.look_up(key, self.gives(node))
            if known is not None:
                self._mark(node, known)
        return node

    def _expand(self, node: Node) -> None:
        """Examine the positions after each gift. Of gifts that lead to the same positions one is
        enough, and of two the one that leaves the placer fewer of them."""
        state = self.state(node)
        words = [np.uint64(word) for word in state[2:]]
        count = kernel.offspring(
            self._board, self._images, state.occupied, state.left, *words, self._found
        )
        gifts: dict[int, dict[Key, Node]] = {
            piece: {} for piece in range(kernel.CELLS) if state.left >> piece & 1
        }
        searched = state.occupied.bit_count() + 1 == self._deepest
        for piece, occupied, faces, *prospects in self._found[:count].tolist():
            key = occupied, faces & _EVERY
            if key not in gifts[piece]:
                guess = self._guess(prospects) if searched else None
                gifts[piece][key] = self._node(key, guess)
        minimal: list[dict[Key, Node]] = []
        for cells in sorted(gifts.values(), key=len):
            if not any(other.keys() <= cells.keys() for other in minimal):
                minimal.append(cells)
        node.gifts = [list(cells.values()) for cells in minimal]
        for child in {child for cells in node.gifts for child in cells}:
            child.above.append(node)
        self._work_out(node)
        if not node.solved:
            self._learn(node)
        self._spread(node.above)

    def _guess(self, prospects: list[int]) -> Guess:
        """The guess for a position that is to be searched."""
        odds, work = (
            sum(map(operator.mul, weights, [*prospects, 1])) for weights in (self._odds, self._work)
        )
        odds = math.exp(max(-_MOST_ODDS, min(odds, _MOST_ODDS)))
        work = math.exp(max(-_MOST_WORK, min(work, _MOST_WORK)))
        return work * (1 + 1 / odds), work * (1 + odds)

    def _learn(self, node: Node) -> None:
        """Use the mean of the examined positions as the guess for others with as many pieces."""
        placed = node.key[0].bit_count()
        count = self._looked[placed] = self._looked.get(placed, 0) + 1
        proof, disproof = self._guesses[placed]
        if math.isfinite(node.proof + node.disproof):
            self._guesses[placed] = (
                proof + (node.proof - proof) / count,
                disproof + (node.disproof - disproof) / count,
            )

    def _spread(self, nodes: Iterable[Node]) -> None:
        """Recompute these nodes, and all above them that change."""
        waiting = {node.key: node for node in nodes}
        while waiting:
            # All of them have the same number of pieces.
            above: dict[Key, Node] = {}
            for node in waiting.values():
                if not node.solved and self._work_out(node):
                    above.update((each.key, each) for each in node.above)
            waiting = above

    def _work_out(self, node: Node) -> bool:
        """Recompute its numbers from its successors; returns whether they changed."""
        assert node.gifts is not None
        before = node.proof, node.disproof
        if self.gives(node):
            node.proof = min(map(_proofs, node.gifts))
            node.disproof = sum(min(map(_disproof, each), default=math.inf) for each in node.gifts)
        else:
            node.proof = sum(min(map(_proof, each), default=math.inf) for each in node.gifts)
            node.disproof = min(map(_disproofs, node.gifts))
        if node.solved:
            self._solve(node, node.proof == 0)
        return before != (node.proof, node.disproof)

    def _solve(self, node: Node, wins: bool) -> None:
        self._mark(node, wins)
        self._facts.add(node.key, self.gives(node), wins)

    def _mark(self, node: Node, wins: bool) -> None:
        node.proof, node.disproof = (0.0, math.inf) if wins else (math.inf, 0.0)
        node.gifts = None


def _proof(node: Node) -> float:
    return node.proof


def _disproof(node: Node) -> float:
    return node.disproof


def _proofs(cells: Iterable[Node]) -> float:
    return sum([node.proof for node in cells])


def _disproofs(cells: Iterable[Node]) -> float:
    return sum([node.disproof for node in cells])
