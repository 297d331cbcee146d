"""Identifying the device at the other end of a cable: questions, their timing, and the messages to
the user."""

import json

import pytest

from host_tools.board.device.cable import Gone, Opened, Prompt
from host_tools.board.device.greeting import ASKING, AWAY, READY, WRONG, Greeting
from host_tools.board.device.received import LONGEST_LINE, Lines, understand
from host_tools.board.simulator.whole_states import HELLO as ASKED
from lodeboard.link.link import VERSION
from tests.device.cabled import PROFILE

PORT = "/dev/ttyACM0"


def hello(version: int = VERSION, board: str = PROFILE.name) -> bytes:
    size = {"rows": PROFILE.rows, "columns": PROFILE.columns}
    return json.dumps({"t": "hello", "v": version, "board": board, **size}).encode()


NOTICE = json.dumps({"t": "notice", "say": "x"}).encode()
ASK = f"\n{ASKED}"


@pytest.fixture
def greeting() -> Greeting:
    return Greeting(PROFILE, PORT)


def test_before_the_port_is_open_nothing_is_sent(greeting: Greeting) -> None:
    assert (greeting.status, greeting.say) == (AWAY, f"Opening {PORT}.")
    assert greeting.due(10_000) is None
    assert not greeting.fresh


def test_it_asks_at_once_and_then_every_second(greeting: Greeting) -> None:
    assert greeting.hear(Opened(), 5000) is None
    assert (greeting.status, greeting.say) == (ASKING, f"Identifying the board on {PORT}.")
    sent = [now for now in range(5000, 8001) if greeting.due(now) == ASK]
    assert sent == [5000, 6000, 7000, 8000]


def test_a_hello_of_the_right_kind_is_passed_on(greeting: Greeting) -> None:
    greeting.hear(Opened(), 5000)
    # Of who has not said hello, messages are not passed on, words are.
    assert greeting.hear(NOTICE, 5010) is None
    words = greeting.hear(b"some words", 5010)
    assert words is not None
    assert (words.kind, words.text) == ("", "some words")
    received = greeting.hear(hello(), 5020)
    assert received is not None
    assert (received.kind, greeting.status, greeting.fresh) == ("hello", READY, True)
    assert greeting.say == f"A real board on {PORT}."
    notice = greeting.hear(NOTICE, 5030)
    assert notice is not None
    assert notice.kind == "notice"


@pytest.mark.parametrize(
    ("version", "said"), [(VERSION - 1, "an older firmware"), (VERSION + 1, "a newer firmware")]
)
def test_another_version_is_wrong(greeting: Greeting, version: int, said: str) -> None:
    greeting.hear(Opened(), 0)
    assert greeting.hear(hello(version), 10) is None
    assert greeting.status == WRONG
    assert said in greeting.say
    assert "lodeboard flash" in greeting.say
    assert not greeting.fresh


def test_another_board_is_wrong(greeting: Greeting) -> None:
    greeting.hear(Opened(), 0)
    greeting.hear(hello(board="tile9x9"), 10)
    assert greeting.status == WRONG
    assert "--board tile9x9" in greeting.say


@pytest.mark.parametrize("word", [Prompt(), b">>> x", b"MicroPython v1.24.0"])
def test_at_the_prompt_is_wrong(greeting: Greeting, word: Prompt | bytes) -> None:
    greeting.hear(Opened(), 0)
    greeting.hear(word, 10)
    assert greeting.status == WRONG
    assert "MicroPython's prompt" in greeting.say


def test_circuitpython_at_its_prompt_is_named(greeting: Greeting) -> None:
    greeting.hear(Opened(), 0)
    greeting.hear(b"Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico with rp2040", 10)
    greeting.hear(Prompt(), 20)
    assert greeting.status == WRONG
    assert f"{PORT} runs CircuitPython" in greeting.say
    assert "put MicroPython on it, and then the firmware" in greeting.say
    greeting.hear(Opened(), 30)  # another board
    greeting.hear(Prompt(), 40)
    assert "MicroPython's prompt" in greeting.say


def test_who_never_says_hello_is_wrong_after_a_while_and_asked_again(greeting: Greeting) -> None:
    greeting.hear(Opened(), 1000)
    greeting.hear(b"boot: \x01", 1500)
    greeting.hear(b"Marlin ready", 1500)
    greeting.due(8500)
    assert greeting.status == ASKING
    assert greeting.due(8501) is None  # asked a moment ago
    assert greeting.status == WRONG
    assert 'It said: "Marlin ready".' in greeting.say
    assert "starts slowly" in greeting.say
    assert "flash" not in greeting.say
    assert greeting.due(9500) == ASK
    greeting.due(46_001)
    assert "flash" not in greeting.say
    greeting.due(46_002)
    assert "Is the firmware on the board?" in greeting.say
    greeting.hear(hello(), 47_000)
    assert greeting.status == READY


def test_words_of_before_the_port_was_opened_again_are_forgotten(greeting: Greeting) -> None:
    greeting.hear(Opened(), 0)
    greeting.hear(b"Marlin ready", 10)
    greeting.hear(Gone("the cable was pulled out"), 20)
    assert greeting.status == AWAY
    assert greeting.say == "The cable was pulled out. Still trying."
    greeting.hear(Opened(), 1000)
    greeting.due(9001)
    assert greeting.status == WRONG
    assert "It said" not in greeting.say


def test_a_board_that_falls_silent_is_asked(greeting: Greeting) -> None:
    greeting.hear(Opened(), 0)
    assert greeting.due(0) == ASK
    greeting.hear(hello(), 100)
    assert [greeting.due(now) for now in (1000, 5000, 6100)] == [None] * 3
    greeting.hear(b"only words", 6100)
    assert greeting.due(6101) == ASK
    assert greeting.status == READY
    assert greeting.due(7100) is None
    assert greeting.due(7101) == ASK
    greeting.due(13_600)
    assert greeting.status == READY
    greeting.due(13_601)
    assert greeting.status == ASKING
    assert "stopped sending" in greeting.say
    # Patience begins again.
    greeting.due(21_101)
    assert greeting.status == ASKING
    greeting.due(21_102)
    assert greeting.status == WRONG


def test_a_word_from_the_board_is_enough(greeting: Greeting) -> None:
    greeting.hear(Opened(), 0)
    greeting.hear(hello(), 100)
    for now in range(5000, 60_000, 5000):
        assert greeting.due(now) is None
        greeting.hear(NOTICE, now)
    assert greeting.status == READY


def test_the_longest_line_and_one_byte_more() -> None:
    lines = Lines()
    longest = b"x" * LONGEST_LINE
    assert lines.feed(longest + b"\n") == [longest]
    assert lines.feed(longest + b"x\nnext\n") == [b"next"]
    assert lines.feed(longest) == []
    assert lines.feed(b"x") == []
    assert lines.feed(b"rest\r\n\nnext\r") == [b"next"]


def test_pieces_become_lines_and_what_has_begun_can_be_forgotten() -> None:
    lines = Lines()
    assert lines.feed(b"on") == []
    assert lines.feed(b"e\ntw") == [b"one"]
    lines.clear()
    assert lines.feed(b"o\n") == [b"o"]
    assert lines.feed(b"x" * (LONGEST_LINE + 1)) == []
    lines.clear()
    assert lines.feed(b"y\n") == [b"y"]
    lines.feed(b">>> ")
    assert lines.prompt
    lines.feed(b"x")
    assert not lines.prompt


def test_words_are_kept_short() -> None:
    received = understand(b" " + b"w" * 201 + b" ", PROFILE)
    assert received is not None
    assert received.text == "w" * 200


@pytest.mark.parametrize("line", [b"", b"  ", b"boot: \x01", b"\x7f", b"caf\xc3\xa9"])
def test_noise_is_nothing(line: bytes) -> None:
    assert understand(line, PROFILE) is None


def cells(**changed: int) -> bytes:
    """What is measured, with one of its values another one."""
    message: dict[str, object] = {"t": "cells"}
    for name, value in {"raw": 1, "zero": 1, "gain": 1, "codes": 1, "mv": 1}.items():
        message[name] = [changed.get(name, value)] * PROFILE.cells
    return json.dumps(message).encode()


def state(**changed: object) -> bytes:
    message = {"t": "state", "phase": "", "game": "", "rules": "", "ask": "", "say": ""}
    return json.dumps({**message, "settings": {}, **changed}).encode()


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("raw", 0, 65535), ("zero", 0, 65535), ("gain", 1, 65535), ("codes", 0, 5)],
)
def test_readings_from_the_least_to_the_most(name: str, least: int, most: int) -> None:
    for value, accepted in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        assert (understand(cells(**{name: value}), PROFILE) is not None) is accepted, value


@pytest.mark.parametrize(
    ("name", "most"), [("turn", 3), ("machine", 3), ("number", 1 << 30), ("settings", 255)]
)
def test_numbers_of_a_state_from_none_to_the_most(name: str, most: int) -> None:
    for number, accepted in ((-1, False), (0, True), (most, True), (most + 1, False)):
        value = {"level": number} if name == "settings" else number
        assert (understand(state(**{name: value}), PROFILE) is not None) is accepted, number


def test_what_people_are_told_word_for_word(greeting: Greeting) -> None:
    fix = "with: lodeboard flash"
    greeting.hear(Opened(), 0)
    greeting.hear(b"w" * 61, 0)
    greeting.due(7501)
    greeting.due(45_002)
    assert greeting.say == (
        f'The device on {PORT} does not answer as a Lodeboard. It said: "{"w" * 60}". Is it the '
        "right port (lodeboard play --on PORT)? Is the firmware on the board? Put this version "
        f"on it {fix}"
    )
    greeting.hear(Prompt(), 8001)
    assert greeting.say == (
        f"The board on {PORT} stands at MicroPython's prompt: its program was interrupted or is "
        "not there. Unplug it and plug it in again. If that does not help: put this version on it "
        f"{fix}"
    )
