"""The table in games of xtic: sixteen discs alike come out of their box, and the helping hand."""

import json

import pytest
from web.serving import make_board
from web.test_do_it import PERSON, Table
from web.test_parked_game import MINE
from web.test_parked_game import Table as PlainTable

from host_tools.board.hands.acts import Grab, Help
from host_tools.play.web import tile_tray
from host_tools.play.web.messages import Lay, Park, RandomPosition, Study, Tell
from host_tools.play.web.protocol import parse

EMPTY = "----------------/-"
XTIC = {"variant": 2}


@pytest.fixture
def table():
    found = PlainTable()
    found.set_zeros()
    return found


def alike(table):
    return table.board.world.alike


def change(table, game):
    """The board starts again for a game of the other kind, at the latest when asked for a new
    game."""
    if table.state["phase"] == "match" and table.state["moves"]:
        table.send(c="new")
    table.wait(lambda: (table.state["phase"], table.state["game"]) == ("match", game))


def test_another_set_comes_out_with_another_kind_of_game(table):
    table.lay("U---------------")
    table.send(c="set", **XTIC)
    change(table, "xtic")
    table.wait(lambda: alike(table))
    assert table.state["game"] == "xtic"
    assert table.board.world.on_cell(0) == []
    table.send(c="set", variant=1)
    table.wait(lambda: not alike(table))
    assert table.state["game"] == "flip"
    assert {tile.owner for tile in table.board.world.tiles} == {0, 1}


def test_the_sets_are_not_exchanged_out_of_anybodys_hand(table):
    table.runner.ask(MINE, Grab(3))
    table.run(300)
    table.send(c="set", **XTIC)
    table.wait(lambda: alike(table))
    assert not any(tile.held for tile in table.board.world.tiles)  # it was let go first


def test_a_game_of_the_other_kind_comes_back_with_its_tiles(table):
    table.send(c="set", players=1)
    table.lay("U--------------d")
    table.send(c="setup", position="1_U--------------d", moves=[])
    table.wait(lambda: table.state["ask"] == "lift")
    game, tiles = table.game(), table.tiles()
    table.runner.ask(MINE, Park(True))
    table.send(c="set", players=1, **XTIC)
    change(table, "xtic")
    lay = {"t": "lay", "cells": "UUU-------------", "alike": True}
    table.runner.ask(MINE, parse(json.dumps(lay)))
    table.send(c="setup", position="163-------------/5", moves=[])
    table.wait(lambda: table.state["ask"] == "place" and not table.state["wrong"])
    assert alike(table)
    assert table.state["hand"] == 5
    table.runner.ask(MINE, Park(False))
    table.wait(lambda: table.state["game"] == "flip" and table.state["ask"] == "lift")
    assert (table.game(), table.tiles()) == (game, tiles)
    assert not alike(table)


def test_a_game_of_xtic_comes_back_with_what_was_given(table):
    table.send(c="set", players=1, **XTIC)
    change(table, "xtic")
    lay = {"t": "lay", "cells": "U-U-------------", "alike": True}
    table.runner.ask(MINE, parse(json.dumps(lay)))
    table.run(600)
    table.send(c="setup", position="8-9-------------/-", moves=["=3"])
    table.wait(lambda: table.state["ask"] == "place" and not table.state["wrong"])
    game, tiles = table.game(), table.tiles()
    table.runner.ask(MINE, Park(True))
    table.send(c="set", variant=0)
    change(table, "flip")
    table.lay("-UU-------------")
    table.send(c="setup", position="1_-UU----------uu-", moves=[])
    table.wait(lambda: table.state["game"] == "flip")
    assert not alike(table)
    table.runner.ask(MINE, Park(False))
    table.wait(lambda: table.state["game"] == "xtic" and table.state["ask"] == "place")
    assert (table.game(), table.tiles(), table.state["hand"]) == (game, tiles, 3)
    assert alike(table)


def test_of_equal_tiles_all_can_be_laid_and_none_of_the_second_players(table):
    for cells, refused in (("U" * 16, 0), ("U" * 15 + "u", 1)):
        table.moments.clear()
        lay = {"t": "lay", "cells": cells, "alike": True}
        table.runner.ask(MINE, parse(json.dumps(lay)))
        table.run(600)
        assert len([p for moment in table.moments for p in moment.problems]) == refused
    assert all(table.board.world.on_cell(cell) for cell in range(16))


def test_the_set_is_remembered_with_where_it_lay(tmp_path):
    world = make_board(tremor_mm=0.0).world
    world.unpack(True)
    world.lay(12, 40.0, 80.0)
    tile_tray.save(world, tmp_path)
    again = make_board().world
    tile_tray.restore(again, tmp_path)
    assert again.alike
    assert (again.tile(12).x_mm, again.tile(12).y_mm) == pytest.approx((40.0, 80.0), abs=1.5)
    places = tile_tray.homes(again)
    assert [place[1] for place in places] == [0] * 8 + [1] * 8
    assert places == tile_tray.homes(make_board().world)


def test_the_hand_does_the_boards_placements_and_leaves_gifts_to_people():
    table = Table(EMPTY, **XTIC)
    table.ask(Help("board", "fast"))
    table.ask(Tell({"c": "choose", "move": "=6"}))
    table.run(lambda: len(table.state["moves"]) >= 3)
    gift, place, back = table.state["moves"]
    assert (gift, back[0]) == ("=6", "=")
    assert table.state["position"].replace("6", "-").startswith("-" * 16)
    assert place == table.board.profile.cell_name(table.state["position"].index("6"))
    table.run_ms(6000)
    assert len(table.state["moves"]) == 3  # it stays out of the person's turn
    assert table.state["hand"] == int(back[1], 16)


@pytest.mark.verify
def test_the_hand_plays_a_whole_game_for_both():
    table = Table(EMPTY, **XTIC)
    table.ask(Help("both", "fast"))
    table.run(lambda: table.report["mode"] == "both")
    table.run(lambda: table.report["mode"] == "off", 400_000)
    assert table.report["why"] == "The game is over."
    assert table.state["result"] in ("lose", "tie")
    assert table.state["wrong"] == []


def test_a_scene_takes_the_set_of_its_game():
    table = Table("80-4--3-9-d726-5/-", players=1, **XTIC)
    table.run(lambda: table.state["ask"] == "give")
    assert alike(table)
    assert table.state["gift"]["left"] == [1, 10, 11, 12, 14, 15]
    table.ask(Grab(0))
    table.run(lambda: table.holder(0) == PERSON)


def test_messages_name_the_game_and_the_set():
    assert parse('{"t":"lay","cells":"U-","alike":true}') == Lay("U-", alike=True)
    study = '{"t":"study","id":1,"game":"xtic","rules":"torus","record":"=5"}'
    assert parse(study) == Study(1, "torus", "=5", "xtic")
    question = '{"t":"random","id":1,"game":"xtic","rules":"torus","seed":3}'
    assert parse(question) == RandomPosition(1, "torus", 3, "xtic")
