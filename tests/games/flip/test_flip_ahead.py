"""Thinking during the user's turn finds exactly the moves that would be found without it."""

import random
from typing import Any

import pytest
from games.flip.test_flip_perfect import PERFECT, arrangement, choose

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.moves import legal_moves
from host_tools.games.table_files import open_table
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.coach import FlipCoach
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip

BUDGET = 3000


def make() -> FlipPlayer:
    compiled.install()
    return FlipPlayer(open_table, Memory())


@pytest.fixture(scope="module")
def plain() -> FlipPlayer:
    return make()


@pytest.fixture
def player() -> FlipPlayer:
    """One that has decided before, so that its book is open."""
    return ready(make(), "magic")


def ready(player: FlipPlayer, rules: str) -> FlipPlayer:
    choose(player, arrangement(random.Random("ready"), rules, 9))
    return player


def think(player: FlipPlayer, slices: int) -> int:
    """So many slices ahead, if there is so much to do; how many answers that found."""
    found = 0
    for _ in range(slices):
        if not player.ahead.more:
            break
        found += player.ahead.run(BUDGET)
    return found


def slices_of(player: FlipPlayer, game: Flip) -> int:
    """How many slices the player takes from `start` on."""
    player.start(game, PERFECT)
    count = 1
    while not player.run(BUDGET):
        count += 1
    return count


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_every_answer_is_the_move_without_it(
    player: FlipPlayer, plain: FlipPlayer, rules: str
) -> None:
    """People act at any moment, also in the midst of a decision, and halfway through a turn."""
    source = random.Random(f"ahead {rules}")
    ready(player, rules)
    kept = fresh = 0
    for _ in range(40):
        game = arrangement(source, rules, source.randrange(7, 14))
        text = game.text()
        turn = source.choice(legal_moves(game))
        for step in turn:
            player.ahead.start(game, PERFECT, [])
            before = game.text()
            think(player, source.randrange(120))
            assert game.text() == before
            game.push(step)
        if game.verdict() != UNDECIDED:
            continue
        known = bool(player.ahead.answer(game))
        steps = choose(player, game, budget=BUDGET)
        assert steps == choose(plain, game), text
        kept += known
        fresh += not known
    assert min(kept, fresh) > 5


@pytest.mark.parametrize("tiles", range(8))
def test_the_book_answers_as_before(player: FlipPlayer, plain: FlipPlayer, tiles: int) -> None:
    source = random.Random(f"few {tiles}")
    player.ahead.start(arrangement(source, "magic", 9), PERFECT, [])
    think(player, 40)
    game = arrangement(source, "magic", tiles)
    assert choose(player, game) == choose(plain, game)


def test_an_answer_is_there_at_once(player: FlipPlayer) -> None:
    game = arrangement(random.Random("there"), "magic", 9)
    player.ahead.start(game, PERFECT, [])
    assert think(player, 10_000) > 20
    assert not player.ahead.more
    for turn in legal_moves(game)[-3:]:
        for step in turn:
            game.push(step)
        if game.verdict() == UNDECIDED:
            assert slices_of(player, game) == 1
        for _ in turn:
            game.pop()


def test_a_decision_that_is_under_way_goes_on(player: FlipPlayer) -> None:
    game = arrangement(random.Random("under way"), "magic", 8)
    game.push(legal_moves(game)[0][0])
    player.ahead.start(game, PERFECT, [])
    player.ahead.run(BUDGET)
    turn = list(player.ahead._turn)
    assert turn
    for step in turn:
        game.push(step)
    alone = slices_of(make(), game)
    for _ in turn:
        game.pop()
    done = 1
    while done < alone // 2:
        assert not player.ahead.run(BUDGET)
        done += 1
    for step in turn:
        game.push(step)
    assert alone > 3
    assert slices_of(player, game) <= alone - done + 1


@pytest.mark.parametrize("other", ["coach", "level", "rules"])
def test_what_others_use_the_search_for_is_not_taken_for_it(
    player: FlipPlayer, plain: FlipPlayer, other: str
) -> None:
    source = random.Random(other)
    for _ in range(6):
        game = arrangement(source, "magic", 8)
        player.ahead.start(game, PERFECT, [])
        think(player, 9)
        turn = list(player.ahead._turn) or legal_moves(game)[0]
        if other == "coach":
            player.ahead.drop()
            steps: Any = [0] * game.max_steps
            coach = FlipCoach(player.evaluator, Flip.max_steps)
            coach.start(game, steps, game.steps(steps))
            coach.run(BUDGET)
        elif other == "level":
            choose(player, game, PERFECT - 1)
        else:
            choose(player, arrangement(source, "eclipse", 10))
        for step in turn:
            game.push(step)
        if game.verdict() == UNDECIDED:
            assert choose(player, game, budget=BUDGET) == choose(plain, game)


def test_it_thinks_of_people_s_turn_after_the_plan_and_goes_on_when_that_is_done(
    player: FlipPlayer,
) -> None:
    source = random.Random("plan")
    while True:
        game = arrangement(source, "magic", 8)
        plan = choose(player, game)
        for step in plan:
            game.push(step)
        count = game.count_moves()  # none where it wins at once
        for _ in plan:
            game.pop()
        if count:
            break
    player.ahead.start(game, PERFECT, plan)
    think(player, 60)
    first = player.ahead._first, player.ahead._second
    assert first > (0, 1)
    game.push(plan[0])
    player.ahead.start(game, PERFECT, plan[1:])
    for step in plan[1:]:
        game.push(step)
    player.ahead.start(game, PERFECT, [])
    assert (player.ahead._first, player.ahead._second) == first
    think(player, 60)
    assert (player.ahead._first, player.ahead._second) > first


@pytest.mark.parametrize(
    ("rules", "level", "tiles"),
    [
        ("magic", PERFECT - 1, 9),
        ("magic", PERFECT, 6),
        ("magic", PERFECT, 15),
        ("eclipse", PERFECT, 9),
    ],
)
def test_it_leaves_out_what_is_short_or_needs_the_book(
    player: FlipPlayer, rules: str, level: int, tiles: int
) -> None:
    game = arrangement(random.Random("out"), rules, tiles)
    player.ahead.start(game, level, [])
    assert not player.ahead.more
    player.ahead.start(arrangement(random.Random("in"), "magic", 9), PERFECT, [])
    assert player.ahead.more


def test_answers_are_those_of_the_rules_that_are_played(player: FlipPlayer) -> None:
    """The same positions come up under both; what was found under one is of no use later."""
    text = arrangement(random.Random("rules"), "magic", 9).text()
    games = []
    for rules in Flip.rule_sets:
        game = Flip(rules)
        game.load(text)
        ready(player, rules)
        player.ahead.start(game, PERFECT, [])
        think(player, 10_000)
        games.append(game)
    magic, eclipse = games
    player.ahead.start(magic, PERFECT, [])
    turns = legal_moves(magic)
    assert turns == legal_moves(eclipse)
    for turn in turns:
        for step in turn:
            magic.push(step)
        assert not player.ahead.answer(magic)
        for _ in turn:
            magic.pop()
