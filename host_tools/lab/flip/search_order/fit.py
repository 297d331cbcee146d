"""Fits weights to moves whose work is known: the expected work until the first cut.

Were the moves of a node drawn one after the other, each with a chance proportional to e ** score
among those that are left (Plackett and Luce's model of a ranking), then a move that does not cut
is searched if it comes before all that cut. With Z the sum of e ** score over those that cut,
and c what the search of a move costs, the work until the first cut is expected to be

    sum over the others  c e / (e + Z)  +  sum over those that cut  c e / Z

where e is e ** score. It asks for moves that cut, and among these for the ones that are quickly
seen to. It is made small by stochastic gradient descent, with Adagrad's rates.
"""

# mypy: disallow-untyped-defs=False, check-untyped-defs=False

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.build.compiled import machine_code
from host_tools.games.tiers.masks import I64
from host_tools.lab.flip.search_order.layout import F32
from host_tools.lab.flip.search_order.tree import ROOM

_SMALL = 1e-4  # slopes that are not followed
_LEAST = np.float32(1e-9)


class Examples(NamedTuple):
    """Nodes with their moves."""

    x: npt.NDArray[np.int16]  # [move, pattern]: the parameters that its score is the sum of
    first: I64  # [node], one longer: where its moves begin
    cut: npt.NDArray[np.bool_]  # [move]
    work: F32  # [move]: in parts of the mean
    stands: F32  # [move]: for how many like it
    useful: I64  # the nodes to learn from


def _compiled(function: Any) -> Any:
    return machine_code(function) or function


@_compiled
def costly_slopes(e, cut, work, stands, n, g):
    """g[:n] = how the expected work changes with the scores whose powers of e are e[:n]."""
    one = np.float32(1)
    z = np.float32(0)
    for j in range(n):
        if cut[j]:
            z += e[j] * stands[j]
    z = max(z, _LEAST)
    pushed = np.float32(0)
    mean = np.float32(0)
    for j in range(n):
        c = work[j] * stands[j]
        if cut[j]:
            mean += c * e[j] / z
        else:
            ahead = e[j] / (e[j] + z)
            g[j] = c * ahead * (one - ahead)
            pushed -= g[j]
    for j in range(n):
        if cut[j]:
            g[j] = stands[j] * e[j] / z * (pushed + work[j] - mean)


@_compiled
def likely_slopes(e, cut, n, g):
    """The same of what is less the logarithm of the chance that the first move drawn cuts."""
    z = np.float32(0)
    every = np.float32(0)
    for j in range(n):
        every += e[j]
        if cut[j]:
            z += e[j]
    z = max(z, _LEAST)
    for j in range(n):
        g[j] = e[j] / every - (e[j] / z if cut[j] else np.float32(0))


@_compiled
def descend(x, first, cut, work, stands, order, weights, gradients, rate, prior, pull, costly):
    """One pass over the nodes in `order`; gradients: sums of squares, by parameter."""
    width = x.shape[1]
    s = np.empty(ROOM, np.float32)
    g = np.empty(ROOM, np.float32)
    one = np.float32(1)
    for node in order:
        a = first[node]
        z = first[node + 1]
        n = z - a
        most = np.float32(-1e30)
        for j in range(n):
            score = np.float32(0)
            for p in range(width):
                score += weights[x[a + j, p]]
            s[j] = score
            most = max(most, score)
        for j in range(n):
            s[j] = np.exp(s[j] - most)
        if costly:
            costly_slopes(s, cut[a:z], work[a:z], stands[a:z], n, g)
        else:
            likely_slopes(s, cut[a:z], n, g)
        for j in range(n):
            if abs(g[j]) < _SMALL:
                continue
            for p in range(width):
                w = x[a + j, p]
                gradients[w] += g[j] * g[j]
                step = g[j] + pull * (weights[w] - prior[w])
                weights[w] -= rate * step / np.sqrt(gradients[w] + one)


def fit(
    examples: Examples, prior: F32, costly: bool, passes: int, rate: float, fade: float, pull: float
) -> F32:
    """Parameters fitted from `prior` on, and drawn back to it by `pull`; the rate is multiplied
    by `fade` from pass to pass. costly: least expected work, else cuts as likely as can be."""
    rng = np.random.default_rng(1)
    weights, gradients = prior.copy(), np.zeros_like(prior)
    for turn in range(passes):
        descend(
            examples.x, examples.first, examples.cut, examples.work, examples.stands,
            rng.permutation(examples.useful), weights, gradients, np.float32(rate * fade**turn),
            prior, np.float32(pull), costly,
        )  # fmt: skip
    return weights
