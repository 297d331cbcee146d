"""The path from a sensor to the converter, by ngspice."""

import pytest

from hardware import analogue
from lodeboard.boards import tile4x4

pytestmark = pytest.mark.hardware
COUNT_MV = tile4x4.DATA["adc"]["reference_mv"] / (1 << tile4x4.DATA["adc"]["bits"])


def test_every_case_is_within_a_count_after_2_5_us_and_when_the_sample_is_taken():
    for case in analogue.cases():
        early, wait = analogue.errors_mv(*case)
        assert early < COUNT_MV, case
        assert wait < COUNT_MV / 8, case


def test_a_capacitor_a_hundred_times_too_large_would_be_too_slow():
    early, _ = analogue.errors_mv(400, analogue.LOW, analogue.HIGH, "22n")
    assert early > COUNT_MV
