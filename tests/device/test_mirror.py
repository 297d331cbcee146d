from one_board import DATA

from host_tools.board.device.mirror import Mirror
from host_tools.board.simulator.world import World
from lodeboard.boards.profile import Profile
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1


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


def test_tiles_are_laid_turned_and_taken_away_as_they_are_felt():
    world = World(Profile(DATA))
    mirror = Mirror(world)
    codes = [EMPTY] * 16

    def show(**cells):
        for name, code in cells.items():
            codes[int(name[1:])] = code
        mirror.show(codes)
        return [(cell, tile.owner, tile.up) for cell in range(16) for tile in world.on_cell(cell)]

    laid = [(2, 0, True), (5, 0, False), (7, 1, True), (11, 1, False)]
    assert show(c2=UP_0, c5=DOWN_0, c7=UP_1, c11=DOWN_1) == laid
    assert show(c2=UNCLEAR, c5=UNCLEAR) == laid  # as it was
    assert show(c2=DOWN_0, c5=EMPTY, c7=UP_0) == [(2, 0, False), (7, 0, True), (11, 1, False)]
    home = world.tile(next(tile.id for tile in world.tiles if tile.owner == 1))
    assert (home.x_mm, home.y_mm) == world.home(home)[:2]
    # As many as a player has, then no more: the others stay where they lie.
    each = sum(tile.owner == 0 for tile in world.tiles)
    shown = show(**{f"c{cell}": UP_0 for cell in range(16)})
    assert len(shown) == min(16, each)
