from one_board import DATA

from host_tools.device.mirror import Mirror
from host_tools.simulator.world import World
from lodeboard.boards.profile import Profile
from lodeboard.games.contract import DOWN_1, EMPTY, UP_0


def lying(world):
    return [(cell, world.on_cell(cell)[0].owner) for cell in range(16) if world.on_cell(cell)]


def test_of_the_set_of_equal_tiles_all_can_be_shown():
    world = World(Profile(DATA))
    mirror = Mirror(world)
    mirror.show([UP_0, DOWN_1, *[EMPTY] * 14])
    assert lying(world) == [(0, 0), (1, 1)]
    world.unpack(True)
    assert lying(world) == []
    mirror.show([UP_0] * 16)
    assert lying(world) == [(cell, 0) for cell in range(16)]
    world.unpack(False)
    mirror.show([*[EMPTY] * 15, DOWN_1])
    assert lying(world) == [(15, 1)]
