import numpy as np
import pytest
from one_board import DATA

from host_tools.board.simulator.sensors import HallSensors

SENSOR = DATA["sensor"]


def mean_output(sensors, field, temperature_c=25.0, count=400):
    cells = len(sensors.mv_per_mt)
    return np.mean(
        [sensors.outputs_mv([field] * cells, temperature_c) for _ in range(count)], axis=0
    )


def test_offsets_spread_as_measured():
    offsets = HallSensors(5000, SENSOR, 1).offset_mv
    assert np.std(offsets) == pytest.approx(SENSOR["offset_sigma_mv"], rel=0.05)
    assert abs(np.mean(offsets)) < 2


def test_sensitivity_stays_within_its_tolerance():
    sensors = HallSensors(5000, SENSOR, 1)
    off = np.array(sensors.mv_per_mt) / SENSOR["sensitivity_mv_per_mt"] - 1
    assert np.abs(off).max() <= SENSOR["sensitivity_tolerance"] + 1e-12
    assert np.std(off) > SENSOR["sensitivity_tolerance"] / 3


def test_output_follows_the_field():
    sensors = HallSensors(16, SENSOR, 2)
    rise = mean_output(sensors, 20.0) - mean_output(sensors, -20.0)
    assert rise == pytest.approx(40 * np.array(sensors.mv_per_mt), rel=0.002)


def test_noise_is_as_stated():
    sensors = HallSensors(16, SENSOR, 2)
    outputs = np.array([sensors.outputs_mv([0.0] * 16) for _ in range(3000)])
    expected = SENSOR["noise_mt_pp"] / 6.6 * SENSOR["sensitivity_mv_per_mt"]
    assert np.mean(np.std(outputs, axis=0)) == pytest.approx(expected, rel=0.05)


def test_output_stops_short_of_the_rails():
    sensors = HallSensors(16, SENSOR, 2)
    margin = SENSOR["swing_margin_mv"]
    assert sensors.outputs_mv([300.0] * 16) == [SENSOR["supply_mv"] - margin] * 16
    assert sensors.outputs_mv([-300.0] * 16) == [margin] * 16


def test_warm_sensors_are_more_sensitive():
    sensors = HallSensors(16, SENSOR, 2)
    sensors.drift_mv_per_kelvin = [0.0] * 16
    rise = mean_output(sensors, 60.0, 45.0) - mean_output(sensors, 60.0, 25.0)
    assert rise == pytest.approx(
        60 * 20 * SENSOR["sensitivity_per_kelvin"] * np.array(sensors.mv_per_mt), rel=0.02
    )


def test_quiescent_voltage_drifts_with_warmth():
    sensors = HallSensors(2000, SENSOR, 2)
    drift = mean_output(sensors, 0.0, 45.0, 20) - mean_output(sensors, 0.0, 25.0, 20)
    assert np.std(drift) == pytest.approx(20 * SENSOR["drift_sigma_mv_per_kelvin"], rel=0.1)
