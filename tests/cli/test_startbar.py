"""The start of a board on the terminal."""

from host_tools.board.simulator.listeners import Listeners
from host_tools.play.cli import startbar


class Starting:
    def __init__(self, share):
        self.start_share = share
        self.ticks = Listeners()


class Bar:
    def __init__(self):
        self.n = 0.0
        self.closed = False
        self.drawn = []

    def update(self, more):
        self.n += more
        self.drawn.append(self.n)

    def close(self):
        assert not self.closed
        self.closed = True


def test_the_bar_follows_the_start_and_goes_away_with_it(monkeypatch, capsys):
    bar = Bar()
    monkeypatch.setattr(startbar, "progress_bar", lambda total, form, stays: bar)
    board = Starting(0.0)
    startbar.show_start(board)
    assert capsys.readouterr().out == "The emulated chip starts.\n"
    for share in (0.25, 0.5, 0.75, None, None):
        board.start_share = share
        board.ticks.notify(0, None)
    assert bar.drawn == [0.25, 0.5, 0.75]
    assert bar.closed


def test_a_board_that_does_not_start_is_not_named(capsys):
    startbar.show_start(Starting(None))
    assert capsys.readouterr() == ("", "")
