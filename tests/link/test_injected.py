"""Readings and presses injected by a computer apply as long as they keep arriving."""

from array import array

import pytest
from one_board import PROFILE

from lodeboard.link.commands import CommandError
from lodeboard.link.inject import Injected

READINGS = array("H", [1000 + 3 * cell for cell in range(PROFILE.cells)])
RAW = READINGS.tobytes().hex()  # the low byte first, as on this computer


@pytest.fixture
def injected() -> Injected:
    return Injected(PROFILE)


def read(injected: Injected) -> list[int]:
    out = array("H", [0] * PROFILE.cells)
    injected.read(out)
    return list(out)


def test_nothing_counts_before_it_is_said(injected: Injected) -> None:
    assert (injected.sensing, injected.held) == (False, 0)
    injected.take({"held": 1}, 10)
    assert not injected.sensing


def test_readings_and_buttons_are_taken(injected: Injected) -> None:
    injected.take({"raw": RAW}, 10)
    assert (injected.sensing, injected.held, read(injected)) == (True, 0, list(READINGS))
    injected.take({"held": 7}, 20)
    assert (injected.sensing, injected.held) == (True, 7)


def test_buttons_let_go_are_a_sum_too(injected: Injected) -> None:
    injected.take({"held": 5}, 10)
    injected.take({"held": 0}, 20)
    assert injected.held == 0


def test_they_end_when_that_is_said(injected: Injected) -> None:
    injected.take({"raw": RAW, "held": 2}, 10)
    injected.take({"on": False}, 20)
    assert (injected.sensing, injected.held) == (False, 0)


def test_each_lapses_by_itself(injected: Injected) -> None:
    injected.take({"raw": RAW}, 10_000)
    injected.take({"held": 4}, 10_500)
    injected.lapse(12_000)
    assert (injected.sensing, injected.held) == (True, 4)
    injected.lapse(12_001)
    assert (injected.sensing, injected.held) == (False, 4)
    injected.lapse(12_500)
    assert injected.held == 4
    injected.lapse(12_501)
    assert injected.held == 0


def test_saying_it_again_keeps_it(injected: Injected) -> None:
    injected.take({"raw": RAW, "held": 1}, 0)
    injected.take({"raw": RAW, "held": 1}, 1500)
    injected.lapse(2500)
    assert (injected.sensing, injected.held) == (True, 1)


@pytest.mark.parametrize("held", [8, -1, True, False, "1", 1.0])
def test_what_is_no_sum_of_buttons(injected: Injected, held: object) -> None:
    with pytest.raises(CommandError, match="held is the sum"):
        injected.take({"raw": RAW, "held": held}, 10)
    assert (injected.sensing, injected.held) == (False, 0)


@pytest.mark.parametrize("raw", ["", RAW[:-4], RAW + "0000", RAW[:-1] + "g", 5, list(READINGS)])
def test_what_are_no_readings(injected: Injected, raw: object) -> None:
    with pytest.raises(CommandError, match="16 readings of two bytes"):
        injected.take({"raw": raw, "held": 1}, 10)
    assert (injected.sensing, injected.held) == (False, 0)


def test_the_largest_reading(injected: Injected) -> None:
    most = PROFILE.raw_full - PROFILE.data["adc"]["oversample"]
    largest = array("H", [most] * PROFILE.cells)
    injected.take({"raw": largest.tobytes().hex()}, 10)
    assert read(injected) == list(largest)
    largest[5] = most + 1
    with pytest.raises(CommandError, match=f"at most {most}"):
        injected.take({"raw": largest.tobytes().hex()}, 10)
    assert read(injected)[5] == most
