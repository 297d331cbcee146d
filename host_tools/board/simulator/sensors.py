"""Linear Hall sensors: field in, voltage out, each with individual errors."""

from collections.abc import Sequence
from typing import Any

from host_tools.board.simulator.streams import normals, stream, within

ROOM_C = 25.0
# Peak to peak of Gaussian noise is usually given as 6.6 standard deviations.
_PEAKS = 6.6


class HallSensors:
    """All sensors of a board. Their errors are drawn once; noise is drawn for every reading."""

    def __init__(self, cells: int, data: dict[str, Any], seed: int) -> None:
        rng = stream(seed, "sensors")
        self.supply_mv = float(data["supply_mv"])
        offset, drift = data["offset_sigma_mv"], data["drift_sigma_mv_per_kelvin"]
        self._offset_mv = [rng.gauss(0.0, offset) for _ in range(cells)]
        self._error = [within(rng, data["sensitivity_tolerance"]) for _ in range(cells)]
        self._mv_per_mt = float(data["sensitivity_mv_per_mt"])
        self._drift = [rng.gauss(0.0, drift) for _ in range(cells)]
        self._noise_mt = data["noise_mt_pp"] / _PEAKS
        self.spread(1.0)
        self.noise(1.0)
        self.per_kelvin: float = data["sensitivity_per_kelvin"]
        self.low_mv = float(data["swing_margin_mv"])
        self.high_mv = self.supply_mv - self.low_mv
        self._noise = stream(seed, "sensor noise")

    def spread(self, factor: float) -> None:
        """Multiply the differences between sensors in the data by this factor; 0 makes them all
        alike. Each keeps the sign of its error."""
        self.offset_mv = [factor * offset for offset in self._offset_mv]
        self.mv_per_mt = [self._mv_per_mt * (1.0 + factor * error) for error in self._error]
        self.drift_mv_per_kelvin = [factor * drift for drift in self._drift]

    def noise(self, factor: float) -> None:
        """Multiply the sensors' noise in the data by this factor."""
        self.noise_mt = factor * self._noise_mt

    def outputs_mv(self, field_mt: Sequence[float], temperature_c: float = ROOM_C) -> list[float]:
        """The output of every sensor now in millivolts, clipped to the linear range. Each reading
        has one noise value: the sensor's bandwidth is 20 kHz, so the conversions of a reading share
        it."""
        warmer = temperature_c - ROOM_C
        gain = 1.0 + self.per_kelvin * warmer
        middle, size = self.supply_mv / 2, self.noise_mt
        low, high = self.low_mv, self.high_mv
        return [
            min(
                max(per_mt * (field * gain + size * noise) + middle + off + drift * warmer, low),
                high,
            )
            for field, noise, per_mt, off, drift in zip(
                field_mt,
                normals(self._noise, len(self.mv_per_mt)),
                self.mv_per_mt,
                self.offset_mv,
                self.drift_mv_per_kelvin,
                strict=True,
            )
        ]
