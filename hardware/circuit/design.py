"""The circuit of a board in SKiDL, from the data of the firmware's profile.

`circuit(data)` is the circuit, `netlist(...)` its result: every part with the nets of its pins.
Placement, drawings, bill of materials and tests are all based on it.
"""

import logging
from dataclasses import dataclass

from hardware.circuit import parts
from hardware.circuit.parts import Kind
from hardware.circuit.quiet import quiet, skidl
from hardware.circuit.sizes import Data, needs_regulator
from lodeboard.boards.profile import Profile

# SKiDL makes all later loggers instances of its own class, which other code cannot use.
logging.setLoggerClass(logging.Logger)

_FUNCTIONS = {
    parts.POWER: skidl.Pin.types.PWRIN,
    parts.SUPPLY: skidl.Pin.types.PWROUT,
    parts.IN: skidl.Pin.types.INPUT,
    parts.OUT: skidl.Pin.types.OUTPUT,
    parts.PASSIVE: skidl.Pin.types.PASSIVE,
    parts.BOTH: skidl.Pin.types.BIDIR,
    parts.OPEN: skidl.Pin.types.OPENCOLL,
    parts.UNUSED: skidl.Pin.types.NOCONNECT,
}
# The last one if sensors have a separate supply.
TEST_POINTS = ("VBUS", "+5V", "+3V3", "GND", "ADC", "LED_DATA", "+3V3A")


@dataclass(frozen=True)
class Placed:
    """A part in the netlist. `nets` maps pin numbers to net names; an open pin has none.

    `cell` is its cell or -1; `role` distinguishes parts of one kind.
    """

    ref: str
    kind: Kind
    role: str
    cell: int
    nets: dict[str, str]


class Design:
    """A circuit under construction: parts are numbered in the order in which they are added."""

    has_spares = True  # whether a header brings out the Pico's unused pins
    pico = parts.PICO

    def __init__(self, data: Data) -> None:
        self.data = data
        self.profile = Profile(data)
        self.circuit = skidl.Circuit()
        self.made: list[tuple[skidl.Part, Kind, str, int]] = []
        self._nets: dict[str, skidl.Net] = {}
        self._counts: dict[str, int] = {}
        self._build()

    def net(self, name: str) -> skidl.Net:
        if name not in self._nets:
            self._nets[name] = skidl.Net(name, circuit=self.circuit)
        return self._nets[name]

    def add(self, kind: Kind, role: str, cell: int = -1, /, **nets: str) -> skidl.Part:
        """Add a part with its pins, by name, on these nets; `p1`, `p2` are pins by number."""
        number = self._counts[kind.letter] = self._counts.get(kind.letter, 0) + 1
        pins = [
            skidl.Pin(num=number_, name=name, func=_FUNCTIONS[function])
            for number_, name, function in kind.pins
        ]
        part = skidl.Part(
            name=kind.name,
            tool=skidl.SKIDL,
            dest=skidl.TEMPLATE,
            ref_prefix=kind.letter,
            footprint=kind.footprint,
            pins=pins,
        )(circuit=self.circuit, ref=f"{kind.letter}{number}", value=kind.value, tag=role)
        numbers = {name: number_ for number_, name, _ in kind.pins}
        for key, net in nets.items():
            pin = key[1:] if key[1:].isdigit() and key[0] == "p" else numbers[key]
            part[pin] += self.net(net)
        self.made.append((part, kind, role, cell))
        return part

    def _build(self) -> None:
        self.net("GND").drive = skidl.POWER
        self.sensor_rail = "+3V3A" if needs_regulator(self.data) else "+3V3"
        for cell in range(self.profile.cells):
            self._sense(cell)
        for cell in range(self.profile.cells):
            self._light(cell)
        self._multiplexers()
        self._power()
        self._computer()
        for name in TEST_POINTS:
            if name in self._nets:
                self.add(parts.TEST_POINT, name, p1=name)
        # Last, so that the other parts have the same names in the variant with one LED per cell.
        for cell in range(self.profile.cells):
            for number in range(1, self.profile.leds_per_cell):
                self._light_more(cell, number)
        self._close()

    def _sense(self, cell: int) -> None:
        """A sensor, its decoupling, and the filter before the multiplexer."""
        name = self.profile.cell_name(cell).upper()
        rail = self.sensor_rail
        self.add(parts.SENSOR, "sensor", cell, VCC=rail, OUT=f"HALL_{name}", GND="GND")
        self.add(parts.C_BYPASS, "sensor bypass", cell, p1=rail, p2="GND")
        self.add(parts.R_FILTER, "filter", cell, p1=f"HALL_{name}", p2=f"SENSE_{name}")
        self.add(parts.C_FILTER, "filter", cell, p1=f"SENSE_{name}", p2="GND")

    def _light(self, cell: int) -> None:
        """An LED and its decoupling. Chain place k takes CHAIN_k and gives CHAIN_(k+1)."""
        place = self.profile.led_order[cell]
        supply = {"VDD": "+5V", "VSS": "GND", "DIN": self._chain(place)}
        led = self.add(parts.LED, f"chain {place}", cell, **supply)
        if place + 1 < self.profile.cells:
            led["2"] += self.net(self._chain(place + 1))
        self.add(parts.C_BYPASS, "led bypass", cell, p1="+5V", p2="GND")

    def _light_more(self, cell: int, number: int) -> None:
        """One more LED of a cell, with its input joined to the first one's: it shows the same."""
        supply = {"VDD": "+5V", "VSS": "GND", "DIN": self._chain(self.profile.led_order[cell])}
        self.add(parts.LED, f"more {number}", cell, **supply)
        self.add(parts.C_BYPASS, f"more bypass {number}", cell, p1="+5V", p2="GND")

    @staticmethod
    def _chain(place: int) -> str:
        return f"CHAIN_{place}" if place else "LED_FIRST"

    def _multiplexers(self) -> None:
        channels = self.profile.mux_channels
        enables = self.data["pins"].get("mux_enable")
        for mux in range(max(channels) // 16 + 1):
            nets = {f"S{bit}": f"SELECT_{bit}" for bit in range(4)}
            for cell, channel in enumerate(channels):
                if channel // 16 == mux:
                    nets[f"I{channel % 16}"] = f"SENSE_{self.profile.cell_name(cell).upper()}"
            nets.update(COM="ADC", VCC=self.sensor_rail, GND="GND")
            nets["~{E}"] = f"ENABLE_{mux}" if enables else "GND"
            self.add(parts.MUX, f"mux {mux}", **nets)
            self.add(parts.C_BYPASS, f"mux bypass {mux}", p1=self.sensor_rail, p2="GND")
            if enables:
                # Pins of a chip that has just started are pulled down, which would switch all on at
                # once.
                self.add(parts.R_PULL, f"off {mux}", p1=self.sensor_rail, p2=f"ENABLE_{mux}")

    def _power(self) -> None:
        """5 V from USB, limited, for the LEDs; 3.3 V from the Pico or a separate regulator."""
        limit = {"IN": "VBUS", "EN": "VBUS", "GND": "GND", "ILIM": "LIMIT", "OUT": "+5V"}
        self.add(parts.SWITCH, "limit", **limit)
        self.add(parts.R_LIMIT, "limit", p1="LIMIT", p2="GND")
        self.add(parts.C_BYPASS, "limit bypass", p1="VBUS", p2="GND")
        self.add(parts.C_BULK, "bulk 0", p1="+5V", p2="GND")
        self.add(parts.C_BULK, "bulk 1", p1="+5V", p2="GND")
        self.add(parts.C_SUPPLY, "3V3 supply", p1=self.sensor_rail, p2="GND")
        if self.sensor_rail != "+3V3":
            self.add(parts.REGULATOR, "regulator", VI="VBUS", VO=self.sensor_rail, GND="GND")
            self.add(parts.C_SUPPLY, "regulator input", p1="VBUS", p2="GND")
            for number in range(2):
                self.add(parts.C_REGULATOR, f"regulator {number}", p1=self.sensor_rail, p2="GND")

    def _computer(self) -> None:
        """The Pico with every pin of the profile, and the parts on those pins."""
        pins = self.data["pins"]
        uses = {pins["adc"]: "ADC", pins["leds"]: "LED_3V3"}
        uses.update({pin: f"BEEPER_{side}" for side, pin in enumerate(pins["beeper"])})
        uses.update({pin: f"SELECT_{bit}" for bit, pin in enumerate(pins["mux_select"])})
        uses.update({pin: f"BUTTON_{i}" for i, pin in enumerate(pins["buttons"])})
        uses.update({pin: f"ENABLE_{i}" for i, pin in enumerate(pins.get("mux_enable", ()))})
        spare = []
        nets = {"VBUS": "VBUS", "3V3": "+3V3", "AGND": "GND"}
        if self.has_spares:
            nets["RUN"] = "RUN"
        # The converter's reference is the sensors' supply. Through the Pico's own 200 ohm it would
        # be some 30 mV below it.
        nets["ADC_VREF"] = self.sensor_rail
        for number, name, _ in self.pico.pins:
            if name == "GND":
                nets[f"p{number}"] = "GND"
            elif name.startswith("GP"):
                pin = int(name[2:])
                if pin not in uses:
                    spare.append(name)
                if pin in uses or self.has_spares:
                    nets[name] = uses.get(pin, name)
        self.add(self.pico, "pico", **nets)
        self.add(
            parts.SHIFTER, "shifter",
            **{"~{OE}": "GND", "A": "LED_3V3", "Y": "LED_DATA", "VCC": "+5V", "GND": "GND"},
        )  # fmt: skip
        self.add(parts.C_BYPASS, "shifter bypass", p1="+5V", p2="GND")
        self.add(parts.R_DATA, "data", p1="LED_DATA", p2="LED_FIRST")
        self._buttons()
        for side, _ in enumerate(pins["beeper"]):
            self.add(parts.R_DATA, f"beeper {side}", p1=f"BEEPER_{side}", p2=f"BEEP_{side}")
        self.add(parts.PIEZO, "beeper", p1="BEEP_0", p2="BEEP_1")
        if self.has_spares:
            ends = {"p1": "+3V3", "p2": "GND", "p19": "RUN", "p20": "GND"}
            places = {f"p{i + 3}": name for i, name in enumerate(spare[:16])}
            self.add(parts.HEADER, "spare", **ends, **places)

    def _buttons(self) -> None:
        for i, _ in enumerate(self.data["pins"]["buttons"]):
            self.add(parts.BUTTON, ("left", "middle", "right")[i], p1=f"BUTTON_{i}", p2="GND")

    def _close(self) -> None:
        """Mark pins that are open on purpose; any other open pin is an error."""
        last = self.profile.led_order.index(self.profile.cells - 1)
        pico_free, spare = ("VSYS", "3V3_EN"), not self.has_spares
        for part, kind, role, cell in self.made:
            for number, name, _ in kind.pins:
                if part[number].is_connected():
                    continue
                allowed = (
                    (kind is parts.LED and name == "DOUT" and (cell == last or more(role)))
                    or (kind is parts.MUX and name.startswith("I"))
                    or (kind is self.pico and name in pico_free)
                    or (kind is self.pico and name.startswith(("GP", "RUN")) and spare)
                    or (kind is parts.SWITCH and name == "~{FAULT}")
                    or kind is parts.HEADER
                    or (kind is parts.CABLE and name in ("D", "R"))
                )
                if allowed:
                    part[number] += self.circuit.NC
                else:
                    raise ValueError(f"pin {name} of {part.ref} ({role}) is connected to nothing")


def more(role: str) -> bool:
    """Whether a part belongs to a cell's second or later LED, which only circuit boards have."""
    return role.startswith("more")


def rules_report(design: Design) -> tuple[int, int]:
    """Numbers of errors and warnings of the electrical rules check."""
    skidl.erc_logger.error.reset()
    skidl.erc_logger.warning.reset()
    with quiet(logging.INFO):
        design.circuit.ERC()
    return skidl.erc_logger.error.count, skidl.erc_logger.warning.count


def netlist(design: Design) -> list[Placed]:
    """Every part with its nets, as joined by SKiDL."""
    placed = []
    for part, kind, role, cell in design.made:
        nets = {}
        for pin in part.pins:
            if pin.nets and not isinstance(pin.net, skidl.net.NCNet):
                nets[str(pin.num)] = str(pin.net.name)
        placed.append(Placed(part.ref, kind, role, cell, nets))
    return placed


def nets_of(placed: list[Placed]) -> dict[str, list[tuple[str, str]]]:
    """Net name to its (reference, pin) pairs, all sorted."""
    nets: dict[str, list[tuple[str, str]]] = {}
    for part in placed:
        for pin, net in part.nets.items():
            nets.setdefault(net, []).append((part.ref, pin))
    return {name: sorted(nets[name]) for name in sorted(nets)}
