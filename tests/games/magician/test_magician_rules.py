"""Magician Chess against a second, plain reading of the rules."""

import inspect
import random
from collections import Counter

import pytest
from games.magician import plain_magician as plain
from games.magician.agreeing import agree, state_of
from games.magician.positions import FIGURES, events, played, random_positions
from many import later, seeds

from host_tools.games.analysis.perft import perft
from host_tools.games.moves import legal_moves, make_move, take_back
from lodeboard.games.contract import VERDICTS
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.board_kernel import magician_board
from lodeboard.games.magician.rules import Magician

RULES = ("standard", "immune")
# What the positions tried must have in them. Nobody can carry the enemy's king: whoever could,
# could drop it, and it would have been in check while its player acted.
MET = {
    "standard": (
        "castling",
        "castling past a hole",
        "castling through check",
        "carry of enemy",
        "carry of enemy pawn to an end",
        "carry of own",
        "carry of own king",
        "carry of own pawn to an end",
        "check by H",
        "check by N",
        "check by P",
        "check by R",
        "double step",
        "drop of enemy",
        "drop of own",
        "en passant",
        "en passant beside a hole",
        "mate by a spell alone",
        "promotion to m",
        "promotion to n",
        "promotion to r",
        "swap of no",
    ),
}
MET["immune"] = tuple(
    name
    for name in MET["standard"]
    if name not in ("check by H", "mate by a spell alone", "carry of own king")
)


@pytest.mark.parametrize(("text", "counts"), FIGURES)
def test_legal_sequences_are_as_many_as_they_should_be(compiled_game, text, counts):
    game = compiled_game()
    game.load(text)
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == list(counts)
    assert perft(game, len(counts), {}) == counts[-1]
    assert game.text() == text


def test_the_plain_rules_count_the_same():
    for text, counts in FIGURES:
        found = [plain.sequences(plain.read(text), depth) for depth in (1, 2)]
        assert found == list(counts[:2])


def compare(game, count, looked_at, seed):
    dice = random.Random(seed)
    immune = game.rules == "immune"
    met = Counter()
    verdicts = Counter()
    for position in random_positions(seed, count, immune):
        moves = agree(game, position, looked_at, dice)
        verdicts[plain.verdict(position, immune)] += 1
        met += events(position, moves, immune)
    assert min(verdicts[word] for word in ("lose", "tie", "undecided")) > count / 1000
    return met


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_random_positions_have_the_moves_of_the_plain_rules(compiled_game, rules):
    met = compare(compiled_game(rules), 750, 3, 1)
    assert {name: met[name] for name in MET[rules] if met[name] < 3} == {}


@pytest.mark.verify
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", seeds(2, 2, 8))
def test_many_random_positions_have_the_moves_of_the_plain_rules(compiled_game, rules, seed):
    met = compare(compiled_game(rules), 3500, 12, seed)
    assert {name: met[name] for name in MET[rules] if met[name] < 20} == {}


@pytest.mark.parametrize("rules", RULES)
def test_the_kernel_as_it_stands_does_what_its_machine_code_does(compiled_game, rules):
    plainly = Magician(rules, inspect.unwrap(magician_board))
    compiled = compiled_game(rules)
    for position in random_positions("twins", 60, rules == "immune"):
        for game in (plainly, compiled):
            game.load(plain.write(position))
        count = plainly._list()
        assert compiled._list() == count
        shown = slice(0, layout.TURNS + count)
        assert plainly.board[shown] == compiled.board[shown]
        for move in legal_moves(plainly)[:5]:
            states = []
            for game in (plainly, compiled):
                make_move(game, move)
                states.append((state_of(game), game.board[layout.UNDO], game.verdict()))
                take_back(game, move)
            assert states[0] == states[1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, later(2), later(3), later(4), later(5)])
@pytest.mark.parametrize("rules", RULES)
def test_games_have_the_plain_verdicts_and_can_be_taken_back(compiled_game, rules, seed):
    game = compiled_game(rules)
    dice = random.Random(f"games {seed}")
    for _ in range(6):
        times = Counter()
        states = []
        for position, move in played(dice, rules == "immune", 150):
            if move is None:
                game.load(plain.write(position))
            else:
                make_move(game, game.parse_move(move))
            assert game.text() == plain.write(position)
            states.append(state_of(game))
            now = plain.same(position, rules == "immune")
            times[now] += 1
            said = plain.verdict(position, rules == "immune")
            if said == "undecided" and times[now] == 3:
                said = "tie"
            assert VERDICTS[game.verdict()] == said
            if said != "undecided":
                break
        while game.length:
            game.pop()
            if game.between_moves():
                states.pop()
                assert state_of(game) == states[-1]
        assert len(states) == 1
