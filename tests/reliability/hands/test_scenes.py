"""Each scene of the bursts can be brought about; the bursts themselves take longer."""

import random

import pytest

from host_tools.lab.reliability.hands import scenes
from host_tools.lab.reliability.hands.conditions import Condition

pytestmark = pytest.mark.apart

FLIP = Condition("flip", "magic", 1.5)


@pytest.mark.parametrize("scene", scenes.scenes_of(FLIP.game))
def test_a_board_is_brought_into_each_scene(scene):
    table = scenes.Table(FLIP, random.Random(1))
    table.bring(scene)
    assert table.umpire.flow is not None
    table.close()
