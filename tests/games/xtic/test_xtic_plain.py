"""The rules of xtic against a second, plain reading of them, and known counts."""

import itertools
import random

import pytest
from games.xtic import plain_xtic
from games.xtic.positions import arrange, loaded, random_line_of_play, undecided

from host_tools.games.analysis.perft import perft
from lodeboard.games.contract import LOSE, NOWHERE, UNDECIDED, VERDICTS, WIN, Game
from lodeboard.games.xtic import symmetry as xtic_symmetry
from lodeboard.games.xtic.rules import Xtic

RULES = pytest.mark.parametrize("rules", Xtic.rule_sets)
NAMES = {"normal": 10, "nodiags": 8, "torus": 16}


def legal(game: Game) -> dict[str, str]:
    steps = [0] * game.max_steps
    found = {}
    for step in steps[: game.steps(steps)]:
        written = game.move_text([step])
        game.push(step)
        found[written] = game.text()
        game.pop()
    return found


def agrees(game, text, rules):
    assert game.text() == text
    assert VERDICTS[game.verdict()] == plain_xtic.verdict(text, rules)
    moves = plain_xtic.moves(text, rules)
    assert legal(game) == moves
    assert game.count_moves() == len(moves)
    codes = bytearray(16)
    game.expected(codes)
    assert list(codes) == [int(piece != "-") for piece in text[:16]]  # any side is up


@RULES
def test_lines_are_those_of_the_plain_reading(rules):
    game = Xtic(rules)
    lines = {
        frozenset(plain_xtic.CELLS.index(cell) for cell in line) for line in plain_xtic.LINES[rules]
    }
    assert {frozenset(c for c in range(16) if line >> c & 1) for line in game.lines} == lines
    assert len(game.lines) == len(lines) == NAMES[rules]


@RULES
def test_sequences_near_the_end_are_counted_like_the_plain_ones(rules):
    def count(text, depth):
        moves = plain_xtic.moves(text, rules)
        return (
            len(moves) if depth == 1 else sum(count(after, depth - 1) for after in moves.values())
        )

    source = random.Random(f"perft {rules}")
    for held in (False, True, False, True):
        text = undecided(source, rules, 11, held)
        wanted = [count(text, depth) for depth in (1, 2, 3, 4)]
        assert [perft(loaded(text, rules), depth) for depth in (1, 2, 3, 4)] == wanted
        assert [perft(loaded(text, rules), depth, {}) for depth in (1, 2, 3, 4)] == wanted


@RULES
def test_arrangements_agree(rules):
    source = random.Random(f"arranged {rules}")
    ended = 0
    for _ in range(1500):
        text = arrange(source, source.randint(0, 15), False)
        ended += plain_xtic.verdict(text, rules) == "lose"
        agrees(loaded(text, rules), text, rules)
    assert 100 < ended < 1400


@RULES
def test_games_agree_at_every_step(rules):
    source = random.Random(f"games {rules}")
    verdicts = set()
    for _ in range(60):
        for number, text in enumerate(random_line_of_play(source, rules)):
            game = loaded(text, rules)
            agrees(game, text, rules)
            assert game.turn == (number + 1) // 2 % 2
            verdicts.add(game.verdict())
    assert verdicts >= {UNDECIDED, LOSE}


@pytest.mark.slow
@RULES
@pytest.mark.parametrize("count", [250, pytest.param(1000, marks=pytest.mark.verify)])
def test_late_positions_are_worth_the_same(rules, count):
    """The whole tree below late positions, once with the firmware's rules."""
    source = random.Random(f"late {rules}")
    theirs: dict[str, tuple[str, int]] = {}
    ours: dict[str, tuple[int, int]] = {}

    def outcome(game):
        text = game.text()
        if text not in ours:
            verdict = game.verdict()
            found = []
            steps = bytearray(16)
            for step in steps[: game.steps(steps)]:
                mover = game.turn
                game.push(step)
                value, turns = outcome(game)
                if game.turn != mover and value in (WIN, LOSE):
                    value = WIN + LOSE - value
                game.pop()
                found.append((VERDICTS[value], turns + 1))
            pair = plain_xtic.pick(found) if found else (VERDICTS[verdict], 0)
            ours[text] = VERDICTS.index(pair[0]), pair[1]
        return ours[text]

    seen = set()
    for _ in range(count):
        text = undecided(source, rules, source.choice([12, 13, 13, 14, 15]), source.random() < 0.5)
        value, turns = outcome(loaded(text, rules))
        assert (VERDICTS[value], turns) == plain_xtic.outcome(text, rules, theirs)
        seen.add(value)
    assert len(seen) == 3


@RULES
def test_what_a_fatal_line_has_in_common(rules):
    source = random.Random(f"fatal {rules}")
    most = 0
    for _ in range(1500):
        text = arrange(source, source.randint(6, 14), False)
        board, _ = plain_xtic.read(text)
        game = loaded(text, rules)
        wanted = {
            frozenset(line): plain_xtic.in_common(line, board)
            for line in plain_xtic.fatal(board, rules)
        }
        found = {}
        for line, shared, values in game.fatal_lines():
            cells = frozenset(plain_xtic.CELLS[c] for c in range(16) if line >> c & 1)
            assert values & ~shared == 0
            letters = zip((8, 4, 2, 1), ("kn", "hv", "so", "rq"), strict=True)
            found[cells] = {pair[bool(values & bit)] for bit, pair in letters if shared & bit}
        assert found == wanted
        most = max(most, len(found))
    assert most > 1


@RULES
def test_dangers_are_the_placements_that_lose(rules):
    source = random.Random(f"danger {rules}")
    some = 0
    for _ in range(500):
        game = loaded(undecided(source, rules, source.randint(0, 15), True), rules)
        danger = game.danger(game.hand)
        some += danger != 0
        for cell in range(16):
            fatal = False
            if not game.occupied >> cell & 1:
                game.push(cell)
                fatal = game.verdict() == LOSE
                game.pop()
            assert fatal == bool(danger >> cell & 1)
    assert some > 100


# Symmetries: found by trying, counted, and the keys compared with all images.


@RULES
def test_the_board_has_no_other_symmetries(rules):
    game = Xtic(rules)
    found = set()
    orders = xtic_symmetry.shuffles()
    for columns, rows in itertools.product(orders, orders):
        moved = xtic_symmetry.moved_by(columns)
        if not xtic_symmetry.keeps(game.lines, moved, rows):
            continue
        for exchanged in (False, True):
            image = []
            for cell in range(16):
                mask = xtic_symmetry.image(1 << cell, moved, rows)
                image.append(xtic_symmetry.exchanged(mask) if exchanged else mask)
            found.add(tuple(mask.bit_length() - 1 for mask in image))
    tried = {
        tuple(plain_xtic.CELLS.index(image[cell]) for cell in plain_xtic.CELLS)
        for image in plain_xtic.symmetries(rules)
    }
    assert found == tried
    assert len(tried) == {"normal": 32, "nodiags": 1152, "torus": 128}[rules]


def test_pieces_have_384_symmetries():
    """All that keep what pairs have in common, which decide whether four pieces in line agree."""
    images = {tuple(image.values()) for image in plain_xtic.piece_symmetries()}
    assert len(images) == 384
    # A symmetry keeps the number of properties two pieces share; so many do, and no more.
    shared = {
        (a, b): len(set(plain_xtic.PIECES[a]) & set(plain_xtic.PIECES[b]))
        for a in plain_xtic.DIGITS for b in plain_xtic.DIGITS
    }  # fmt: skip
    count = 0

    def place(image):
        nonlocal count
        if len(image) == 16:
            count += 1
            return
        piece = plain_xtic.DIGITS[len(image)]
        for target in plain_xtic.DIGITS:
            if all(
                shared[target, other] == shared[piece, before] for before, other in image.items()
            ):
                place({**image, piece: target})

    place({})
    assert count == 384


def turned_about(source, text, board, pieces):
    cells, hand = plain_xtic.read(text)
    move = source.choice(board)
    rename = source.choice(pieces)
    after = {move[cell]: rename[piece] for cell, piece in cells.items()}
    return plain_xtic.write(after, rename.get(hand, "-"))


@RULES
def test_keys_are_equal_for_images(rules):
    source = random.Random(f"keys {rules}")
    board, pieces = plain_xtic.symmetries(rules), plain_xtic.piece_symmetries()
    for _ in range(60):
        text = undecided(source, rules, source.randint(0, 12), source.random() < 0.5)
        game = loaded(text, rules)
        key, verdict, moves = game.key(), game.verdict(), game.count_moves()
        for _ in range(5):
            game.load(turned_about(source, text, board, pieces))
            assert (game.key(), game.verdict(), game.count_moves()) == (key, verdict, moves)


@RULES
def test_a_smallest_image_leads_back_to_the_position(rules):
    source = random.Random(f"back {rules}")
    for _ in range(12):
        text = undecided(source, rules, source.randint(1, 12), source.random() < 0.5)
        game = loaded(text, rules)
        smallest = xtic_symmetry.Smallest()
        smallest.start(game)
        runs = 1
        while not smallest.run():
            runs += 1
        assert runs == 24
        masks = [game.occupied, *game.ones]
        assert sorted(smallest.cell(there) for there in range(16)) == list(range(16))
        assert sorted(smallest.piece(there) for there in range(16)) == list(range(16))
        for there in range(17):
            image = piece_at([smallest.cells, *smallest.masks], there)
            back = None if image is None else smallest.piece(image)
            if there < 16:
                assert piece_at(masks, smallest.cell(there)) == back
            else:
                assert (None if game.hand == NOWHERE else game.hand) == back


def piece_at(masks, cell):
    """By masks of cells taken and of each property; None where none is."""
    if not masks[0] >> cell & 1:
        return None
    return sum((mask >> cell & 1) << index for index, mask in enumerate(masks[1:]))


def test_where_nothing_lies_one_look_is_enough():
    game = Xtic()
    smallest = xtic_symmetry.Smallest()
    for _ in range(2):
        smallest.start(game)
        assert smallest.run()
        game.push(16 + 9)
    assert (smallest.cells, smallest.piece(0)) == (1 << 16, 9)


@pytest.mark.verify
@RULES
def test_keys_tell_positions_apart(rules):
    """Positions of two and three pieces: as many keys as classes found by trying every image."""
    source = random.Random(f"apart {rules}")
    board, pieces = plain_xtic.symmetries(rules), plain_xtic.piece_symmetries()
    texts = [
        arrange(source, placed, held)
        for placed in (1, 2)
        for held in (False, True)
        for _ in range(1 if rules == "nodiags" else 3)
    ]
    if rules == "normal":
        texts += [arrange(source, 3, held) for held in (False, True) for _ in range(5)]
    for text in texts:
        cells, hand = plain_xtic.read(text)
        images = {
            plain_xtic.write({m[c]: r[p] for c, p in cells.items()}, r.get(hand, "-"))
            for m in board for r in pieces
        }  # fmt: skip
        for other in texts:
            same = loaded(text, rules).key() == loaded(other, rules).key()
            assert same == (other in images)


def test_a_first_position_has_few_keys():
    """One first gift, then three kinds of cell (normal), else one."""
    for rules, kinds in (("normal", 2), ("nodiags", 1), ("torus", 1)):
        game = Xtic(rules)
        gifts, cells = set(), set()
        for piece in range(16):
            game.push(16 + piece)
            gifts.add(game.key())
            for cell in range(16):
                game.push(cell)
                cells.add(game.key())
                game.pop()
            game.pop()
        assert (len(gifts), len(cells)) == (1, kinds)
