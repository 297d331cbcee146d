"""The weights of the search's order that ship: symmetric, summed by the kernel, worth having."""

import random

import numpy as np
import pytest
from games.flip.late import masks, random_game

from host_tools.build.compiled import compiled
from host_tools.games.flip.tables.build import search_path
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.games.tiers.masks import moved as symmetry
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip import search_layout as words
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables, patterns
from lodeboard.games.grid import Grid

ORDER, TRAPS = 0, 1
PATTERNS = patterns(Grid(4, 4))
LINES = 24  # so many of the patterns are lines; squares follow


def kept_sets(rules):
    """The committed weights: both sets, as numbers."""
    data = search_path(rules).read_bytes()
    assert len(data) == words.WEIGHTS_BYTES == 2 * words.SET_BYTES
    return np.frombuffer(data, np.uint8).reshape(2, words.SET_BYTES).astype(np.int64) - 128


def contents(row):
    """Which weight each pattern takes in a position of four masks: digits of base five."""
    found = []
    for base, cells in PATTERNS:
        digits = [sum((kind + 1) * (row[kind] >> c & 1) for kind in range(4)) for c in cells]
        found.append(base + int("".join(map(str, digits)), 5))
    return found


def some_rows(seed, number):
    """Positions of any number of tiles as rows of masks."""
    source = random.Random(seed)
    for _ in range(number):
        row = [0, 0, 0, 0]
        for cell in source.sample(range(16), source.randrange(1, 17)):
            row[source.randrange(4)] |= 1 << cell
        yield row


def turned(row):
    """A position under the square's symmetries."""
    for permutation in symmetry().tolist():
        yield [sum(1 << permutation[c] for c in range(16) if m >> c & 1) for m in row]


@pytest.mark.parametrize("which", [ORDER, TRAPS], ids=["order", "traps"])
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_a_position_is_worth_the_same_in_all_its_forms(rules, which):
    """By the square's symmetries, and with all tiles of a player turned over."""
    weights = kept_sets(rules)[which]
    scores = set()
    for row in some_rows("symmetry", 40):
        up, down, other_up, other_down = row
        forms = [*turned(row), [down, up, other_up, other_down], [up, down, other_down, other_up]]
        each = {int(weights[contents(form)].sum()) for form in forms}
        assert len(each) == 1, row
        scores |= each
    assert len(scores) > 20
    assert len(np.unique(weights)) > 30


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_weights_are_small_enough_for_the_kernel_and_traps_are_of_lines_alone(rules):
    order, traps = kept_sets(rules)
    assert np.abs(order).max() <= 43
    squares = min(base for base, _ in PATTERNS[LINES:])
    assert traps[:squares].any()
    assert not traps[squares:].any()


def searcher(write):
    search = FlipSearch(build_tables(Grid(4, 4)), 1024, compiled(flip_search))
    if write is not None:
        search.learn_order(write)
    return search


def moved_rows(game):
    """Of each move that ends nothing: its code for the kernel, and the position after it."""
    after = {}
    for move in legal_moves(game):
        make_move(game, move)
        if game.verdict() == UNDECIDED:
            up, down, other_up, other_down = masks(game)
            code = move[-1] | (move[0] if len(move) > 1 else 1) << 5
            after[code] = other_up, other_down, up, down
        take_back(game, move)
    return after


@pytest.mark.parametrize("which", [ORDER, TRAPS], ids=["order", "traps"])
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_kernel_sorts_by_the_sum(rules, which):
    """Its ranks of a root's replies are the plain sums, less the root's own, cut to a byte."""
    weights = kept_sets(rules)[which]
    data = bytes(words.SET_BYTES) + (weights + 128).astype(np.uint8).tobytes()

    def write(into):
        into[:] = data

    search = searcher(write)
    source = random.Random(f"ranks {rules}")
    compared = 0
    for tiles in [*range(7, 15)] * 3:
        game = random_game(source, rules, tiles)
        if not game.between_moves():
            continue
        search.load(game)
        search.rank_replies()
        begin, end = search.replies()
        ranks = {word & 0xFFF: word >> 20 for word in search.state[begin:end]}
        here = weights[contents(masks(game))].sum()
        for code, row in moved_rows(game).items():
            if code in ranks:
                assert ranks[code] == np.clip(weights[contents(row)].sum() - here + 128, 0, 255)
                compared += 1
    assert compared > 500


def evaluations(search, game):
    """How many a search for the value of a position takes."""
    search.load(game)
    search.wipe()
    search.begin(16, True, NO_LIMIT, 1)
    while search.run(NO_LIMIT) == words.RUNNING:
        pass
    return search.evals


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_learned_order_saves_work(rules):
    """In positions of eight tiles; the values found are held equal elsewhere."""

    def write(into):
        into[:] = search_path(rules).read_bytes()

    source = random.Random(f"gain {rules}")
    games = [random_game(source, rules, 8) for _ in range(40)]
    games = [game for game in games if game.between_moves()][:25]
    plain, learned = (
        np.array([evaluations(search, game) for game in games])
        for search in (searcher(None), searcher(write))
    )
    assert learned.mean() < 0.7 * plain.mean()
    assert np.median(learned) < 0.8 * np.median(plain)
