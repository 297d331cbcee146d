"""The serial cable itself, on a pseudo-terminal: noise, half lines, pulled out and put in."""

import contextlib
import os
import pty
import tty
from pathlib import Path

import pytest
from waiting import wait_until

from host_tools.board.device.cable import Gone, Opened, Prompt, SerialCable
from host_tools.board.device.errors import NoBoardError, PortBusyError


class Socket:
    """The far end: what is plugged in and out at `path`."""

    def __init__(self, folder):
        self.path = str(folder / "ttyACM0")
        self.plug()

    def plug(self):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        os.symlink(os.ttyname(slave), self.path)
        self.slave = slave

    def unplug(self):
        Path(self.path).unlink()
        os.close(self.slave)
        os.close(self.master)

    def say(self, data):
        return os.write(self.master, data)

    def received(self, until):
        data = b""

        def more():
            nonlocal data
            with contextlib.suppress(BlockingIOError):
                data += os.read(self.master, 4096)
            return until in data

        wait_until(more)
        return data


def _events(cable, until):
    events = []

    def more():
        events.extend(cable.take())
        return any(until(event) for event in events)

    wait_until(more)
    return events


@pytest.fixture
def socket(tmp_path):
    return Socket(tmp_path)


@pytest.fixture
def cable(socket):
    cable = SerialCable(socket.path)
    cable.start()
    yield cable
    cable.close()


def test_lines_come_and_go(socket, cable):
    socket.say(b"one\r\nhal")
    assert _events(cable, lambda event: event == b"one") == [Opened(), b"one"]
    socket.say(b"f\r\n>>> ")
    assert _events(cable, lambda event: event == Prompt()) == [b"half", Prompt()]
    assert cable.send('{"c": "hello"}')
    assert socket.received(b"}\n") == b'{"c": "hello"}\n'


def test_only_the_latest_of_replaceable_lines_is_sent(socket, cable):
    _events(cable, lambda event: event == Opened())
    with cable._news:
        for at in range(5):
            cable.send_latest(f"latest {at}")
        cable.send("first")
    assert socket.received(b"latest 4\n") == b"first\nlatest 4\n"


def test_noise_fills_no_memory(socket, cable):
    def said(text):
        """Whether there was room for it."""
        with contextlib.suppress(BlockingIOError):
            return socket.say(text) == len(text)

    for _ in range(40):
        wait_until(lambda: said(b"\xff" * 1000))
    wait_until(lambda: said(b"\nwhole\n"))
    assert _events(cable, lambda event: event == b"whole")[-1] == b"whole"


def test_it_comes_back_after_unplugging(socket, cable):
    _events(cable, lambda event: event == Opened())
    socket.unplug()
    gone = _events(cable, lambda event: isinstance(event, Gone))
    assert any("has gone" in event.why for event in gone)
    _events(cable, lambda event: isinstance(event, Gone) and "Plug it in" in event.why)
    socket.plug()
    _events(cable, lambda event: event == Opened())
    socket.say(b"again\n")
    _events(cable, lambda event: event == b"again")


def test_what_waited_when_the_cable_was_lost_is_not_sent_later(socket, cable):
    _events(cable, lambda event: event == Opened())
    with cable._news:
        cable.send_latest("old")
        cable.send("old")
        cable._drop(cable._line)
    _events(cable, lambda event: event == Opened())
    cable.send("new")
    assert socket.received(b"new\n") == b"new\n"
    wait_until(lambda: not cable._something())
    cable.send("end")
    assert socket.received(b"end\n") == b"end\n"


def test_an_unread_port_drops_lines_and_does_not_block(socket, cable):
    taken = [cable.send("x" * 400) for _ in range(400)]  # it comes to an end
    assert not all(taken)


def test_a_port_in_use_and_a_port_that_is_not_there_say_so(socket, cable, tmp_path):
    with pytest.raises(PortBusyError, match="another program"):
        SerialCable(socket.path).start()
    with pytest.raises(NoBoardError, match="no port"):
        SerialCable(str(tmp_path / "nothing")).start()
