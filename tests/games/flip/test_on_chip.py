"""The engine as MicroPython runs it: the same moves for the same work as on the computer."""

import json

import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

pytestmark = pytest.mark.chip

CASES = [
    ("magic", "1_----------------", "medium"),
    ("magic", "1_U-uD----d-------", "novice"),
    ("magic", "2_dUdDDuU--DuuD-dD", "expert"),
    ("eclipse", "2_dUdDDuU--DuuD-dD;a4N", "expert"),
    ("magic", "2_--Uu-UUDuu-UdU-d", "hard"),
]

CHOOSE = """
import json
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

def choose(player, rules, text, level):
    game = Flip(rules)
    game.load(text)
    player.start(game, LEVELS.index(level))
    while not player.run(SLICE):
        pass
    return [player.steps, player.nodes]
"""
ASK = """
player = FlipPlayer()
print(json.dumps([choose(player, *case) for case in json.loads('{cases}')]))
"""


@pytest.mark.verify
def test_moves_and_work_are_the_same_on_the_chip():
    chip = Chip(find_image(), firmware.modules())
    source = CHOOSE.replace("SLICE", "40") + ASK.format(cases=json.dumps(CASES))
    answers = json.loads(chip.execute(source, limit_ms=60_000))

    player = FlipPlayer()
    game = Flip()
    for (rules, text, level), answer in zip(CASES, answers, strict=True):
        game = Flip(rules)
        game.load(text)
        player.start(game, LEVELS.index(level))
        assert player.run(1 << 29)
        assert answer == [player.steps, player.nodes], (rules, text, level)
    assert sum(nodes for _, nodes in answers) > 400
