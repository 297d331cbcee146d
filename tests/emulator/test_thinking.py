"""The machine's play on the chip: the same moves as on the computer, in slices that leave time for
the lights, at the speed that the levels are designed for."""

import json
import random
from typing import NamedTuple

import pytest
from games.flip.late import random_game

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.build.layout import TABLES, stored_path
from host_tools.games.analysis.choice import choose
from host_tools.games.engine import make_engine
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip

pytestmark = pytest.mark.chip

BATCH = 32  # positions sent at once
LEAST_RATE = 100_000  # leaf evaluations a second
LONGEST_CALL_MS = 50
LONGEST_SLICE_MS = 60  # three ticks; collections are bench-chip's
REST_MS = 5  # what a tick does beside thinking, at most
COACH_MS = 2000
EXPERT, PERFECT = len(LEVELS) - 2, len(LEVELS) - 1
NEAR = 60_000  # evaluations of the last level, at most: about a second on the chip

SET_UP = (
    f"""
REST_US = {1000 * REST_MS}
"""
    + """
import gc, json, time
gc.threshold(32768)  # as main.py has it while modules come
from array import array
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.ports.rp2 import Rp2Port
from lodeboard.system.loader import MEMORY_WORDS, make_game, plugin
port = Rp2Port(Profile(DATA), tables=TABLES)
port.set_fast(True)  # as the App does on a new board
port.budget.memory.words(MEMORY_WORDS["flip"])  # before the game's modules, as the loader does it
from lodeboard.games.flip import search_kernel
search = search_kernel.flip_search
took = [0, 0, 0]
TICK_US = 1000 * DATA["tick_ms"]

def timed(state, tables, table, budget):
    start = time.ticks_us()
    status = search(state, tables, table, budget)
    took[2] = max(took[2], time.ticks_diff(time.ticks_us(), start))
    return status

search_kernel.flip_search = timed
player, coaching = plugin("flip").engine(port.budget.memory, port.store.table)
gc.threshold(-1)  # as the board has it, which collects between two decisions

def choose(rules, text, level):
    game = make_game("flip", rules)
    game.load(text)
    player.evaluator.prepare(rules)  # in a long tick of its own, once for a rule set
    gc.collect()
    player.start(game, level)
    took[:] = [0, 0, 0]
    slices = 0
    decided = False
    while not decided:
        if gc.mem_free() < 30000:
            gc.collect()
        start = time.ticks_us()
        decided = player.run(port.budget.think_evals)
        slice_us = time.ticks_diff(time.ticks_us(), start)
        took[0] = max(took[0], slice_us)
        took[1] += slice_us
        slices += 1
    move = game.move_text(list(player.steps))
    return [game.text(), move, player.source, player.nodes, slices] + took

def coach(rules, text):
    game = make_game("flip", rules)
    game.load(text)
    steps = array("H", [0] * game.max_steps)
    count = game.steps(steps)
    player.evaluator.prepare(rules)
    gc.collect()
    took[2] = longest = total = 0
    coaching.start(game, steps, count)
    settled = False
    while not settled:
        start = time.ticks_us()
        settled = coaching.run(port.budget.think_evals // 2)  # what a match gives it
        slice_us = time.ticks_diff(time.ticks_us(), start)
        longest = max(longest, slice_us)
        total += max(TICK_US, slice_us + REST_US)
    return [total, longest, list(coaching.values[:count])]
"""
)


class Choice(NamedTuple):
    """What the chip answered; times in microseconds."""

    position: str
    move: str
    source: str
    nodes: int
    slices: int
    slice_us: int  # the longest slice
    total_us: int
    call_us: int  # the longest call of the kernel


@pytest.fixture(scope="module")
def chip():
    tables = firmware.tables()
    paths = {name: stored_path(TABLES, name, data) for name, data in tables.items()}
    files = {paths[name]: data for name, data in tables.items()}
    chip = Chip(find_image(), firmware.modules() | files)
    places = {name: "/" + path for name, path in paths.items()}
    chip.execute(f"TABLES = {places!r}\n{SET_UP}")
    return chip


def cases(count, seed, strongest):
    """Rule set, position and level: every number of tiles under both rule sets in turn, and the
    levels but the last; the one before it, which takes long, once in so many."""
    source = random.Random(seed)
    found = []
    for number in range(count):
        tiles, rules = number % 16, Flip.rule_sets[number // 16 % 2]
        level = (number + number // 16) % EXPERT
        if number % strongest == strongest - 1:
            level = EXPERT
        found.append((rules, random_game(source, rules, tiles).text(), level))
    return found


def perfect_cases(counts, seed):
    """The same for the last level, with these numbers of tiles under either rule set, from where
    it is not far to the end of the search."""
    source = random.Random(seed)
    player = machine()
    found = []
    for rules in Flip.rule_sets:
        for tiles in counts:
            game = random_game(source, rules, tiles)
            while choose(game, player, PERFECT)["nodes"] > NEAR:
                game = random_game(source, rules, tiles)
            found.append((rules, game.text(), PERFECT))
    return found


def machine():
    """The computer's own player."""
    return make_engine("flip")[0]


def ask(chip, wanted):
    answers = []
    for start in range(0, len(wanted), BATCH):
        batch = json.dumps(wanted[start : start + BATCH])
        program = f"for case in json.loads('{batch}'):\n    print(json.dumps(choose(*case)))"
        said = chip.execute(program, limit_ms=120_000)
        answers += [Choice(*json.loads(line)) for line in said.splitlines()]
    return answers


def compare(chip, wanted):
    """The chip's answers, each the same as the one on the computer."""
    player = machine()
    answers = ask(chip, wanted)
    for (rules, text, level), answer in zip(wanted, answers, strict=True):
        game = Flip(rules)
        game.load(text)
        expected = choose(game, player, level)
        ours = {
            "position": answer.position,
            "move": answer.move,
            "from": answer.source,
            "nodes": answer.nodes,
        }
        assert ours == expected, (rules, LEVELS[level])
        assert answer.call_us <= LONGEST_CALL_MS * 1000, answer
        assert answer.slice_us <= LONGEST_SLICE_MS * 1000, answer
    return answers


def check_spread(wanted):
    for rules in Flip.rule_sets:
        here = [(text, level) for named, text, level in wanted if named == rules]
        assert {level for _, level in here} == set(range(len(LEVELS) - 1))
        assert {sum(c != "-" for c in text[2:18]) for text, _ in here} == set(range(16))


@pytest.mark.verify
def test_the_same_moves_as_on_the_computer(chip):
    wanted = cases(32, "same moves", 13)
    answers = compare(chip, wanted)
    check_spread(wanted)
    long = [answer for answer in answers if answer.nodes > 60_000]  # not of levels like people
    assert long
    for answer in long:
        assert answer.nodes / answer.total_us * 1e6 >= LEAST_RATE, answer
        # Even slices: none much longer than the others.
        assert answer.call_us <= 1.6 * answer.total_us / answer.slices, answer


@pytest.mark.verify
def test_the_same_perfect_moves_as_on_the_computer(chip):
    answers = compare(chip, perfect_cases((2, 7, 9, 13), "perfect moves"))
    assert {answer.source for answer in answers} == {"search", "table"}


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_the_same_perfect_moves_in_many_positions(chip):
    wanted = perfect_cases([*range(16), *range(6, 14)], "many perfect moves")
    answers = compare(chip, wanted)
    assert {answer.source for answer in answers} == {"search", "table"}


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_the_same_moves_in_many_positions(chip):
    wanted = cases(320, "many positions", 5)
    check_spread(wanted)
    answers = compare(chip, wanted)
    assert len(answers) >= 300
    evals = sum(answer.nodes for answer in answers)
    assert evals / sum(answer.total_us for answer in answers) * 1e6 >= LEAST_RATE


@pytest.mark.verify
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_coach_settles_within_two_seconds(chip, rules):
    source = random.Random(f"coach {rules}")
    games = [random_game(source, rules, tiles) for tiles in (5, 8, 11)]
    _, coach = make_engine("flip")
    for game in games:
        said = chip.execute(f"print(json.dumps(coach('{rules}', '{game.text()}')))")
        total_us, longest_us, values = json.loads(said)
        assert total_us <= COACH_MS * 1000
        assert longest_us <= LONGEST_SLICE_MS * 1000
        steps = bytearray(game.max_steps)
        count = game.steps(steps)
        coach.start(game, steps, count)
        while not coach.run(97):
            pass
        assert list(coach.values[:count]) == values
