"""Exact values of xtic by search, against plain ones and against each other."""

import random
import subprocess
import sys
from collections import Counter

import pytest
from games.xtic import plain_xtic
from games.xtic.positions import loaded, undecided
from many import later

from host_tools.build.compiled import compiled
from host_tools.games.finding import analyse, find
from host_tools.games.xtic.solver.answers import Answers
from host_tools.games.xtic.solver.board import (
    Searcher,
    canonical,
    laid,
    safe_cells,
    state_of,
    tables,
    text_of,
)
from host_tools.games.xtic.solver.check import board_symmetries
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, VERDICTS, WIN
from lodeboard.games.xtic import symmetry as xtic_symmetry
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import XticSearch
from lodeboard.games.xtic.search_kernel import xtic_search
from lodeboard.games.xtic.search_layout import RUNNING

RULES = pytest.mark.parametrize("rules", Xtic.rule_sets)
NO_NUMBA = """
import sys
sys.modules["numba"] = None
from host_tools.games.finding import analyse
from host_tools.games.xtic.solver.answers import Answers
from lodeboard.games.xtic.rules import Xtic
game, answers = Xtic("torus"), Answers("torus")
for text in sys.argv[1:]:
    game.load(text)
    said = analyse(game, answers)
    print(said["value"], said["remoteness"], *said["best"])
"""


@pytest.mark.slow
@RULES
@pytest.mark.parametrize("count", [25, later(800)])
def test_late_positions_are_worth_what_the_plain_reading_says(rules, count):
    source = random.Random(f"answers {rules}")
    plain: dict[str, tuple[str, int]] = {}
    answers = Answers(rules)
    seen = Counter()
    for _ in range(count):
        placed = source.choice([11, 12, 12, 13, 13, 14, 15])
        text = undecided(source, rules, placed, source.random() < 0.6)
        value, steps = plain_xtic.outcome(text, rules, plain)
        said = analyse(loaded(text, rules), answers, with_moves=True)
        assert (said["value"], said["remoteness"]) == (value, None if value == "tie" else steps)
        assert said["children"] == plain_xtic.moves(text, rules)
        values = {}
        for move, after in said["children"].items():
            worth, _ = plain_xtic.outcome(after, rules, plain)
            values[move] = plain_xtic.OPPOSITE[worth] if move[0] == "=" else worth
        assert said["values"] == values
        assert said["best"] == [move for move, worth in values.items() if worth == value]
        seen[value] += 1
    assert min(seen[word] for word in ("win", "lose")) > min(5, count // 30)


@pytest.mark.slow
@RULES
@pytest.mark.parametrize("count", [3, later(12)])
def test_positions_with_nine_pieces_follow_from_their_moves(rules, count):
    """Value and steps are those that the moves have, asked one by one of a fresh table."""
    source = random.Random(f"nine {rules}")
    answers = Answers(rules)
    for _ in range(count):
        text = undecided(source, rules, 9, source.random() < 0.5)
        found = find(loaded(text, rules), answers)
        fresh = Answers(rules)
        worth = []
        for reply in found.replies:
            after = loaded(reply.position, rules)
            value, steps = fresh.value(after)
            if reply.move[0] == "=":
                value = {WIN: LOSE, LOSE: WIN, TIE: TIE}[value]
            assert value == reply.value
            worth.append((VERDICTS[value], steps + 1))
        value, steps = plain_xtic.pick(worth)
        assert VERDICTS[found.value] == value
        assert value == "tie" or found.turns == steps


@RULES
def test_looking_up_changes_no_answer(rules):
    source = random.Random(f"alike {rules}")
    looking_up, forgetting = Searcher(rules, 1 << 14), Searcher(rules, 2)
    for _ in range(25):
        state = state_of(loaded(undecided(source, rules, 9, False), rules))
        for gives in (0, 1):
            for limit in (12, 14, 16):
                found = looking_up.attack(state, gives, limit)
                assert found == forgetting.attack(state, gives, limit)


@RULES
def test_positions_alike_in_what_matters_are_searched_once(rules):
    """Turned and mirrored, with properties exchanged and inverted: most are found at once."""
    source = random.Random(f"once {rules}")
    searcher = Searcher(rules, 1 << 16)
    turns = board_symmetries(Xtic(rules).lines)
    placed = 13 if rules == "torus" else 12  # so that few lines are open
    once = twice = 0
    for _ in range(60):
        text = undecided(source, rules, placed, False)
        bits = source.sample((1, 2, 4, 8), 4)
        inverted = source.randrange(16)
        image = ["-"] * 16
        for cell, target in enumerate(source.choice(turns)):
            if text[cell] != "-":
                piece = int(text[cell], 16)
                other = sum(bit for at, bit in enumerate(bits) if piece >> at & 1)
                image[target] = f"{other ^ inverted:x}"
        state = state_of(loaded(text, rules))
        other = state_of(loaded("".join(image) + "/-", rules))
        found = searcher.attack(state, 1)
        once += searcher.nodes > 1
        assert searcher.attack(other, 1) == found
        twice += searcher.nodes > 1
    assert once > 10
    assert 3 * twice <= once


def on_free_cells(state):
    """The same without dangers on cells that are taken: they mean nothing."""
    free = 0x0001000100010001 * (0xFFFF & ~state.occupied)
    return state._replace(ones=state.ones & free, zeros=state.zeros & free)


@RULES
def test_smallest_images_are_those_of_the_rules(rules):
    """The kernel's images against the firmware's keys, and states laid piece by piece."""
    source = random.Random(f"images {rules}")
    board, images = tables(rules)
    for _ in range(40):
        game = loaded(undecided(source, rules, source.randint(0, 12), False), rules)
        state = state_of(game)
        occupied, faces = canonical(images, state)
        image = loaded(text_of(occupied, faces), rules)
        assert xtic_symmetry.key(image) == game.key()
        assert canonical(images, state_of(image)) == (occupied, faces)
        piece = source.choice([p for p in range(16) if not game.used >> p & 1])
        assert safe_cells(state, piece) == [
            c for c in range(16) if not (game.occupied | game.danger(piece)) >> c & 1
        ]
        for cell in safe_cells(state, piece):
            game.push(16 + piece)
            game.push(cell)
            if game.occupied != 0xFFFF:
                after = laid(board, state, piece, cell)
                assert on_free_cells(after) == on_free_cells(state_of(game))
            game.pop()
            game.pop()


def values_agree(rules, placed, count):
    """The board's engine, another program, finds the same values."""
    source = random.Random(f"engine {rules} {placed}")
    searcher = Searcher(rules, 1 << 18)
    engine = XticSearch(1 << 16, compiled(xtic_search))
    found = Counter()
    for _ in range(count):
        game = loaded(undecided(source, rules, placed, False), rules)
        steps = bytearray(game.max_steps)
        engine.wipe()
        engine.load(game, steps, game.steps(steps))
        engine.begin(16)
        while engine.run(1_000_000) == RUNNING:
            pass
        state = state_of(game)
        won, lost = (searcher.attack(state, gives) for gives in (1, 0))
        assert (won, lost) == (engine.value == 1, engine.value == -1), game.text()
        found[engine.value] += 1
    return found


@RULES
def test_values_are_those_of_the_boards_engine(rules):
    values_agree(rules, 10, 60)
    assert len(values_agree(rules, 9, 25)) > 1


@pytest.mark.verify
@RULES
def test_more_values_are_those_of_the_boards_engine(rules):
    values_agree(rules, 9, 300)
    values_agree(rules, 8, 40)
    values_agree(rules, 7, 4)


@pytest.mark.verify
def test_early_positions_depend_on_nothing_asked_before():
    source = random.Random("early")
    answers = Answers("normal")
    answers.glance_nodes = 400_000
    texts = [undecided(source, "normal", placed, False) for placed in (6, 5, 3)]
    first = [answers.value(loaded(text, "normal")) for text in texts]
    assert answers.value(loaded(texts[0], "normal")) == first[0]
    assert first[2] is None
    assert not answers.settles(loaded(texts[0], "normal"))
    said = analyse(loaded(texts[2], "normal"), answers, with_moves=True)
    assert (said["value"], said["remoteness"], said["best"]) == (None, None, None)
    assert set(said["values"].values()) == {None}


def test_a_search_can_be_broken_off_and_asked_again():
    class Broken(Exception):
        pass

    calls = 0

    def between():
        nonlocal calls
        calls += 1
        if calls == 2:
            raise Broken

    answers = Answers("normal", between)
    answers._slice = 100
    game = loaded(undecided(random.Random("broken"), "normal", 8, True), "normal")
    text = game.text()
    with pytest.raises(Broken):
        answers.value(game)
    assert game.text() == text
    assert answers.value(game) == Answers("normal").value(game)


def test_brief_answers_have_the_same_value():
    source = random.Random("brief")
    answers = Answers("normal")
    for _ in range(10):
        game = loaded(undecided(source, "normal", 10, source.random() < 0.5), "normal")
        assert game.verdict() == UNDECIDED
        whole = analyse(game, answers)
        del whole["best"]
        assert analyse(game, answers, brief=True) == whole


@pytest.mark.verify
def test_without_numba_the_same_is_said():
    source = random.Random("plain")
    texts = [undecided(source, "torus", placed, placed % 2 == 0) for placed in (11, 12, 13)]
    done = subprocess.run(
        [sys.executable, "-c", NO_NUMBA, *texts],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    answers = Answers("torus")
    for text, line in zip(texts, done.stdout.splitlines(), strict=True):
        said = analyse(loaded(text, "torus"), answers)
        assert line.split() == [str(said["value"]), str(said["remoteness"]), *said["best"]]
