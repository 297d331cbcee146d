"""Modules that a board unloads are available again to the next test; the order of the files."""

import sys

import pytest

from lodeboard.scenes import calibrate
from lodeboard.scenes.calibrate import Zeros
from lodeboard.unimport import unimport


@pytest.mark.parametrize("time", ["first", "second"])
def test_a_module_taken_out_of_memory_is_the_same_for_the_next_test(time):
    assert sys.modules["lodeboard.scenes.calibrate"].Zeros is Zeros
    assert sys.modules["lodeboard.scenes"].calibrate is calibrate
    del sys.modules["lodeboard.scenes.calibrate"]
    del sys.modules["lodeboard.scenes"].calibrate
    with unimport():
        from lodeboard.scenes.calibrate import Zeros as Other  # noqa: PLC0415
    assert Other is not Zeros
    assert "lodeboard.scenes.calibrate" not in sys.modules
    assert not hasattr(sys.modules["lodeboard.scenes"], "calibrate")


def test_files_that_take_long_come_first(request):
    """To be seen in a run of several files."""
    items = request.session.items
    long = {each.path for each in items if {"browser", "chip"} & {*each.keywords}}
    order = [item.path in long for item in items]
    assert order == sorted(order, reverse=True)
