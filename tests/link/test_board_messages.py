"""A board's lines as typed messages, and the table of functions that get them."""

import json

import msgspec
import pytest

from host_tools.board.messages import (
    NO_STATE,
    Cells,
    Hello,
    Lights,
    Notice,
    Scan,
    Sound,
    State,
    Zeros,
    kind,
    listen,
    read,
)
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.listeners import Listeners
from lodeboard.boards.profile import Profile
from lodeboard.boards.tile4x4 import DATA

PROFILE = Profile(DATA)
OTHER_WORDS = (
    "Traceback (most recent call last):",
    "{",
    "[1]",
    '{"t": "nobody", "say": "x"}',
    '{"t": "notice"}',
    '{"t": "scan", "ms": -1, "held": 0, "raw": ""}',
    '{"say": "x"}',
    '{"t": "notice", "say": "\\ud800"}',
    "{" * 5000,
)


def test_every_line_of_a_board_that_is_watched_is_read():
    board, seen = SimulatedBoard(PROFILE, 3), []
    board.wire.subscribe(lambda _, line: seen.append(read(line)))
    board.boot()
    board.send_line('{"c": "watch", "on": true}')
    board.send_line('{"c": "scan", "on": true}')
    board.run_ms(2000)
    assert None not in seen
    assert {type(message) for message in seen} >= {Hello, State, Scan, Zeros, Cells, Lights}
    assert all(message.fits(PROFILE.cells) for message in seen)


@pytest.mark.parametrize("lights", [True, False])
def test_a_computer_that_watches_gets_the_lights_only_if_it_wants_them(lights):
    board, seen = SimulatedBoard(PROFILE, 3), []
    board.wire.subscribe(lambda _, line: seen.append(read(line)))
    board.boot()
    board.send_line(json.dumps({"c": "watch", "on": True, "lights": lights}))
    board.run_ms(1000)
    assert Cells in map(type, seen)
    assert (Lights in map(type, seen)) == lights


def test_the_readings_of_a_scan_are_numbers_of_two_bytes_low_one_first():
    assert Scan(ms=1, held=0, raw="e07f1280").readings == (0x7FE0, 0x8012)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"ms": 3, "t": "scan", "held": 0, "raw": "e07f"}', "scan"),
        ('{"say": "\\"t\\": \\"hello\\"", "t": "notice"}', "notice"),
        ('{"t": "nobody"}', "nobody"),
        ('{"t": 1}', ""),
        ('{"t": "scan", "raw": "', ""),
        ('{"say": "x"}', ""),
        ('"t": "hello"', ""),
        ("{" * 5000, ""),
        ('{"\ud800"}', ""),
    ],
)
def test_the_type_of_a_line_is_found_wherever_it_stands(line, found):
    assert kind(line) == found


@pytest.mark.parametrize("line", OTHER_WORDS)
def test_other_words_are_no_message(line):
    assert read(line) is None


def test_each_type_has_its_own_function_until_listening_ends():
    lines, told, sounds = Listeners(), [], []
    end = listen(lines, {Notice: told.append, Sound: sounds.append})
    notice, sound = Notice("Here."), Sound(ms=3, hertz=440)
    for message in (notice, NO_STATE, sound):
        lines.notify(0, msgspec.json.encode(message).decode())
    end()
    lines.notify(0, msgspec.json.encode(notice).decode())
    assert (told, sounds) == ([notice], [sound])
