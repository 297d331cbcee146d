"""What is proved of Magician Chess: mates and draws that are near, and nothing else."""

import random
import subprocess
import sys
from collections import Counter

import pytest
from cli.command import Command
from games.magician import plain_magician as plain
from games.magician.positions import loaded, random_positions
from many import later

from host_tools.games.finding import Reply, analyse, value_of_replies
from host_tools.games.magician.exact import Exact, Prover
from host_tools.games.moves import make_move
from lodeboard.games.contract import LOSE, TIE, WIN

IN_TWO = "1X2X2/X2XX2/K4R1/1X5/X6/4RX1/1k3X1 w - - {} 1"
# Before it, and how it comes again: the only first move has been made twice then.
BEFORE = "1X2X2/X2XX2/K1R4/1X5/X6/4RX1/1k3X1 b - - 1 1"
AGAIN = "b1a1 c5f5 a1b1 f5c5 b1a1 c5f5 a1b1"
SPELL = "m1rmr2/3X2p/X1P3X/X1MX1kX/XPM1N1X/PK1XR1P/1R5 w - - 9 32"
SPELL_MATE = "@d4e4"
NO_NUMBA = """
import sys
sys.modules["numba"] = None
from host_tools.games.finding import analyse
from host_tools.games.magician.exact import Exact
from lodeboard.games.magician.rules import Magician
game, exact = Magician(), Exact()
for text in sys.argv[1:]:
    game.load(text)
    said = analyse(game, exact)
    print(said["value"], said["remoteness"])
"""


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


def mates(position, moves, immune):
    """Whether the player to act mates in so many moves, by the rules as they read."""
    if plain.verdict(position, immune) != "undecided":
        return False
    after = plain.all_moves(position, immune).values()
    return any(is_mated(new, moves - 1, immune) for new in after)


def is_mated(position, moves, immune):
    verdict = plain.verdict(position, immune)
    if verdict != "undecided" or moves == 0:
        return verdict == "lose"
    after = plain.all_moves(position, immune).values()
    return all(mates(new, moves, immune) for new in after)


def alone(position, player):
    pieces = "RNMP" if player == "w" else "rnmp"
    return not any(letter in pieces for letter in position.board.values())


def draws(position, moves):
    """Whether the player to act has a draw at least, seen within so many moves."""
    verdict = plain.verdict(position)
    if verdict != "undecided":
        return verdict == "tie"
    if alone(position, plain.other(position.player)):
        return True
    return moves > 0 and any(is_drawn(new, moves - 1) for new in plain.all_moves(position).values())


def is_drawn(position, moves):
    """The same of the opponent."""
    if plain.verdict(position) != "undecided" or alone(position, position.player):
        return True
    return moves > 0 and all(draws(new, moves) for new in plain.all_moves(position).values())


def sparse(dice):
    """Few pieces, most of them the attacker's: there are long mates, and draws."""
    while True:
        squares = list(plain.SQUARES)
        dice.shuffle(squares)
        player = dice.choice("wb")
        edge = [at for at in squares if at[0] in "ag" or at[1] in "17"]
        squares.remove(edge[0])
        theirs = dice.choices("RRRMMNP", k=dice.randint(2, 4))
        theirs += dice.choices("prnm", k=dice.randint(0, 1))
        letters = "k" + "K" + "X" * 9 + "".join(theirs)
        if player == "b":
            letters = letters.swapcase().replace("x", "X")
        board = dict(zip([edge[0], *squares], letters, strict=False))
        quiet = dice.choice((0, 0, 0, 95, 96, 97, 98, 99))
        position = plain.Position(board, player, "-", "-", quiet, 1)
        if not plain.in_check(position, False, plain.other(player)):
            return position


@pytest.mark.slow
@pytest.mark.parametrize("immune", [False, True])
@pytest.mark.parametrize("count", [8, later(200)])
def test_mates_are_there_just_where_plain_rules_say(compiled_game, immune, count):
    game, prover = compiled_game("immune" if immune else "standard"), Prover()
    dice = random.Random(f"mates {immune}")
    seen = Counter()
    positions = [
        *random_positions("mates", count, immune),
        *(sparse(dice) for _ in range(3 * count)),
    ]
    positions += [plain.read(IN_TWO.format(quiet)) for quiet in (0, 97, 98)]
    for position in positions:
        if plain.verdict(position, immune) != "undecided":
            continue
        game.load(plain.write(position))
        prover.load(game, 1 << 40)
        for moves in (1, 2):
            expected = mates(position, moves, immune)
            assert prover.mates(moves) == expected, (plain.write(position), moves)
            seen["mates", moves] += expected
        expected = is_mated(position, 1, immune)
        assert prover.is_mated(1) == expected, plain.write(position)
        seen["mated"] += expected
    assert 0 < seen["mates", 1] < seen["mates", 2]


@pytest.mark.parametrize("count", [20, later(300)])
def test_draws_are_there_just_where_plain_rules_say(compiled_game, count):
    game, prover = compiled_game(), Prover()
    dice = random.Random("draws")
    seen = Counter()
    for _ in range(count):
        position = sparse(dice)
        if plain.verdict(position) != "undecided":
            continue
        game.load(plain.write(position))
        prover.load(game, 1 << 40)
        for moves in (1, 2):
            expected = draws(position, moves)
            assert prover.draws(moves) == expected, (plain.write(position), moves)
            seen["draws", expected] += 1
        expected = is_drawn(position, 1)
        assert prover.is_drawn(1) == expected, plain.write(position)
        seen["drawn", expected] += 1
    assert len(seen) == 4, seen


def test_analyse_tells_a_mate_and_its_remoteness(lodeboard):
    (won,) = lodeboard("analyse", "magician", "--moves", stdin=IN_TWO.format(0)).objects
    assert (won["verdict"], won["value"], won["remoteness"]) == ("undecided", "win", 3)
    winning = [move for move, value in won["values"].items() if value == "win"]
    assert "f5c5" in winning
    after = won["children"]["f5c5"]
    outcome = lodeboard("analyse", "magician", stdin=after)
    (lost,) = outcome.objects
    assert (lost["value"], lost["moves"]) == ("lose", len(lost["best"]))
    assert lost["remoteness"] == 2
    assert outcome.err == ""


def test_analyse_says_nothing_where_nothing_is_proved(lodeboard):
    outcome = lodeboard("analyse", "magician", stdin=plain.START)
    (said,) = outcome.objects
    assert said["value"] is said["remoteness"] is said["best"] is None
    assert "1 not settled by search" in outcome.err


def test_the_rule_set_counts(lodeboard):
    # The hole beside the king gives check, unless kings are immune.
    text = "k6/X6/6X/X3M1X/X5X/X5X/XR1K3 w - - 0 1"
    (said,) = lodeboard("analyse", "magician", stdin=text).objects
    (immune,) = lodeboard("analyse", "magician", "--rules", "immune", stdin=text).objects
    assert (said["value"], said["remoteness"]) == ("win", 1)
    assert (immune["value"], immune["remoteness"]) != ("win", 1)


def test_two_lone_kings_are_a_draw_whatever_is_played(lodeboard):
    text = "k6/7/X5X/X5X/X5X/X5X/XK5 w - - 0 1"
    (said,) = lodeboard("analyse", "magician", stdin=text).objects
    assert (said["value"], said["remoteness"]) == ("tie", None)
    assert len(said["best"]) == said["moves"] == 3


def test_fifty_moves_end_what_would_be_won():
    exact = Exact()
    assert exact.value(loaded(IN_TWO.format(97))) == (WIN, 3)  # mate counts first
    assert exact.value(loaded(IN_TWO.format(98))) == (TIE, 0)
    assert exact.value(loaded(IN_TWO.format(99))) == (TIE, 0)


def test_what_is_kept_of_a_position_counts_for_as_many_quiet_turns_only():
    prover = Prover()
    prover.load(loaded(IN_TWO.format(97)), 1 << 30)
    assert prover.mates(2)
    prover.follow(loaded(IN_TWO.format(98)))
    assert not prover.mates(2)


def test_a_pawn_move_that_begins_the_count_again_is_no_draw():
    text = "k6/7/XR4X/X5X/X5X/XXP3R/3KX2 w - - 98 9"
    assert Exact().value(loaded(text)) not in (None, (TIE, 0))


def test_what_has_been_there_twice_in_the_game_is_drawn_when_it_comes_again():
    exact = Exact()
    game = loaded(BEFORE)
    for move in AGAIN.split():
        make_move(game, game.parse_move(move))
    before, length = game.text(), game.length
    assert exact.value(loaded(IN_TWO.format(0))) == exact.value(loaded(before)) == (WIN, 3)
    assert exact.value(game) == (WIN, 5)
    assert (game.text(), game.length) == (before, length)
    make_move(game, game.parse_move("f5c5"))
    assert game.verdict() == TIE


def test_a_record_that_is_nearly_full_proves_nothing():
    game = loaded(IN_TWO.format(0))
    game.max_length = 12
    assert Exact().value(game) is None
    game.max_length = 15
    assert Exact().value(game) == (WIN, 3)


def test_part_of_a_turn_is_worth_what_its_best_end_is():
    exact = Exact()
    game = loaded(SPELL)
    assert exact.value(game) == (WIN, 1)
    steps = game.parse_move(SPELL_MATE)
    game.push(steps[0])
    assert not game.between_moves()
    assert exact.value(game)[0] == WIN
    game.push(steps[1])
    assert exact.value(game) == (WIN, 1)
    game.push(steps[2])
    assert exact.value(game) == (LOSE, 0)


def test_what_was_asked_before_changes_no_answer():
    texts = [plain.write(position) for position in random_positions("order", 12)]
    texts += [IN_TWO.format(0), IN_TWO.format(0)]
    exact = Exact()
    there = [exact.glimpse(loaded(text)) for text in texts]
    back = [exact.glimpse(loaded(text)) for text in reversed(texts)]
    assert there == back[::-1]
    assert any(there)


def test_a_question_broken_off_harms_nothing():
    class Enough(Exception):
        pass

    asked = []

    def between():
        asked.append(1)
        if len(asked) == 12:
            raise Enough

    exact = Exact(between)
    game = loaded(plain.START)
    with pytest.raises(Enough):
        exact.value(game)
    assert game.text() == plain.START
    assert exact.value(loaded(IN_TWO.format(0))) == (WIN, 3)


@pytest.mark.slow
def test_without_numba_the_same_is_said():
    texts = [IN_TWO.format(0), IN_TWO.format(97), IN_TWO.format(98), plain.START]
    done = subprocess.run(
        [sys.executable, "-c", NO_NUMBA, *texts],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    exact = Exact()
    for text, line in zip(texts, done.stdout.splitlines(), strict=True):
        said = analyse(loaded(text), exact)
        assert line.split() == [str(said["value"]), str(said["remoteness"])]


def test_a_win_in_one_turn_is_told_though_not_all_replies_are_known():
    won, later, unknown = (
        Reply("", "", value, turns) for value, turns in ((WIN, 1), (WIN, 3), (None, None))
    )
    assert value_of_replies([later, won, unknown]) == (WIN, 1)
    assert value_of_replies([later, unknown]) == (WIN, None)  # one not known may win sooner
    assert value_of_replies([later]) == (WIN, 3)
