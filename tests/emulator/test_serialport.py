"""The emulated chip as a serial port: the real mpremote, restarts, cables pulled."""

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from waiting import LAST_RESORT_S, wait_until

from host_tools.board.emulator import serialport
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import PowerCut, SerialPort

pytestmark = pytest.mark.chip

CHATTERBOX = b"""
import sys, time
print('started')
n = 0
while True:
    n += 1
    print('line', n)
    time.sleep_ms(5)
"""


@pytest.fixture
def bare() -> Iterator[SerialPort]:
    with SerialPort(Chip(find_image(), {})) as port:
        port.wait()
        yield port


def open_port(port: SerialPort) -> serial.Serial:
    return serial.Serial(port.wait(), timeout=LAST_RESORT_S, exclusive=True)


def read_for_ever(line: serial.Serial) -> None:
    while True:
        line.read(100)


def wait_for_absence(port: SerialPort) -> None:
    wait_until(lambda: not Path(port.path).exists(), "the port to go")


def let_run(port: SerialPort, ms: int) -> None:
    """Wait until so much of the board's time has passed."""
    with port.held() as chip:
        until_ms = chip.now_ms + ms

    def passed() -> bool:
        with port.held() as chip:
            return chip.now_ms >= until_ms

    wait_until(passed, "the board's time to pass")


def test_mpremote_runs_a_line_on_it(bare: SerialPort) -> None:
    command = [sys.executable, "-m", "mpremote", "connect", bare.path, "resume", "exec"]
    done = subprocess.run(
        [*command, "import sys; print(sys.platform)"],
        capture_output=True,
        text=True,
        timeout=LAST_RESORT_S,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("rp2\n", "")


def test_much_at_once_arrives_whole(bare: SerialPort) -> None:
    with open_port(bare) as line:
        line.write(b"\r\x03\x01")
        assert line.read_until(b"exit\r\n>").endswith(b">")
        line.write(b"t='''" + b"0123456789\n" * 300 + b"'''\nprint(len(t), t)\x04")
        answer = line.read_until(b"\x04>")
    assert answer == b"OK3300 " + b"0123456789\r\n" * 300 + b"\r\n\x04\x04>"


def test_a_restart_takes_the_port_away_and_brings_it_back(bare: SerialPort) -> None:
    with open_port(bare) as line:
        line.write(b"\r\x03\x01import machine; machine.reset()\x04")
        with pytest.raises(serial.SerialException):
            read_for_ever(line)
    with open_port(bare) as line:
        line.write(b"\r\x03\x01print(40 + 2)\x04")
        assert b"OK42" in line.read_until(b"\x04>")


def test_what_is_said_to_nobody_is_lost() -> None:
    with SerialPort(Chip(find_image(), {"main.py": CHATTERBOX})) as port:
        port.wait()
        let_run(port, 300)
        with open_port(port) as line:
            line.read_until(b"\n")  # may have been joined in the middle
            received = line.read_until(b"\n")
        with port.held() as chip:
            assert chip.text().startswith("started")
    assert received.startswith(b"line ")
    assert int(received.split()[1]) > 10


def test_the_chip_runs_on_without_its_cable() -> None:
    with SerialPort(Chip(find_image(), {"main.py": CHATTERBOX})) as port:
        line = open_port(port)
        assert line.read_until(b"\n")
        port.unplug()
        wait_for_absence(port)
        with pytest.raises(serial.SerialException):
            read_for_ever(line)
        line.close()
        let_run(port, 100)
        port.plug()
        with open_port(port) as again:
            assert again.read_until(b"\n")


def test_time_passes_no_faster_than_outside(bare: SerialPort) -> None:
    with bare.held() as chip:
        start, board_ms = time.monotonic(), chip.now_ms
    let_run(bare, 100)
    with bare.held() as chip:
        passed = (time.monotonic() - start) * 1000
        assert 0 < chip.now_ms - board_ms <= passed + 5


@pytest.mark.parametrize("hurry", [True, False])
def test_in_a_hurry_it_waits_for_no_clock_while_a_program_answers(
    hurry: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rested = []
    monkeypatch.setattr(serialport.SerialPort, "_rest", lambda *_: rested.append(1))
    monkeypatch.setattr(serialport, "_ANSWER_MS", 60_000)
    stands = SimpleNamespace(monotonic=lambda: 0.0, sleep=time.sleep)
    with SerialPort(Chip(find_image(), {"main.py": CHATTERBOX}), hurry=hurry) as port:
        with open_port(port) as line:
            line.write(b"x")
            assert line.read_until(b"\n")
            monkeypatch.setattr(serialport, "time", stands)  # the wall's clock
            line.write(b"x")
            assert line.read_until(b"\n")
            # Lines may have lain there: what the thread decides counts from when it has the bytes.
            while True:
                with port.held() as chip:
                    if chip.typed == 2:
                        break
            rested.clear()
            for _ in range(100):
                line.write(b"x")
                assert line.read_until(b"\n")
        assert bool(rested) is not hurry


@pytest.mark.slow
def test_in_a_hurry_it_waits_for_who_answers_and_then_goes_its_own_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serialport, "_ANSWER_MS", 60_000)
    with (
        SerialPort(Chip(find_image(), {"main.py": CHATTERBOX}), hurry=True) as port,
        open_port(port) as line,
    ):
        line.write(b"x")
        assert line.read_until(b"\n")
        line.write(b"x")
        line.timeout = 2
        unanswered = list(itertools.takewhile(bool, (line.readline() for _ in range(300))))
        assert 2 < len(unanswered) < 100  # of one each 5 ms
        monkeypatch.setattr(serialport, "_ANSWER_MS", 1)
        line.timeout = 30
        line.write(b"x")
        assert all(line.readline() for _ in range(300))


@pytest.mark.parametrize("error", [PowerCut, ZeroDivisionError])
def test_an_end_in_the_middle_takes_the_port_away(error: type[Exception]) -> None:
    chip = Chip(find_image(), {})
    ended = []

    def advance(milliseconds: float) -> None:
        if ended:
            raise error
        chip.run_ms(milliseconds)

    def live() -> SerialPort:
        with SerialPort(chip, advance) as port:
            line = open_port(port)
            ended.append(True)
            wait_for_absence(port)
            line.close()
        return port

    if error is PowerCut:
        assert live().cut.is_set()
    else:
        with pytest.raises(error):
            live()
