"""`lodeboard wifi` gives a board the network at home."""

import io
import json
from collections import deque

import pytest

from host_tools.board.device import find, network
from host_tools.board.device.cable import Opened, Prompt
from host_tools.board.device.errors import DeviceError
from host_tools.play import cli


class Line:
    """A cable whose board answers with these lines; time passes while it waits."""

    def __init__(self, *answers):
        self.sent = []
        self.now = 0.0
        self._events = deque([Opened(), *answers])

    def take(self):
        found, self._events = list(self._events), deque()
        return found

    def send(self, line):
        self.sent.append(line)
        return True

    def wait(self, seconds):
        self.now += 1.0

    def clock(self):
        return self.now


def give(line):
    return network.give(line, "COM3", "Home", "secret 12", "", line.clock)


def said(**message):
    return json.dumps(message).encode()


def test_the_boards_answer_is_passed_on():
    line = Line(said(t="notice", say="Hello."), b"noise", said(t="network", say="It is Home."))
    assert give(line) == "It is Home."
    assert [json.loads(each) for each in line.sent] == [
        {"c": "network", "name": "Home", "password": "secret 12", "site": ""}
    ]
    assert line.sent[0].startswith("\n")


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ([said(t="error", say="Unknown command; there are hello.")], "needs a Pico 2 W"),
        ([said(t="error", say="A password has 8 to 63 characters.")], "8 to 63"),
        ([Prompt()], "no firmware answers on COM3"),
        ([], "the board on COM3 does not answer"),
    ],
)
def test_what_goes_wrong_is_said(answers, why):
    with pytest.raises(DeviceError, match=why):
        give(Line(*answers))


@pytest.mark.parametrize(("typed", "status"), [(None, 130), ("", 2), ("\n", 2)])
def test_without_a_password_the_board_is_told_nothing(monkeypatch, capsys, typed, status):
    """`typed`: None for Ctrl-D at the terminal, else what comes from a pipe."""

    class Stdin(io.StringIO):
        def isatty(self):
            return typed is None

    def end(_):
        raise EOFError

    monkeypatch.setattr(find, "find_port", lambda _: "COM3")
    monkeypatch.setattr("sys.stdin", Stdin(typed or ""))
    monkeypatch.setattr("getpass.getpass", end)
    assert cli.main(["wifi", "Home"]) == status
    assert ("--open" in capsys.readouterr().err) == (status == 2)
