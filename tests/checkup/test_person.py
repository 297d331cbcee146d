"""The person at the terminal: what is asked, and what the answers come to."""

import io
import os

import pytest

from host_tools.play.cli import main
from host_tools.workshop.checkup.person import Terminal

CELLS = ["a1", "b1", "a2", "b2"]


def terminal(typed):
    return Terminal(io.StringIO(typed), io.StringIO())


def said(person):
    return person._out.getvalue()


def test_enter_means_that_all_is_as_it_should_be():
    person = terminal("\n")
    assert person.not_so("red", CELLS) == []
    assert "Every ring that is lit should be red" in said(person)


def test_light_is_asked_for_without_colour():
    person = terminal("b2\n")
    assert person.not_so("lit", CELLS) == ["b2"]
    assert "Every ring should be lit" in said(person)


@pytest.mark.parametrize(
    ("typed", "cells"), [("b1 A2\n", ["b1", "a2"]), ("b1, a2\n", ["b1", "a2"]), ("all\n", CELLS)]
)
def test_cells_are_named(typed, cells):
    assert terminal(typed).not_so("blue", CELLS) == cells


def test_a_cell_that_is_none_is_asked_for_again():
    person = terminal("e9\na1\n")
    assert person.not_so("red", CELLS) == ["a1"]
    assert "Cells are a1 b1 a2 b2" in said(person)


@pytest.mark.parametrize(
    ("typed", "answer"), [("y\n", True), ("No\n", False), ("what\nyes\n", True)]
)
def test_yes_and_no(typed, answer):
    assert terminal(typed).yes("Do you hear it?") is answer


def test_an_act_ends_when_the_board_has_felt_it():
    reader, writer = os.pipe()
    with open(reader) as source, open(writer, "w"):
        person = Terminal(source, io.StringIO())
        looks = iter([False, False, True])
        person.lay("b2", lambda: next(looks))
    assert "Lay a tile on b2" in said(person)


def test_an_act_that_is_not_felt_ends_with_enter():
    person = terminal("\n")
    person.press("left", lambda: False)
    assert "Press the left button" in said(person)


def test_the_end_of_the_input_ends_the_test():
    with pytest.raises(KeyboardInterrupt):
        terminal("").yes("Do you hear it?")
    with pytest.raises(KeyboardInterrupt):
        terminal("").lay("a1", lambda: False)


def test_without_a_terminal_there_is_nobody_to_ask(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["selftest"]) == 2
    assert "--no-person" in capsys.readouterr().err


@pytest.mark.slow
def test_a_port_that_is_not_there(capsys):
    assert main(["selftest", "--no-person", "--port", "/dev/no-such-port"]) == 1
    assert "no port /dev/no-such-port" in capsys.readouterr().err
