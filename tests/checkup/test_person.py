"""The person at the terminal: what is asked, and what the answers come to."""

import contextlib
import io
import os

import pytest
from waiting import wait_until

from host_tools.play.cli import main
from host_tools.workshop.checkup.person import Terminal

CELLS = ["a1", "b1", "a2", "b2"]


class Screen(io.StringIO):
    """A terminal at which each question gets the next of these answers; the input ends after
    them."""

    def __init__(self, typed, keys):
        super().__init__()
        self._typed = iter(typed)
        self._keys = keys

    def flush(self):
        line = next(self._typed, None)
        if line is None:
            self._keys.close()
        else:
            self.type_in(line)

    def type_in(self, line):
        self._keys.write(line)
        self._keys.flush()


@pytest.fixture
def terminal():
    """Returns a function that makes a person who answers questions with these texts."""
    with contextlib.ExitStack() as opened:

        def make(*typed):
            reader, writer = os.pipe()
            source = opened.enter_context(open(reader))
            return Terminal(source, Screen(typed, opened.enter_context(open(writer, "w"))))

        yield make


def said(person):
    return person._out.getvalue()


def test_enter_means_that_all_is_as_it_should_be(terminal):
    person = terminal("\n")
    assert person.not_so("red", CELLS) == []
    assert "Every ring that is lit should be red" in said(person)


def test_light_is_asked_for_without_colour(terminal):
    person = terminal("b2\n")
    assert person.not_so("lit", CELLS) == ["b2"]
    assert "Every ring should be lit" in said(person)


@pytest.mark.parametrize(
    ("typed", "cells"), [("b1 A2\n", ["b1", "a2"]), ("b1, a2\n", ["b1", "a2"]), ("all\n", CELLS)]
)
def test_cells_are_named(terminal, typed, cells):
    assert terminal(typed).not_so("blue", CELLS) == cells


def test_a_cell_that_is_none_is_asked_for_again(terminal):
    person = terminal("e9\n", "a1\n")
    assert person.not_so("red", CELLS) == ["a1"]
    assert "Cells are a1 b1 a2 b2" in said(person)


@pytest.mark.parametrize(
    ("typed", "answer"), [("y\n", True), ("No\n", False), ("what\nyes\n", True)]
)
def test_yes_and_no(terminal, typed, answer):
    assert terminal(*typed.splitlines(keepends=True)).yes("Do you hear it?") is answer


def test_an_act_ends_when_the_board_has_felt_it():
    reader, writer = os.pipe()
    with open(reader) as source, open(writer, "w"):
        person = Terminal(source, io.StringIO())
        looks = iter([False, False, True])
        person.lay("b2", lambda: next(looks))
    assert "Lay a tile on b2" in said(person)


def test_an_act_that_is_not_felt_ends_with_enter(terminal):
    person = terminal("\n")
    person.press("left", lambda: False)
    assert "Press the left button" in said(person)


def late(person, line="\n"):
    """A look at which the board has felt the act just as this line is typed."""

    def done():
        person._out.type_in(line)
        return wait_until(lambda: not person._lines.empty())

    return done


def test_a_line_typed_too_late_answers_no_other_question(terminal):
    person = terminal("", "b2\n", "n\n", "")
    person.press("right", late(person))
    assert person.not_so("lit", CELLS) == ["b2"]
    late(person, "y\n")()
    assert person.yes("Do you hear it?") is False
    looks = iter([False, True])
    late(person)()
    person.lay("a1", lambda: next(looks))
    assert list(looks) == []


def test_the_end_of_the_input_ends_the_test(terminal):
    with pytest.raises(KeyboardInterrupt):
        terminal().yes("Do you hear it?")
    with pytest.raises(KeyboardInterrupt):
        terminal().lay("a1", lambda: False)


def test_without_a_terminal_there_is_nobody_to_ask(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["selftest"]) == 2
    assert "--no-person" in capsys.readouterr().err


@pytest.mark.slow
def test_a_port_that_is_not_there(capsys):
    assert main(["selftest", "--no-person", "--port", "/dev/no-such-port"]) == 1
    assert "no port /dev/no-such-port" in capsys.readouterr().err
