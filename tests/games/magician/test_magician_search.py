"""The search of Magician Chess against a second, plain one, and the levels that use it."""

import inspect
import random
from array import array

import pytest
from emulator.checked_words import Word, Words
from games.magician import plain_magician as plain
from games.magician import plain_search
from games.magician.mate_proofs import shortest
from games.magician.positions import set_up
from many import every, later, rarely

from host_tools.games.engine import Memory, make_engine
from host_tools.games.magician.exact import Prover
from host_tools.games.moves import make_move
from host_tools.lab.magician.mates import all_mates
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.magician import board_kernel
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.search import SURELY_NO_DRAW, MagicianSearch

magician_board = inspect.unwrap(board_kernel.magician_board)
TABLES = {"PLACES": 140, "HOLES": 20, "MOBILITY": 40, "REACH": 1, "THREAT": 5, "TEMPO": 1}
ENOUGH = 1 << 30


def some_weights(dice, search):
    """Tables made up at random, in the search's words and by their names."""
    found = {}
    for name, count in TABLES.items():
        found[name] = [dice.randint(-60, 60) for _ in range(count)]
        if name == "PLACES":
            for index in range(112):
                found[name][index] += (100, 300, 350, 450)[index // 28]
        begin = getattr(layout, name)
        search.state[begin : begin + count] = array("i", found[name])
    return found


def set_root(search, game):
    search.load(game)
    turns = [0] * game.max_steps
    return turns, game.turns(turns)


def search_through(search, game, depth, budget=ENOUGH, limit=ENOUGH):
    """Search all turns; what came of it."""
    turns, count = set_root(search, game)
    search.begin(turns, 0, count, depth, limit)
    spent = 0
    while (status := search.run(budget)) == layout.RUNNING:
        spent += search.spent
    assert spent + search.spent == search.work
    return status, search.value, search.best, search.nodes, search.work


def a_past(dice, position, immune):
    """Moves from here, to and fro: those that came of them, and the positions before the last."""
    moves, path = [], []
    for _ in range(dice.choice((0, 4, 6, 7))):
        legal = plain.all_moves(position, immune)
        if plain.verdict(position, immune) != "undecided" or not legal:
            break
        move = dice.choice(list(legal))
        if len(moves) > 1:
            back = moves[-2]
            back = "@" + back[3:5] + back[1:3] if "@" in back else back[2:4] + back[:2]
            move = back if back in legal else move
        path.append(plain_search.comes_back(position))
        moves.append(move)
        position = legal[move]
    return moves, tuple(path), position


def compare(compiled_game, count, seed):
    """How many positions differ from the start by their history, and how many are near the draw."""
    dice = random.Random(seed)
    met = {"past": 0, "draw near": 0, "mate": 0, "level": 0}
    for _ in range(count):
        immune = dice.random() < 0.3
        position = set_up(dice, immune)
        if dice.random() < 0.2:
            position = position._replace(quiet=dice.randint(95, 99), passed="-")
        game = compiled_game("immune" if immune else "standard")
        game.load(plain.write(position))
        moves, path, position = a_past(dice, position, immune)
        for move in moves:
            make_move(game, game.parse_move(move))
        if game.verdict() != UNDECIDED or game.count_moves() > 60:
            continue
        search = MagicianSearch(None, compiled_game.kernel)
        weights = some_weights(dice, search)
        before = bytes(game.board)
        depth = dice.choice((1, 1, 2))
        status, value, best, _, _ = search_through(search, game, depth, dice.choice((1, 60, 9999)))
        expected = plain_search.search(position, depth, weights, immune, path)
        told = (plain.write(position), game.rules, moves, depth)
        assert (status, value) == (layout.FINISHED, expected), told
        assert bytes(game.board) == before, told
        assert bytes(search.state[: layout.TURN]) == before[: 4 * layout.TURN], told
        # The turn that it names is worth that.
        search.begin([best], 0, 1, depth)
        search.run(ENOUGH)
        assert search.value == value, told
        met["past"] += len(path) > 3
        met["draw near"] += position.quiet > 95
        met["mate"] += abs(value) > layout.FAIR
        met["level"] += value == 0
    return met


@pytest.mark.parametrize(
    ("count", "seed"), [(60, 1), later(600, 2), *(rarely(600, seed) for seed in range(3, 8))]
)
def test_a_position_is_worth_what_the_plain_search_says(compiled_game, count, seed):
    met = compare(compiled_game, count, seed)
    assert min(met.values()) > 0, met


def quiet_positions(compiled_game, count, seed):
    dice = random.Random(seed)
    for _ in range(count):
        game = compiled_game(dice.choice(("standard", "immune")))
        turns = [0] * game.max_steps
        for _ in range(dice.randint(4, 30)):
            if (found := game.turns(turns)) == 0:
                break
            make_move(game, game.steps_of(turns[dice.randrange(found)]))
        if game.verdict() == UNDECIDED:
            yield game


def test_slices_change_nothing(compiled_game):
    search = MagicianSearch(None, compiled_game.kernel)
    for game in quiet_positions(compiled_game, 12, 3):
        whole = search_through(search, game, 4)
        words = bytes(search.state)
        for budget in (1, 77, 5000):
            assert search_through(search, game, 4, budget) == whole
            # All words are the same but those that are of the last slice.
            new = array("i", search.state)
            for word in (layout.BUDGET, layout.SPENT):
                new[word] = array("i", words)[word]
            assert bytes(new) == words


def test_the_limit_of_work_ends_it_where_it_began(compiled_game):
    search = MagicianSearch(None, compiled_game.kernel)
    for game in quiet_positions(compiled_game, 12, 4):
        _, _, _, _, work = search_through(search, game, 3)
        status, _, best, _, done = search_through(search, game, 3, 500, work // 2)
        assert status == layout.EXHAUSTED
        assert done < work // 2 + 300
        assert bytes(search.state[: layout.TURN]) == bytes(game.board[: layout.TURN])
        turns = [0] * game.max_steps
        assert best in (0, *turns[: game.turns(turns)])


def test_a_mate_is_seen_as_deep_as_it_is(compiled_game):
    """One rook keeps the king on its row, the other mates there."""
    game = compiled_game()
    game.load("4k2/7/R6/1R5/X5X/X3X1X/XX1K1XX w - - 0 1")
    search = MagicianSearch(None, compiled_game.kernel)
    values = [search_through(search, game, depth)[1] for depth in (1, 2, 3, 4)]
    assert max(values[:2]) < layout.FAIR
    assert values[2:] == [layout.SURE - 3] * 2


def test_nothing_leaves_32_bits(compiled_game):
    """So no twin can differ for having shorter integers than CPython has."""

    def watchful(state, task):
        return magician_board(Words(state), Word(task))

    search = MagicianSearch(None, watchful)
    fast = MagicianSearch(None, compiled_game.kernel)
    for game in quiet_positions(compiled_game, 3, 5):
        found = search_through(search, game, 3, ENOUGH, 2500)
        assert found == search_through(fast, game, 3, ENOUGH, 2500)
        found = look_for_mate(search, game, 3, ENOUGH, 2500)
        assert found == look_for_mate(fast, game, 3, ENOUGH, 2500)


# The search for mates alone

MATES = list(all_mates())
LONG_MATES = [mate for mate in MATES if mate[2] > 2]


def look_for_mate(search, game, moves, budget=ENOUGH, limit=ENOUGH, **more):
    """Status, value, the best turn as it is written, positions, work."""
    search.load(game)
    search.begin_mate(moves, limit, **more)
    while (status := search.run(budget)) == layout.RUNNING:
        pass
    best = game.move_text(game.steps_of(search.best)) if search.best else ""
    return status, search.value, best, search.nodes, search.work


def batched(words):
    """Two by two."""
    return zip(words[::2], words[1::2], strict=True)


def mate_of(compiled_game, mate):
    text, rules, moves, first = mate
    game = compiled_game(rules)
    game.load(text)
    return game, moves, first


@pytest.mark.parametrize("mate", every(12, MATES))
def test_a_mate_is_proved_when_it_is_as_near_as_that(compiled_game, mate):
    game, moves, first = mate_of(compiled_game, mate)
    search = MagicianSearch(None, compiled_game.kernel)
    for less in range(1, moves):
        found = look_for_mate(search, game, less, limit=3_000_000)
        assert (found[1], found[2]) == (0, "")
    status, value, best, _, _ = look_for_mate(search, game, moves, limit=5_000_000)
    if status == layout.EXHAUSTED:
        assert moves == 4
        assert value == 0
    else:
        assert value == layout.SURE + 1 - 2 * moves
        assert best in first


def test_most_long_mates_are_proved_soon(compiled_game):
    """In about the work of a decision."""
    search = MagicianSearch(None, compiled_game.kernel)
    some = LONG_MATES[::6]
    proved = 0
    for mate in some:
        game, moves, _ = mate_of(compiled_game, mate)
        proved += look_for_mate(search, game, moves, limit=400_000)[1] > 0
    assert proved >= 0.8 * len(some)


@pytest.mark.parametrize(("count", "seed"), [(700, 3), later(5000, 2)])
def test_short_mates_are_just_those_that_are_there(compiled_game, count, seed):
    """As the prover finds them, which tries every turn, in positions of all sorts."""
    dice = random.Random(seed)
    search = MagicianSearch(None, compiled_game.kernel)
    prover = Prover()
    met = {0: 0, 1: 0, 2: 0}
    for _ in range(count):
        immune = dice.random() < 0.3
        game = compiled_game("immune" if immune else "standard")
        game.load(plain.write(set_up(dice, immune)))
        if game.verdict() != UNDECIDED or game.board[layout.QUIET] >= SURELY_NO_DRAW:
            continue
        prover.load(game, 10_000_000)
        moves = shortest(prover, 2) or 0
        for most in (1, 2):
            status, value, _, _, _ = look_for_mate(search, game, most)
            there = 0 < moves <= most
            told = (game.text(), game.rules, most)
            assert status == layout.FINISHED, told
            assert (value > 0) == there, told
        met[moves] += 1
    assert min(met.values()) > 0, met


@pytest.mark.parametrize(("count", "seed"), [(300, 4), later(5000, 5)])
def test_a_search_for_mates_begins_with_just_the_legal_turns(compiled_game, count, seed):
    """Many of which it does not make to see that they are legal and give no check."""
    dice = random.Random(seed)
    search = MagicianSearch(None, compiled_game.kernel)
    turns = [0] * layout.MAX_TURNS
    met = {True: 0, False: 0}
    for _ in range(count):
        immune = dice.random() < 0.3
        game = compiled_game("immune" if immune else "standard")
        game.load(plain.write(set_up(dice, immune)))
        if game.verdict() != UNDECIDED:
            continue
        checks = {}
        for turn in turns[: game.turns(turns)]:
            steps = game.steps_of(turn)
            make_move(game, steps)
            checks[turn] = game.in_check()
            for _ in steps:
                game.pop()
            met[checks[turn]] += 1
        for moves in (1, 2):
            look_for_mate(search, game, moves, limit=1)
            words = search.state[layout.STACK : search.state[layout.FRAMES + layout.F_END]]
            listed = {int(turn): int(numbers) for turn, numbers in batched(words)}
            told = (game.text(), game.rules, moves)
            assert set(listed) == {turn for turn in checks if moves > 1 or checks[turn]}, told
            # Those that give check have the least proof number.
            assert all((listed[turn] >> 15 == 1) == checks[turn] for turn in listed), told
    assert min(met.values()) > 0, met


def key_of(game, search, left):
    """The key under which the search for mates stores a position with this many of the attacker's
    moves left."""
    search.load(game)
    key = search._key + game.board[layout.PASSED] * game.board[layout.RIGHTS_WEIGHT]
    return (key & layout.MASK) + left * board_kernel._LEFT_WEIGHT & layout.MASK


@pytest.mark.parametrize(("count", "seed"), [(120, 6), later(2000, 7)])
def test_what_is_known_of_a_position_is_found_behind_each_turn(compiled_game, count, seed):
    """The keys behind turns that are not made are those of the positions they lead to."""
    dice = random.Random(seed)
    search = MagicianSearch(None, compiled_game.kernel)
    turns = [0] * layout.MAX_TURNS
    known = 77 << 15 | 99
    for _ in range(count):
        game = compiled_game("standard")
        game.load(plain.write(set_up(dice, immune=False)))
        if game.verdict() != UNDECIDED:
            continue
        for turn in dice.sample(turns[: (found := game.turns(turns))], min(found, 8)):
            steps = game.steps_of(turn)
            make_move(game, steps)
            key = key_of(game, search, 1)
            for _ in steps:
                game.pop()
            search.load(game)
            search.begin_mate(2, 1)
            at = layout.TABLE + (key & layout.SLOTS - 1) * layout.SLOT_WORDS
            search.state[at], search.state[at + 1] = key, known
            search.run(ENOUGH)
            words = search.state[layout.STACK : search.state[layout.FRAMES + layout.F_END]]
            listed = dict(batched(words))
            assert listed[turn] == known, (game.text(), game.move_text(steps))


def test_slices_change_nothing_of_a_search_for_mates(compiled_game):
    search = MagicianSearch(None, compiled_game.kernel)
    for mate in LONG_MATES[::20]:
        game, moves, _ = mate_of(compiled_game, mate)
        whole = look_for_mate(search, game, moves, limit=20_000)
        words = bytes(search.state)
        for budget in (1, 77, 5000):
            assert look_for_mate(search, game, moves, budget, 20_000) == whole
            new = array("i", search.state)
            for word in (layout.BUDGET, layout.SPENT):
                new[word] = array("i", words)[word]
            assert bytes(new) == words


def test_a_search_for_mates_ends_where_it_began(compiled_game):
    search = MagicianSearch(None, compiled_game.kernel)
    for mate in LONG_MATES[::20]:
        game, moves, _ = mate_of(compiled_game, mate)
        for limit in (1, 700, 4000):
            _, _, _, _, work = look_for_mate(search, game, moves, limit=limit)
            assert work < limit + 700
            assert bytes(search.state[: layout.TURN]) == bytes(game.board[: layout.TURN])


def test_what_was_searched_for_mates_is_forgotten(compiled_game):
    search = MagicianSearch(None, compiled_game.kernel)
    for game in quiet_positions(compiled_game, 5, 9):
        fresh = search_through(search, game, 3)
        turns, count = set_root(search, game)
        search.begin_mate(3, 5000)
        search.run(ENOUGH)
        before = search.nodes, search.work
        search.begin(turns, 0, count, 3)
        search.run(ENOUGH)
        done = search.nodes - before[0], search.work - before[1]
        assert (search.value, search.best, *done) == fresh[1:]


def test_a_search_for_mates_gives_up_where_much_is_to_be_proved(compiled_game):
    search = MagicianSearch(None, compiled_game.kernel)
    game = compiled_game()
    few = look_for_mate(search, game, 4, proof=2, limit=100_000)
    many = look_for_mate(search, game, 4, proof=20, limit=100_000)
    assert few[:3] == (layout.FINISHED, 0, "")
    assert few[4] < many[4]


def test_a_mate_is_none_where_the_way_to_it_is_a_repetition(compiled_game):
    """The position behind the first move was there before: whoever defends claims the draw."""
    game = compiled_game()
    game.load("4k2/7/R6/1R5/X5X/X3X1X/XX1K1XX w - - 0 1")
    search = MagicianSearch(None, compiled_game.kernel)
    _, value, best, _, _ = look_for_mate(search, game, 2)
    assert value == layout.SURE - 3
    assert best in ("a5a6", "b4b6")
    for text in (best, "e7d7", best[2:] + best[:2], "d7e7"):
        make_move(game, game.parse_move(text))
    assert look_for_mate(search, game, 2)[2] not in ("", best)


# The levels

MATE_IN_ONE = "3k3/R6/1R5/2X3X/X5X/X3X1X/X2K2X w - - 0 1"


def chosen(game, level, slices=ENOUGH):
    player = MagicianPlayer()
    player.start(game, level)
    while not player.run(slices):
        pass
    return player


@pytest.mark.parametrize("level", [3, 4])
def test_the_upper_levels_mate_in_one(compiled_game, level):
    game = compiled_game()
    game.load(MATE_IN_ONE)
    make_move(game, chosen(game, level).steps)
    assert game.verdict() == LOSE


def test_near_the_draw_nobody_mates_too_late(compiled_game):
    """A quiet turn gives check, and would lead to a mate if it were not the hundredth."""
    game = compiled_game()
    game.load("1XXkX1r/1PNp1p1/1XX4/1MN4/4X2/X2X2M/R2KX1R w Gg - 99 21")
    make_move(game, chosen(game, len(LEVELS["magician"]) - 1).steps)
    assert game.verdict() == UNDECIDED
    assert game.board[layout.QUIET] == 0


def test_a_single_turn_needs_no_thought(compiled_game):
    game = compiled_game()
    game.load("k6/7/1K5/XXX4/XXX4/XXX4/6R b - - 0 1")
    assert game.count_moves() == 1
    player = chosen(game, 4)
    assert (player.source, player.nodes) == ("chance", 0)
    assert len(player.steps) == 1


@pytest.mark.parametrize("level", [0, 4])
def test_a_turn_under_way_is_ended(compiled_game, level):
    """Whatever steps of a turn are made, the player makes the rest."""
    ended = set()
    for game in quiet_positions(compiled_game, 8, 7):
        steps = [0] * game.max_steps
        for first in steps[: game.steps(steps)]:
            game.push(first)
            made = 1
            while not game.between_moves():
                ended.add((first >> 12, made))
                rest = chosen(game, level).steps if level == 0 or made == 1 else []
                for step in rest:
                    game.push(step)
                assert game.between_moves() or not rest
                for _ in rest:
                    game.pop()
                onward = [0] * game.max_steps
                assert game.steps(onward)
                game.push(onward[0])
                made += 1
            for _ in range(made):
                game.pop()
    assert {(2, 1), (2, 2)} <= ended


def test_lower_levels_are_off_by_more(compiled_game):
    """An error of five pawns makes a novice give away what a strong level keeps."""
    game = compiled_game()
    search = MagicianSearch(None, compiled_game.kernel)
    spread = []
    for noise in (0, 63, 1023):
        search.load(game, noise)
        turns = [0] * game.max_steps
        count = game.turns(turns)
        values = []
        for at in range(count):
            search.begin(turns, at, at + 1, 1)
            search.run(ENOUGH)
            values.append(search.value)
        spread.append(max(values) - min(values))
    assert spread == sorted(set(spread))


# The coach


def coached(game, budget=ENOUGH):
    _, coach = make_engine("magician")
    steps = array("H", [0] * game.max_steps)
    count = game.steps(steps)
    coach.start(game, steps, count)
    while not coach.run(budget):
        pass
    return {game.move_text([steps[at]]): coach.values[at] for at in range(count)}


def test_the_coach_knows_mates_and_draws(compiled_game):
    game = compiled_game()
    game.load(MATE_IN_ONE)
    values = coached(game)
    assert values["b5b7"] == WIN
    assert values == coached(game, 100)
    assert game.text() == MATE_IN_ONE
    game.load("7/2K4/XXXX3/k6/7/1XXXX2/X5R b - - 99 80")
    assert set(coached(game).values()) == {TIE}


def test_the_coach_knows_what_a_touch_may_lead_to(compiled_game):
    """A spell's first step wins where one of its ends does, and is lost where all are."""
    game = compiled_game()
    game.load("m3nm1/5Xk/XXR4/4R2/KmX4/1X1nX2/mXX1r1X b - - 99 20")
    steps = array("H", [0] * game.max_steps)
    count = game.steps(steps)
    _, coach = make_engine("magician")
    coach.start(game, steps, count)
    while not coach.run(ENOUGH):
        pass
    whole = bytes(coach.values)
    met = set()
    for at in range(count):
        game.push(steps[at])
        if not game.between_moves():
            ends = set(coached(game).values())
            met.add(whole[at])
            if whole[at] == UNDECIDED:
                assert UNDECIDED in ends
                assert WIN not in ends
            else:
                best = WIN if WIN in ends else TIE if TIE in ends else LOSE
                assert (whole[at], UNDECIDED in ends and best != WIN) == (best, False)
        game.pop()
    assert met == {WIN, LOSE, TIE, UNDECIDED}


def test_the_engine_takes_the_ports_memory():
    memory = Memory()
    player, coach = make_engine("magician")
    assert player.search is coach._search
    assert len(memory.words(layout.WORDS)) == layout.WORDS
