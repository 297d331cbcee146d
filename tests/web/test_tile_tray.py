import pytest
from web.serving import make_board

from host_tools.play.web import tile_tray


@pytest.fixture
def world():
    return make_board(tremor_mm=0.0).world


def test_tiles_lie_as_they_were_left(world, tmp_path):
    world.lay(3, 40.3, 80.2, up=False)
    world.lay(9, 40.0, 80.0)  # on top of it
    world.lay(5, 20.0, 60.0)
    tile_tray.save(world, tmp_path)
    again = make_board().world
    tile_tray.restore(again, tmp_path)
    for was, tile in zip(world.tiles, again.tiles, strict=True):
        assert (tile.x_mm, tile.y_mm, tile.z_mm) == pytest.approx(
            (was.x_mm, was.y_mm, was.z_mm), abs=0.05
        )
        assert (tile.up, tile.rest) == (was.up, was.rest)


def test_without_a_file_they_stay_in_the_trays(world, tmp_path):
    tile_tray.restore(world, tmp_path)
    assert all((tile.x_mm, tile.y_mm) == world.home(tile) for tile in world.tiles)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"version":1,"tiles":[[1]]}', "cannot be read"),
        ('{"version":2,"tiles":[]}', "version 2"),
        ('{"version":1,"tiles":[]}', "each tile once"),
    ],
)
def test_a_bad_file_moves_no_tile_and_says_why(world, tmp_path, text, reason):
    (tmp_path / tile_tray.NAME).write_text(text)
    with pytest.raises(tile_tray.TileTrayError, match=reason):
        tile_tray.restore(world, tmp_path)
    assert all((tile.x_mm, tile.y_mm) == world.home(tile) for tile in world.tiles)


def test_a_tile_that_is_nowhere_is_refused(world, tmp_path):
    tile_tray.save(world, tmp_path)
    path = tmp_path / tile_tray.NAME
    path.write_text(path.read_text().replace("[0, ", "[0, NaN, 0.0, 0.0, true], [0, ", 1))
    with pytest.raises(tile_tray.TileTrayError):
        tile_tray.restore(world, tmp_path)
