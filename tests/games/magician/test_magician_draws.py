"""Draws by repetition and by quiet turns: at the board, and in a record."""

import pytest
from at_board import say, state

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.games.analysis.study import read_course
from lodeboard.system.loader import make_game, playable

PROFILE = profiles.profile("tile7x7")
KINGS = "3k3/3X3/X5X/X2X2X/X5X/3X3/3K3 w - - {} 1"
AROUND = ["d1c1", "d7c7", "c1d1", "c7d7"]
SECOND = " This position is here for the second time: the third is a draw."
QUIET = " Turns without a capture or a pawn move: {}; 100 are a draw."
THIRD = "The game is a draw: the same position for the third time."
FIFTY = "The game is a draw: fifty turns of each player without a capture or a pawn move."


@pytest.fixture
def kings():
    """A board on which two people have made these moves with the kings alone."""

    def begun(quiet, moves):
        stage = Stage(SimulatedBoard(PROFILE, seed=3))
        stage.board.boot()
        stage.wait(1000)
        stage.set_zeros()
        stage.wait(500)
        variant = playable(PROFILE).index(("magician", "standard"))
        say(stage, c="set", players=1, variant=variant)
        assert stage.wait_for(lambda: state(stage).get("game") == "magician", 9000)
        game = make_game("magician", "standard")
        position = KINGS.format(quiet)
        game.load(position)
        for move in moves:
            game.push(game.parse_move(move)[0])
        codes = bytearray(PROFILE.cells)
        game.expected(codes)
        stage.board.world.arrange([((code - 1) >> 1, True) if code else None for code in codes])
        say(stage, c="setup", position=position, moves=moves)
        assert stage.wait_for(lambda: state(stage)["ask"] == "lift", 9000), state(stage)
        return stage

    return begun


def move(stage, here, there):
    before = len(state(stage)["moves"])
    stage.hand.move_tile(here, there, False)
    assert stage.wait_for(lambda: len(state(stage)["moves"]) > before, 9000)
    assert state(stage)["moves"][before:] == [here + there]


def test_the_second_time_is_said_and_the_third_is_a_draw(kings):
    stage = kings(0, [*AROUND, *AROUND[:2]])
    assert SECOND in state(stage)["say"]
    move(stage, "c1", "d1")
    assert SECOND in state(stage)["say"]
    assert state(stage)["result"] is None
    move(stage, "c7", "d7")
    assert state(stage)["result"] == "tie"
    assert state(stage)["say"].startswith(THIRD)


def test_quiet_turns_are_counted_from_eighty_on_and_a_hundred_are_a_draw(kings):
    stage = kings(98, [])
    assert QUIET.format(98) in state(stage)["say"]
    move(stage, "d1", "c1")
    assert QUIET.format(99) in state(stage)["say"]
    assert state(stage)["result"] is None
    move(stage, "d7", "c7")
    assert state(stage)["result"] == "tie"
    assert state(stage)["say"].startswith(FIFTY)


@pytest.mark.parametrize(
    ("quiet", "moves", "drawn"),
    [
        (0, AROUND * 2, THIRD),
        (0, AROUND + AROUND[:3], ""),
        (98, AROUND[:2], FIFTY),
        (98, AROUND[:1], ""),
    ],
)
def test_a_record_says_why_it_is_a_draw(quiet, moves, drawn):
    game = make_game("magician", "standard")
    course = read_course(game, f"position {KINGS.format(quiet)}\n{' '.join(moves)}")
    assert (course.drawn, course.verdict) == (drawn, "tie" if drawn else "undecided")


def test_a_record_with_its_result_and_reason_is_read():
    game = make_game("magician", "standard")
    sheet = " ".join(["1.Kc1 Kc7 2.Kd1 Kd7 3.Kc1 Kc7 4.Kd1 Kd7", f"{{{THIRD}}} 1/2-1/2"])
    course = read_course(game, f"position {KINGS.format(0)}\n{sheet}")
    assert (course.drawn, len(course.moves)) == (THIRD, 8)
