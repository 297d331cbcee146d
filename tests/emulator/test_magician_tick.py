"""How long rules and players of Magician Chess take on the chip in the worst positions."""

import json

import pytest
from games.magician.positions import FIGURES

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware, profiles
from lodeboard.boards.rp2040 import THINK_EVALS
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.magician.rules import Magician

pytestmark = [pytest.mark.chip, pytest.mark.verify]

PROFILE = profiles.profile("tile7x7")
SET_UP = """
import gc, json, time
gc.threshold(32768)
from array import array
from lodeboard.games.magician.rules import Magician
game = Magician()
changes = array('H', [0] * 64)
longest = {}

def timed(name, call):
    start = time.ticks_us()
    said = call()
    spent = time.ticks_diff(time.ticks_us(), start)
    longest[name] = max(longest.get(name, 0), spent)
    return said

def look():
    timed('amend', game.amend)
    timed('verdict', game.verdict)
    timed('check', game.in_check)
    steps = array('H', [0] * game.max_steps)
    return steps, timed('steps', lambda: game.steps(steps))

def through():
    # Every step of every turn, to its end.
    steps, count = look()
    for at in range(count):
        timed('changes', lambda: game.changes(steps[at], changes))
        game.push(steps[at])
        gc.collect()
        if game.between_moves():
            look()
        else:
            through()
        game.pop()
"""


def test_the_rules_leave_room_in_a_tick():
    chip = Chip(find_image(), firmware.modules(board=PROFILE.name))
    chip.execute(SET_UP)
    positions = [position for position, _ in FIGURES]
    chip.execute(
        f"for text in {positions!r}:\n    game.load(text)\n    through()", limit_ms=600_000
    )
    longest = json.loads(chip.execute("print(json.dumps(longest))"))
    assert sorted(longest) == ["amend", "changes", "check", "steps", "verdict"]
    # Half a tick for all of them at their worst; reading the sensors and the lights take the rest.
    assert sum(longest.values()) < PROFILE.tick_ms * 1000 // 2, longest


THINK = """
import gc, json, time
gc.threshold(32768)
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician
player, game = MagicianPlayer(), Magician()

def longest(level, slice):
    found = 0
    done = False
    gc.collect()
    player.start(game, level)
    while not done:
        start = time.ticks_us()
        done = player.run(slice)
        found = max(found, time.ticks_diff(time.ticks_us(), start))
    return found
"""
REST_MS = 6  # of a tick in which the board thinks
STILL_MS = 60  # a light may stand still for so long


def test_no_light_stands_still_while_a_level_looks_as_people_do():
    chip = Chip(find_image(), firmware.modules(board=PROFILE.name))
    chip.execute(THINK)
    crowded = max((position for position, _ in FIGURES), key=moves_of)
    chip.execute(f"game.load({crowded!r})")
    for level in range(len(LEVELS["magician"]) - 1):
        longest_us = int(chip.execute(f"print(longest({level}, {THINK_EVALS}))"))
        assert longest_us <= (STILL_MS - REST_MS) * 1000, level


def moves_of(position):
    """The number of moves in a position."""
    game = Magician()
    game.load(position)
    return game.count_moves()
