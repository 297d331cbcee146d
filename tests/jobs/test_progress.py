"""What a terminal shows of long work, and what a file gets of it."""

import io
from types import SimpleNamespace

import pytest

from host_tools.jobs import progress
from host_tools.jobs.progress import Bar, Line, drawn


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def read_off(self):
        """The lines that stand there, as somebody would see them."""
        return [line.rpartition("\x1b[K")[2] for line in self.getvalue().split("\n")]


@pytest.fixture
def terminal(monkeypatch):
    shown = Terminal()
    # pytest puts its own stderr back between this and the test.
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=shown))
    monkeypatch.setattr(progress, "_OFTEN_S", 0)
    return shown


def test_a_bar_is_as_full_as_the_work_is_done():
    assert drawn(0, 4) == "[....]"
    assert drawn(0.5, 4) == "[##..]"
    assert drawn(1) == "[" + 24 * "#" + "]"


def test_a_line_is_renewed_until_it_is_kept(terminal):
    line = Line()
    line.show("a tenth")
    line.show("half")
    assert terminal.read_off() == ["half"]
    line.keep("whole")
    line.show("the next")
    line.close()
    assert terminal.read_off() == ["whole", ""]


def test_it_is_not_renewed_faster_than_an_eye_follows(terminal, monkeypatch):
    monkeypatch.setattr(progress, "_OFTEN_S", 3600)
    line = Line()
    for at in range(3):
        line.show(f"{at}")
    assert terminal.read_off() == ["0"]
    line.keep("kept")
    line.show("shown")
    assert terminal.read_off() == ["kept", "shown"]


def test_without_a_terminal_only_what_stays_is_written(capsys):
    line = Line()
    line.show("half")
    line.keep("whole")
    line.close()
    bar = Bar(3)
    bar.advance()
    bar.close()
    assert capsys.readouterr().err == "whole\n"


def test_a_bar_counts_and_stays_where_it_came_to(terminal):
    bar = Bar(40)
    for _ in range(10):
        bar.advance()
    bar.close()
    assert terminal.read_off() == ["[" + 10 * "#" + 30 * "." + "] 10/40", ""]
