"""The book's kernels: what they compute, and that CPython, Numba and the chip compute the same."""

import functools
import inspect
import itertools
import json
import random
from array import array
from pathlib import Path

import numpy as np
import pytest
from emulator.checked_words import Word, Words
from games.flip.tables import book_drive
from games.flip.tables.tampered import shipped

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.build.compiled import bound, compiled
from host_tools.games.flip.tables import coder, shapes
from host_tools.games.flip.tables.build import weights_path
from lodeboard.games.flip import book_layout as words
from lodeboard.games.flip import lookup as flip_tables
from lodeboard.games.flip.book_kernel import flip_order, flip_unpack
from lodeboard.games.flip.shapes import order_state
from lodeboard.games.grid import Grid

GRID = Grid(4, 4)
flip_order, flip_unpack = map(inspect.unwrap, (flip_order, flip_unpack))
ON_CHIP = """
import json
from book_drive import drive
with open("/flip-magic.table", "rb") as file:
    made = drive(file, {count})
print(json.dumps(made))
"""


def content(cells, tiles):
    """A shape's content with either player's first tile turned to show its up side."""
    seen = [0, 0]
    found = []
    for cell in cells:
        tile = tiles[cell]
        if tile:
            owner = (tile - 1) >> 1
            side = (tile - 1) & 1
            seen[owner] = seen[owner] or 1 + side
            tile = 1 + 2 * owner + (side ^ (seen[owner] - 1))
        found.append(tile)
    return tuple(found)


def numbers(length):
    """The numbers of canonical words, by counting them in order."""
    every = itertools.product(range(5), repeat=length)
    canonical = sorted({content(range(length), word) for word in every})
    return {word: at for at, word in enumerate(canonical)}


NUMBERS = [numbers(length) for length in range(7)]


def worth(tiles, weights):
    """The sum over all shapes, said once more, slowly."""
    total = 0
    for shape in shapes.shapes()[0]:
        at = NUMBERS[len(shape.cells)][content(shape.cells, tiles)]
        if shape.beside:
            empty = sum(1 for cell in range(16) if shape.beside >> cell & 1 and not tiles[cell])
            at = 9 * at + empty
        total += weights[shape.begin + at]
    return total


def after(tiles, flipping):
    """All boards that a step of player 1 and 2's owner leads to, by way."""
    found = {}
    if not flipping:
        for way in range(32):
            if not tiles[way >> 1]:
                found[way] = [*tiles[: way >> 1], 1 + (way & 1), *tiles[(way >> 1) + 1 :]]
        return found
    for way, target in enumerate(GRID.neighbours):
        if tiles[way >> 2] > 2 and target < 16 and not tiles[target]:
            board = list(tiles)
            board[target] = 7 - board[way >> 2]
            board[way >> 2] = 0
            found[way] = board
    return found


def other_view(tiles):
    return [tile - 2 if tile > 2 else tile + 2 if tile else 0 for tile in tiles]


def plain_scores(tiles, flipping, weights):
    half, whole = weights[: len(weights) // 2], weights[len(weights) // 2 :]
    scores = {}
    for way, board in after(tiles, flipping).items():
        if flipping:
            best = max(worth(reply, whole) for reply in after(board, False).values())
            scores[way] = worth(board, half) + best
        else:
            seen = other_view(board)
            replies = after(seen, True).values() or [seen]
            scores[way] = worth(board, whole) - max(worth(reply, half) for reply in replies)
    return scores


def fresh():
    state = array("i", bytes(4 * words.ORDER_WORDS))
    return state, order_state(state, shapes.written(), GRID)


def random_tiles(source, count):
    tiles = [0] * 16
    for at, cell in enumerate(source.sample(range(16), count)):
        tiles[cell] = (1 if at < count // 2 else 3) + source.randrange(2)
    return tiles


def test_words_are_counted():
    for length in range(1, 7):
        assert shapes.words(length) == len(NUMBERS[length])


def test_scores_are_what_is_told():
    weights = weights_path("magic").read_bytes()
    source = random.Random(1)
    state, data = fresh()
    for count in (0, 1, 2, 3, 5, 7):
        for flipping in (0, 1):
            tiles = random_tiles(source, count)
            state[words.CELLS : words.CELLS + 16] = array("i", tiles)
            state[words.FLIPPING] = flipping
            state[words.NEXT] = 0
            calls = 0
            while flip_order(state, data, weights, source.choice((1, 4000))) == words.RUNNING:
                calls += 1
            found = {
                state[words.WAYS + at]: state[words.SCORES + at] for at in range(state[words.COUNT])
            }
            assert found == plain_scores(tiles, flipping, weights)
            assert list(state[words.CELLS : words.CELLS + 16]) == tiles


def ranked(state, data, weights, parts, budget=4000):
    """Score in these parts, each with its weights, and how many calls it took."""
    calls = 0
    for part, some in zip(parts, weights, strict=True):
        state[words.PART] = part
        state[words.NEXT] = 0
        calls += 1
        while flip_order(state, data, some, budget) == words.RUNNING:
            calls += 1
    return calls


def test_a_step_that_cannot_be_wanted_is_left_early_and_changes_no_choice():
    weights = weights_path("magic").read_bytes()
    half, whole = weights[: len(weights) // 2], weights[len(weights) // 2 :]
    source = random.Random(4)
    state, data = fresh()
    left = 0
    for count in (1, 3, 5, 7, 7):
        for flipping in (0, 1):
            tiles = random_tiles(source, count)
            state[words.CELLS : words.CELLS + 16] = array("i", tiles)
            state[words.FLIPPING] = flipping
            ranked(state, data, [weights], [words.BOTH])
            passed = range(0, state[words.COUNT], 3)
            expected = [flip_tables.pick(state, some) for some in passed]
            sets = [half, whole] if flipping else [whole, half]
            for some, way in zip(passed, expected, strict=True):
                state[words.PASSED] = some
                parts = [words.LEADS, words.FOLLOWS]
                assert ranked(state, data, sets, parts, source.choice((1, 4000))) >= 2
                assert flip_tables.pick(state, some) == way
                scores = state[words.SCORES : words.SCORES + state[words.COUNT]]
                left += list(scores).count(words.BEHIND)
            assert list(state[words.CELLS : words.CELLS + 16]) == tiles
    assert left > 100


def test_worth_is_the_same_when_a_player_turns_all_tiles_over():
    weights = weights_path("eclipse").read_bytes()[: shapes.shapes()[1]]
    source = random.Random(2)
    for _ in range(10):
        tiles = random_tiles(source, 7)
        expected = worth(tiles, weights)
        for turned in ((0, 2, 1, 3, 4), (0, 1, 2, 4, 3), (0, 2, 1, 4, 3)):
            assert worth([turned[tile] for tile in tiles], weights) == expected


def test_packed_symbols_come_out_again():
    source = np.random.default_rng(3)
    for group, count, high in ((1, 1, 3), (4, 24, 31), (32, 8192, 2), (32, 1000, 31)):
        symbols = np.minimum(source.geometric(0.8, count) - 1, high).astype(np.uint8)
        symbols[:: 7 if high > 2 else 97] = high
        first = coder.contexts(symbols, group)
        odds = coder.chances(symbols, first).tolist()
        packed = coder.pack(symbols, first, odds)
        for tail in (bytes(4), b"\xff" * 4):
            state = array("i", bytes(4 * words.UNPACK_WORDS))
            state[words.GROUP] = group
            state[words.ODDS : words.ODDS + len(odds)] = array("i", odds)
            found = []
            for at in range(count):
                state[words.WANTED] = at
                assert flip_unpack(state, packed + tail, 1) == words.DONE
                found.append(state[words.FOUND])
            assert found == symbols.tolist()


def test_a_block_that_begins_as_none_does_is_read_as_the_last_that_can_be():
    found = []
    for end in (b"\xff", b"\xfe"):
        state = array("i", bytes(4 * words.UNPACK_WORDS))
        state[words.GROUP] = 4
        state[words.ODDS : words.UNPACK_WORDS] = array(
            "i", [words.WHOLE // 2] * (words.UNPACK_WORDS - words.ODDS)
        )
        state[words.WANTED] = 20
        assert flip_unpack(state, b"\xff\xff" + end + bytes(64), 100) == words.DONE
        found.append(list(state))
    assert found[0] == found[1]


def watched(kernel):
    """A kernel whose words are checked to stay within 32 bits."""

    @functools.wraps(kernel)
    def run(*arguments):
        wrapped = [Word(one) if isinstance(one, int) else Words(one) for one in arguments]
        return kernel(*wrapped)

    return run


def open_table():
    return book_drive.Bytes(shipped("magic"))


@pytest.fixture(scope="module")
def plain():
    with bound(flip_order, flip_unpack):
        return book_drive.drive(open_table(), 6)


def test_nothing_leaves_32_bits(plain):
    with bound(watched(flip_order), watched(flip_unpack)):
        assert book_drive.drive(open_table(), 2) == plain[:2]


def test_numba_agrees(plain):
    with bound(compiled(flip_order), compiled(flip_unpack)):
        assert book_drive.drive(open_table(), 6) == plain
    assert {len(steps) for _, steps, _ in plain} == {1, 2}


@pytest.mark.verify
@pytest.mark.chip
def test_the_chip_agrees():
    count = 16
    files = firmware.modules()
    files["book_drive.py"] = firmware.folded(Path(book_drive.__file__).read_text()).encode()
    files["flip-magic.table"] = shipped("magic")
    said = json.loads(Chip(find_image(), files).execute(ON_CHIP.format(count=count), 120_000))
    with bound(compiled(flip_order), compiled(flip_unpack)):
        expected = book_drive.drive(open_table(), count)
    assert [tuple(each) for each in said] == expected


def test_of_equal_scores_the_lower_way_comes_first():
    state = array("i", bytes(4 * words.ORDER_WORDS))
    scores = [5, 9, 9, 2, 5]
    state[words.COUNT] = len(scores)
    for at, score in enumerate(scores):
        state[words.WAYS + at] = 10 + at
        state[words.SCORES + at] = score
    assert [flip_tables.pick(state, passed) for passed in range(5)] == [11, 12, 10, 14, 13]
