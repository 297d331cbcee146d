"""The tree above the positions that search answers: what it asks, of whom, and how much is left."""

import random

import pytest
from games.xtic.positions import undecided

from host_tools.games.xtic.solver import kernel
from host_tools.games.xtic.solver.board import (
    Searcher,
    canonical,
    laid,
    safe_cells,
    state_of,
    tables,
    text_of,
)
from host_tools.games.xtic.solver.estimate import rehearse
from host_tools.games.xtic.solver.facts import Facts
from host_tools.games.xtic.solver.tree import Tree
from lodeboard.games.xtic.rules import Xtic

RULES = pytest.mark.parametrize("rules", Xtic.rule_sets)
DEEPEST = 10


def state(rules, seed, placed=8):
    game = Xtic(rules)
    game.load(undecided(random.Random(seed), rules, placed, False))
    return state_of(game)


def solve(tree, searcher, most=1 << 60):
    """Answer what the tree asks until its root is solved; how often that was."""
    asked = 0
    while not tree.root.solved:
        node = tree.pick()
        if node is not None:
            tree.answer(node, searcher.attack(tree.state(node), tree.gives(node), 16, most))
            asked += 1
    return asked


@RULES
@pytest.mark.slow
def test_what_it_shows_is_so_and_takes_few_answers(rules):
    searcher = Searcher(rules, 1 << 12)
    asked = after = 0
    for seed in range(6):
        root = state(rules, seed)
        for gives in (1, 0):
            tree = Tree(Facts(rules), root, gives, DEEPEST)
            asked += solve(tree, searcher)
            assert (tree.root.proof == 0) is searcher.attack(root, gives)
            after += len(two_further(rules, root))
    assert asked < after / 6


def two_further(rules, root):
    """All positions two pieces further on, those equal by symmetry once."""
    board, images = tables(rules)
    found = {canonical(images, root): root}
    for _ in range(2):
        after = [
            laid(board, each, piece, cell)
            for each in found.values()
            for piece in range(16)
            if each.left >> piece & 1
            for cell in safe_cells(each, piece)
        ]
        found = {canonical(images, each): each for each in after}
    return found


def test_what_is_known_is_not_asked_again_and_what_is_found_is_kept():
    rules, root = "normal", state("normal", 1)
    searcher = Searcher(rules, 1 << 12)
    facts = Facts(rules)
    tree = Tree(facts, root, 0, DEEPEST)
    asked = solve(tree, searcher)
    assert tree.known == asked > 0
    again = Tree(facts, root, 0, DEEPEST)
    assert again.root.solved
    assert again.known == asked
    del facts.known[facts.key(root)]
    again = Tree(facts, root, 0, DEEPEST)
    assert solve(again, searcher) == 0


def test_threads_are_sent_to_different_positions():
    tree = Tree(Facts("torus"), state("torus", 3), 0, DEEPEST)
    picked = [tree.pick() for _ in range(4)]
    assert None not in picked
    assert len({node.key for node in picked}) == 4
    # Half of them found nothing in time: that is no answer, and they are asked again.
    searcher = Searcher("torus", 1 << 12)
    for node in picked[::2]:
        tree.answer(node, None)
    for node in picked[1::2]:
        tree.answer(node, searcher.attack(tree.state(node), tree.gives(node)))
    solve(tree, searcher)
    assert (tree.root.proof == 0) is searcher.attack(state("torus", 3), 0)


def test_a_search_that_gave_up_is_put_off_and_not_lost():
    tree = Tree(Facts("torus"), state("torus", 3), 0, DEEPEST)
    first = tree.pick()
    before = first.guess
    tree.answer(first, None)
    assert not first.busy
    assert (first.proof, first.disproof) == tuple(2 * each for each in before)
    searcher = Searcher("torus", 1 << 12)
    solve(tree, searcher, 200)
    assert tree.root.solved


@RULES
def test_a_rehearsal_tells_how_many_answers_it_takes(rules):
    root = state(rules, 4)
    facts = Facts(rules)
    found = [rehearse(facts, root, 0, DEEPEST, seed) for seed in range(3)]
    assert facts.known == {}
    assert found == [rehearse(facts, root, 0, DEEPEST, seed) for seed in range(3)]
    assert all(each.answers > 5 and each.work > 0 for each in found)
    assert len({each.answers for each in found}) > 1
    solve(Tree(facts, root, 0, DEEPEST), Searcher(rules, 1 << 12))
    # Once all is known there is nothing left, and who stops it gets nothing.
    assert rehearse(facts, root, 0, DEEPEST, 0).answers == 0
    assert rehearse(Facts(rules), root, 0, DEEPEST, 0, lambda: True) is None


@RULES
def test_offspring_is_what_rules_and_symmetries_say(rules):
    board, images = tables(rules)
    found = kernel.np.zeros((256, 7), kernel.np.int64)
    for seed, placed in enumerate((0, 1, 3, 5, 6, 9)):
        root = state(rules, seed, placed)
        words = [kernel.np.uint64(word) for word in root[2:]]
        count = kernel.offspring(board, images, root.occupied, root.left, *words, found)
        expected = []
        for piece in range(16):
            if root.left >> piece & 1:
                for cell in safe_cells(root, piece):
                    after = laid(board, root, piece, cell)
                    expected.append((piece, *canonical(images, after), *prospects(rules, after)))
        rows = [
            (piece, cells, faces & (1 << 64) - 1, *rest)
            for piece, cells, faces, *rest in found[:count].tolist()
        ]
        assert rows == expected


def prospects(rules, at):
    """What `kernel.prospects` says, read from the rules."""
    game = Xtic(rules)
    game.load(text_of(at.occupied, at.faces))
    values = [0, 0, 0]
    for line in game.lines:
        pieces = [game.at[cell] for cell in range(16) if (line & game.occupied) >> cell & 1]
        if 0 < len(pieces) < 4:
            for bit in range(4):
                values[3 - len(pieces)] += len({piece >> bit & 1 for piece in pieces}) == 1
    safe = sum(len(safe_cells(at, piece)) for piece in range(16) if at.left >> piece & 1)
    return *values, safe
