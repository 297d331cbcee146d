"""python -m hardware.bom.cost: writes the cost of 1, 5 and 20 boards to hardware/cost.md.

Prices are those of the parts (`hardware.circuit.parts`) and of prices.csv, which names their
sources; none is an offer. Volumes and surfaces are those of the prints in hardware/release.
"""

import csv
import functools
import io
import sys
import zipfile
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import trimesh

from hardware import dimensions, released
from hardware.bom import bill
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, Placed, netlist
from hardware.circuit.parts import PICO_H, SOCKET
from hardware.circuit.sizes import Data
from hardware.dimensions import RELEASED, Dimensions
from hardware.prints import box as box_shape
from hardware.prints.parts import Part, parts
from hardware.strips import build as strips
from hardware.strips.circuit import NAME, assembled
from lodeboard.boards.profile import Profile

PRICES = Path(__file__).with_name("prices.csv")
PAGE = RELEASE.parent / "cost.md"
SOLID = ("plate", "grid", "ring")  # printed solid
FEET = 6
LID_SCREWS = 3  # short ones, between base and wing
GAMES = {"tile4x4": ("tiles",), "tile7x7": ("magician",)}  # the set of pieces included
COUNTS = (1, 5, 20)
PRINTERS = {"slow": "flow_slow", "fast": "flow_fast"}  # and their rows in prices.csv
Prices = dict[str, float]


def read_prices(path: Path = PRICES) -> Prices:
    with path.open(encoding="utf-8", newline="") as file:
        return {row["name"]: float(row["value"]) for row in csv.DictReader(file)}


@dataclass(frozen=True)
class Printed:
    """The totals of prints: files, grams of plastic, hours by the kind of printer."""

    files: int
    grams: float
    hours: dict[str, float]


@dataclass(frozen=True)
class Cost:
    """Euros for a number of boards, by category."""

    count: int
    bare: float
    parts: float
    assembly: float
    prints: float
    screws: float

    @property
    def soldered_by_hand(self) -> float:
        return self.bare + self.parts + self.prints + self.screws

    @property
    def assembled(self) -> float:
        return self.soldered_by_hand + self.assembly


def plastic_mm3(volume: float, area: float, solid: bool, prices: Prices) -> float:
    """Plastic of a part: its whole volume if solid, else its walls and a share of the inside."""
    if solid:
        return volume
    shell = min(volume, area * prices["walls"])
    return shell + (volume - shell) * prices["infill"] / 100


def _wanted(d: Dimensions, carrier: bool = False) -> list[tuple[str, Part]]:
    """The prints of a board and of its pieces, each with its archive. `carrier`: of a board without
    a circuit board."""
    sets = GAMES.get(d.profile.name, ())
    name = "prints.zip" if d is RELEASED else f"{d.profile.name}-prints.zip"
    own = [(name, part) for part in parts(d)
           if part.of == "board" and (carrier or part.drawn != "carrier")]  # fmt: skip
    pieces = [part for part in parts() if part.of in sets or (sets and part.name in ("jig", "cap"))]
    return own + [("prints.zip", part) for part in pieces]


def box(prices: Prices) -> Printed:
    """A box for the pieces of a game, with its lid."""
    wanted = [("prints.zip", part) for part in parts() if part.of == "box"]
    return _totals(wanted, RELEASED, prices)


def count_of(part: Part, d: Dimensions) -> int:
    """Number of copies of a part. Each piece that is not a tile needs a cap."""
    if part.name == "cap":
        pieces = [other for other in parts() if other.of in GAMES[d.profile.name]]
        return sum(piece.count for piece in pieces if piece.of != "tiles")
    return part.count


@functools.cache
def _measured(archive: str, name: str) -> tuple[float, float]:
    """Volume and surface of a print, in mm3 and mm2."""
    with zipfile.ZipFile(RELEASE / archive) as packed:
        mesh = trimesh.load_mesh(io.BytesIO(packed.read(f"{name}.stl")), file_type="stl")
    return float(mesh.volume), float(mesh.area)


@functools.cache
def _placed(name: str) -> list[Placed]:
    """The parts of a released board."""
    return netlist(Design(next(data for data in released.BOARDS if data["name"] == name)))


def printed(d: Dimensions, prices: Prices, carrier: bool = False) -> Printed:
    return _totals(_wanted(d, carrier), d, prices)


def _totals(wanted: list[tuple[str, Part]], d: Dimensions, prices: Prices) -> Printed:
    files, volume = 0, 0.0
    for archive, part in wanted:
        count = count_of(part, d)
        inside, outside = _measured(archive, part.name)
        volume += count * plastic_mm3(inside, outside, part.drawn in SOLID, prices)
        files += count > 0
    start = files * prices["print_start"] / 60
    hours = {name: volume / prices[row] / 3600 + start for name, row in PRINTERS.items()}
    return Printed(files, volume / 1000 * prices["filament_density"], hours)


def cost(data: Data, count: int, prices: Prices) -> Cost:
    """The cost of `count` boards with these data, which must be those of a released board."""
    profile = Profile(data)
    d = RELEASED if data is released.DATA else Dimensions(profile)
    made = _placed(data["name"])
    square = d.board.width * d.board.height / 1e6
    tax = 1 + prices["tax"] / 100
    ordered = max(count, int(prices["least_boards"]))
    weight = ordered * square * dimensions.BOARD_THICKNESS / 1000 * prices["board_density"]
    bare = prices["board_order"] + ordered * square * prices["board_area"]
    bare += prices["freight"] + weight * prices["freight_weight"]
    rows = bill.lines(made) + bill.extra_lines(profile)
    return Cost(
        count,
        bare * tax,
        count * sum(float(str(row[8])) for row in rows),
        assembly(made, count, prices) * tax,
        count * _plastic_euro(printed(d, prices), prices),
        count * _screws_euro(d, prices),
    )


def _plastic_euro(plastic: Printed, prices: Prices) -> float:
    current = plastic.hours["slow"] * prices["power"] * prices["electricity"]
    return plastic.grams / 1000 * prices["filament"] + current


def _screws_euro(d: Dimensions, prices: Prices) -> float:
    screws = len(d.holes()) + LID_SCREWS
    return screws * (prices["screw"] + prices["insert"]) + FEET * prices["foot"]


def strips_cost(count: int, prices: Prices) -> Cost:
    """The cost of `count` 4x4 boards made of strips."""
    panels = strips.PANELS * count
    ordered = max(panels, int(prices["least_boards"]))
    weight = ordered * strips.PANEL_M2 * dimensions.BOARD_THICKNESS / 1000 * prices["board_density"]
    bare = prices["panel_order"] * ceil(ordered / prices["panel_lot"])
    bare += prices["freight"] + weight * prices["freight_weight"]
    rows = strips.bill_rows() + bill.extra_lines(released.PROFILE)
    panel = strips.panel_parts()
    # The fab solders all pieces of every panel: some remain.
    spare = panels * _machine_euro(panel) - count * _machine_euro(assembled())
    tax = 1 + prices["tax"] / 100
    return Cost(
        count,
        bare * tax,
        count * sum(float(str(row[8])) for row in rows),
        assembly(panel, panels, prices) * tax + spare,
        count * _plastic_euro(printed(RELEASED, prices, carrier=True), prices),
        count * _screws_euro(RELEASED, prices),
    )


def _machine_euro(made: list[Placed]) -> float:
    return sum(part.kind.euro for part in made if part.kind.fitted and not part.kind.hand)


def assembly(made: list[Placed], count: int, prices: Prices) -> float:
    """A fab's charge for soldering all parts, without the parts themselves; EUR without tax. Of a
    Pico in sockets it solders these."""
    kinds = [part.kind for part in made if part.kind.fitted]
    if PICO_H in kinds:
        kinds.remove(PICO_H)
        kinds += [SOCKET] * 2
    per_board = sum(
        len(kind.pins) * prices["hand_joint" if kind.hand else "joint"] for kind in kinds
    )
    boards = max(count, int(prices["least_assembled"]))
    dollars = prices["assembly_order"] + prices["stencil"] + prices["hand_order"]
    dollars += len(set(kinds)) * prices["feeder"]
    # The fab's minimum order may include more boards, whose parts have to be paid too.
    spare = (boards - count) * sum(kind.euro for kind in kinds)
    return (dollars + boards * per_board) * prices["dollar"] + spare


ROWS = {
    "bare circuit boards, freight, tax": "bare",
    "parts, with magnets and Pico": "parts",
    "plastic and electricity": "prints",
    "screws, inserts, feet": "screws",
    "**all, soldered by hand**": "soldered_by_hand",
    "the fab solders everything": "assembly",
    "**all, soldered by the fab**": "assembled",
}
EACH = {"each, by hand": "soldered_by_hand", "each, by the fab": "assembled"}


def _table(orders: list[Cost]) -> list[str]:
    """The costs of these numbers of boards, and of each of so many."""
    counts = [f"{order.count} board{'s' * (order.count > 1)}" for order in orders]
    rows = [["EUR", *counts], ["---"] * (1 + len(orders))]
    for name, field in ROWS.items():
        rows.append([name, *(f"{getattr(order, field):.0f}" for order in orders)])
    for name, field in EACH.items():
        rows.append([name, *(f"{getattr(order, field) / order.count:.0f}" for order in orders)])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines[1] = lines[1].replace(" ", "")
    return lines


def _box_lines(prices: Prices) -> list[str]:
    """The chapter on the box for pieces."""
    made = box(prices)
    seats = box_shape.COLUMNS * box_shape.ROWS
    hours = " or ".join(f"{made.hours[name]:.0f} hours ({name} printer)" for name in PRINTERS)
    return [
        "## A box for the pieces",
        "",
        f"[The box](README.md#boxes-for-the-pieces) has {seats} compartments and a lid that slides "
        f"in until it clicks. One is not in the tables above; xtic and Magician Chess need one "
        f"each: {made.files} files, {made.grams:.0f} g, {hours}, {_plastic_euro(made, prices):.0f} "
        "EUR.",
        "",
    ]


def page(prices: Prices) -> str:
    """The text of hardware/cost.md."""
    out = [
        "# What a board costs",
        "",
        "<!-- Made by python -m hardware.bom.cost: change prices.csv, not this file. -->",
        "",
        "**No offer was asked for.** Every figure is computed from the prices in "
        "[`prices.csv`](bom/prices.csv), which names the source of each; many are assumed. After a "
        "change run `make hardware`, which writes this page last.",
        "",
    ]  # fmt: skip
    for data in released.BOARDS:
        d = RELEASED if data is released.DATA else Dimensions(Profile(data))
        plastic = printed(d, prices)
        orders = [cost(data, count, prices) for count in COUNTS]
        hours = " or ".join(
            f"{plastic.hours[name]:.0f} hours ({name} printer)" for name in PRINTERS
        )
        out += [
            f"## {data['name']}",
            "",
            f"Circuit board {d.board.width:.0f} x {d.board.height:.0f} mm. Prints, with "
            f"{' and '.join(GAMES[data['name']])}: {plastic.files} files, {plastic.grams:.0f} g, "
            f"{hours}.",
            "",
            *_table(orders),
            "",
        ]
    out += [
        f"## {NAME}",
        "",
        f"[A 4x4 board of strips](README.md#a-board-of-strips): {strips.PANELS} panels of 100 x "
        "100 mm for one board, with its cables and the printed carrier.",
        "",
        *_table([strips_cost(count, prices) for count in COUNTS]),
        "",
        *_box_lines(prices),
        "## How it is computed",
        "",
        f"- A fab makes at least {prices['least_boards']:.0f} bare boards and solders at least "
        f"{prices['least_assembled']:.0f}. One board pays for all of them; you keep the rest.",
        "- Parts cost what the [list of parts](release/tile4x4-bom.csv) says, at five as at one.",
        f"- A print is its outside, {prices['walls']:g} mm thick, and {prices['infill']:.0f} % of "
        "the inside; plate, grid and rings are solid. Volumes and surfaces are those of the files.",
        f"- Time: {prices['flow_slow']:g} mm3 of plastic a second on a slow printer (60 to 80 "
        f"mm/s), {prices['flow_fast']:g} on a fast one (150 to 250 mm/s), as a slicer found for "
        f"the 4x4 board; and {prices['print_start']:.0f} minutes for each file.",
        "- The fab solders buttons and piezo by hand, all else by machine, the Pico too: a public "
        "list marks it for JLCPCB's dearer service only, whose fees are in no stored page and are "
        "not counted. On a head of strips the Pico is plugged in.",
        "- Not included: tools, glue, your own work, parts that break.",
    ]  # fmt: skip
    return "\n".join([*out, ""])


def main() -> int:
    PAGE.write_text(page(read_prices()), encoding="utf-8")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
