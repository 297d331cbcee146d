"""Modules that a board unloads are available again to the next test."""

import sys

import pytest

from lodeboard.scenes import calibrate
from lodeboard.scenes.calibrate import Zeros
from lodeboard.system.loader import unload


@pytest.mark.parametrize("time", ["first", "second"])
def test_a_module_taken_out_of_memory_is_the_same_for_the_next_test(time):
    assert sys.modules["lodeboard.scenes.calibrate"].Zeros is Zeros
    assert sys.modules["lodeboard.scenes"].calibrate is calibrate
    unload("lodeboard.scenes.calibrate")
    assert "lodeboard.scenes.calibrate" not in sys.modules
