"""The path from a sensor to the converter, by ngspice."""

import pytest
from one_board import DATA

from hardware import analogue

pytestmark = pytest.mark.hardware
COUNT_MV = DATA["adc"]["reference_mv"] / (1 << DATA["adc"]["bits"])


def test_every_case_is_within_a_count_after_2_5_us_and_when_the_sample_is_taken():
    for case in analogue.cases():
        early, wait = analogue.errors_mv(*case)
        assert early < COUNT_MV, case
        assert wait < COUNT_MV / 8, case


def test_a_capacitor_a_hundred_times_too_large_would_be_too_slow():
    early, _ = analogue.errors_mv(400, analogue.LOW, analogue.HIGH, "22n")
    assert early > COUNT_MV
