"""The computer's end of the line: whatever a port sends, only complete and valid messages get
through, nothing raises, and no buffer grows without limit."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.board.device.cable import Gone, Opened, Prompt
from host_tools.board.device.greeting import READY, WRONG, Greeting
from host_tools.board.device.received import LONGEST_LINE, Lines, understand
from host_tools.board.device.serialboard import SerialBoard
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.web.protocol import encode, said
from lodeboard.link.link import VERSION
from tests.device.cabled import PROFILE, QueueCable

HELLO = json.dumps({"t": "hello", "v": VERSION, "board": PROFILE.name}).encode()


def _session():
    """What a board says from its start on, watched."""
    board = SimulatedBoard(PROFILE, 4)
    said = []
    board.wire.subscribe(lambda _, line: said.append(line.encode()))
    board.boot()
    board.send_line('{"c": "scan", "on": true}')
    board.send_line('{"c": "watch", "on": true, "lights": true}')
    board.run_ms(1500)
    board.press(2)
    board.run_ms(100)
    board.release(2)
    board.run_ms(1500)
    board.send_line('{"c": "inject", "raw": 5}')
    board.send_line('{"c": "hello"}')
    board.run_ms(300)
    return said


SESSION = _session()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def _swapped(line, key, value):
    """A message of the board with one of its values another one."""
    message = json.loads(line)
    names = sorted(message)
    message[names[key % len(names)]] = value
    return json.dumps(message).encode()


WHOLE = st.sampled_from(SESSION)
CUT = st.builds(lambda line, at: line[: at % len(line)], WHOLE, st.integers(0, 2000))
TAIL = st.builds(lambda line, at: line[at % len(line) :], WHOLE, st.integers(0, 2000))
BENT = st.builds(_swapped, WHOLE, st.integers(0, 20), VALUES)
PIECES = st.one_of(
    WHOLE,
    CUT,
    TAIL,
    BENT,
    st.builds(lambda one, two: one + two, CUT, TAIL),
    st.binary(max_size=120),
    VALUES.map(lambda value: json.dumps(value).encode()),
    st.sampled_from(
        [b"[" * 8000, b'{"t":"cells","raw":1e999}', b'{"t":"x","n":NaN}', b">>> ", HELLO]
    ),
)


CABLE = QueueCable()
BOARD = SerialBoard(PROFILE, CABLE, "/dev/ttyACM0")


def _feed(pieces, chunk):
    """Lines in pieces of any size, as a port brings them; what is then passed on."""
    board, cable = BOARD, CABLE
    cable.start()
    del board.serial_out[:]
    del cable.sent[:]
    data = b"\r\n".join([HELLO, *pieces, b""])
    lines = Lines()
    for at in range(0, len(data), chunk):
        cable.events += lines.feed(data[at : at + chunk])
        if lines.prompt:
            cable.events.append(Prompt())
        board.step()
    assert len(lines._rest) <= LONGEST_LINE
    for line in board.serial_out:
        assert line.isprintable()
        message = said(line).get("line")
        json.loads(encode(said(line)), parse_constant=pytest.fail)
        if isinstance(message, dict) and message["t"] == "state":
            assert isinstance(message["say"], str)
    assert len(board.leds) == PROFILE.cells
    # And then it still hears a board.
    cable.events += [HELLO, *SESSION]
    board.step()
    assert board.plugged
    assert any('"t": "state"' in line for line in board.serial_out[-len(SESSION) :])


@settings(max_examples=80)
@given(st.lists(PIECES, max_size=8), st.integers(1, 700))
def test_whatever_comes_the_page_gets_whole_messages_only(pieces, chunk):
    _feed(pieces, chunk)


@pytest.mark.verify
@settings(max_examples=2000)
@given(st.lists(PIECES, max_size=20), st.integers(1, 700))
def test_much_more_of_it(pieces, chunk):
    _feed(pieces, chunk)


def test_everything_a_board_says_is_understood():
    kinds = {understand(line, PROFILE).kind for line in SESSION}
    assert kinds >= {
        "hello",
        "menu",
        "state",
        "limits",
        "cells",
        "lights",
        "zeros",
        "scan",
        "error",
    }


def _session_message(kind):
    return next(found for line in SESSION if (found := json.loads(line))["t"] == kind)


@pytest.mark.parametrize(
    ("kind", "key", "bad"),
    [
        ("hello", "v", -1),
        ("hello", "board", None),
        ("error", "say", 3),
        ("menu", "items", [{"name": "sound", "field": "sound", "values": [1]}]),
        ("state", "say", None),
        ("state", "ask", 7),
        ("state", "settings", {"level": 256}),
        ("state", "settings", {"level": True}),
        ("state", "moves", "a1U"),
        ("state", "moves", None),
        ("state", "turn", 4),
        ("state", "result", 1),
        ("state", "menu", []),
        ("limits", "far_mv", [1.0]),
        ("limits", "empty_mv", "0"),
        ("cells", "raw", [0] * (PROFILE.cells - 1)),
        ("cells", "mv", [0.0] * (PROFILE.cells + 1)),
        ("cells", "codes", [6] * PROFILE.cells),
        ("cells", "gain", [0] * PROFILE.cells),
        ("cells", "zero", [1.5] * PROFILE.cells),
        ("lights", "grb", "00" * (3 * PROFILE.cells + 1)),
        ("lights", "grb", "0g" * 3 * PROFILE.cells),
        ("lights", "grb", "0" * (6 * PROFILE.cells - 1) + "\n"),
        ("zeros", "gain", [1] * (PROFILE.cells + 1)),
        ("zeros", "valid", 1),
        ("scan", "raw", "00" * (2 * PROFILE.cells + 1)),
        ("scan", "held", 8),
        ("scan", "ms", -1),
        ("inject", "on", 1),
    ],
)
def test_a_message_with_one_value_of_another_form_is_dropped(kind, key, bad):
    message = {"t": "inject", "on": True} if kind == "inject" else _session_message(kind)
    assert understand(json.dumps(message).encode(), PROFILE).kind == kind
    assert understand(json.dumps({**message, "moves_from": 1, key: bad}).encode(), PROFILE) is None


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        ("hello", "v"),
        ("error", "say"),
        ("menu", "items"),
        ("state", "say"),
        ("state", "settings"),
        ("limits", "near_mv"),
        ("cells", "mv"),
        ("lights", "grb"),
        ("zeros", "zero"),
        ("scan", "ms"),
    ],
)
def test_a_message_that_lacks_a_value_is_dropped(kind, key):
    message = _session_message(kind)
    del message[key]
    assert understand(json.dumps(message).encode(), PROFILE) is None


def test_half_a_character_is_dropped():
    for text in (b'{"t":"lights","grb":"\\ud800"}', b'{"t":"state","\\ud800":1}'):
        assert understand(text, PROFILE) is None


def test_a_line_too_long_is_dropped_whole_and_the_next_one_heard():
    lines = Lines()
    for _ in range(50):
        assert lines.feed(b"x" * 1000) == []
    assert lines.feed(b"y\nnext\n") == [b"next"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_any_end_of_a_line_is_one(end):
    assert Lines().feed(b"one" + end + b"two" + end + b"th") == [b"one", b"two"]


def _greeting(*events, ms=0):
    greeting = Greeting(PROFILE, "/dev/ttyACM0")
    sent = []
    greeting.hear(Opened(), 0)
    for now in range(0, ms + 20, 20):
        line = greeting.due(now)
        if line:
            sent.append(line)
        if now == 0:
            for event in events:
                greeting.hear(event, now)
    return greeting, sent


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([], "Nothing on /dev/ttyACM0 answers. Is it the right port"),
        ([b'{"c": "hello"}'], "echoes what it is sent"),
        ([b"AT OK"], 'It said: "AT OK"'),
        ([Prompt()], "MicroPython's prompt"),
        ([b">>> 1"], "MicroPython's prompt"),
        ([b"MicroPython v1.25.0 on 2025-04-15"], "MicroPython's prompt"),
        ([HELLO.replace(b'"v": %d' % VERSION, b'"v": 1')], "older firmware"),
        ([HELLO.replace(b'"v": %d' % VERSION, b'"v": 99')], "newer firmware"),
        ([HELLO.replace(PROFILE.name.encode(), b"tile7x7")], "calls itself tile7x7"),
        ([Gone("there is no port /dev/ttyACM0")], "There is no port"),
    ],
)
def test_each_wrong_end_of_a_cable_gets_its_own_words(events, words):
    greeting, _ = _greeting(*events, ms=9000)
    assert words in greeting.say
    assert greeting.status != READY
    fixes = ("lodeboard flash", "right board", "Still trying", "right port")
    assert any(fix in greeting.say for fix in fixes)


def test_a_wrong_board_is_asked_on_and_found_when_it_is_right():
    greeting, sent = _greeting(Prompt(), ms=5000)
    assert greeting.status == WRONG
    assert 4 <= len(sent) <= 6
    greeting.hear(HELLO, 5020)
    assert greeting.status == READY
    assert greeting.due(5040) is None
