"""The machine's player of flip tiles: legal, repeatable, never blind where it must not be."""

import inspect
import random

import pytest
from games.flip import full_width
from games.flip.late import half, masks, random_game
from games.flip.positions import random_line_of_play

from host_tools.build.compiled import bound, install
from host_tools.games.moves import legal_moves
from lodeboard.games.contract import LOSE, UNDECIDED, WIN
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search_kernel import flip_search

NOVICE, EASY, MEDIUM, HARD, EXPERT = range(5)
SEARCHING = range(EXPERT + 1)  # the levels that need no table, which this player has none of
EVERYTHING = 1 << 29


@pytest.fixture(scope="module")
def player():
    """As on the board, but compiled."""
    install()
    return FlipPlayer()


def choose(player: FlipPlayer, game: Flip, level: int) -> list[int]:
    player.start(game, level)
    assert player.run(EVERYTHING)
    return player.steps


def positions(seed: str, rules: str, games: int) -> list[str]:
    """Undecided positions, half turns too, of games of random moves."""
    source = random.Random(seed)
    found = []
    for _ in range(games):
        found += random_line_of_play(source, rules)
    game = Flip(rules)
    undecided = []
    for text in found:
        game.load(text)
        if game.verdict() == UNDECIDED:
            undecided.append(text)
    return undecided


def outcome_after(game: Flip, move: list[int]) -> int:
    """Verdict for the other player, once the move is made."""
    for step in move:
        game.push(step)
    verdict = game.verdict()
    for _ in move:
        game.pop()
    return verdict


def loses_at_once(game: Flip, move: list[int]) -> bool:
    """Whether the move loses, or lets the opponent win with the next."""
    if outcome_after(game, move) == WIN:
        return True
    for step in move:
        game.push(step)
    lost = game.verdict() == UNDECIDED and any(
        outcome_after(game, reply) == LOSE for reply in legal_moves(game)
    )
    for _ in move:
        game.pop()
    return lost


@pytest.mark.verify
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_same_position_gets_the_same_move(player, rules):
    """The same answer after other questions, in slices of any size, compiled or not."""
    game = Flip(rules)
    with bound(inspect.unwrap(flip_search)):
        other = FlipPlayer()
    texts = positions(f"same {rules}", rules, 2)
    source = random.Random(7)
    for level in SEARCHING:
        answers = {}
        for text in texts:
            game.load(text)
            answers[text] = (choose(player, game, level), player.nodes)
        # Expert's searches are long for the plain kernel.
        for text in source.sample(texts, 4 if level == EXPERT else len(texts)):
            game.load(text)
            other.start(game, level)
            slices = 0
            while not other.run(1500):
                slices += 1
            assert (other.steps, other.nodes) == answers[text]
            # Getting ready, ranking and trials; a person sets a root for each of 24 flips and 32
            # placements, up to three times, each as long as two slices.
            assert slices <= 2 * other.nodes / 1500 + 12 + (0 if level == EXPERT else 6 * 56)


@pytest.mark.slow
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_expert_misses_no_win_and_no_loss_at_once(player, rules):
    game = Flip(rules)
    won = threatened = 0
    for text in positions(f"misses {rules}", rules, 40):
        game.load(text)
        moves = legal_moves(game)
        move = choose(player, game, EXPERT)
        if any(outcome_after(game, other) == LOSE for other in moves):
            assert outcome_after(game, move) == LOSE, text
            won += 1
        elif loses_at_once(game, move):
            # Then there was nothing better.
            assert all(loses_at_once(game, other) for other in moves), text
            threatened += 1
    assert won > 30
    assert threatened > 3


@pytest.mark.slow
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_lower_levels_do_miss_wins(player, rules):
    game = Flip(rules)
    missed = [0] * len(LEVELS)
    for text in positions(f"human {rules}", rules, 60):
        game.load(text)
        if any(outcome_after(game, move) == LOSE for move in legal_moves(game)):
            for level in SEARCHING:
                missed[level] += outcome_after(game, choose(player, game, level)) != LOSE
    assert missed[NOVICE] > missed[EASY] > missed[MEDIUM] > missed[HARD] >= missed[EXPERT] == 0


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_expert_plays_the_end_without_error(player, rules):
    source = random.Random(f"end {rules}")
    for _ in range(60):
        game = random_game(source, rules, source.choice([13, 14, 15]))
        best = full_width.score(masks(game), rules, half(game))
        move = choose(player, game, EXPERT)
        children = full_width.moves(masks(game), half(game))
        after = next(position for steps, position in children if steps == move)
        assert -full_width.score(after, rules) == best, game.text()


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_half_a_turn_is_taken_up_where_it_stands(player, rules):
    """After its own flip, a player that sees to the end still gets what the turn was worth."""
    source = random.Random(f"half {rules}")
    tried = 0
    while tried < 40:
        game = random_game(source, rules, source.choice([13, 14]))
        if half(game):
            continue
        best = full_width.score(masks(game), rules)
        move = choose(player, game, EXPERT)
        if len(move) < 2:
            continue
        game.push(move[0])
        [place] = choose(player, game, EXPERT)
        game.push(place)
        assert -full_width.score(masks(game), rules) == best
        tried += 1


@pytest.mark.slow
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_work_stays_within_the_level(player, rules):
    game = Flip(rules)
    most = [0] * len(SEARCHING)
    for text in positions(f"work {rules}", rules, 5):
        game.load(text)
        for level in SEARCHING:
            choose(player, game, level)
            most[level] = max(most[level], player.nodes)
    assert max(most[NOVICE], most[EASY]) < 20_000
    assert max(most[MEDIUM], most[HARD]) < 100_000
    # The last position begun may still be finished.
    assert 100_000 <= most[EXPERT] < 100_300
