"""What the site's board keeps between two visits, without a browser."""

import json

import pytest

from host_tools.play.site.board import PICTURE, SiteBoard
from host_tools.play.web import tile_tray

PATIENCE_TICKS = 3000
KEEP_TICKS = 25  # between two looks of the worker, half a second
QUIET_LOOKS = 4
PITCH = 40.0  # mm
B2 = PITCH, PITCH
TILE = 0


class Visit:
    """A board of the site and its page."""

    def __init__(self, folder, files=(), name="tile4x4"):
        self.received = []
        self.stored = files
        self.boards = []  # for other boards
        post = lambda text: self.received.append(json.loads(text))  # noqa: E731
        self.board = SiteBoard(
            post, files, self.written, folder=folder, name=name, change=self.boards.append
        )
        self.world = self.board._board.world

    def written(self):
        """The board has written something: the browser has it at once."""
        self.stored = self.board.keep() or self.stored

    @property
    def states(self):
        lines = [each["line"] for each in self.received if each["t"] == "said"]
        return [line for line in lines if line["t"] == "state"]

    @property
    def state(self):
        return self.states[-1] if self.states else {}

    def tick_until(self, seen):
        for _ in range(PATIENCE_TICKS):
            if seen():
                return
            self.board.tick()
        raise AssertionError(self.state)

    def wait_for(self, words):
        self.tick_until(lambda: words in self.state.get("say", ""))

    def send(self, kind, **message):
        self.board.receive(json.dumps({"t": kind, **message}))

    def move_tile(self, x, y):
        self.send("grab", tile=TILE)
        self.send("drop", x=x, y=y)

    def keep(self):
        """What is kept when nothing has been new for a while."""
        quiet = 0
        while quiet < QUIET_LOOKS:
            for _ in range(KEEP_TICKS):
                self.board.tick()
            news = self.board.keep()
            self.stored = news or self.stored
            quiet = 0 if news else quiet + 1
        return self.stored


@pytest.fixture
def visit(tmp_path):
    """Makes visits, each in a worker with files of its own."""
    numbers = iter(range(100))

    def visit(files=(), **board):
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        return Visit(folder, files, **board)

    return visit


def tiles(files):
    return json.loads(dict(files)[tile_tray.NAME])["tiles"]


def test_a_later_visit_goes_on_with_settings_game_and_tiles(visit):
    first = visit()
    first.wait_for("Your turn: place")
    first.send("tell", line={"c": "set", "brightness": 1})
    first.move_tile(*B2)
    first.wait_for("Your turn: flip")
    files = first.keep()
    assert sum(-20 < y < 140 for _, _, y, _, _ in tiles(files)) == 2  # the board's tile and mine
    second = visit(files)
    second.wait_for("Your turn: flip")
    assert second.state["moves"] == first.state["moves"] != []
    assert second.state["settings"] == first.state["settings"]
    assert second.state["settings"]["brightness"] == 1
    assert second.state["wrong"] == []
    assert second.board.keep() is None  # each tile lies where it lay


def test_the_first_thing_asked_for_is_a_move(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    assert {state["phase"] for state in a_visit.states} == {"start", "match"}


def test_the_board_changes_with_the_game_and_is_found_as_it_was_left(visit):
    first = visit()
    first.wait_for("Your turn: place")
    first.move_tile(*B2)
    first.wait_for("Your turn: flip")
    left = first.state
    first.send("board", name="tile7x7")
    assert first.boards == ["tile7x7"]
    files = first.board.end()
    other = visit(name=first.boards[0])
    assert other.received[0]["name"] == "tile7x7"
    other.wait_for("Your turn: move")
    other.send("board", name="tile4x4")
    assert other.boards == ["tile4x4"]
    for again in (first, visit(files)):
        if again is first:
            again.received.clear()
            again.board.begin()
        again.wait_for("Your turn: flip")
        assert again.state["moves"] == left["moves"] != []
        assert again.state["wrong"] == []


def test_a_new_board_asks_for_a_move_at_its_first_tick(visit):
    a_visit = visit()
    a_visit.board.tick()
    assert a_visit.state["ask"] == "place"


def test_what_is_kept_has_what_the_next_page_draws_first(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    a_visit.move_tile(*B2)
    a_visit.wait_for("Your turn: flip")
    drawn = json.loads(dict(a_visit.keep())[PICTURE])
    assert drawn[0]["t"] == "hello"
    states = [each["line"] for each in drawn if each.get("line", {}).get("t") == "state"]
    assert states[-1]["moves"] == a_visit.state["moves"] != []
    poses = {pose[0]: pose for each in drawn for pose in each.get("tiles", ())}
    tile = a_visit.world.tiles[TILE]
    assert poses[TILE][1:3] == pytest.approx([tile.x_mm, tile.y_mm], abs=0.1)


def test_a_tile_in_a_hand_is_let_go_when_the_board_changes(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    a_visit.send("grab", tile=TILE)
    a_visit.board.tick()
    a_visit.board.end()
    assert not a_visit.board._board.world.tiles[TILE].held


def test_nothing_new_is_nothing_to_keep(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    assert a_visit.keep()
    for _ in range(50):
        a_visit.board.tick()
        assert a_visit.board.keep() is None


def test_a_tile_in_a_hand_is_not_kept_there(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    a_visit.keep()
    a_visit.send("grab", tile=TILE)
    a_visit.send("move", x=B2[0], y=B2[1])
    for _ in range(50):
        a_visit.board.tick()
        assert a_visit.board.keep() is None
    a_visit.send("back")
    assert a_visit.keep()


def test_a_move_is_kept_with_what_the_board_writes_down_of_it(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    a_visit.keep()
    a_visit.board.keep()
    a_visit.move_tile(*B2)
    tile = a_visit.world.tiles[TILE]
    a_visit.tick_until(lambda: tile.held)
    a_visit.tick_until(lambda: not tile.held)
    assert a_visit.state["moves"] == []
    assert a_visit.board.keep() is None


def half_a_move(visit):
    """A visit that has flipped a tile and is to place another one; what is kept meanwhile."""
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    a_visit.move_tile(*B2)
    a_visit.wait_for("Your turn: flip")
    before = a_visit.keep()
    lit = next(tile for tile in a_visit.world.tiles if tile.rest == "well" and tile.id != TILE)
    a_visit.send("grab", tile=lit.id)
    a_visit.send("turn")
    a_visit.send("drop", x=lit.x_mm, y=lit.y_mm + PITCH)
    a_visit.tick_until(lambda: len(a_visit.state["moves"]) == 3)
    return a_visit, before


def test_half_a_move_is_kept_at_once(visit):
    a_visit, before = half_a_move(visit)
    files = a_visit.stored
    assert tiles(files) != tiles(before)
    a_visit.move_tile(*B2)
    a_visit.board.tick()
    second = visit(files)
    second.wait_for("Your turn: place")
    assert second.state["moves"] == a_visit.state["moves"]


def test_a_step_taken_back_does_not_come_again(visit):
    a_visit, _ = half_a_move(visit)
    moves = a_visit.state["moves"]
    a_visit.send("tell", line={"c": "back"})
    a_visit.tick_until(lambda: a_visit.state["moves"] != moves)
    second = visit(a_visit.stored)
    second.wait_for("Your turn: flip")
    assert second.state["moves"] == moves[:2]
    assert second.state["wrong"] == []


def test_the_game_is_laid_out_where_its_tiles_were_not_kept(visit):
    first, _ = half_a_move(visit)
    second = visit([(name, data) for name, data in first.stored if name != tile_tray.NAME])
    second.wait_for("Your turn: place")
    assert second.state["moves"] == first.state["moves"]
    assert second.state["wrong"] == []


def test_the_page_that_is_left_keeps_tiles_where_they_lay(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    a_visit.keep()
    before = tiles(a_visit.stored)
    first, second = a_visit.world.tiles[:2]
    a_visit.send("grab", tile=first.id)
    a_visit.send("drop", x=-60.0, y=60.0)
    a_visit.tick_until(lambda: first.held)
    a_visit.tick_until(lambda: not first.held)
    a_visit.send("grab", tile=second.id)
    a_visit.send("move", x=B2[0], y=B2[1])
    a_visit.tick_until(lambda: second.held)
    after = tiles(a_visit.board.keep(True))
    assert after[0][1:3] == pytest.approx([first.x_mm, first.y_mm], abs=0.01)
    assert after[1:] == before[1:]


def test_a_game_put_aside_for_a_lesson_is_what_is_kept(visit):
    a_visit = visit()
    a_visit.wait_for("Your turn: place")
    a_visit.move_tile(*B2)
    a_visit.wait_for("Your turn: flip")
    moves = a_visit.state["moves"]
    files = a_visit.keep()
    a_visit.send("park", on=True)
    a_visit.send("tell", line={"c": "new"})
    a_visit.tick_until(lambda: a_visit.state["moves"] == [])
    assert a_visit.board.keep() is None
    a_visit.send("park", on=False)
    a_visit.tick_until(lambda: a_visit.state["moves"] == moves)
    assert tiles(a_visit.keep()) == tiles(files)


@pytest.mark.parametrize("damage", [b"", b"{", b'{"version": 9, "tiles": []}', b"\xff\xfe"])
def test_damaged_files_are_a_board_as_new(visit, damage):
    a_visit = visit([(tile_tray.NAME, damage), ("journal.blob", damage), ("../x", damage)])
    a_visit.wait_for("Your turn: place")
