"""From magnets to numbers: field, sensors, multiplexer and converter combined."""

from collections.abc import Sequence

from host_tools.board.simulator.adc import Converter
from host_tools.board.simulator.faults import Fault
from host_tools.board.simulator.fields import FieldMap
from host_tools.board.simulator.mux import Channels, Multiplexer
from host_tools.board.simulator.sensors import ROOM_C, HallSensors
from host_tools.board.simulator.streams import stream
from host_tools.board.simulator.world import World

_PAUSE_US = 1000.0  # longer than between two conversions of a scan


class FrontEnd:
    """The analogue half of a board in a world. `faults` maps a cell to its fault."""

    def __init__(self, world: World, seed: int) -> None:
        profile = world.profile
        self.world = world
        self.field = FieldMap(world)
        self.mux = Multiplexer(profile.mux_channels)
        self._magnet_per_kelvin = float(profile.data["magnet"]["remanence_per_kelvin"])
        self.settle_us = float(profile.data["mux"]["settle_us"])
        self.faults: dict[int, Fault] = {}
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Replace sensors and converter by those of another board: no faults, noise as in the
        data."""
        profile = self.world.profile
        self.sensors = HallSensors(profile.cells, profile.data["sensor"], seed)
        self.adc = Converter(profile.data["adc"], seed)
        self.faults.clear()
        self._fault_noise = stream(seed, "faults")
        # The channels of the last single conversion, and the previous ones.
        self._selected: tuple[Channels, Channels] = ((), ())
        self._since_us = 0.0  # how long after its selection the last one came
        self._wire = (0.0, 0.0)  # millivolts on these channels and on the previous ones

    def noise(self, factor: float) -> None:
        """Multiply the noise of sensors and converter in the data by this factor."""
        self.sensors.noise(factor)
        self.adc.noise(factor)

    def true_field_mt(self) -> list[float]:
        """The field at every sensor now, in millitesla: the reading of a perfect sensor."""
        warmer = self.world.temperature_c - ROOM_C
        share = 1.0 + self._magnet_per_kelvin * warmer
        return [share * field for field in self.field.update()]

    def outputs_mv(self) -> list[float]:
        """The voltage of every cell's sensor now, including faults."""
        outputs = self.sensors.outputs_mv(self.true_field_mt(), self.world.temperature_c)
        if self.faults:
            healthy = list(outputs)
            for cell, fault in sorted(self.faults.items()):
                previous = self.mux.previous[cell]
                outputs[cell] = fault.apply(healthy, cell, previous, self._fault_noise)
        return outputs

    def scan(self) -> list[int]:
        """One reading of every cell, as by a scan of the firmware."""
        return self.adc.convert(self.mux.wire_mv(self.outputs_mv(), self.settle_us))

    def samples(self, count: int) -> list[list[int]]:
        """`count` single conversions of every cell, by cell, each long after its selection. A scan
        is their sum."""
        return self.adc.samples(self.outputs_mv(), count)

    def conversion(self, channels: Channels, previous: Channels, since_select_us: float) -> int:
        """A single conversion `since_select_us` after these multiplexer channels were connected in
        place of `previous`; more than one if enable lines are faulty.

        A channel without a sensor reads zero, several channels their mean. As in a scan, the
        conversions of one selection share the sensor's noise, unless there is a pause between them.
        """
        since_last_us = since_select_us - self._since_us
        another = since_last_us <= 0 or since_last_us > _PAUSE_US
        if (channels, previous) != self._selected or another:
            outputs = self.outputs_mv()
            self._selected = (channels, previous)
            self._wire = self._joined_mv(outputs, channels), self._joined_mv(outputs, previous)
        self._since_us = since_select_us
        there, before = self._wire
        wire = there + (before - there) * self.mux.left_over(since_select_us)
        return self.adc.single(wire)

    def _joined_mv(self, outputs: Sequence[float], channels: Channels) -> float:
        cells = [self.mux.cell_on.get(channel) for channel in channels]
        voltages = [0.0 if cell is None else outputs[cell] for cell in cells]
        return sum(voltages) / len(voltages) if voltages else 0.0
