"""The current of a board from its USB connector, from its data and the parts' data sheets."""

from dataclasses import dataclass

from hardware.circuit.sizes import Data, needs_regulator

USB_PORT_MA, CHARGER_MA = 500, 1000  # a computer's port; a small charger
PICO_MA = 50  # Raspberry Pi Pico, running, including the logic on its 3.3 V
SENSOR_MA = (6, 10)  # DRV5055: typical, most
REGULATOR_MA = 10  # AZ1117C: own consumption, most
CONVERTER = 0.85  # efficiency of the Pico's own 3.3 V supply
LIMIT_MA = (347, 435)  # TPS2553 with 68 kOhm: least and most current limit of the LEDs


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
