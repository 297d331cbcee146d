"""A game after a game of two boards that play each other, and a lesson in the midst of one."""

import pytest
from at_board import START, messages, ready, say, state
from web.serving import PROFILE, centres
from web.test_pair import SUN, Two, first_moves

from host_tools.board.messages import listen
from host_tools.play.cli.against import hearing
from host_tools.play.web.messages import Park, Tell
from host_tools.play.web.runner import BoardRunner

PAGE = 1


@pytest.fixture
def two():
    return Two(ready)


def test_the_game_after_a_resignation_begins_with_no_move_of_the_last_one(two):
    first_moves(two)
    one, other = two.boards
    say(one, c="resign")
    two.until(lambda: state(other)["moves"] == [])
    assert state(one)["result"] == "lose"
    for stage, cells in ((other, ("c2", "a1")), (one, ("c2", "a1"))):
        for cell in cells:
            stage.hand.remove(cell)
    two.until(lambda: state(one)["moves"] == [] and state(one)["friend"])
    one.hand.place_tile(SUN, True, "b2")  # as in the last game
    two.asks(1)
    other.hand.place_tile(SUN, True, "b2")
    two.moves("b2U")
    say(other, c="new")
    two.moves()
    assert [state(stage)["result"] for stage in two.boards] == [None, None]


@pytest.mark.verify
@pytest.mark.parametrize("first", [0, 1])
def test_the_next_game_begins_with_no_move_of_the_last_one(two, first):
    say(two.boards[0], c="set", variant=2)
    two.until(lambda: all(state(stage)["game"] == "xtic" for stage in two.boards))
    cells = ("a1", "b1", "c1", "d1")
    for number, (gift, cell) in enumerate(zip(("=f", "=e", "=d", "=c"), cells, strict=True)):
        giver, placer = (two.boards[(number + side) % 2] for side in (0, 1))
        two.until(lambda giver=giver: state(giver)["ask"] == "give")
        say(giver, c="choose", move=gift)
        two.until(lambda placer=placer: state(placer)["ask"] == "place")
        placer.hand.place_tile(SUN, True, cell)
        two.until(lambda giver=giver: state(giver)["step"] is not None)
        giver.hand.place_tile(SUN, True, cell)
        two.until(lambda count=number: len(state(two.boards[0])["moves"]) == 2 * count + 2)
    two.until(lambda: all(state(stage)["result"] for stage in two.boards))
    for stage in (two.boards[first], two.boards[1 - first]):
        for cell in cells:
            stage.hand.remove(cell)
        two.until(lambda stage=stage: state(stage)["moves"] == [] and state(stage)["friend"])
        if stage is two.boards[0]:
            say(stage, c="choose", move="=f")  # as in the last game
    two.moves("=f")
    assert state(two.boards[1])["ask"] == "place"


def test_a_lesson_at_one_page_leaves_the_game_at_the_other_alone(two):
    first_moves(two)
    one, other = two.boards
    runner = BoardRunner(one.board, PROFILE.tick_ms, centres(one.board), lambda _: None)
    two.pull_out[0]()
    listen(one.board.lines, hearing(two.pair, 0, runner))
    say(one, c="hello")

    def until(seen):
        for _ in range(2000):
            if seen():
                return
            runner.tick()
            other.wait(PROFILE.tick_ms)
        raise AssertionError([state(stage) for stage in two.boards])

    game = [state(stage)["position"] for stage in two.boards]
    said = len(other.board.serial_out)
    lesson = "1_-UU----------uu-"
    for act in (
        Park(True),
        Tell({"c": "set", "variant": 0, "players": 1}),
        Tell({"c": "setup", "position": lesson, "moves": ["c4Ea3U"]}),
    ):
        runner.ask(PAGE, act)
    until(lambda: state(one)["start"] == lesson and state(one)["moves"])
    runner.ask(PAGE, Park(False))
    until(lambda: state(one)["start"] != lesson and not runner.parked)
    until(lambda: state(one)["friend"] and state(one)["settings"]["friend"] == 0)
    assert [state(stage)["position"] for stage in two.boards] == game
    assert {each["start"] for each in messages(other, "state", said)} <= {START}
