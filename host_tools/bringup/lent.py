"""A board that feels magnets of this computer, while its own data are put aside on it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from host_tools.device import aside
from host_tools.device.errors import DeviceError
from host_tools.device.reach import reach


@contextmanager
def lent(port: str, say: Callable[[str], None]) -> Iterator[None]:
    """The board on this port at its prompt, ready for `scenario.oncable`. What it keeps is given
    back at the end, after Ctrl-C and errors too. DeviceError, which says how to give it back later
    where that was not possible."""
    with reach(port, say):
        pass  # it may have been restarting; now it stands at its prompt
    try:
        yield
    except DeviceError as error:
        _give_back(port, str(error), say)
        raise
    except BaseException:
        _give_back(port, "broken off", say)
        raise
    else:
        _give_back(port, "", say)


def _give_back(port: str, why: str, say: Callable[[str], None]) -> None:
    try:
        with reach(port, say):
            pass
        aside.give_back(port)
    except DeviceError as error:
        reason = (why or str(error)).rstrip(".")
        raise DeviceError(
            f"{reason}. The board's settings, zeros and game may still be put aside on it. Plug it "
            f"in and give them back with: lodeboard scenario --on {port} --restore"
        ) from error
