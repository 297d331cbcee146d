"""Moves that set problems: the search ranks the replies of a root by the weights for that."""

import inspect
import random

import pytest
from games.flip.late import random_game

from host_tools.games.moves import legal_moves, make_move
from lodeboard.games.contract import LOSE, UNDECIDED
from lodeboard.games.flip import search_layout as words
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch, steps_of
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables, patterns
from lodeboard.games.grid import Grid


def worth(weights, game, mover):
    """The sum of the weights of all patterns, for the player who moves or has moved."""
    own, side = game.tiles(mover), game.side
    total = 0
    for base, cells in patterns(game.grid):
        content = 0
        for cell in cells:
            digit = 0
            if game.occupied >> cell & 1:
                digit = (1 if own >> cell & 1 else 3) + (side >> cell & 1)
            content = 5 * content + digit
        total += weights[words.SET_BYTES * words.TRAPS + base + content] - 128
    return total


def can_win_at_once(game):
    for move in legal_moves(game):
        make_move(game, move)
        won = game.verdict() == LOSE
        for _ in move:
            game.pop()
        if won:
            return True
    return False


def a_search(weights):
    search = FlipSearch(build_tables(Grid(4, 4)), 1024, inspect.unwrap(flip_search))

    def write(into):
        into[:] = weights

    search.learn_order(write)
    return search


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_replies_rank_by_their_weights(rules):
    source = random.Random(f"traps {rules}")
    weights = bytes(source.randrange(118, 139) for _ in range(words.WEIGHTS_BYTES))
    search = a_search(weights)
    ranked = 0
    for tiles in [*range(8, 15)] * 4:
        game = random_game(source, rules, tiles)
        if can_win_at_once(game):
            continue  # nobody asks
        search.load(game)
        # Whatever was searched before, and was to be tried first.
        search.begin(16, True, 2000)
        while search.run(NO_LIMIT) == words.RUNNING:
            pass
        search.try_first(search.move)
        search.rank_replies()
        begin, end = search.replies()
        ranks = {}
        for word in search.state[begin:end]:
            ranks[tuple(steps_of(word & 0xFFF))] = word >> 20
        player = game.turn
        before = worth(weights, game, player)
        for move in legal_moves(game):
            make_move(game, move)
            if game.verdict() == UNDECIDED and tuple(move) in ranks:
                rank = 128 + worth(weights, game, player) - before
                assert ranks.pop(tuple(move)) == min(max(rank, 0), 255)
                ranked += 1
            for _ in move:
                game.pop()
        assert not ranks, game.text()
    assert ranked > 700
