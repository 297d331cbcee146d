"""Openings for matches are distinct, and too few are reported."""

import random

import pytest

from host_tools.lab.matches import any_move, openings
from lodeboard.games.magician.rules import Magician


def test_openings_differ_and_are_the_same_for_a_seed():
    def found():
        return openings(Magician(), 30, lambda _: 2, any_move(random.Random("openings")))

    assert len(set(found())) == 30
    assert found() == found()


def test_more_openings_than_there_are_is_said():
    with pytest.raises(ValueError, match=r"only \d+ different openings of 1000: use more moves"):
        openings(Magician(), 1000, lambda _: 1, any_move(random.Random("few")))
