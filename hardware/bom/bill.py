"""The list of what to buy, and the plan for soldering by hand without a made board."""

import csv
from itertools import pairwise
from pathlib import Path

from hardware.circuit import parts
from hardware.circuit.design import Placed
from lodeboard.boards.profile import Profile

HEADER = ("Qty", "References", "Value", "Footprint", "Maker", "Part number", "Alternates",
          "EUR each", "EUR", "Fitted", "Purpose")  # fmt: skip
# Besides what stands on the circuit board.
ALSO = (
    ("tile magnet 8x2 mm", "any", "disc 8x2 mm N35, axially magnetised", 0.15, "one in each tile"),
    ("socket 1x20, 2.54 mm", "CONNFLY", "DS1023-1x20SF11", 0.5, "the Pico stands in two of them"),
    ("USB cable, A to Micro-B, with data", "any", "", 2.0, "power and computer"),
)  # fmt: skip


def lines(netlist: list[Placed]) -> list[tuple[object, ...]]:
    """One line for each kind of part, in the order of `parts.KINDS`."""
    found: list[tuple[object, ...]] = []
    for kind in parts.KINDS:
        refs = [part.ref for part in netlist if part.kind is kind]
        if not refs:
            continue
        package = kind.footprint.partition(":")[2]
        cost = len(refs) * kind.euro if kind.fitted else 0.0
        found.append(
            (len(refs), " ".join(refs), kind.value, package, kind.maker, kind.part,
             "; ".join(kind.alternates), f"{kind.euro:.2f}", f"{cost:.2f}",
             "yes" if kind.fitted else "no", kind.purpose)
        )  # fmt: skip
    return found


def extra_lines(profile: Profile) -> list[tuple[object, ...]]:
    counts = (2 * profile.data["tile"]["per_player"], 2, 1)
    return [
        (n, "", name, "", maker, number, "", f"{euro:.2f}", f"{n * euro:.2f}", "yes", purpose)
        for n, (name, maker, number, euro, purpose) in zip(counts, ALSO, strict=True)
    ]


def write_bill(netlist: list[Placed], profile: Profile, path: Path) -> float:
    """Write the list; its sum in euros."""
    rows = lines(netlist) + extra_lines(profile)
    total = sum(float(str(row[8])) for row in rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(rows)
        writer.writerow(("", "", "rough sum, without the bare board", *[""] * 5, f"{total:.2f}"))
    return total


def write_wiring(netlist: list[Placed], profile: Profile, path: Path) -> None:
    """The hand-soldered variant: every wire, from where to where.

    Sensors in TO-92 (their pins are VCC, GND, OUT, unlike SOT-23's), LEDs cut from a strip,
    multiplexer and level shifter on breakout boards or perfboard. R, C and the current limit
    stay as they are; the shifter may be a 74AHCT125 in DIP.
    """
    nets: dict[str, list[str]] = {}
    dip = {parts.SENSOR.name: {"1": "1 VCC", "2": "3 OUT", "3": "2 GND"}}
    for part in netlist:
        for number, name, _ in part.kind.pins:
            if part.kind in (parts.HEADER, parts.TEST_POINT) or number not in part.nets:
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


def write_drawing(netlist: list[Placed], profile: Profile, path: Path) -> None:
    """Where sensors and LEDs lie in the hand-soldered variant, seen from above, as SVG."""
    from hardware.dimensions import Dimensions  # noqa: PLC0415

    sizes = Dimensions(profile)
    box = sizes.board
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box.width * 4:g}" '
        f'height="{box.height * 4:g}" viewBox="{box.x0:g} {box.y0:g} {box.width:g} {box.height:g}" '
        'font-family="sans-serif" font-size="3">',
        f'<rect x="{box.x0:g}" y="{box.y0:g}" width="{box.width:g}" height="{box.height:g}" '
        'fill="white" stroke="black" stroke-width="0.4"/>',
    ]
    order = sorted(range(profile.cells), key=lambda cell: profile.led_order[cell])
    leds = sizes.leds()
    line = " ".join(f"{leds[cell][0]:g},{leds[cell][1]:g}" for cell in order)
    out.append(f'<polyline points="{line}" fill="none" stroke="#888" stroke-width="0.6"/>')
    radius = profile.data["plate"]["well_diameter_mm"] / 2
    for part in netlist:
        if part.cell < 0 or part.kind not in (parts.SENSOR, parts.LED):
            continue
        if part.kind is parts.SENSOR:
            x, y = sizes.cells()[part.cell]
            out.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="#444"'
                       ' stroke-width="0.3"/>')  # fmt: skip
            out.append(f'<rect x="{x - 2:g}" y="{y - 1.5:g}" width="4" height="3" fill="#222"/>')
            channel = profile.mux_channels[part.cell]
            out.append(f'<text x="{x - 15:g}" y="{y - 5:g}">{profile.cell_name(part.cell)}: '
                       f"{part.ref}, input I{channel % 16}</text>")  # fmt: skip
        else:
            x, y = leds[part.cell]
            out.append(f'<rect x="{x - 2.5:g}" y="{y - 2.5:g}" width="5" height="5" fill="#fff"'
                       ' stroke="black" stroke-width="0.4"/>')  # fmt: skip
            place = profile.led_order[part.cell] + 1
            out.append(f'<text x="{x + 3.5:g}" y="{y + 4.5:g}">{part.ref}, LED {place}</text>')
    x, y = box.x1 - 36, sizes.pico_box.y0 + 10
    note = ("Seen from above. Grey line: the", "LEDs' data, LED 1 first.", "Sensors TO-92, lying",
            "flat, printed side up, their middle", "under the middle of the well.")  # fmt: skip
    for i, text in enumerate(note):
        out.append(f'<text x="{x:g}" y="{y + 5 * i:g}" font-size="2.4">{text}</text>')
    path.write_text("\n".join([*out, "</svg>", ""]), encoding="utf-8")
