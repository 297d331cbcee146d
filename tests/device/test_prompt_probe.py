"""Ports without a board, and how quickly they are recognised."""

import os
import pty
import threading

import pytest
import serial

from host_tools.board.device import probe as probing
from host_tools.board.device import reach
from host_tools.board.device.errors import (
    DeviceError,
    EchoError,
    MuteError,
    SilentError,
    StrangerError,
    UnpluggedError,
)
from host_tools.board.device.probe import CALL, probe
from host_tools.board.device.transport import Prompt
from host_tools.build import firmware
from host_tools.play.cli import main

LOOK_S = 0.1
KNOWN_S = 8.0
COMMANDS = (["log"], ["selftest", "--no-person"], ["flash"])


class Line:
    """A port with its own clock: `answer` gives the reply to what was sent, `says` what arrives
    unasked at a given second."""

    def __init__(self, answer=lambda data: b"", says=None):
        self.now = 0.0
        self.sent = []
        self._answer = answer
        self._says = dict(says or {})
        self._waiting = b""

    @property
    def in_waiting(self):
        return len(self._waiting)

    def write(self, data):
        self.sent.append(data)
        self._waiting += self._answer(data)
        return len(data)

    def read(self, size=1):
        for second in [at for at in self._says if at <= self.now]:
            self._waiting += self._says.pop(second)
        if not self._waiting:
            self.now += LOOK_S
            return b""
        data, self._waiting = self._waiting[:size], self._waiting[size:]
        return data

    def probe(self):
        probe(self, "/dev/ttyX", lambda: self.now)


def test_a_prompt_is_known_at_once():
    line = Line(lambda data: b"\r\nKeyboardInterrupt: \r\nMicroPython v1.25.0\r\n>>> ")
    line.probe()
    assert line.sent == [CALL]
    assert line.now == 0.0


def test_a_board_that_is_not_ready_yet_is_called_again():
    line = Line(lambda data: b">>> " if line.now > 3 else b"")
    line.probe()
    assert 3 < line.now < 5


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        (Line(), MuteError, "nothing on /dev/ttyX answers: not a byte in 5 s"),
        (Line(lambda data: data), EchoError, "echoes what it is sent"),
        (Line(lambda data: b"^M^C^B"), EchoError, "echoes what it is sent"),
        (
            Line(says={0.5: b"$GPGGA,1\r\n", 4.5: b"$GPGGA,2\r\n\r\n"}),
            StrangerError,
            'it said "$GPGGA,2"',
        ),
        (Line(says={1: b"\xff\x00"}), StrangerError, "not a board with MicroPython"),
    ],
)
def test_what_is_no_board_is_known_within_8_s_and_asks_for_the_right_port(line, kind, says):
    with pytest.raises(kind) as error:
        line.probe()
    assert line.now < KNOWN_S
    assert says in str(error.value)
    first, *rest = str(error.value).split("Is it the right port?")
    assert rest
    assert "unplug" not in first
    assert "RPI-RP2" not in str(error.value)


def test_a_board_that_cannot_be_stopped_gets_longer_and_its_own_words():
    line = Line(says={0.5: b'{"t": "hello", "v": 3}\r\n'})
    with pytest.raises(SilentError, match="cannot be stopped"):
        line.probe()
    assert line.now > KNOWN_S


def test_a_port_that_takes_nothing_is_mute():
    def refuse(data):
        raise serial.SerialTimeoutException

    with pytest.raises(MuteError):
        Line(refuse).probe()


@pytest.fixture
def end():
    """Both ends of a line: the file number of one, the path of the other."""
    master, slave = pty.openpty()
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


@pytest.fixture
def echo(end):
    master, path = end

    def send_back():
        while (data := os.read(master, 64)) != b"end":
            os.write(master, data)

    thread = threading.Thread(target=send_back, daemon=True)
    thread.start()
    yield path
    with serial.Serial(path) as line:
        line.write(b"end")
        thread.join()


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_each_command_says_that_a_port_echoes(echo, words, capsys):
    assert main([*words, "--port", echo]) == 1
    said = capsys.readouterr()
    assert f"lodeboard {words[0]}: {echo} echoes what it is sent" in said.err
    assert said.out == ""


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_each_command_says_that_a_port_is_mute(end, words, capsys, monkeypatch):
    _, path = end
    monkeypatch.setattr(probing, "WITHIN_S", 0.3)
    monkeypatch.setattr(firmware, "build", None)  # takes long; nothing is compiled for nobody
    assert main([*words, "--port", path]) == 1
    said = capsys.readouterr()
    assert f"lodeboard {words[0]}: nothing on {path} answers" in said.err
    assert said.out == ""


class Clock:
    def __init__(self):
        self.now = 0.0
        self.said = []

    def sleep(self, seconds):
        self.now += seconds

    def reach(self, port):
        with reach.reach(port, self.said.append, clock=lambda: self.now, sleep=self.sleep) as found:
            return found.port


class Comes(Prompt):
    """A board's prompt that can be reached after this many attempts."""

    left = 0

    def __init__(self, port):
        self.port = port

    def enter(self):
        if Comes.left:
            Comes.left -= 1
            raise UnpluggedError(self.port)

    def close(self):
        pass


def test_a_board_that_restarts_is_waited_for(monkeypatch, tmp_path):
    monkeypatch.setattr(reach, "Prompt", Comes)
    port = tmp_path / "ttyACM0"
    clock = Clock()

    def sleep(seconds):
        clock.now += seconds
        if clock.now > 2:
            port.touch()

    clock.sleep = sleep
    Comes.left = 3
    assert clock.reach(str(port)) == str(port)
    assert 2 < clock.now < 4
    assert clock.said == ["no board is there now; it may be restarting: waiting for it"]


def test_a_board_that_stays_away_is_waited_for_no_longer_than_8_s(monkeypatch, tmp_path):
    clock = Clock()
    with pytest.raises(DeviceError, match="there is no port"):
        clock.reach(str(tmp_path / "none"))
    assert clock.now < KNOWN_S
    monkeypatch.setattr(reach, "Prompt", Comes)
    Comes.left = 10_000
    (tmp_path / "there").touch()
    clock = Clock()
    with pytest.raises(UnpluggedError):
        clock.reach(str(tmp_path / "there"))
    assert clock.now < KNOWN_S
