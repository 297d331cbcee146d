"""Many boards at once read what the simulator's own sensors and converter read."""

import numpy as np
import pytest
from one_board import DATA

from host_tools.board.simulator.adc import Converter
from host_tools.board.simulator.many import ManyInputs, ManySensors
from host_tools.board.simulator.sensors import HallSensors

CELLS = 40


def test_sensors_put_out_the_same_and_are_as_noisy():
    many, one = ManySensors(CELLS, DATA["sensor"], 5), HallSensors(CELLS, DATA["sensor"], 5)
    field = np.linspace(-120.0, 120.0, CELLS)  # up to both ends
    seen = [
        np.array([sensors.outputs_mv(field, 40.0) for _ in range(800)]) for sensors in (many, one)
    ]
    for of in (np.mean, np.std):
        assert of(seen[0], axis=0) == pytest.approx(of(seen[1], axis=0), abs=0.2)
    for sensors in (many, one):
        sensors.noise(0.0)
        sensors.spread(2.0)
    assert many.outputs_mv(field, 40.0) == pytest.approx(one.outputs_mv(field.tolist(), 40.0))


@pytest.mark.parametrize("flaws", [1.0, 3.0])
def test_the_table_of_the_converter_gives_its_codes(flaws):
    """At each edge, just below it and anywhere, out of range too."""
    data = {**DATA["adc"], "inl_counts": flaws * DATA["adc"]["inl_counts"]}
    many, one = ManyInputs(data, 7), Converter(data, 7)
    edges = np.array(one.edges)
    inputs = np.concatenate((edges, np.nextafter(edges, 0.0), np.linspace(-3.0, 4100.0, 9973)))
    assert many.codes(inputs).tolist() == [one.code(counts) for counts in inputs.tolist()]


def test_readings_are_as_noisy():
    many, one = ManyInputs(DATA["adc"], 7), Converter(DATA["adc"], 7)
    millivolts = np.linspace(700.0, 2600.0, CELLS)
    seen = [
        np.array([converter.convert(millivolts) for _ in range(600)]) for converter in (many, one)
    ]
    assert seen[0].mean(axis=0) == pytest.approx(seen[1].mean(axis=0), abs=1.0)
    assert seen[0].std() == pytest.approx(seen[1].std(), rel=0.05)
    assert seen[0].std(axis=0).mean() == pytest.approx(seen[1].std(axis=0).mean(), rel=0.05)
