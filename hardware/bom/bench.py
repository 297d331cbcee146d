"""A drawing of a single cell wired on a breadboard.

The guide (hardware/README.md, "A single cell first") lists the same wires in a table; a test
compares them. The profile gives the Pico's pins.
"""

from pathlib import Path

from hardware.circuit import parts
from lodeboard.boards.profile import Profile

STEP = 8.0  # mm in the drawing between two pins
TOP = 30.0  # of the Pico's pins 1 and 40
LEFT, RIGHT = 14.0, 62.0  # sides of the Pico
GND_BUS, USB_BUS = 100.0, 110.0
CHIP, CHIP_LEFT, CHIP_RIGHT = TOP + 176, 140.0, 166.0  # height of its first pins, and its sides
COLOURS = {"GND": "#000000", "5 V": "#d00000", "3V3": "#b06000"}
SIGNAL = "#0072b2"
WIDTH, HEIGHT = 214.0, 316.0
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:g} {1:g}" width="{2:g}" '
    'font-family="sans-serif">'
)


def pico_pins(profile: Profile) -> dict[str, int]:
    """The number of each pin of the Pico that is wired, by its name here."""
    numbers = {name: int(number) for number, name, _ in parts.PICO.pins}
    pins = profile.data["pins"]
    wired = {
        "GP{}".format(pins["leds"]): "leds",
        "GP{}".format(pins["adc"]): "adc",
        "GP{}".format(pins["buttons"][1]): "button",
        "GP{}".format(pins["beeper"][0]): "beeper 0",
        "GP{}".format(pins["beeper"][1]): "beeper 1",
    }
    found = {role: next(n for name, n in numbers.items() if name.split("_")[0] == pin)
             for pin, role in wired.items()}  # fmt: skip
    supplies = {name: numbers[name] for name in ("3V3", "ADC_VREF", "VBUS")}
    return found | supplies | {"GND": 38}


def _pin(number: int) -> tuple[float, float]:
    """Position of a Pico's pin, with the plug at the top."""
    if number > 20:
        return RIGHT, TOP + (40 - number) * STEP
    return LEFT, TOP + (number - 1) * STEP


def _chip(number: int) -> tuple[float, float]:
    if number > 7:
        return CHIP_RIGHT, CHIP + (14 - number) * STEP
    return CHIP_LEFT, CHIP + (number - 1) * STEP


def _words(x: float, y: float, words: str, size: float = 3.6, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}">{words}</text>'


def _box(x0: float, y0: float, x1: float, y1: float, fill: str = "#ffffff") -> str:
    return (
        f'<rect x="{x0:g}" y="{y0:g}" width="{x1 - x0:g}" height="{y1 - y0:g}" fill="{fill}" '
        'stroke="#000000" stroke-width="0.5"/>'
    )


def _wire(net: str, *points: tuple[float, float]) -> str:
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    return (
        f'<polyline points="{line}" fill="none" stroke="{COLOURS.get(net, SIGNAL)}" '
        f'stroke-width="0.8"><title>{net}</title></polyline>'
    )


def _dot(net: str, x: float, y: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="1.1" fill="{COLOURS.get(net, SIGNAL)}"/>'


def _resistor(x: float, y: float, words: str) -> str:
    return _box(x - 6, y - 2, x + 6, y + 2) + _words(x, y - 3, words, 3.2)


def _capacitor(x: float, y0: float, y1: float, words: str) -> str:
    """A capacitor between a wire above and one below."""
    middle = (y0 + y1) / 2
    strokes = (
        f"M{x:g} {y0:g}V{middle - 1:g}M{x:g} {middle + 1:g}V{y1:g}"
        f"M{x - 3:g} {middle - 1:g}h6M{x - 3:g} {middle + 1:g}h6"
    )
    return f'<path d="{strokes}" fill="none" stroke="#000000" stroke-width="0.8"/>' + _words(
        x + 4, middle + 1.2, words, 3.2, "start"
    )


def write_drawing(profile: Profile, path: Path) -> None:
    """Draw the whole bench as SVG."""
    pins = pico_pins(profile)
    out = [
        HEAD.format(WIDTH, HEIGHT, WIDTH * 4),
        f"<title>{profile.name}: how a single cell is wired</title>",
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#ffffff"/>',
        _words(5, 9, "A single cell: wires. A dot is a joint; wires that only cross are apart.", 5,
               "start"),
    ]  # fmt: skip
    out += _sensor(pins) + _others(pins) + _light(pins) + _pico(pins)
    path.write_text("\n".join((*out, "</svg>", "")), encoding="utf-8")


def _pico(pins: dict[str, int]) -> list[str]:
    names = {int(number): name for number, name, _ in parts.PICO.pins}
    out = [
        _box(LEFT, TOP - 6, RIGHT, TOP + 19 * STEP + 6, "#e8f4ea"),
        _box(31, TOP - 12, 45, TOP - 2, "#d0d0d0"),
        _words(38, TOP - 14, "plug"),
        _words(38, TOP + 80, "Pico", 5),
        _words(38, TOP + 87, "from above"),
    ]
    for number in range(1, 41):
        x, y = _pin(number)
        wired = number in pins.values()
        out.append(_box(x - 1.6, y - 1.6, x + 1.6, y + 1.6, "#e0a030" if wired else "#c8c8c0"))
        if wired:
            side, anchor = (3, "start") if number <= 20 else (-3, "end")
            name = names[number]
            label = f"{name if name == 'ADC_VREF' else name.split('_')[0]} {number}"
            out.append(_words(x + side, y + 1.3, label, 3.6, anchor))
    return out


def _sensor(pins: dict[str, int]) -> list[str]:
    """The sensor with its filter; grounds are joined along one wire."""
    _, supply = _pin(pins["3V3"])
    _, reference = _pin(pins["ADC_VREF"])
    _, output = _pin(pins["adc"])
    _, ground = _pin(pins["GND"])
    middle = (supply + output) / 2
    end = CHIP + 10.5 * STEP + 10
    out = [
        _wire("GND", (RIGHT, ground), (GND_BUS, ground), (GND_BUS, end)),
        _wire("3V3", (RIGHT, supply), (150, supply)),
        # The converter's reference is the sensor's supply.
        _wire("3V3", (RIGHT, reference), (RIGHT + 8, reference), (RIGHT + 8, supply)),
        _dot("3V3", RIGHT + 8, supply),
        _wire("GND", (GND_BUS, middle), (150, middle)),
        _wire("adc", (RIGHT, output), (150, output)),
        _capacitor(124, supply, middle, "100 nF"),
        _resistor(130, output, "100 ohm"),
        _capacitor(82, output, output + 16, "220 pF"),
        _wire("GND", (82, output + 16), (GND_BUS, output + 16)),
        _dot("GND", GND_BUS, middle), _dot("GND", GND_BUS, output + 16),
        _dot("GND", 124, middle), _dot("3V3", 124, supply), _dot("adc", 82, output),
        f'<path d="M150 {supply - 6:g}H168L176 {supply:g}V{output:g}L168 {output + 6:g}H150z" '
        'fill="#303030"/>',
    ]  # fmt: skip
    for number, (y, name) in enumerate(
        ((supply, "supply"), (middle, "ground"), (output, "output")), 1
    ):
        out.append(
            f'<text x="152" y="{y + 1.3:g}" font-size="3.6" fill="#ffffff">{number} {name}</text>'
        )
    out += [
        _words(179, middle - 6, "DRV5055A3", 4, "start"),
        _words(179, middle, "TO-92, the", 3.6, "start"),
        _words(179, middle + 5, "printed side", 3.6, "start"),
        _words(179, middle + 10, "towards you", 3.6, "start"),
    ]
    return out


def _others(pins: dict[str, int]) -> list[str]:
    """Push button and piezo."""
    _, button = _pin(pins["button"])
    other = button + 10
    out = [
        _wire("button", (RIGHT, button), (150, button)),
        _wire("GND", (GND_BUS, other), (150, other)), _dot("GND", GND_BUS, other),
        _box(150, button - 3, 166, other + 3), _words(169, button + 6, "button", 4, "start"),
        f'<circle cx="158" cy="{button + 5:g}" r="4.5" fill="#c8c8c0" stroke="#000000" '
        'stroke-width="0.5"/>',
    ]  # fmt: skip
    ends = []
    for side in ("beeper 0", "beeper 1"):
        _, y = _pin(pins[side])
        ends.append(y)
        out += [_wire(side, (RIGHT, y), (154, y)), _resistor(132, y, "330 ohm")]
    middle = sum(ends) / 2
    out += [
        f'<circle cx="160" cy="{middle:g}" r="9" fill="#ffffff" stroke="#000000" '
        'stroke-width="0.5"/>',
        _words(172, middle + 1, "piezo", 4, "start"),
    ]
    return out


def _light(pins: dict[str, int]) -> list[str]:
    """The level shifter and the LED."""
    _, usb = _pin(pins["VBUS"])
    x, y = _pin(pins["leds"])
    join, foot = CHIP + 7.5 * STEP, CHIP + 10.5 * STEP
    data, five = foot - 10, foot
    out = [
        _wire("leds", (x, y), (6, y), (6, y + 14), (122, y + 14), (122, _chip(2)[1]), _chip(2)),
        _wire("5 V", (RIGHT, usb), (USB_BUS, usb), (USB_BUS, five), (176, five)),
        _wire("5 V", (USB_BUS, CHIP - 8), (196, CHIP - 8)),
        _wire("5 V", (176, CHIP - 8), (176, CHIP), _chip(14)),
        _capacitor(196, CHIP - 8, CHIP + 8, "100 nF"),
        _wire("GND", (CHIP_RIGHT, CHIP + 8), (196, CHIP + 8)),
        _wire("GND", (186, CHIP + 8), (186, join), (GND_BUS, join)),
        _wire("led data", _chip(3), (128, _chip(3)[1]), (128, data), (176, data)),
        _resistor(150, data, "330 ohm"),
        _wire("GND", (GND_BUS, foot + 10), (176, foot + 10)),
        _dot("5 V", USB_BUS, CHIP - 8), _dot("5 V", 176, CHIP - 8), _dot("5 V", 196, CHIP - 8),
        _dot("GND", 186, CHIP + 8), _dot("GND", GND_BUS, join),
    ]  # fmt: skip
    for number in (1, 4, 5, 7):
        out.append(_wire("GND", (GND_BUS, _chip(number)[1]), _chip(number)))
        out.append(_dot("GND", GND_BUS, _chip(number)[1]))
    for number in (9, 10, 12):
        out.append(_wire("GND", _chip(number), (186, _chip(number)[1])))
        out.append(_dot("GND", 186, _chip(number)[1]))
    out.append(_box(CHIP_LEFT, CHIP - 5, CHIP_RIGHT, CHIP + 6 * STEP + 5, "#303030"))
    out.append(f'<circle cx="153" cy="{CHIP - 5:g}" r="2.5" fill="#ffffff"/>')
    for number in range(1, 15):
        x, y = _chip(number)
        side, anchor = (2, "start") if number < 8 else (-2, "end")
        out.append(
            f'<text x="{x + side:g}" y="{y + 1.3:g}" font-size="3.6" text-anchor="{anchor}" '
            f'fill="#ffffff">{number}</text>'
        )
    out += [
        _words(153, CHIP - 12, "74AHCT125, notch up", 4),
        _box(176, data - 5, 200, foot + 15),
        _words(178, data + 1.3, "DIN", 3.6, "start"), _words(178, foot + 1.3, "5 V", 3.6, "start"),
        _words(178, foot + 11.3, "GND", 3.6, "start"), _words(188, foot + 21, "LED", 4),
    ]  # fmt: skip
    return out
