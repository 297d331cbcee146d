"""How much boards differ, beyond what a board's data state about sensors, magnets and converter.

A deviation has a normal distribution, cut off at its largest value; its standard deviation is half
of that value, as for the remanence in the simulated world. The largest values for prints, and for
everything that calibration does not correct, are those of `hardware/margins.py`.
"""

import copy
from typing import Any

import numpy as np

from host_tools.board.simulator.many import Floats

HEIGHT_MM = 0.4  # of a cell's floor above its sensor
MAGNET_MM = 0.05  # of the magnet's diameter and of its height
POCKET_MM = 0.1  # of the plastic under the magnet
# Linearity 1 %, ratiometry 2.5 % and ageing 0.5 % of a sensor: not there when gains are measured.
SINCE_GAINS = 0.04
CALIBRATED_K = 10.0  # room temperature when zeros are measured, relative to 25 degrees
WARMER_K = 16.0  # of the room in play, from the one in which zeros were measured
# Sensors and converter share their supply, and readings are in proportion to it. What is left is
# the difference of the two: at calibration, and by how much more in play.
SUPPLY = 0.005
SUPPLY_SINCE = 0.002


def within(rng: np.random.Generator, largest: float, count: int) -> Floats:
    """This many deviations of at most this size."""
    return np.clip(rng.normal(0.0, largest / 2, count), -largest, largest)


def converter(data: dict[str, Any], factor: float) -> dict[str, Any]:
    """The data of a converter whose flaws are this many times as large."""
    flawed = copy.copy(data)
    for name in ("inl_counts", "dnl_counts", "noise_counts_rms"):
        flawed[name] = factor * data[name]
    return flawed
