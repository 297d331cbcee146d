"""Whole games by any player: each is checked by the rules and reported with its failures."""

from types import SimpleNamespace

import msgspec
from msgspec import structs

from host_tools.board.hands.listener import LineListener
from host_tools.board.hands.soak import played
from host_tools.board.messages import NO_STATE, Scan, State
from host_tools.board.simulator.listeners import Listeners
from lodeboard.games.xtic.rules import Xtic

START = Xtic("normal").text()


class Player:
    """Does not play: each kind is the state that the board sends, None for an aborted game."""

    def __init__(self):
        self.wire = Listeners()
        self.board = SimpleNamespace(now_ms=0, wire=self.wire, serial_out=["x"], tones=[(0, 0)])
        self.state = NO_STATE
        self.wrong = []
        self.cleared = 0

    def tell(self, message):
        self.wire.notify(0, msgspec.json.encode(message).decode())

    def describe(self, kind):
        return "xtic", "normal", "a game"

    def begin(self, kind):
        self.tell(structs.replace(NO_STATE, ask="place", wrong=["b2"]))  # the game before
        self.wrong = [] if kind is not None else ["stopped"]
        self.state = kind or NO_STATE

    def play(self):
        self.board.now_ms += 5000
        for ms in (100, 120, 190):
            self.tell(Scan(ms=ms, held=0, raw=""))
        return not self.wrong

    def clear(self):
        self.cleared += 1


def outcomes(*kinds):
    player = Player()
    return player, list(played(player, kinds, LineListener(player.board)))


def state(**changed) -> State:
    fields = {"start": START, "moves": [], "position": START, "result": "undecided", **changed}
    return structs.replace(NO_STATE, **fields)


def test_a_game_is_told_with_its_time_and_judged():
    player, (fine, illegal) = outcomes(state(), state(moves=["nonsense"]))
    assert (fine.name, fine.moves, fine.verdict) == ("a game", 0, "undecided")
    assert (fine.took_ms, fine.slowest_ms) == (5000, 70)
    assert (fine.wrong, fine.mistakes) == ([], [])
    assert "not legal" in illegal.wrong[0]
    assert (player.cleared, player.board.serial_out, player.board.tones) == (2, [], [])


def test_a_game_that_was_broken_off_is_not_judged_and_does_not_end_the_others():
    _, (broken, after) = outcomes(None, state())
    assert (broken.wrong, broken.verdict, broken.moves) == (["stopped"], "", 0)
    assert after.wrong == []
