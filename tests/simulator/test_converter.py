"""The converter's errors, measured as one would on the bench."""

import numpy as np
import pytest
from one_board import DATA

from host_tools.board.simulator import adc
from host_tools.board.simulator.adc import Converter, code_edges

ADC = DATA["adc"]


@pytest.fixture(scope="module", params=[0, 1, 2])
def converter(request):
    return Converter(ADC, request.param)


def code_widths(converter):
    """Width of every inner code from a slow ramp, in counts: the histogram method."""
    ramp = np.linspace(0, 4096, 4096 * 64, endpoint=False)
    codes = [converter.code(counts) for counts in ramp.tolist()]
    return np.bincount(codes, minlength=4096)[1:-1] / 64


def test_spikes_stand_where_the_chip_has_them(converter):
    widths = code_widths(converter)
    wide = {code for code in range(1, 4095) if widths[code - 1] - 1 > 2}
    assert wide == set(ADC["dnl_codes"])
    assert widths.max() - 1 == pytest.approx(ADC["dnl_counts"], abs=0.5)


def test_integral_error_is_as_large_as_stated(converter):
    error = converter.edges - np.arange(1, 4096)
    assert np.abs(error).max() == pytest.approx(ADC["inl_counts"], abs=0.05)


def test_codes_never_fall_as_the_input_rises(converter):
    assert np.all(np.diff(converter.edges) >= 0)


def test_ends_of_the_range(converter):
    assert [converter.code(counts) for counts in (-50.0, 5000.0)] == [0, 4095]


def test_without_flaws_it_rounds_down():
    edges = code_edges(4, 0.0, (), 0.0)
    assert edges == tuple(range(1, 16))


def test_noise_of_one_reading(converter):
    # Where the codes are all about one count wide, sixteen conversions leave a quarter count.
    readings = [converter.convert([1000.0])[0] for _ in range(2000)]
    assert np.std(readings) / 16 == pytest.approx(0.26, abs=0.05)


def test_a_reading_is_the_sum_of_its_conversions(converter):
    middle = np.array(converter.convert([1650.0] * 4))
    assert np.all(np.abs(middle / 16 - 2048) < 12)
    assert converter.convert([4000.0]) == [16 * 4095]
    assert abs(converter.single(1650.0) - 2048) < 15


def test_a_reading_counts_each_of_its_conversions(converter, monkeypatch):
    row = adc.noise_rows(converter.oversample)[3]
    monkeypatch.setattr(adc, "noise_rows", lambda _: [row])
    for millivolts in np.linspace(-5.0, 3310.0, 2003).tolist():
        counts = millivolts * converter.counts_per_mv
        codes = [converter.code(counts + converter.noise_counts * off) for off in row]
        assert converter.convert([millivolts]) == [sum(codes)]


def test_without_noise_all_conversions_are_alike():
    quiet = Converter(ADC, 1)
    quiet.noise(0.0)
    assert quiet.convert([1000.0]) == [16 * quiet.code(1000.0 * quiet.counts_per_mv)]
