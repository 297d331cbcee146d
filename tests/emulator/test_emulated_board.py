"""The emulated board from outside, like the simulated one: power, sounds, lines, buttons. The
firmware here is a few lines that do one thing each, so that a start takes no time."""

import pytest
from one_board import DATA, PROFILE

from host_tools.board.contract import Board
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.simulator.board import SimulatedBoard

pytestmark = pytest.mark.chip

PINS = DATA["pins"]
LIT = (7, 0, 9)
FIRMWARE = f"""
import os, sys, time
from machine import PWM, Pin
from neopixel import NeoPixel

chain = NeoPixel(Pin({PINS["leds"]}), {PROFILE.cells})
beeper = PWM(Pin({PINS["beeper"][0]}))
button = Pin({PINS["buttons"][1]}, Pin.IN, Pin.PULL_UP)
if "data" not in os.listdir():
    os.mkdir("data")
print(sorted(os.listdir("data")))
chain[0] = {LIT}
chain.write()
while button.value():
    time.sleep_ms(5)
for hertz in (523, 0, 523, 1568):
    if hertz:
        beeper.freq(hertz)
    beeper.duty_u16(0x8000 if hertz else 0)
    time.sleep_ms(60)
beeper.duty_u16(0)
with open("data/note.blob", "w") as file:
    file.write("kept")
while True:
    print("heard", sys.stdin.readline().strip())
"""


def make(**options) -> EmulatedBoard:
    return EmulatedBoard(PROFILE, 3, files={"main.py": FIRMWARE.encode()}, **options)


def started(board: EmulatedBoard) -> None:
    board.boot()
    assert board.run_until(lambda: any(map(any, board.leds)), 2000)


SHOWN: list[list] = []  # by the board of this module


@pytest.fixture(scope="module")
def board() -> EmulatedBoard:
    board = make()
    board.frames.subscribe(lambda _, leds: SHOWN.append(leds))
    started(board)
    return board


def test_it_offers_all_that_tools_ask_of_a_board(board) -> None:
    boards: list[Board] = [board, SimulatedBoard(PROFILE, 3)]
    names = [name for name in (*vars(Board), "world", "lines", "sounds") if name[0] != "_"]
    assert len(names) > 20
    for each in boards:
        assert all(hasattr(each, name) for name in names)


def test_lights_are_told_as_they_change_and_current_follows_them(board) -> None:
    cell = DATA["leds"]["order"].index(0)
    assert board.leds[cell] == LIT
    assert SHOWN[-1][cell] == LIT
    assert board.current_ma > PROFILE.cells * DATA["leds"]["idle_ma"]


def test_one_story_of_sounds_lines_and_power(board) -> None:
    tones: list[int] = []
    board.sounds.subscribe(lambda _, hertz: tones.append(hertz))
    now = board.now_ms
    board.press(2)
    board.run_ms(100)
    board.release(2)
    board.run_ms(400)
    assert board.now_ms == now + 500
    assert tones == pytest.approx([523, 0, 523, 1568, 0], rel=0.01)

    board.send_line("good day " * 20)  # more than a packet
    board.run_ms(100)
    assert board.serial_out[-1] == "heard " + "good day " * 19 + "good day"
    board.plug(False)
    board.send_line("lost")
    board.run_ms(100)
    assert "lost" not in board.chip.text()
    board.plug(True)

    board.power_cut()
    assert not board.powered
    assert not any(map(any, board.leds))
    assert board.current_ma == 0
    now = board.now_ms
    board.run_ms(200)
    assert board.now_ms == now + 200
    started(board)
    assert board.serial_out[-1] == "['note.blob']"
    board.reseed(4)
    started(board)
    assert board.serial_out[-1] == "[]"


SAYS_HELLO = """
import sys, time
print("not a word yet")
time.sleep_ms(300)
print('{"t": "hello", "v": 1}')
word = sys.stdin.readline()
if word == "soft\\n":
    raise SystemExit
import machine
machine.reset()
"""


def test_how_far_its_start_is_until_it_says_hello_and_again_when_it_restarts() -> None:
    board = EmulatedBoard(PROFILE, 3, files={"main.py": SAYS_HELLO.encode()})
    board.boot()
    for turn, restart in enumerate(("hard", "soft", ""), 1):
        shares: list[float | None] = []
        end = board.ticks.subscribe(lambda _, __, shares=shares: shares.append(board.start_share))
        assert board.run_until(lambda turn=turn: board.chip.text().count("hello") == turn, 3000)
        end()
        assert shares[-1] is None
        way = [share for share in shares if share is not None]
        assert way == sorted(way)
        assert 0 <= way[0] < 0.05 < way[-1] < 0.99
        board.send_line(restart)
    board.power_cut()
    assert board.start_share is None


def test_a_firmware_that_never_says_hello_does_not_start_for_ever() -> None:
    board = EmulatedBoard(PROFILE, 3, files={"main.py": b"pass"})
    board.boot()
    assert board.run_until(lambda: board.start_share == 0.99, 10_000)
    assert board.run_until(lambda: board.start_share is None, 40_000)


def test_what_it_keeps_lies_in_its_directory_between_runs(tmp_path) -> None:
    (tmp_path / "old.blob").write_bytes(b"old")
    board = make(store_dir=tmp_path)
    started(board)
    assert board.serial_out[-1] == "['old.blob']"
    board.tap(2)
    board.run_ms(400)
    board.power_cut()
    assert (tmp_path / "note.blob").read_bytes() == b"kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["note.blob", "old.blob"]
