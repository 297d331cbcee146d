"""The sounds at the end of a game, by winner and players."""

import pytest
from at_board import ready, say

from lodeboard.games.catalogue import VARIANTS
from lodeboard.lights import tunes

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


@pytest.mark.parametrize(
    ("players", "moves", "tune"),
    [
        ("two people", [], tunes.WON),
        ("a person begins", [], tunes.LOST),
        ("the board begins", ["b2U"], tunes.LOST),
    ],
)
def test_who_resigns_has_lost(players, moves, tune):
    stage = ready(level=0, **PLAYERS[players])
    say(stage, c="setup", position="1_----------------", moves=moves)
    stage.wait(500)
    since_ms = stage.board.now_ms
    say(stage, c="resign")
    stage.wait(900)
    assert heard(stage, since_ms) == notes(tune)


def test_a_won_game_sounds_brighter_than_a_lost_one():
    """Up the scale for the one, down for the other."""
    assert notes(tunes.WON) == sorted(notes(tunes.WON))
    assert notes(tunes.LOST) == sorted(notes(tunes.LOST), reverse=True)
