"""A parked game comes back as it was, with the real firmware."""

import json

import pytest
from at_board import state
from web.serving import PROFILE, centres

from host_tools.board.hands.acts import Grab
from host_tools.board.messages import State
from host_tools.board.restoring import commands_for
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.web.messages import Lay, Park, Press, Release, Tell
from host_tools.play.web.parked_game import NAME
from host_tools.play.web.protocol import ProtocolError, parse
from host_tools.play.web.runner import BoardRunner
from lodeboard.system.loader import playable

MINE, OTHER = 1, 2
PARKED = '{"page": 1, "game": "flip", "commands": [], "alike": false, "tiles": [[0, 1, 2, true]]}'


@pytest.mark.parametrize(("machine", "starts", "friend"), [(1, 1, 0), (2, 0, 0), (2, 0, 1)])
def test_a_game_against_the_board_is_begun_by_the_one_who_began_it(machine, starts, friend):
    settings = {"players": 1, "starts": 1 - starts, "friend": 1 - friend}
    now = State(
        phase="match", game="flip", rules="magic", ask="place", say="", settings=settings,
        machine=machine, friend=bool(friend), moves=[], start="1_x",
    )  # fmt: skip
    first, set_up, last = commands_for(now)
    assert first == {"c": "set", "players": 0, "starts": starts, "friend": friend}
    assert set_up == {"c": "setup", "position": "1_x", "moves": []}
    assert last == {"c": "set", **settings}


class Table:
    """A board with its runner, and the board's last state."""

    def __init__(self, folder=None):
        self.board = SimulatedBoard(PROFILE, 3, store_dir=folder and folder / "store")
        self.moments = []
        self.runner = BoardRunner(
            self.board,
            PROFILE.tick_ms,
            centres(self.board),
            self.moments.append,
            folder=folder,
        )
        self.board.boot()
        self.runner.begin()

    def set_zeros(self):
        self.run(1000)
        self.press(2)
        self.wait(lambda: self.state["ask"] == "gain")
        self.press(2)
        self.wait(lambda: self.state["phase"] == "match")

    @property
    def state(self):
        return state(self.board)

    def run(self, ms):
        for _ in range(ms // PROFILE.tick_ms):
            self.runner.tick()

    def press(self, mask):
        self.runner.ask(OTHER, Press(mask))
        self.runner.ask(OTHER, Release(mask))
        self.run(300)

    def wait(self, holds):
        for _ in range(400):
            if holds():
                return
            self.runner.tick()
        raise AssertionError(f"still {self.state}")

    def send(self, **command):
        self.runner.ask(MINE, Tell(command))
        self.run(100)

    def lay(self, cells):
        self.runner.ask(MINE, parse(json.dumps({"t": "lay", "cells": cells})))
        self.run(600)

    def game(self):
        keys = ("start", "moves", "position", "settings", "machine", "rules")
        return {key: self.state[key] for key in keys}

    def tiles(self):
        return [
            (tile.id, tile.up, round(tile.x_mm), round(tile.y_mm))
            for tile in self.board.world.tiles
        ]


@pytest.fixture
def table(tmp_path):
    """Two players in the middle of a game by the eclipse rules."""
    table = Table(tmp_path)
    table.set_zeros()
    table.send(c="set", variant=1, players=1)
    table.lay("U--------------d")
    table.send(c="setup", position="1_U--------------d", moves=["d4Nb2D"])
    table.lay("U----D-----u----")
    table.wait(lambda: table.state["ask"] == "lift")
    return table


def borrow(table, moves=()):
    """Another game with other settings, while the first one is parked."""
    table.runner.ask(MINE, Park(True))
    table.send(c="set", variant=0, players=1, level=0)
    table.lay("-UU-------------")
    table.send(c="setup", position="1_-UU----------uu-", moves=list(moves))


def test_game_settings_and_tiles_come_back(table):
    game, tiles = table.game(), table.tiles()
    assert game["position"] == "2_U----D-----u----"
    borrow(table)
    assert table.game()["position"] != game["position"]
    table.runner.ask(MINE, Park(False))
    table.run(1000)
    assert (table.game(), table.tiles()) == (game, tiles)
    assert table.state["ask"] == "lift"


def test_game_goes_on_as_it_began_even_after_other_settings_were_chosen(table):
    table.send(c="set", variant=0, players=2)
    game = table.game()
    assert (game["rules"], game["machine"], game["settings"]["players"]) == ("eclipse", 0, 2)
    borrow(table)
    table.runner.ask(MINE, Park(False))
    table.run(1000)
    again = table.game()
    names = ("rules", "machine", "moves", "settings")
    assert [again[name] for name in names] == [game[name] for name in names]


def test_a_game_comes_back_even_if_another_was_chosen_for_the_next_one(table):
    xtic = playable(PROFILE).index(("xtic", "normal"))
    table.send(c="set", variant=xtic)
    game = table.game()
    assert game["rules"] == "eclipse"
    borrow(table)
    table.runner.ask(MINE, Park(False))
    table.wait(lambda: table.game() == game)


@pytest.mark.parametrize("clock", [None, [60_000, 1]])
def test_a_game_given_up_or_lost_on_time_comes_back_as_over(table, clock):
    start, moves = table.state["start"], table.state["moves"]
    table.send(c="set", clock=int(clock is not None))
    table.send(c="setup", position=start, moves=moves, clock=clock)
    if clock is None:
        table.send(c="resign")
    table.wait(lambda: table.state["result"] == "lose")
    game, tiles = table.game(), table.tiles()
    said, clock = table.state["say"], table.state["clock"]
    borrow(table)
    table.runner.ask(MINE, Park(False))
    table.wait(lambda: table.state["ask"] == "over" and table.tiles() == tiles)
    assert (table.game(), table.state["result"]) == (game, "lose")
    assert (table.state["say"], table.state["clock"]) == (said, clock)


def test_game_comes_back_when_the_page_goes(table):
    game, tiles = table.game(), table.tiles()
    borrow(table)
    table.runner.ask(MINE, Grab(3))
    table.run(200)
    table.runner.leave(MINE)
    table.run(1000)
    assert (table.game(), table.tiles()) == (game, tiles)


def test_game_comes_back_when_the_server_ends_and_out_of_the_menu(table):
    game = table.game()
    borrow(table)
    table.press(2)
    assert table.state["phase"] == "menu"
    table.runner.stop()
    table.runner.run()
    assert table.game() == game


@pytest.mark.parametrize("moves", [[], ["b1Ea1U"]])
@pytest.mark.parametrize("again", [False, True])
def test_game_comes_back_at_the_next_start_after_the_program_was_killed(
    table, tmp_path, moves, again
):
    game, tiles = table.game(), table.tiles()
    borrow(table, moves)
    if again:  # parked once more while its tiles are still to be laid
        table.runner.ask(MINE, Park(False))
        table.runner.tick()
        table.wait(lambda: not table.runner.parked)
        assert table.runner.laying
        borrow(table, moves)
    table.board.power_cut()
    next_time = Table(tmp_path)
    next_time.wait(lambda: next_time.state.get("ask") == "lift" and not next_time.runner.parked)
    assert (next_time.game(), next_time.tiles()) == (game, tiles)
    assert not (tmp_path / NAME).exists()


@pytest.mark.parametrize("text", ["{", '{"page": 1, "game": "flip"}', PARKED])
def test_a_damaged_file_is_named_and_parks_nothing(tmp_path, capsys, text):
    (tmp_path / NAME).write_text(text)
    assert not Table(tmp_path).runner.parked
    assert f"{tmp_path / NAME} cannot be read" in capsys.readouterr().err


def test_only_the_page_that_parked_it_brings_it_back(table):
    borrow(table)
    borrowed = table.game()
    table.runner.ask(OTHER, Park(False))
    table.runner.ask(OTHER, Park(True))
    table.runner.ask(MINE, Park(True))
    table.run(500)
    assert table.game() == borrowed
    answers = [answer for moment in table.moments for answer in moment.answers]
    given = [(MINE, True), (OTHER, False), (MINE, True)]
    assert answers == [(page, {"t": "parked", "on": on}) for page, on in given]
    problems = [problem for moment in table.moments for problem in moment.problems]
    assert problems == [(OTHER, "the game is already parked, perhaps in another window")]


@pytest.mark.parametrize(("ticks", "page"), [(1, OTHER), (2, MINE), (4, MINE), (20, OTHER)])
def test_a_game_that_is_not_back_yet_stays_parked(table, page, ticks):
    table.send(c="set", players=2, level=3)
    game, tiles = table.game(), table.tiles()
    borrow(table)
    table.runner.ask(MINE, Park(False))
    for _ in range(ticks):
        table.runner.tick()
    table.runner.ask(page, Park(True))
    table.send(c="set", variant=0, players=1, level=0)
    table.lay("UU--------------")
    table.send(c="setup", position="1_UU------------uu", moves=[])
    assert table.state["start"] == "1_UU------------uu"
    table.runner.ask(page, Park(False))
    table.run(1500)
    assert (table.game(), table.tiles()) == (game, tiles)
    assert not any(moment.problems for moment in table.moments)


@pytest.mark.parametrize("cells", ["UUUUUUUUU-------", "U"])
def test_what_cannot_be_laid_is_refused(table, cells):
    tiles = table.tiles()
    table.lay(cells)
    assert len([problem for moment in table.moments for problem in moment.problems]) == 1
    assert table.tiles() == tiles


def test_cells_are_letters():
    laid = parse('{"t":"lay","cells":"Ud-"}')
    assert (laid, laid.tiles) == (Lay("Ud-"), [(0, True), (1, False), None])
    for cells in ("x", 7, "-" * 65):
        with pytest.raises(ProtocolError):
            parse(json.dumps({"t": "lay", "cells": cells}))
