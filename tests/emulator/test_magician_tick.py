"""The share of a tick that the rules of Magician Chess take on the chip in the worst positions."""

import json

import pytest
from games.magician.positions import FIGURES

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware, profiles

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
