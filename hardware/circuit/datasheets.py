"""What the data sheets of a board's circuits require of its parts and layout, each with its source.

`test_datasheets.py` checks every row on each board in `hardware.released`.
"""

from dataclasses import dataclass

from hardware.circuit import parts
from hardware.circuit.parts import Kind

FARADS = {
    parts.C_BYPASS: 0.1e-6,
    parts.C_SUPPLY: 10e-6,
    parts.C_REGULATOR: 22e-6,
    parts.C_BULK: 220e-6,
}
# What a ceramic capacitor of 0805, 25 V, X5R keeps of its value at 5 V and 3.3 V, at least.
KEEPS_AT_VOLTAGE = 0.7
CERAMIC = (parts.C_BYPASS, parts.C_SUPPLY, parts.C_REGULATOR)


@dataclass(frozen=True)
class Bypass:
    """A supply pin needs at least this many microfarads to ground within this distance, between
    the middles of the pads."""

    kind: Kind
    pin: str
    microfarads: float
    within_mm: float
    source: str


@dataclass(frozen=True)
class Most:
    """A pin bears at most this many volts."""

    kind: Kind
    pin: str
    volts: float
    source: str


BYPASSES = (
    Bypass(parts.SENSOR, "VCC", 0.01, 5.0, "TI SBAS640, layout: 0.01 uF or more, close"),
    Bypass(parts.MUX, "VCC", 0.1, 12.0, "TI SCHS209, layout: 0.1 uF at the supply"),
    Bypass(parts.LED, "VDD", 0.1, 8.0, "Worldsemi WS2812B: 0.1 uF at each LED"),
    Bypass(parts.SHIFTER, "VCC", 0.1, 6.0, "TI SCLS378, layout: 0.1 uF, close"),
    Bypass(parts.SWITCH, "IN", 0.1, 6.0, "TI SLVS841: 0.1 uF or more, as close as possible"),
    Bypass(parts.SWITCH, "OUT", 120.0, 40.0, "TI SLVS841: 120 uF where a USB port is fed"),
    Bypass(parts.REGULATOR, "VI", 10.0, 6.0, "Diodes DS38213, circuit: 10 uF"),
    Bypass(parts.REGULATOR, "VO", 22.0, 10.0, "Diodes DS38213, circuit: 22 uF"),
)
MOST = (
    Most(parts.SENSOR, "VCC", 7.0, "TI SBAS640, absolute maximum"),
    Most(parts.MUX, "VCC", 7.0, "TI SCHS209, absolute maximum"),
    Most(parts.SHIFTER, "VCC", 7.0, "TI SCLS378, absolute maximum"),
    Most(parts.SWITCH, "IN", 7.0, "TI SLVS841, absolute maximum"),
    Most(parts.REGULATOR, "VI", 15.0, "Taiwan Semiconductor TS1117B, the lower of both kinds"),
)
# Kinds of a regulator that were read to allow or to want ceramic capacitors at the output.
CERAMIC_ALLOWED = {
    "AZ1117IH-3.3TRG1": "Diodes DS38213: compatible with low ESR ceramic capacitors",
    "TS1117BCW33 RPG (Taiwan Semiconductor)": "TS1117B: a ceramic capacitor is required",
}
LIMIT_OHM = (15e3, 232e3, "TI SLVS841: resistor at ILIM")
