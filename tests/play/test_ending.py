"""The sounds at the end of a game, by winner and players."""

from types import SimpleNamespace

import pytest
from at_board import LEFT, MIDDLE, RIGHT, ready, say, state

from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.lights import tunes
from lodeboard.play import sentences
from lodeboard.play.ending import Ending
from lodeboard.system.loader import make_game

# The last move of a game, who plays, and the tune to hear then.
ENDS = [
    ("flip", "magic", "2_-D---u--dUDdUuU-", "c3Nd2U", "a person begins", tunes.WON),
    ("flip", "magic", "1_DUu--u-dDduUUdU-", "d2Wa2D", "a person begins", tunes.LOST),
    ("flip", "magic", "1_uUuDDUuDUdd-uDd-", "c4Ed3D", "the board begins", tunes.LOST),
    ("flip", "magic", "2_uUUd-dUUdUd-dUD-", "d2Sa2D", "the board begins", tunes.WON),
    ("flip", "magic", "2_dDu-DDdDduUuUUDd", "d2Nd2U", "the board begins", tunes.DRAWN),
    ("flip", "eclipse", "1_-D---uUudU-dUuU-", "d3Wc1U", "the board begins", tunes.LOST),
    ("xtic", "normal", "-6f-03-a95-48cd7/b", "a1", "the board alone", tunes.WON),
    ("kono", "", "2_---x--o--ooxo-o-", "b3d3", "two people", tunes.WON),
]
PLAYERS = {
    "two people": {"players": 1},
    "a person begins": {"players": 0, "starts": 0},
    "the board begins": {"players": 0, "starts": 1},
    "the board alone": {"players": 2},
}


def heard(stage, since_ms):
    """The tunes since then, as the frequencies of their notes."""
    return [hertz for at_ms, hertz in stage.board.tones if at_ms >= since_ms and hertz]


def notes(tune):
    return [hertz for hertz in tune[::2] if hertz]


@pytest.mark.parametrize(("game", "rules", "position", "move", "players", "tune"), ENDS)
def test_the_tune_says_whether_the_people_have_won(game, rules, position, move, players, tune):
    stage = ready(variant=VARIANTS.index((game, rules)), level=0, **PLAYERS[players])
    stage.wait(700)  # another game takes a moment to bring up
    since_ms = stage.board.now_ms
    say(stage, c="setup", position=position, moves=[move])
    stage.wait(900)
    assert heard(stage, since_ms)[: len(notes(tune))] == notes(tune)


def winner(stage):
    """The player who has won, 0 or 1; None before the end."""
    now = state(stage)
    return {None: None, "win": now["turn"], "lose": 1 - now["turn"]}[now["result"]]


def by_line(stage):
    say(stage, c="resign")


def by_menu(stage):
    stage.press(MIDDLE)
    stage.press(LEFT, 7)
    stage.press(RIGHT, 2)
    stage.press(MIDDLE)


@pytest.mark.parametrize(
    ("players", "moves", "tune", "wins", "resign"),
    [
        ("two people", [], tunes.WON, 1, by_menu),
        ("two people", ["b2U"], tunes.WON, 0, by_line),
        ("a person begins", [], tunes.LOST, 1, by_line),
        ("a person begins", ["b2U"], tunes.LOST, 1, by_menu),  # it is the board's turn
        ("the board begins", ["b2U"], tunes.LOST, 0, by_menu),
        ("the board begins", [], tunes.LOST, 0, by_line),
        ("the board alone", [], tunes.WON, 1, by_menu),
    ],
)
def test_who_resigns_has_lost_and_no_reply_of_the_board_changes_that(
    players, moves, tune, wins, resign
):
    stage = ready(level=LEVELS["flip"].index("expert"), players=1)
    if moves:
        stage.take("U")
        stage.set_down("b2")
        stage.wait(1000)
    say(stage, c="set", **PLAYERS[players])
    say(stage, c="setup", position="1_----------------", moves=moves)
    assert winner(stage) is None
    since_ms = stage.board.now_ms
    resign(stage)
    stage.wait(900)
    assert str(notes(tune))[1:-1] in str(heard(stage, since_ms))
    assert winner(stage) == wins
    stage.wait(10_000)  # longer than it thinks
    assert winner(stage) == wins
    say(stage, c="back")
    assert (winner(stage), state(stage)["moves"]) == (None, moves)


@pytest.mark.parametrize(
    ("machine", "turn", "said"),
    [(2, 1, "The board wins"), (1, 0, "The board wins"), (0, 1, "The first player wins")],
)
def test_the_sentence_names_the_winner_after_a_resignation(machine, turn, said):
    game = make_game("flip")
    game.turn = turn
    ending = Ending(None, SimpleNamespace(game=game, machine=machine), None, None)
    ending.resigned = True
    assert sentences.end(ending.verdict(), turn, machine, True, "").startswith(said)


def test_a_game_resigned_before_the_first_move_gives_way_to_a_new_one():
    stage = ready()
    say(stage, c="resign")
    stage.wait(10_000)
    assert state(stage)["ask"] == "over"
    assert stage.wait_for(lambda: state(stage)["result"] is None, 10_000)


def test_a_finished_game_that_is_set_up_stays_while_its_tiles_are_asked_for():
    stage = ready()
    say(stage, c="setup", position=ENDS[0][2], moves=[ENDS[0][3]])
    stage.wait(3000)
    assert state(stage)["ask"] == "restore"
    assert state(stage)["result"] is not None


def test_a_won_game_sounds_brighter_than_a_lost_one():
    """Up the scale for the one, down for the other."""
    assert notes(tunes.WON) == sorted(notes(tunes.WON))
    assert notes(tunes.LOST) == sorted(notes(tunes.LOST), reverse=True)
