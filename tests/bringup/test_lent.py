"""A board's own data are given back however the work with it ends."""

from contextlib import contextmanager

import pytest

from host_tools.bringup import lent
from host_tools.device.errors import NoBoardError, UnpluggedError

PORT = "/dev/ttyACM0"


@pytest.fixture
def given(monkeypatch):
    """Ports whose boards got their data back."""
    ports = []

    @contextmanager
    def reach(port, _say):
        yield port

    monkeypatch.setattr(lent, "reach", reach)
    monkeypatch.setattr(lent.aside, "give_back", ports.append)
    return ports


@pytest.mark.parametrize("raised", [None, KeyboardInterrupt, ValueError])
def test_given_back_at_the_end_after_ctrl_c_and_after_errors(given, raised):
    def work():
        with lent.lent(PORT, print):
            assert not given
            if raised:
                raise raised

    if raised:
        with pytest.raises(raised):
            work()
    else:
        work()
    assert given == [PORT]


def test_a_board_that_is_away_can_get_them_back_later(given, monkeypatch):
    def away(port):
        raise NoBoardError(port, [])

    monkeypatch.setattr(lent.aside, "give_back", away)
    later = f"has gone.*lodeboard scenario --on {PORT} --restore"
    with pytest.raises(lent.DeviceError, match=later), lent.lent(PORT, print):
        raise UnpluggedError(PORT)
