"""The kernel of Magician Chess as CPython runs it, against the plain rules and the plain search."""

import inspect
import random
from array import array
from binascii import crc32

import pytest
from games.magician import plain_magician as plain
from games.magician import plain_search
from games.magician.agreeing import agree
from games.magician.positions import random_positions, set_up

from host_tools.lab.magician.mates import all_mates
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.board_kernel import magician_board
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import SURELY_NO_DRAW, MagicianSearch

KERNEL = inspect.unwrap(magician_board)
RULES = pytest.mark.parametrize("rules", Magician.rule_sets)
EVERYTHING = 1 << 29
CHECK_AND_DRAW = "1XXkX1r/1PNp1p1/1XX4/1MN4/4X2/X2X2M/R2KX1R w Gg - 99 21"
MATES = list(all_mates())
# In these is all that the rules treat as a special case, by either player: castling, promotions,
# en passant, and spells on kings and pawns.
SPECIAL = {
    "standard": (
        "rm2n1r/pP1Xkmp/Xn4X/XPpX1pX/XN1p1NX/P2XPPP/R2KM1R w AG c5 0 10",
        "r1XkX1X/p1nX2P/1X3mm/2pPp2/4MX1/PPn2pM/RXXKX1R b AGa d3 0 22",
        "r2kXX1/1XpmpmP/7/X4PX/m2XX1M/X4RM/R2KX2 b Aa - 7 45",
        "1XmkX1r/2ppXp1/6X/4mn1/2X2M1/PMPXX1P/X1XK2R w G - 99 23",
        "r2kX1r/NNXX1pp/2PXp1X/5PX/2Xn3/m1PP3/X2K1XR b Gag f3 0 13",
        "2XK2P/P2XmP1/rMXkXXp/1XPp1X1/m3n2/P3MrR/Xm2X2 b - c3 0 22",
        "rXXkX1r/P2Xm2/1M2X1m/1X1p2p/7/3XpM1/n1XKX1R w Gag - 98 31",
        "r2k1mr/p2P1Xp/Xp3pX/XP1X1PX/X1pP2P/P4XX/1RMKRMn b ag - 3 17",
    ),
    "immune": (
        "N2km1M/1PXpmpX/5X1/pP1M2X/XNX4/3PP1m/RXXKX2 w A a5 0 36",
        "rXXkX1r/m2Xp1X/X2X2M/PXM4/3mp1p/3XPPp/2mKP2 b ag a3 0 37",
        "rXXk2r/N5X/1M5/1pPX1X1/3P3/p2XX1P/R2KXmX b Aag c3 0 26",
        "r2kXXr/X1XXXPp/1n2X1m/Xn5/1XN4/3M2p/R2K2R w AGa - 0 44",
    ),
}


def undecided(seed, count, rules):
    """Games in this many positions of all sorts."""
    for position in random_positions(seed, count, rules == "immune"):
        game = Magician(rules, KERNEL)
        game.load(plain.write(position))
        if game.verdict() == UNDECIDED:
            yield game


def new_search():
    return MagicianSearch(None, KERNEL)


def search_through(search, game, depth, limit=EVERYTHING, budget=EVERYTHING):
    """Search all turns. Returns the status, the value, the best turn, positions and work."""
    turns = [0] * game.max_steps
    search.load(game)
    search.begin(turns, 0, game.turns(turns), depth, limit)
    return run(search, budget)


def look_for_mate(search, game, moves, limit=EVERYTHING, budget=EVERYTHING):
    """The same of a search for mates."""
    search.load(game)
    search.begin_mate(moves, limit)
    return run(search, budget)


def run(search, budget):
    while (status := search.run(budget)) == layout.RUNNING:
        pass
    return status, search.value, search.best, search.nodes, search.work


def past_of(game, dice):
    """Move to and fro, so that positions of the search have been there before. Returns what the
    plain search wants to know of it, and the position."""
    immune = game.rules == "immune"
    position = plain.read(game.text())
    path, moves = [], []
    for _ in range(dice.choice((0, 4, 5))):
        legal = plain.all_moves(position, immune)
        quiet = [move for move, new in legal.items() if new.quiet and move[0] != "@"]
        back = moves[-2][2:4] + moves[-2][:2] if len(moves) > 1 else ""
        if not quiet or plain.verdict(position, immune) != "undecided":
            break
        moves.append(back if back in quiet else dice.choice(quiet))
        path.append(plain_search.comes_back(position))
        position = legal[moves[-1]]
        for step in game.parse_move(moves[-1]):
            game.push(step)
    return tuple(path), position


@RULES
def test_positions_have_the_moves_of_the_plain_rules(rules):
    game = Magician(rules, KERNEL)
    dice = random.Random(f"moves {rules}")
    for position in random_positions("kernel", 40, rules == "immune"):
        agree(game, position, 4, dice)
    for text in SPECIAL[rules]:
        agree(game, plain.read(text), 99, dice)


@RULES
def test_a_position_is_worth_what_the_plain_search_says(rules):
    dice = random.Random(f"worth {rules}")
    search = new_search()
    tables = {"PLACES": 140, "HOLES": 20, "MOBILITY": 40, "REACH": 1, "THREAT": 5, "TEMPO": 1}
    weights = {}
    for name, count in tables.items():
        begin = getattr(layout, name)
        weights[name] = [dice.randint(-60, 60) + 400 * (name == "PLACES") for _ in range(count)]
        search.state[begin : begin + count] = array("i", weights[name])
    compared = near_the_draw = 0
    for number in range(30):
        position = set_up(dice, rules == "immune")
        if number % 4 == 0:
            position = position._replace(quiet=97 + number % 3, passed="-")
        game = Magician(rules, KERNEL)
        game.load(plain.write(position))
        path, position = past_of(game, dice)
        if game.verdict() != UNDECIDED or game.count_moves() > 30:
            continue
        depth = 2 if game.count_moves() < 6 else 1
        status, value, _, nodes, _ = search_through(search, game, depth)
        if nodes > 60:
            continue  # the plain search would take seconds
        expected = plain_search.search(position, depth, weights, rules == "immune", path)
        assert (status, value) == (layout.FINISHED, expected), game.text()
        near_the_draw += position.quiet > 95
        compared += 1
    assert compared > 5
    assert near_the_draw


def test_the_hundredth_quiet_turn_draws_though_it_gives_check():
    game = Magician("standard", KERNEL)
    game.load(CHECK_AND_DRAW)
    turns = [0] * game.max_steps
    search = new_search()
    search.load(game)
    drawn = 0
    after = plain.all_moves(plain.read(CHECK_AND_DRAW))
    for turn in turns[: game.turns(turns)]:
        new = after[game.move_text(game.steps_of(turn))]
        if new.quiet == 100 and plain.in_check(new) and plain.all_moves(new):
            search.begin([turn], 0, 1, 1)
            assert run(search, EVERYTHING)[1] == 0
            drawn += 1
    assert drawn


def test_a_turn_that_leaves_the_other_player_none_and_no_check_draws():
    game = Magician("standard", KERNEL)
    game.load("kX5/XX5/7/2K4/XXXXXX1/7/R6 w - - 0 1")
    assert search_through(new_search(), game, 2)[1] == 0


def test_a_mate_is_as_near_as_it_was_when_it_comes_from_the_table():
    for text, rules, moves, _ in [mate for mate in MATES if mate[2] == 2][::30]:
        game = Magician(rules, KERNEL)
        game.load(text)
        turns = [0] * game.max_steps
        count = game.turns(turns)
        search = new_search()
        search.load(game)
        for _ in range(2):
            search.begin(turns, 0, count, 2 * moves - 1)
            assert run(search, EVERYTHING)[1] == layout.SURE + 1 - 2 * moves, text


@pytest.mark.parametrize("mate", [mate for mate in MATES if mate[2] < 4][::12])
def test_a_mate_is_proved_by_its_first_move_and_not_sooner(mate):
    text, rules, moves, first = mate
    game = Magician(rules, KERNEL)
    game.load(text)
    search = new_search()
    for less in range(1, moves):
        status, value, _, _, _ = look_for_mate(search, game, less, 30_000)
        assert value == 0
    status, value, best, _, _ = look_for_mate(search, game, moves, 100_000)
    assert (status, value) == (layout.FINISHED, layout.SURE + 1 - 2 * moves)
    assert game.move_text(game.steps_of(best)) in first


@RULES
def test_slices_and_limits_change_only_how_far_it_comes(rules):
    search = new_search()
    for game in undecided("slices", 5, rules):
        for look, deep in ((search_through, 3), (look_for_mate, 2)):
            whole = look(search, game, deep, 3000)
            words = search.state[layout.SPENT + 1 :]
            for budget in (1, 77):
                assert look(search, game, deep, 3000, budget) == whole
                assert search.state[layout.SPENT + 1 :] == words
            assert search.state[: layout.TURN] == game.board[: layout.TURN]
            assert search.work < 3000 + 700


# Written down once. A kernel that counts differently plays differently at the levels that are
# limited by work: their strength is to be measured again.
@pytest.mark.parametrize(("rules", "sum_of_all"), [("standard", 928372257), ("immune", 818155297)])
def test_many_searches_come_to_what_they_always_came_to(rules, sum_of_all):
    """Outcome, cost and table, deeper and deeper; now and then as weak levels search."""
    search = new_search()
    total = 0
    for number, game in enumerate(undecided("all", 24, rules)):
        turns = [0] * game.max_steps
        count = game.turns(turns)
        search.load(game, 63 if number % 3 == 0 else 0)
        for depth in (1, 2, 3, 4, 5):
            search.begin(turns, 0, count, depth, search.work + 500 * depth)
            told = run(search, 500)
            total = crc32(repr(told).encode() + search.state[layout.TABLE :].tobytes(), total)
        if game.board[layout.QUIET] < SURELY_NO_DRAW:
            for moves in (1, 2, 3):
                search.begin_mate(moves, search.work + 1000)
                told = run(search, 500)
                total = crc32(repr(told).encode() + search.state[layout.TABLE :].tobytes(), total)
    assert total == sum_of_all
