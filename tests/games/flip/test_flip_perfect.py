"""The level `perfect`: its moves, their source, and its behaviour without the book."""

import io
import random

import pytest

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.flip.exact import Exact
from host_tools.games.table_files import open_table
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import steps_of

PERFECT = LEVELS.index("perfect")
EXPERT = LEVELS.index("expert")
EVERYTHING = 1 << 29
TRIALS = 4
OTHER = {WIN: LOSE, LOSE: WIN, TIE: TIE}


@pytest.fixture(scope="module")
def player():
    compiled.install()
    return FlipPlayer(open_table, Memory())


def choose(player, game, level=PERFECT, budget=EVERYTHING):
    player.start(game, level)
    while not player.run(budget):
        pass
    return list(player.steps)


def arrangement(source, rules, tiles):
    """Any undecided arrangement of so many tiles, sane or not."""
    game = Flip(rules)
    while True:
        cells = ["-"] * 16
        for at, cell in enumerate(source.sample(range(16), tiles)):
            cells[cell] = source.choice("UD" if at < (tiles + 1) // 2 else "ud")
        game.load(f"{tiles % 2 + 1}_{''.join(cells)}")
        if game.verdict() == UNDECIDED:
            return game


def both(source, rules, tiles):
    """An arrangement between turns; and one inside a turn, where there is anything to flip."""
    yield arrangement(source, rules, tiles)
    game = arrangement(source, rules, tiles)
    steps = [0] * game.max_steps
    flips = [step for step in steps[: game.steps(steps)] if step >= 32]
    if flips:
        game.push(source.choice(flips))
        yield game


def value_after(game, steps, exact):
    """The value, for the player who made them, of these steps: by search to the full board."""
    player = game.turn
    for step in steps:
        game.push(step)
    found = exact.value(game)[0]
    found = found if game.turn == player else OTHER[found]
    for _ in steps:
        game.pop()
    return found


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_late_moves_keep_the_value(player, rules):
    source = random.Random(f"late {rules}")
    exact = Exact(rules)
    values = set()
    for tiles in range(9, 16):
        for _ in range(12):
            for game in both(source, rules, tiles):
                text = game.text()
                value = exact.value(game)[0]
                steps = choose(player, game)
                assert game.text() == text
                assert player.source == "search"
                assert value_after(game, steps, exact) == value, text
                values.add(value)
    assert values == {WIN, LOSE, TIE}


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_what_is_won_soon_is_won_soonest(player, rules):
    source = random.Random(f"soon {rules}")
    exact = Exact(rules)
    soon = 0
    for _ in range(120):
        game = arrangement(source, rules, source.randrange(9, 15))
        value, turns = exact.value(game)
        if value == WIN and turns <= 3:
            for step in choose(player, game):
                game.push(step)
            assert exact.value(game) == (LOSE, turns - 1)
            soon += 1
    assert soon > 30


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_few_tiles_are_answered_from_the_table(player, rules):
    """Legal moves, the same for the same position in slices of any size."""
    other = FlipPlayer(open_table)  # with arrays of its own
    source = random.Random(f"few {rules}")
    tables = 0
    for tiles in range(8):
        for game in both(source, rules, tiles):
            steps = choose(player, game)
            assert choose(other, game, budget=400) == steps
            assert other.source == player.source
            tables += player.source == "table"
            assert len(steps) == (1 if not game.between_moves() or steps[0] < 32 else 2)
            for step in steps:
                legal = [0] * game.max_steps
                assert step in legal[: game.steps(legal)]
                game.push(step)
    assert tables > 10


def test_little_is_searched_where_the_table_answers(player):
    source = random.Random(12)
    for tiles in (2, 5, 7):
        game = arrangement(source, "magic", tiles)
        choose(player, game)
        assert player.source == "table"
        assert 0 < player.nodes < 1000


def test_a_book_that_is_open_takes_no_slice_to_open():
    player = FlipPlayer(open_table, Memory())
    game = Flip("magic")
    slices = []
    for _ in range(2):
        player.start(game, PERFECT)
        slices.append(1)
        while not player.run(6500):
            slices[-1] += 1
    assert slices[1] < slices[0] - 1


def test_what_went_before_changes_nothing(player):
    """The book and the search use the same memory by turns."""
    source = random.Random("memory")
    games = [arrangement(source, "magic", tiles) for tiles in (2, 9, 5, 10, 7, 8, 0, 12)]
    alone = []
    for game in games:
        fresh = FlipPlayer(open_table, Memory())
        alone.append((choose(fresh, game), fresh.nodes))
    assert [(choose(player, game), player.nodes) for game in games] == alone
    assert [(choose(player, game), player.nodes) for game in reversed(games)] == alone[::-1]


def test_equals_are_chosen_by_chance():
    """The empty board turned about is the same position, so its text picks the move; after it,
    all first turns that are equal by symmetry get answers of their own."""
    player = FlipPlayer(open_table, Memory())
    answers = set()
    for first in ("a1U", "a1D", "d1U", "d1D", "a4U", "a4D", "d4U", "d4D"):
        game = Flip("magic")
        for step in game.parse_move(first):
            game.push(step)
        corner = {"a1": (0, 0), "d1": (3, 0), "a4": (0, 3), "d4": (3, 3)}[first[:2]]
        steps = choose(player, game)
        cell = steps[-1] >> 1
        answers.add((abs(cell % 4 - corner[0]), abs(cell // 4 - corner[1]), steps[-1] & 1))
    assert len(answers) > 1


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_in_lost_and_tied_positions_it_does_not_play_just_anything(player, rules):
    """Of the moves that keep a tie, and of all in a lost position, it takes one that ranks high:
    then more answers are mistakes than after a move at random."""
    source = random.Random(f"traps {rules}")
    exact = Exact(rules)
    chosen = []
    usual = []
    while len(chosen) < 25:
        game = arrangement(source, rules, source.randrange(10, 13))
        value = exact.value(game)[0]
        if value == WIN:
            continue
        steps = choose(player, game)
        keeping = [move for move in whole_moves(game) if value_after(game, move, exact) == value]
        chosen.append(mistakes(game, steps, exact))
        usual.append(mistakes(game, source.choice(keeping), exact))
    assert sum(chosen) / len(chosen) > sum(usual) / len(usual)


def whole_moves(game):
    found = []
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        game.push(step)
        if game.between_moves():
            found.append([step])
        else:
            found += [[step, *rest] for rest in whole_moves(game)]
        game.pop()
    return found


def mistakes(game, steps, exact):
    """The share of the answers to these steps that give value away."""
    for step in steps:
        game.push(step)
    share = 0.0
    if game.verdict() == UNDECIDED:
        value = exact.value(game)[0]
        moves = whole_moves(game)
        share = sum(value_after(game, move, exact) != value for move in moves) / len(moves)
    for _ in steps:
        game.pop()
    return share


def nothing(name):
    return None


def damaged(*places):
    """A way to open tables some bytes of which are wrong."""

    def opener(name):
        with open_table(name) as file:
            data = bytearray(file.read())
        for at in places:
            data[at] ^= 16
        return io.BytesIO(data)

    return opener


@pytest.mark.parametrize(
    ("opener", "reason"),
    [
        (nothing, "there is no table flip-magic"),
        (damaged(0), "no table"),
        (damaged(40), "its header fails its checksum"),
        (lambda name: open_table("flip-eclipse"), "it is for eclipse, not for magic"),
        (lambda name: io.BytesIO(open_table(name).read()[:-1]), "bytes long"),
    ],
)
def test_without_its_book_the_level_refuses_each_time_and_says_why(opener, reason):
    player = FlipPlayer(opener, Memory())
    source = random.Random("no book")
    for tiles in (0, 3, 7, 10):
        game = arrangement(source, "magic", tiles)
        assert choose(player, game) == []
        assert reason in player.take_trouble()
        assert player.take_trouble() == ""
    for level in range(PERFECT):
        assert choose(player, game, level) in whole_moves(game)
        assert (player.take_trouble(), player.source) == ("", "search")


def test_a_book_damaged_deep_inside_answers_until_the_damage_is_read():
    """What answers is proved: each page that is read is compared with its checksum."""

    class Noted(io.BytesIO):
        def readinto(self, buffer):
            read.append(self.tell())
            return super().readinto(buffer)

    read = []
    whole = FlipPlayer(lambda name: Noted(open_table(name).read()), Memory())
    early = arrangement(random.Random(1), "magic", 3)
    late = arrangement(random.Random(1), "magic", 7)
    steps = choose(whole, early)
    known = set(read)
    choose(whole, late)
    [at, *_] = [at for at in read if at not in known]
    player = FlipPlayer(damaged(at), Memory())
    assert (choose(player, early), player.take_trouble()) == (steps, "")
    assert choose(player, late) == []
    assert "damaged near byte" in player.take_trouble()
    assert choose(player, early) == []  # nobody knows what else is damaged


def ranks(player, game):
    """How well each move ranks that decides nothing at once, by the weights for problems."""
    search = player.search
    search.load(game)
    search.rank_replies()
    begin, end = search.replies()
    return {tuple(steps_of(word & 0xFFF)): word >> 20 for word in search.state[begin:end]}


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_in_a_lost_position_it_takes_a_move_that_ranks_highest(player, rules):
    source = random.Random(f"lost {rules}")
    exact, seen = Exact(rules), 0
    for _ in range(80):
        game = arrangement(source, rules, source.randrange(11, 14))
        if exact.value(game)[0] != LOSE:
            continue
        steps = tuple(choose(player, game))  # which learns the weights
        ranked = ranks(player, game)
        if len(set(ranked.values())) > 1:
            assert ranked[steps] == max(ranked.values()), game.text()
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_in_a_tied_position_it_takes_the_highest_of_four_that_keeps_the_tie(player, rules):
    source = random.Random(f"tied {rules}")
    exact, seen = Exact(rules), 0
    for _ in range(80):
        game = arrangement(source, rules, source.randrange(11, 14))
        if exact.value(game)[0] != TIE:
            continue
        steps = tuple(choose(player, game))
        ranked = ranks(player, game)
        for move, rank in ranked.items():
            higher = sum(each >= rank for each in ranked.values()) - 1
            if rank > ranked.get(steps, -1) and higher < TRIALS:
                assert value_after(game, move, exact) == LOSE, game.text()
        seen += 1
    assert seen > 5


def test_books_that_follow_one_another_in_the_same_arrays_answer_as_new_ones(player):
    """Also where the one before was left in the middle of a decision."""
    source = random.Random(11)
    for number in range(12):
        game = arrangement(source, Flip.rule_sets[number % 2], source.randrange(2, 8))
        new = FlipPlayer(open_table, Memory())
        assert choose(player, game) == choose(new, game), game.text()
        player.start(game, PERFECT)
        for _ in range(source.randrange(1, 30)):
            player.run(2000)


def test_a_book_of_other_rules_is_closed_before_the_next_is_opened(player):
    choose(player, arrangement(random.Random(3), "magic", 4))
    assert player.evaluator.book.rules == "magic"
    player.start(arrangement(random.Random(3), "magic", 5), PERFECT)
    assert player.evaluator.book is not None
    player.start(arrangement(random.Random(3), "eclipse", 4), PERFECT)
    assert player.evaluator.book is None
