"""The variant without a manufactured circuit board, soldered by hand: bill of materials, wiring
list, drawing.

Sensors in TO-92 (their pins are VCC, GND, OUT, different from SOT-23), one LED per cell cut from a
strip, the multiplexer on a breakout board, everything else on perfboard.
"""

import csv
from itertools import pairwise
from pathlib import Path

from hardware.bom.bill import extra_lines, write_rows
from hardware.circuit import parts
from hardware.circuit.design import Placed, more
from hardware.circuit.parts import Kind
from hardware.dimensions import Dimensions
from lodeboard.boards.profile import Profile

# Replacements for kinds of part: (package, maker, part number, alternates, euros each). Other parts
# are the same as for the circuit board.
INSTEAD = {
    parts.SENSOR: ("TO-92", "Texas Instruments", "DRV5055A3QLPG", "DRV5055A3QLPGM (taped)", 1.3),
    parts.MUX: ("breakout board", "SparkFun", "BOB-09056",
                "any CD74HC4067 breakout; SIG is COM, C0 to C15 are I0 to I15", 4.5),
    parts.LED: ("strip", "Worldsemi", "WS2812B strip, 5 V, 60 per metre, cut into single LEDs",
                "any strip of single-wire RGB LEDs at 5 V", 0.25),
    parts.SHIFTER: ("DIP-14", "Texas Instruments", "SN74AHCT125N", "74AHCT1G125 on an adapter; "
                    "of a 125 use one gate, tie the other inputs to ground", 0.6),
    parts.SWITCH: ("SOT-23-6 on an adapter", "Texas Instruments", "TPS2553DBVR", "resettable "
                   "fuse of 0.4 A in the lead to +5V: slower, and without R of 68k", 1.4),
    parts.REGULATOR: ("TO-220", "ST", "LD1117V33", "none that wants ceramic capacitors", 0.6),
    # The LD1117 wants the series resistance of such a capacitor, which a ceramic one lacks.
    parts.C_REGULATOR: ("radial", "any", "aluminium electrolytic 22 uF, 16 V: not a ceramic one",
                        "any aluminium electrolytic of 22 to 100 uF, 16 V", 0.1),
    parts.C_BULK: ("radial", "Panasonic", "EEU-FR1A221", "any 220 uF, 10 V, 105 C", 0.3),
}  # fmt: skip
ALSO = (
    (2, "perfboard 100 x 160 mm, 2.54 mm", "any", 4.0, "carries sensors, LEDs and the rest"),
    (1, "wire 0.14 mm2, 20 m; 0.5 mm2, 3 m", "any", 6.0, "see the table of wires"),
)


def write_bill(netlist: list[Placed], profile: Profile, path: Path) -> float:
    """Write the bill of materials; returns its sum in euros."""
    rows: list[tuple[object, ...]] = []
    for kind in parts.KINDS:
        refs = [part.ref for part in netlist if part.kind is kind and by_hand(part)]
        if not refs or not kind.fitted:
            continue
        package, maker, number, others, euro = INSTEAD.get(kind) or _leaded(kind)
        rows.append(
            (len(refs), " ".join(refs), kind.value, package, maker, number, others,
             f"{euro:.2f}", f"{len(refs) * euro:.2f}", "yes", kind.purpose)
        )  # fmt: skip
    for count, what, maker, euro, purpose in ALSO:
        rows.append((count, "", what, "", maker, "", "", f"{euro:.2f}", f"{count * euro:.2f}",
                     "yes", purpose))  # fmt: skip
    rows += extra_lines(profile)
    return write_rows(rows, path, "rough sum")


def by_hand(part: Placed) -> bool:
    """Whether this variant uses the part: it has one LED per cell, and strips include their
    capacitors."""
    return part.role != "led bypass" and not more(part.role)


def _leaded(kind: Kind) -> tuple[str, str, str, str, float]:
    """A resistor or capacitor with leads; other parts unchanged."""
    if kind.letter == "R":
        return ("0207", "any", f"metal film {kind.value}, 1 %, 0.25 W", "", 0.05)
    if kind.letter == "C":
        film = "C0G" if kind is parts.C_FILTER else "X7R"
        return ("leaded", "any", f"ceramic {film} {kind.value}F, 16 V or more", "", 0.08)
    package = kind.footprint.partition(":")[2]
    return (package, kind.maker, kind.part, "; ".join(kind.alternates), kind.euro)


def write_wiring(netlist: list[Placed], profile: Profile, path: Path) -> None:
    """Write a list of all wires with both ends."""
    nets: dict[str, list[str]] = {}
    dip = {parts.SENSOR.name: {"1": "1 VCC", "2": "3 OUT", "3": "2 GND"}}
    for part in netlist:
        for number, name, _ in part.kind.pins:
            if part.kind in (parts.HEADER, parts.TEST_POINT) or not by_hand(part):
                continue
            if number not in part.nets:
                continue
            label = dip.get(part.kind.name, {}).get(number, f"{number} {name}".strip())
            where = f" ({profile.cell_name(part.cell)})" if part.cell >= 0 else ""
            nets.setdefault(part.nets[number], []).append(f"{part.ref}{where} pin {label}")
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("Net", "From", "To", "Wire"))
        for net in sorted(nets):
            ends = nets[net]
            wire = "0.5 mm2" if net in ("VBUS", "+5V", "GND") else "0.14 mm2"
            for a, b in pairwise(ends):
                writer.writerow((net, a, b, wire))


def _text(x: float, y: float, words: str, size: float = 3.0, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}">{words}</text>'


def _rect(x: float, y: float, width: float, height: float, fill: str = "white") -> str:
    return (
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" '
        f'fill="{fill}" stroke="black" stroke-width="0.4"/>'
    )


def _chain(spots: list[tuple[float, float]], aside: float) -> list[str]:
    """The data line from LED to LED, with arrows; between rows it runs beside the wells."""
    out = []
    for (x0, y0), (x1, y1) in pairwise(spots):
        if y0 == y1:
            step = 3.2 if x1 > x0 else -3.2
            line = [(x0 + step, y0), (x1 - step, y1)]
        else:
            side = 1 if x0 > min(x for x, _ in spots) else -1
            line = [(x0 + 3.2 * side, y0), (x0 + aside * side, y0), (x1 + aside * side, y1),
                    (x1 + 3.2 * side, y1)]  # fmt: skip
        points = " ".join(f"{x:g},{y:g}" for x, y in line)
        out.append(f'<polyline points="{points}" fill="none" stroke="#777" stroke-width="0.6" '
                   'marker-end="url(#arrow)"/>')  # fmt: skip
    return out


def _notes(profile: Profile) -> list[str]:
    plate = profile.data["plate"]
    return [
        "Seen from above.",
        "Grey: data of the LEDs, each from",
        "DOUT to the next one's DIN; into",
        "LED 1 from the level shifter. 5 V",
        "and ground of 0.5 mm2 along every",
        "row of LEDs, joined at both ends.",
        "",
        "Sensors: TO-92, lying flat, printed",
        "side up, the middle of the body",
        "under the middle of the well. Pins,",
        "the legs towards you: 1 VCC, 2 GND,",
        f"3 OUT. Well's floor {plate['floor_above_hall_mm']:g} mm above",
        "the Hall element: its depth in the",
        "body is in the data sheet.",
        "",
        "What goes where: the table of wires.",
    ]


def write_drawing(netlist: list[Placed], profile: Profile, path: Path) -> None:
    """Draw the positions of sensors and LEDs from above, as SVG."""
    sizes = Dimensions(profile)
    box = sizes.board
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box.width * 4:g}" '
        f'height="{box.height * 4:g}" viewBox="{box.x0:g} {box.y0:g} {box.width:g} {box.height:g}" '
        'font-family="sans-serif">',
        '<defs><marker id="arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" '
        'markerHeight="5" orient="auto"><path d="M0,0 L6,3 L0,6 z" fill="#777"/></marker></defs>',
        f'<rect x="{box.x0:g}" y="{box.y0:g}" width="{box.width:g}" height="{box.height:g}" '
        'fill="white" stroke="black" stroke-width="0.4"/>',
    ]
    radius = profile.data["plate"]["well_diameter_mm"] / 2
    for x, y in sizes.cells():
        out.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="#444"'
                   ' stroke-width="0.3"/>')  # fmt: skip
    leds = sizes.leds_by_hand()
    order = sorted(range(profile.cells), key=lambda cell: profile.led_order[cell])
    out += _chain([leds[cell] for cell in order], radius + 2.2)
    for part in netlist:
        if part.kind is parts.SENSOR:
            x, y = sizes.cells()[part.cell]
            for leg in (-1.27, 0.0, 1.27):
                out.append(f'<line x1="{x + leg:g}" y1="{y + 1.5:g}" x2="{x + leg:g}" '
                           f'y2="{y + 4:g}" stroke="black" stroke-width="0.4"/>')  # fmt: skip
            out.append(_rect(x, y, 4.0, 3.0, "#222"))
            channel = profile.mux_channels[part.cell]
            mux = f" of mux {channel // 16 + 1}" if max(profile.mux_channels) > 15 else ""
            out.append(_text(x, y - 9, profile.cell_name(part.cell), 4.0))
            out.append(_text(x, y - 4, f"{part.ref}, input I{channel % 16}{mux}"))
        elif part.kind is parts.LED and by_hand(part):
            x, y = leds[part.cell]
            out.append(_rect(x, y, 5.0, 5.0))
            out.append(
                _text(x, y + 5.8, f"{part.ref}, LED {profile.led_order[part.cell] + 1}", 2.8)
            )
    x, y = sizes.pico
    out += [_rect(x, y, sizes.pico_box.width, sizes.pico_box.height), _text(x, y, "Pico")]
    out.append(_text(x, sizes.pico_box.y0 + 5, "USB", 2.4))
    for (x, y), name in zip(sizes.buttons(), ("left", "middle", "right"), strict=True):
        out += [_rect(x, y, 6.0, 6.0), _text(x, y + 6.4, name, 2.4)]
    x, y = sizes.strip.x0 + 0.5, sizes.pico_box.y1 + 6
    for i, words in enumerate(_notes(profile)):
        out.append(_text(x, y + 3.3 * i, words, 2.2, "start"))
    path.write_text("\n".join([*out, "</svg>", ""]), encoding="utf-8")
