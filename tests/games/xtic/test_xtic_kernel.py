"""The kernel of xtic as CPython runs it, against looking at everything."""

import inspect
import random
from binascii import crc32

import pytest
from games.xtic import full_width
from games.xtic.plain_xtic import moves
from games.xtic.positions import undecided
from many import later

from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import FIRST_STUCK, FULL_BOARD, NO_LIMIT, XticSearch
from lodeboard.games.xtic.search_kernel import xtic_search
from lodeboard.games.xtic.search_layout import EXHAUSTED, FINISHED, MOVE, RUNNING, SPENT

RULES = pytest.mark.parametrize("rules", Xtic.rule_sets)
EVERYTHING = 1 << 29
SLOTS = 256


def loaded(rules: str, text: str, slots: int = SLOTS) -> tuple[XticSearch, Xtic]:
    search = XticSearch(slots, inspect.unwrap(xtic_search))
    game = Xtic(rules)
    game.load(text)
    search.load(game, *legal(game))
    return search, game


def legal(game: Xtic) -> tuple[bytearray, int]:
    steps = bytearray(game.max_steps)
    return steps, game.steps(steps)


def finish(search: XticSearch, budget: int = EVERYTHING) -> int:
    slices = 1
    while (status := search.run(budget)) == RUNNING:
        slices += 1
    assert status == FINISHED
    return slices


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "placed", "count"),
    [
        (rules, placed, count) if (at + placed) % 3 == 0 else later(rules, placed, count)
        for at, rules in enumerate(Xtic.rule_sets)
        for placed, count in ((15, 20), (14, 20), (13, 20), (12, 12), (11, 6))
    ],
)
def test_late_positions_have_their_exact_value_and_a_step_that_reaches_it(
    rules: str, placed: int, count: int
) -> None:
    source = random.Random(f"kernel {rules} {placed}")
    for number in range(count):
        text = undecided(source, rules, placed, number % 2 == 0)
        search, game = loaded(rules, text)
        search.begin(FULL_BOARD)
        finish(search)
        known: dict[tuple[str, int], int] = {}
        assert search.value == full_width.value(text, rules, 16, known), text
        if search.value >= 0:
            found = full_width.values(text, rules, 16, known)
            assert found[game.move_text([search.step])] == search.value, text


@RULES
def test_looking_some_placements_ahead(rules: str) -> None:
    """One to three, with more and more pieces on the board and one table for all."""
    source = random.Random(f"ahead {rules}")
    for placed, ahead in [*((at, 1) for at in range(4, 15)), (8, 2), (10, 2), (12, 2), (12, 3)]:
        text = undecided(source, rules, placed, True)
        search, _ = loaded(rules, text)
        known: dict[tuple[str, int], int] = {}
        for deep in range(1, ahead + 1):
            search.begin(placed + deep)
            finish(search)
            assert search.value == full_width.value(text, rules, deep, known), (text, deep)


@RULES
def test_steps_that_lose_may_be_left_out_from_the_first_on(rules: str) -> None:
    source = random.Random(f"left out {rules}")
    left_out = 0
    for number in range(30):
        text = undecided(source, rules, 12 + number % 3, number % 2 == 0)
        search, game = loaded(rules, text)
        found = full_width.values(text, rules, 16, {})
        steps, count = legal(game)
        order = sorted(steps[:count], key=lambda step: found[game.move_text([step])])
        worths = [found[game.move_text([step])] for step in order]
        search.load(game, order, count)
        for first in range(1, max(1, min(count, worths.count(-1) + 1))):
            left_out += 1
            search.begin(FULL_BOARD, first)
            finish(search)
            assert search.value == max(worths[first:]), (text, first)
            if search.value >= 0:
                assert worths[order.index(search.step)] == search.value
    assert left_out > 20


@RULES
def test_slices_change_nothing(rules: str) -> None:
    source = random.Random(f"slices {rules}")
    for number in range(4):
        text = undecided(source, rules, 9 + number, number % 2 == 0)
        outcomes = []
        for budget in (EVERYTHING, 100, 7, 1):
            search, _ = loaded(rules, text, 64)
            search.begin(FULL_BOARD if number > 1 else 11)
            slices = finish(search, budget)
            assert budget == EVERYTHING or slices >= search.work // (budget + 40)
            search.state[SPENT] = 0  # the only word that counts slices
            outcomes.append((list(search.state), list(search.table)))
        assert all(outcome == outcomes[0] for outcome in outcomes), text


def test_a_limit_ends_the_search() -> None:
    text = undecided(random.Random("limit"), "normal", 6, True)
    search, _ = loaded("normal", text)
    search.begin(FULL_BOARD, 0, 200)
    assert search.run(EVERYTHING) == EXHAUSTED
    assert 200 <= search.work < 240
    assert search.run(EVERYTHING) == EXHAUSTED
    search.begin(7, 0, NO_LIMIT)
    finish(search)


def test_before_some_pieces_lie_no_piece_is_without_a_safe_cell() -> None:
    for rules in Xtic.rule_sets:
        source = random.Random(f"stuck {rules}")
        game = Xtic(rules)
        for _ in range(100):
            game.load(undecided(source, rules, FIRST_STUCK - 1, False))
            for piece in range(16):
                if not game.used >> piece & 1:
                    assert game.danger(piece) | game.occupied != 0xFFFF


# Written down once. A kernel that counts differently plays differently at the levels that are
# limited by work: their strength is to be measured again.
COUNTS = [
    ("normal", "9-4-73--c-0-8-2-/b", 16, (1, 1, 2711, 9300)),
    ("normal", "4-5b1-73-a-2-0--/e", 13, (0, 1, 127, 465)),
    ("nodiags", "-16-4-c8-37--a--/-", 12, (0, 16, 112, 677)),
    ("torus", "e5--b--28--9-0-7/3", 16, (1, 3, 910, 3535)),
    ("torus", "-2-----4-9------/6", 7, (0, 0, 1, 46)),
]


@pytest.mark.parametrize(("rules", "text", "horizon", "counts"), COUNTS)
def test_what_a_search_costs(
    rules: str, text: str, horizon: int, counts: tuple[int, int, int, int]
) -> None:
    search, game = loaded(rules, text)
    search.begin(horizon)
    finish(search)
    assert game.move_text([search.step]) in moves(text, rules)
    assert (search.value, search.step, search.nodes, search.work) == counts


@pytest.mark.parametrize(
    ("rules", "sum_of_all"), [("normal", 39363078), ("nodiags", 4049215823), ("torus", 2891280656)]
)
def test_many_searches_come_to_what_they_always_came_to(rules: str, sum_of_all: int) -> None:
    """Value, step, cost and table, deeper and deeper."""
    source = random.Random(f"all {rules}")
    total = 0
    for number in range(24):
        search, _ = loaded(rules, undecided(source, rules, 3 + number % 12, number % 3 > 0), 64)
        for ahead in (1, 2, 3, 4, 13):
            search.begin(min(FULL_BOARD, search.placed + ahead), 0, 300 * ahead)
            status = search.run(EVERYTHING)
            said = (status, search.value, search.state[MOVE], search.nodes, search.work)
            total = crc32(repr((*said, search.spent)).encode() + bytes(search.table), total)
    assert total == sum_of_all


@RULES
def test_looking_deeper_and_deeper_with_one_table(rules: str) -> None:
    source = random.Random(f"deeper {rules}")
    for placed in (11, 12, 12, 13):
        text = undecided(source, rules, placed, True)
        search, _ = loaded(rules, text)
        known: dict[tuple[str, int], int] = {}
        for deep in range(1, 17 - placed):
            search.begin(placed + deep)
            finish(search)
            assert search.value == full_width.value(text, rules, deep, known), (text, deep)
