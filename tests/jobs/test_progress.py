"""What a terminal shows of long work, and what a file gets of it."""

import io
from types import SimpleNamespace

import pytest

from host_tools.jobs import progress
from host_tools.jobs.progress import BAR, keep, progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def read_off(self):
        """The lines that stand there, as somebody would see them."""
        return [_overwritten(line) for line in self.getvalue().split("\n")]


def _overwritten(line):
    seen = ""
    for part in line.split("\r"):
        seen = part + seen[len(part) :]
    return seen.rstrip()


@pytest.fixture
def terminal(monkeypatch):
    shown = Terminal()
    # pytest puts its own stderr back between this and the test.
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=shown))
    monkeypatch.setattr(progress, "_OFTEN_S", 0)
    return shown


def test_a_bar_counts_and_stays_where_it_came_to(terminal):
    bar = progress_bar(40)
    for _ in range(10):
        bar.update()
    bar.close()
    assert terminal.read_off() == ["[" + 10 * "#" + 30 * "." + "] 10/40", ""]


def test_a_line_of_its_own_is_renewed_and_leaves_nothing(terminal):
    bar = progress_bar(4, f"{{desc}} {BAR}", stays=False)
    bar.set_description_str("half", refresh=False)
    bar.update(2)
    assert terminal.read_off() == ["half [" + 12 * "#" + 12 * "." + "]"]
    bar.set_description_str("still half", refresh=False)
    bar.update(0)
    assert terminal.read_off() == ["still half [" + 12 * "#" + 12 * "." + "]"]
    bar.close()
    assert terminal.read_off() == [""]


def test_what_is_kept_stands_above_the_bar(terminal):
    bar = progress_bar(2, stays=False)
    bar.update()
    keep("the first")
    bar.update()
    *kept, drawn = terminal.read_off()
    assert kept == ["the first"]
    assert drawn.endswith("] 2/2")
    bar.close()


def test_a_bar_that_is_broken_off_leaves_an_empty_line(terminal):
    with pytest.raises(KeyboardInterrupt), progress_bar(4):
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\n")


def test_it_is_not_renewed_faster_than_an_eye_follows(terminal, monkeypatch):
    monkeypatch.setattr(progress, "_OFTEN_S", 3600)
    bar = progress_bar(4)
    begun = terminal.getvalue()
    for _ in range(3):
        bar.update()
    assert terminal.getvalue() == begun
    bar.close()


def test_without_a_terminal_only_what_stays_is_written(capsys):
    bar = progress_bar(3)
    bar.update()
    keep("whole")
    bar.close()
    assert capsys.readouterr().err == "whole\n"
