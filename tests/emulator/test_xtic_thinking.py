"""The machine's play of xtic on the chip: the same steps as on the computer, in slices that leave
the lights their time."""

import json
import random

import pytest
from games.xtic.positions import undecided

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.games.analysis.choice import choose
from host_tools.games.engine import make_engine
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.xtic import keeping
from lodeboard.games.xtic.rules import Xtic

pytestmark = pytest.mark.chip

LONGEST_SLICE_MS = 56  # the rest of a tick takes less than 4
COACH_MS = 4000
LEAST_FREE = 12_000  # bytes beside the player, without the rest of the firmware's objects
STRONGEST = len(LEVELS["xtic"]) - 1
NEAR = 15_000  # nodes of one decision, at most: half a second on the chip

SET_UP = """
import gc, json, time
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.ports.rp2 import Rp2Port
from lodeboard.system.loader import make_game, plugin
port = Rp2Port(Profile(DATA))
player, coach = plugin("xtic").engine(port.budget.memory, port.store.table)
steps = bytearray(16)

def in_slices(run):
    slices = longest = 0
    settled = False
    gc.collect()
    gc.threshold(-1)
    while not settled:
        start = time.ticks_us()
        settled = run(port.budget.think_evals)
        longest = max(longest, time.ticks_diff(time.ticks_us(), start))
        slices += 1
    return [slices, longest]

def choose(rules, text, level):
    game = make_game("xtic", rules)
    game.load(text)
    player.start(game, level)
    sliced = in_slices(player.run)
    gc.collect()
    return [game.move_text(player.steps), player.source, player.nodes, gc.mem_free()] + sliced

def advise(rules, text):
    game = make_game("xtic", rules)
    game.load(text)
    count = game.steps(steps)
    coach.start(game, steps, count)
    sliced = in_slices(coach.run)
    return [list(coach.values[:count])] + sliced
"""


@pytest.fixture(scope="module")
def chip():
    chip = Chip(find_image(), firmware.modules())
    chip.execute(SET_UP)
    return chip


@pytest.fixture(scope="module")
def machine():
    return make_engine("xtic", lambda _name: None)[0]


def cases(machine, count, seed):
    """Rule set, position and level: every level, giving and placing, under all rule sets."""
    source = random.Random(seed)
    found = []
    while len(found) < count:
        number = len(found)
        rules = Xtic.rule_sets[number % 3]
        level = number % (STRONGEST + 1)
        placed = source.randrange(8 if level == STRONGEST else 1, 16)
        game = Xtic(rules)
        game.load(undecided(source, rules, placed, number // 3 % 2 == 0))
        if choose(game, machine, level)["nodes"] <= NEAR:
            found.append((rules, game.text(), level))
    return found


def compare(chip, machine, wanted):
    for rules, text, level in wanted:
        said = chip.execute(f"print(json.dumps(choose({rules!r}, {text!r}, {level})))")
        move, source, nodes, free, _, slice_us = json.loads(said)
        game = Xtic(rules)
        game.load(text)
        expected = choose(game, machine, level)
        ours = {"position": text, "move": move, "from": source, "nodes": nodes}
        assert ours == expected, (rules, level)
        assert slice_us <= LONGEST_SLICE_MS * 1000, (rules, text, level)
        assert free >= LEAST_FREE


@pytest.mark.verify
def test_the_same_steps_as_on_the_computer(chip, machine):
    compare(chip, machine, cases(machine, 8, "same steps"))


@pytest.mark.verify
@pytest.mark.timeout(600)
def test_the_same_steps_in_many_positions(chip, machine):
    compare(chip, machine, cases(machine, 36, "many steps"))


@pytest.mark.verify
def test_the_same_steps_with_six_and_seven_pieces(chip, machine, monkeypatch):
    """With little work, which ends many questions open, and in slices that leave the lights their
    time."""
    monkeypatch.setattr(machine.keeper, "work", 30_000)
    source = random.Random("kept on the chip")
    wanted = []
    for number, rules in enumerate(2 * Xtic.rule_sets):
        text = undecided(source, rules, 6 + number % 2, number % 2 == 0 or number > 2)
        wanted.append((rules, text, STRONGEST))
    chip.execute("player.keeper.work = 30_000")
    compare(chip, machine, wanted)
    chip.execute(f"player.keeper.work = {keeping.WORK}")


@pytest.mark.verify
def test_the_coach_says_the_same_and_soon(chip):
    source = random.Random("coach")
    _, coach = make_engine("xtic", lambda _name: None)
    for rules, placed in (("normal", 9), ("torus", 11)):
        text = undecided(source, rules, placed, placed == 9)
        said = chip.execute(f"print(json.dumps(advise({rules!r}, {text!r})))")
        values, slices, longest_us = json.loads(said)
        assert slices * 50 <= COACH_MS
        assert longest_us <= LONGEST_SLICE_MS * 1000
        game = Xtic(rules)
        game.load(text)
        steps = bytearray(game.max_steps)
        count = game.steps(steps)
        coach.start(game, steps, count)
        while not coach.run(97):
            pass
        assert list(coach.values[:count]) == values
