"""The mean and the spread of some scans."""

from array import array

import pytest
from one_board import PROFILE

from lodeboard.sensing.averager import Averager

LIMIT = PROFILE.raw(PROFILE.sensing["still_mv"])


def averaged(*readings: int, cell: int = 5) -> Averager:
    """These readings of one cell; the others read 1000 always."""
    averager = Averager(PROFILE, len(readings))
    averager.start()
    for reading in readings:
        assert not averager.done
        raw = array("H", [1000] * PROFILE.cells)
        raw[cell] = reading
        averager.add(raw)
    assert averager.done
    return averager


@pytest.mark.parametrize(
    ("readings", "mean"),
    [
        ((10, 11, 18), 13),
        ((18, 11, 10), 13),
        ((10, 11), 11),  # a half is rounded up
        ((10, 10, 11), 10),
        ((10, 11, 11), 11),
        ((0, 65535), 32768),
        ((7,), 7),
    ],
)
def test_the_mean_is_of_all_readings_rounded(readings: tuple[int, ...], mean: int) -> None:
    averager = averaged(*readings)
    assert averager.mean(5) == mean
    assert averager.mean(4) == averager.mean(PROFILE.cells - 1) == 1000


@pytest.mark.parametrize("off", [LIMIT, -LIMIT])
def test_still_is_what_stays_within_the_limit(off: int) -> None:
    assert averaged(30_000, 30_000 + off, 30_000).still(5)
    further = off + (1 if off > 0 else -1)
    assert not averaged(30_000, 30_000 + further, 30_000).still(5)
    assert not averaged(30_000 + further, 30_000, 30_000).still(5)
    assert averaged(30_000, 30_000 + further, 30_000).still(6)


def test_both_ways_count_together() -> None:
    assert not averaged(30_000, 30_000 + LIMIT // 2 + 1, 30_000 - LIMIT // 2 - 1).still(5)


def test_a_second_start_begins_again() -> None:
    averager = averaged(10, 500)
    averager.start()
    assert (averager.count, averager.done) == (0, False)
    for _ in range(2):
        averager.add(array("H", [40] * PROFILE.cells))
    assert averager.mean(5) == 40
    assert averager.still(5)


def test_a_measurement_takes_24_scans() -> None:
    averager = Averager(PROFILE)
    averager.start()
    for _ in range(23):
        averager.add(array("H", [40] * PROFILE.cells))
    assert not averager.done
    averager.add(array("H", [40] * PROFILE.cells))
    assert averager.done
