"""The kinds of part on the circuit board: pins, footprints, and ordering data.

Pins are written here as (number, name, type); a test compares them with KiCad's symbol libraries
for the parts they have. Prices are approximate, in euros each for small quantities in 2026, and
meant for planning only.
"""

from dataclasses import dataclass

# Pin types of the electrical rules check.
POWER, SUPPLY, IN, OUT, PASSIVE, BOTH, OPEN, UNUSED = (
    "power_in",
    "power_out",
    "input",
    "output",
    "passive",
    "bidirectional",
    "open_collector",
    "no_connect",
)
Pin = tuple[str, str, str]


@dataclass(frozen=True)
class Kind:
    """One line of the order: a kind of part, independent of the quantity."""

    name: str
    letter: str  # of its references
    value: str
    footprint: str  # library:name
    pins: tuple[Pin, ...]
    maker: str
    part: str  # manufacturer's part number
    alternates: tuple[str, ...]
    euro: float
    purpose: str
    height_mm: float  # above the board's surface
    symbol: str = ""  # library:name of KiCad's symbol with the same pins, if any
    fitted: bool = True  # False: only pads
    hand: bool = False  # has leads: fabs solder it by hand, at a higher price for each joint
    mark: str = ""  # the pin at the mark on the part's body; the board has a dot there
    # LCSC's number of `part`, from public parts lists of 2026, not checked in the shop; or what to
    # search for in the fab's window, where no list names it.
    lcsc: str = ""


def two(kind: str = PASSIVE) -> tuple[Pin, ...]:
    return (("1", "1", kind), ("2", "2", kind))


def _pico_pins() -> tuple[Pin, ...]:
    """The forty pins of a Raspberry Pi Pico. Its supplies are outputs: USB feeds the board."""
    left = "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15"
    right = (
        "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN "
        "GND VSYS VBUS"
    )
    types = {"GND": POWER, "AGND": POWER, "3V3": SUPPLY, "VBUS": SUPPLY, "RUN": PASSIVE}
    types.update({"ADC_VREF": PASSIVE, "3V3_EN": PASSIVE, "VSYS": PASSIVE})
    names = left.split() + right.split()
    return tuple((str(i + 1), name, types.get(name, BOTH)) for i, name in enumerate(names))


PICO = Kind(
    "pico", "A", "Raspberry Pi Pico", "lodeboard:Pico_Flat", _pico_pins(),
    "Raspberry Pi", "SC0915",
    ("SC0917 (Pico H) on its pin headers", "with USB-C: Waveshare RP2040-Plus on pin headers",
     "with USB-C: Banana Pi BPI-Pico-RP2040 on pin headers"), 5.5,
    "the computer, soldered flat", 3.7, mark="1", lcsc="C7203002",
)  # fmt: skip
# In place of it on the head of a board of strips.
PICO_H = Kind(
    "pico in sockets", "A", "Raspberry Pi Pico H", "lodeboard:Pico_Socket", _pico_pins(),
    "Raspberry Pi", "SC0917",
    ("SC0915 (Pico) and two pin headers 1x20", "with USB-C: Waveshare RP2040-Plus with headers",
     "with USB-C: Banana Pi BPI-Pico-RP2040 and two pin headers 1x20"), 5.5,
    "the computer (Pico H, with headers), plugged into two sockets", 14.8, hand=True, mark="1",
)  # fmt: skip
PICOS = (PICO, PICO_H)
# Not a part of the circuit: the footprint of PICO_H has the holes of two.
SOCKET = Kind(
    "socket", "A", "1x20 H8.5", "Connector_PinSocket_2.54mm:PinSocket_1x20_P2.54mm_Vertical",
    tuple((str(i + 1), str(i + 1), PASSIVE) for i in range(20)),
    "Kinghelm", "KH-2.54FH-1X20P-H8.5", ("CONNFLY DS1023-1x20SF11", "any 2.54 mm, 8.5 mm high"),
    0.2, "the Pico of a board of strips stands in two of them", 8.5, hand=True, lcsc="C2905423",
)  # fmt: skip
SENSOR = Kind(
    "sensor", "U", "DRV5055A3", "Package_TO_SOT_SMD:SOT-23",
    (("1", "VCC", POWER), ("2", "OUT", OUT), ("3", "GND", POWER)),
    "Texas Instruments", "DRV5055A3QDBZR",
    ("DRV5055A3QDBZT (small reel)", "DRV5055A3EDBZRQ1 (automotive)"), 1.1,
    "linear Hall sensor, one under the centre of each well", 1.12,
    symbol="Sensor_Magnetic:DRV5055A3xDBZxQ1", lcsc="C266128",
)  # fmt: skip
_MUX_NAMES = "COM I7 I6 I5 I4 I3 I2 I1 I0 S0 S1 GND S3 S2 ~{E} I15 I14 I13 I12 I11 I10 I9 I8 VCC"
MUX = Kind(
    "mux", "U", "CD74HC4067", "Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm",
    tuple(
        (str(i + 1), name,
         POWER if name in ("GND", "VCC") else IN if name[0] in "S~" else PASSIVE)
        for i, name in enumerate(_MUX_NAMES.split())
    ),
    "Texas Instruments", "CD74HC4067M96", ("CD74HC4067M (tube)", "74HC4067D,653 (Nexperia)"), 0.9,
    "16 sensors onto one converter input", 2.65, symbol="74xx:CD74HC4067M",
    mark="1", lcsc="C496123",
)  # fmt: skip
LED = Kind(
    "led", "D", "WS2812B", "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
    (("1", "VDD", POWER), ("2", "DOUT", OUT), ("3", "VSS", POWER), ("4", "DIN", IN)),
    "Worldsemi", "WS2812B-B/W", ("WS2812B-V5",), 0.12,
    "light of a cell", 1.6, symbol="LED:WS2812B", mark="3", lcsc="C114586",
)  # fmt: skip
SHIFTER = Kind(
    "shifter", "U", "74AHCT1G125", "Package_TO_SOT_SMD:SOT-23-5",
    (("1", "~{OE}", IN), ("2", "A", IN), ("3", "GND", POWER), ("4", "Y", OUT), ("5", "VCC", POWER)),
    "Texas Instruments", "SN74AHCT1G125DBVR", ("74AHCT1G125GV,125 (Nexperia)",), 0.3,
    "3.3 V to 5 V for the LEDs' data", 1.45, symbol="74xGxx:74AHCT1G125",
    mark="1", lcsc="C7484",
)  # fmt: skip
SWITCH = Kind(
    "switch", "U", "TPS2553", "Package_TO_SOT_SMD:SOT-23-6",
    (("1", "IN", POWER), ("2", "GND", POWER), ("3", "EN", IN), ("4", "~{FAULT}", OPEN),
     ("5", "ILIM", PASSIVE), ("6", "OUT", SUPPLY)),
    "Texas Instruments", "TPS2553DBVR", ("AP2553W6-7 (Diodes)",), 0.9,
    "limits the LEDs' current, also while their capacitors charge", 1.45,
    mark="1", lcsc="C55266",
)  # fmt: skip
REGULATOR = Kind(
    "regulator", "U", "AZ1117IH-3.3", "Package_TO_SOT_SMD:SOT-223-3_TabPin2",
    (("1", "GND", POWER), ("2", "VO", SUPPLY), ("3", "VI", POWER)),
    "Diodes", "AZ1117IH-3.3TRG1", ("TS1117BCW33 RPG (Taiwan Semiconductor)",), 0.4,
    "3.3 V for more sensors than the Pico can feed; only a kind that allows ceramic capacitors",
    1.8, lcsc="C108495",
)  # fmt: skip
BUTTON = Kind(
    "button", "SW", "6x6 H9.5", "Button_Switch_THT:SW_PUSH_6mm_H9.5mm",
    two(), "Omron", "B3F-1070", ("PTS645SK95-2 LFS (C&K)", "any 6x6 mm switch, 9.5 mm high"), 0.3,
    "left, middle, right", 9.5, hand=True, lcsc="C726011",
)  # fmt: skip
PIEZO = Kind(
    "piezo", "BZ", "PS1240", "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
    two(), "TDK", "PS1240P02BT", ("any passive piezo of 12 mm, pins 5 mm apart",), 0.7,
    "beeper; a piezo, as a magnetic one would reach the sensors", 6.5, hand=True, lcsc="C76871",
)  # fmt: skip
HEADER = Kind(
    "header", "J", "spare pins", "Connector_PinHeader_2.54mm:PinHeader_2x10_P2.54mm_Vertical",
    tuple((str(i + 1), str(i + 1), PASSIVE) for i in range(20)),
    "any", "pin header 2x10, 2.54 mm", (), 0.3, "spare pins of the Pico, for your own ideas",
    8.5, fitted=False, hand=True,
)  # fmt: skip
TEST_POINT = Kind(
    "test point", "TP", "pad", "TestPoint:TestPoint_Pad_D2.0mm", (("1", "1", PASSIVE),),
    "none", "bare copper", (), 0.0, "a place for the meter's probe", 0.0, fitted=False, hand=True,
)  # fmt: skip

# The pins of a cable between two strips: the same from both ends, so that one plugged in the wrong
# way round exchanges signals, but no supplies.
CABLE_PINS = ("GND", "+5V", "+3V3", "D", "A0", "A1", "B0", "B1", "R", "+3V3", "+5V", "GND")


def _plug(count: int, names: tuple[str, ...], euro: float, purpose: str, lcsc: str) -> Kind:
    """A socket for a cable, flat on the board; its two tabs are on ground."""
    part = f"SM{count:02}B-SRSS-TB"
    pins = tuple((str(i + 1), name, PASSIVE) for i, name in enumerate(names))
    return Kind(
        f"cable socket {count}", "J", f"JST SH {count}",
        f"Connector_JST:JST_SH_{part}_1x{count:02}-1MP_P1.00mm_Horizontal",
        (*pins, ("MP", "MP", PASSIVE)), "JST", f"{part}(LF)(SN)",
        (f"any SH 1.0 mm socket, {count} pins, flat",), euro, purpose, 2.95, mark="1", lcsc=lcsc,
    )  # fmt: skip


CABLE = _plug(12, CABLE_PINS, 0.35, "joins strips and head", "search SM12B-SRSS-TB")
BUTTON_CABLE = _plug(
    4, ("GND", "BUTTON_0", "BUTTON_1", "BUTTON_2"), 0.2, "joins buttons and head", "C160404"
)
JUMPER = Kind(
    "jumper", "JP", "open", "Jumper:SolderJumper-2_P1.3mm_Open_Pad1.0x1.5mm", two(),
    "none", "bare copper", (), 0.0, "closed with solder at the last strip of a row", 0.0,
    fitted=False, hand=True,
)  # fmt: skip


def resistor(value: str, part: str, lcsc: str, purpose: str) -> Kind:
    return Kind(
        f"resistor {value}", "R", value, "Resistor_SMD:R_0603_1608Metric", two(),
        "Yageo", part, (f"any 0603, {value}, 1 %",), 0.02, purpose, 0.55, lcsc=lcsc,
    )  # fmt: skip


def capacitor(
    value: str, part: str, lcsc: str, purpose: str, other: str, euro: float = 0.03
) -> Kind:
    large = value in ("10u", "22u")
    size = "0805_2012" if large else "0603_1608"
    return Kind(
        f"capacitor {value}", "C", value, f"Capacitor_SMD:C_{size}Metric", two(),
        "Samsung", part, (other,), euro, purpose, 1.35 if large else 0.9, lcsc=lcsc,
    )  # fmt: skip


R_FILTER = resistor(
    "100", "RC0603FR-07100RL", "C105588", "keeps the sensor's output calm at the multiplexer"
)
R_DATA = resistor(
    "330", "RC0603FR-07330RL", "C105881", "damps the LEDs' data line and the edges at the piezo"
)
R_PULL = resistor(
    "10k", "RC0603FR-0710KL", "C98220", "keeps a multiplexer off until the firmware runs"
)
R_LIMIT = resistor(
    "68k", "RC0603FR-0768KL", "C114633", "sets the LEDs' current limit: 347 to 435 mA"
)
C_FILTER = capacitor(
    "220p",
    "CL10C221JB8NNNC",
    "C27675",
    "charge for the converter's sample",
    "any 0603 C0G, 220 pF, 50 V",
)
C_BYPASS = capacitor(
    "100n",
    "CL10B104KB8NNNC",
    "C1591",
    "decoupling, one beside each part",
    "any 0603 X7R, 100 nF, 16 V",
)
C_SUPPLY = capacitor(
    "10u", "CL21A106KAYNNNE", "C15850", "decoupling of a supply", "any 0805 X5R, 10 uF, 10 V", 0.08
)
C_REGULATOR = capacitor(
    "22u",
    "CL21A226MAQNNNE",
    "C45783",
    "the regulator's output: two, as a ceramic one loses capacitance with voltage",
    "any 0805 X5R, 22 uF, 10 V",
    0.1,
)
C_BULK = Kind(
    "capacitor 220u", "C", "220u", "Capacitor_SMD:CP_Elec_6.3x7.7", two(),
    "Knscha", "RVT220UF16V67RV0015",
    ("Panasonic EEE-FT1C221AP", "any 6.3x7.7 mm, 220 uF, 10 V, 105 C"), 0.1,
    "evens out the LEDs' pulses; behind the current limit, so USB's 10 uF are kept", 7.7,
    lcsc="C2887273",
)  # fmt: skip
KINDS = (
    PICO, PICO_H, SENSOR, MUX, LED, SHIFTER, SWITCH, REGULATOR, BUTTON, PIEZO, HEADER, TEST_POINT,
    CABLE, BUTTON_CABLE, JUMPER,
    R_FILTER, R_DATA, R_PULL, R_LIMIT, C_FILTER, C_BYPASS, C_SUPPLY, C_REGULATOR, C_BULK,
)  # fmt: skip
