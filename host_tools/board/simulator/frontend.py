"""From magnets to numbers: field, sensors, multiplexer and converter in a row."""

from collections.abc import Sequence

from host_tools.board.simulator.adc import Converter
from host_tools.board.simulator.faults import Fault
from host_tools.board.simulator.fields import FieldMap
from host_tools.board.simulator.mux import Channels, Multiplexer
from host_tools.board.simulator.sensors import ROOM_C, HallSensors
from host_tools.board.simulator.streams import stream
from host_tools.board.simulator.world import World

_PAUSE_US = 1000.0  # longer than any between two conversions of a scan


class FrontEnd:
    """The analogue half of a board in a world. `faults` maps a cell to what is broken."""

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
        """Another board's sensors and converter, as they left the workshop: whole, and no
        noisier than the data say."""
        profile = self.world.profile
        self.sensors = HallSensors(profile.cells, profile.data["sensor"], seed)
        self.adc = Converter(profile.data["adc"], seed)
        self.faults.clear()
        self._fault_noise = stream(seed, "faults")
        # The channels of the last single conversion, and the previous ones.
        self._selected: tuple[Channels, Channels] = ((), ())
        self._since_us = 0.0  # how long after its selection that came
        self._wire = (0.0, 0.0)  # millivolts there and before

    def noise(self, factor: float) -> None:
        """Make sensors and converter so many times as noisy as the data say."""
        self.sensors.noise(factor)
        self.adc.noise(factor)

    def true_field_mt(self) -> list[float]:
        """Field at every sensor now, in millitesla: what a perfect sensor would read."""
        warmer = self.world.temperature_c - ROOM_C
        share = 1.0 + self._magnet_per_kelvin * warmer
        return [share * field for field in self.field.update()]

    def outputs_mv(self) -> list[float]:
        """Voltage of every cell's sensor now, faults included."""
        outputs = self.sensors.outputs_mv(self.true_field_mt(), self.world.temperature_c)
        if self.faults:
            healthy = list(outputs)
            for cell, fault in sorted(self.faults.items()):
                previous = self.mux.previous[cell]
                outputs[cell] = fault.apply(healthy, cell, previous, self._fault_noise)
        return outputs

    def scan(self) -> list[int]:
        """One reading of every cell, as the firmware's scan takes it."""
        return self.adc.convert(self.mux.wire_mv(self.outputs_mv(), self.settle_us))

    def samples(self, count: int) -> list[list[int]]:
        """What a scan is the sum of: so many single conversions of every cell, each long
        after it was selected, by cell."""
        return self.adc.samples(self.outputs_mv(), count)

    def conversion(self, channels: Channels, previous: Channels, since_select_us: float) -> int:
        """A single conversion of the wire so long after these multiplexer channels were connected
        to it (one, unless enables are at fault) in place of `previous`. A channel without a sensor
        reads zero, several together their mean. As in a scan, the conversions of one selection
        share the sensor's noise; after a pause they are another scan's."""
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
