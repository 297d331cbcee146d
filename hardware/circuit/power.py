"""The current of a board from its USB connector, and the heat of its regulator, from its data and
the parts' data sheets."""

from dataclasses import dataclass

from hardware.circuit.sizes import Data, needs_regulator

USB_PORT_MA, CHARGER_MA = 500, 1000  # a computer's port; a small charger
PICO_MA = 50  # Raspberry Pi Pico, running, including the logic on its 3.3 V
SENSOR_MA = (6, 10)  # DRV5055: typical, most
REGULATOR_MA = 6  # AZ1117I: own consumption, most
USB_MOST_V = 5.5  # of a USB-C source
RAIL_LEAST_V = 3.267  # AZ1117I: 3.3 V less 1 %
# SOT-223 from junction to still air, its tab on that much copper of 35 um on one side of FR4:
# Infineon, "Package and Thermal Information SOT223-4".
SPREAD_K_W = ((0.0, 164.3), (300.0, 81.2), (600.0, 68.0))
JUNCTION_MOST_C = 125.0  # AZ1117I, TS1117B
WARM_ROOM_C = 40.0
CONVERTER = 0.85  # efficiency of the Pico's own 3.3 V supply
LIMIT_MA = (347, 435)  # TPS2553 with 68 kOhm: least and most current limit of the LEDs

# A lithium cell behind a charger with a 5 V converter: milliampere hours, mean voltage, the
# converter's efficiency, and the share of the charge that is used. Assumed.
BATTERY_MAH, BATTERY_V, BOOST, USED = 2500, 3.7, 0.85, 0.9


@dataclass(frozen=True)
class Draw:
    """Milliamperes at 5 V: the most with every part at its maximum, and, `fault`, with the LEDs at
    the current limit."""

    leds: float
    sensors: float
    rest: float

    @property
    def total(self) -> float:
        return self.leds + self.sensors + self.rest

    @property
    def fault(self) -> float:
        return LIMIT_MA[1] + self.sensors + self.rest

    @property
    def needs_ma(self) -> int:
        """The required rating of the supply. Raises ValueError if no common one is enough."""
        for supply in (USB_PORT_MA, CHARGER_MA):
            if self.fault <= supply or (supply == USB_PORT_MA and self.total <= supply):
                return supply
        raise ValueError(f"{self.fault:.0f} mA is more than any supported supply delivers")


def draw(data: Data, most: bool = True) -> Draw:
    """The current of a board at the firmware's LED budget, with its sensors' maximum or typical
    current."""
    sensors = data["rows"] * data["columns"] * SENSOR_MA[most]
    regulated = needs_regulator(data)
    # A linear regulator draws what it delivers; the Pico's converter also changes the voltage.
    return Draw(
        leds=data["leds"]["budget_ma"],
        sensors=sensors if regulated else sensors * 3.3 / 5 / CONVERTER,
        rest=PICO_MA + (REGULATOR_MA if regulated else 0),
    )


def battery_hours(data: Data) -> tuple[float, float]:
    """How long the battery lasts: with every part at its maximum, and with dark LEDs and typical
    sensors."""
    watt_hours = BATTERY_MAH / 1000 * BATTERY_V * BOOST * USED
    typical, lights = draw(data, most=False), data["leds"]
    dark = lights["idle_ma"] * lights["per_cell"] * data["rows"] * data["columns"]
    least = typical.sensors + typical.rest + dark
    return watt_hours / (5 * draw(data).total / 1000), watt_hours / (5 * least / 1000)


def regulator_watts(data: Data) -> float:
    """What the regulator turns into heat with all sensors at their maximum."""
    sensors = data["rows"] * data["columns"] * SENSOR_MA[True] / 1000
    return float((USB_MOST_V - RAIL_LEAST_V) * sensors + USB_MOST_V * REGULATOR_MA / 1000)


def junction_c(data: Data, copper_mm2: float, around_c: float = WARM_ROOM_C) -> float:
    """The regulator's junction temperature with that much copper at its tab; more than was measured
    counts as the most that was."""
    least, most = max(row for row in SPREAD_K_W if row[0] <= copper_mm2), SPREAD_K_W[-1]
    above = next((row for row in SPREAD_K_W if row[0] > copper_mm2), most)
    share = (copper_mm2 - least[0]) / (above[0] - least[0]) if above[0] > least[0] else 0.0
    resistance = least[1] + share * (above[1] - least[1])
    return around_c + regulator_watts(data) * resistance


def currents(data: Data) -> dict[str, float]:
    """The largest current in each supply net in amperes; other nets are signals."""
    sensors = data["rows"] * data["columns"] * SENSOR_MA[True]
    taken = draw(data)
    return {
        "VBUS": (taken.fault - PICO_MA) / 1000,
        "+5V": LIMIT_MA[1] / 1000,
        "+3V3": 0.3,
        **({"+3V3A": sensors / 1000} if needs_regulator(data) else {}),
    }
