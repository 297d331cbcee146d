"""The sheets as a KiCad 6 schematic, in a project beside the circuit board's file.

`write_project(placed, profile, folder)` writes the project, one schematic file for the hierarchy
and one for each sheet of `draw.sheets`, and a library with the symbols. Every pin has a short wire
to a global label with the name of its net, so nets have the same names here and on the board.
"""

import json
import math
import uuid
from pathlib import Path

from hardware.circuit import parts
from hardware.circuit.design import Placed
from hardware.circuit.parts import Kind
from hardware.pcb import footprints, rules
from hardware.schematic.draw import Sheet, sheets
from lodeboard.boards.profile import Profile

NAMES = ("computer", "sensors", "lights")
LIBRARY = "lodeboard"
GRID = 2.54
UNIT = 2 * GRID  # millimetres per unit of the drawn sheets
MARGIN = 25.4
FOOT = 50.8  # space for the title block at the lower right
TEXT = 1.27  # text height
NUMBER = 1.0  # text height of pin numbers: two digits must be narrower than a pin is long
STUB = GRID  # length of the wire from a pin to its label
LEAST_WIDE = 90.0
WIDE = 10.16  # half the width of a box
FLAG = Kind(
    "PWR_FLAG", "#FLG", "PWR_FLAG", "", (("1", "pwr", parts.SUPPLY),), "", "", (), 0.0,
    "tells KiCad's rules that ground is a supply", 0.0,
)  # fmt: skip
Point = tuple[float, float]


def identity(*names: str) -> str:
    """The UUID for these names, always the same."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, ":".join(("lodeboard", "schematic", *names))))


def path_of(name: str, sheet: str, ref: str) -> str:
    """KiCad's path of a part in the hierarchy of the board's sheets."""
    return f"/{identity(name, 'sheet', sheet)}/{identity(name, 'part', ref)}"


def paths(placed: list[Placed], profile: Profile) -> dict[str, str]:
    """Reference to path in the hierarchy, which the board's file contains too."""
    return {
        part.ref: path_of(profile.name, name, part.ref)
        for name, sheet in zip(NAMES, sheets(placed, profile), strict=True)
        for part, _, _ in sheet.at
    }


def symbol_name(kind: Kind) -> str:
    return kind.name.replace(" ", "_")


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(value: float) -> str:
    return f"{round(value, 4) + 0.0:g}"


def effects(hidden: bool = False, justify: str = "", size: float = TEXT) -> str:
    where = f" (justify {justify})" if justify else ""
    return f"(effects (font (size {size:g} {size:g})){where}{' hide' if hidden else ''})"


THIN = "(stroke (width 0) (type default) (color 0 0 0 0))"
DASHED = "(stroke (width 0) (type dash) (color 0 0 0 0))"
STROKE = "(stroke (width 0.254) (type default) (color 0 0 0 0))"


def pins_of(kind: Kind) -> dict[str, tuple[Point, int]]:
    """The end of each pin, relative to the symbol's centre with y upwards, and its side of the
    symbol: -1 left, 1 right."""
    if len(kind.pins) == 2:
        return {"1": ((-2 * GRID, 0.0), -1), "2": ((2 * GRID, 0.0), 1)}
    count = (len(kind.pins) + 1) // 2
    left, right = list(kind.pins[:count]), list(reversed(kind.pins[count:]))
    if kind is parts.HEADER:
        left, right = list(kind.pins[0::2]), list(kind.pins[1::2])
    wide = (WIDE if len(kind.pins) > 1 else GRID) + GRID
    found = {}
    for side, column in ((-1, left), (1, right)):
        top = (count - 1) // 2 * GRID  # on the grid for odd and even numbers
        for i, (pin, _, _) in enumerate(column):
            found[pin] = ((side * wide, top - i * GRID), side)
    return found


def _body(kind: Kind) -> list[str]:
    """The graphics of a symbol."""
    line = "(polyline (pts {}) " + STROKE + " (fill (type none)))"

    def lines(*strokes: tuple[Point, ...]) -> list[str]:
        return [
            line.format(" ".join(f"(xy {number(x)} {number(y)})" for x, y in points))
            for points in strokes
        ]

    if kind.letter == "R":
        x, y, fill = GRID, 1.016, "none"
    elif kind.letter == "C":
        plates = [((x, -1.905), (x, 1.905)) for x in (-0.635, 0.635)]
        plus = [((-2.032, 1.27), (-1.016, 1.27)), ((-1.524, 0.762), (-1.524, 1.778))]
        return lines(*plates, *(plus if kind is parts.C_BULK else []))
    elif kind.letter == "SW":
        bar = ((-GRID, 1.27), (GRID, 1.27)), ((0.0, 1.27), (0.0, 2.54))
        ring = "(circle (center {:g} 0) (radius 0.508) " + STROKE + " (fill (type none)))"
        return [*lines(*bar), ring.format(-2.032), ring.format(2.032)]
    elif kind.letter == "BZ":
        plates = [((x, -1.905), (x, 1.905)) for x in (-1.27, 1.27)]
        box = ((-0.635, -1.905), (-0.635, 1.905), (0.635, 1.905), (0.635, -1.905), (-0.635, -1.905))
        return lines(*plates, box)
    else:
        rows = [y for (_, y), _ in pins_of(kind).values()]
        x, fill = (WIDE if len(kind.pins) > 1 else GRID), "background"
        return [_rectangle(-x, max(rows) + GRID, x, min(rows) - GRID, fill)]
    return [_rectangle(-x, y, x, -y, fill)]


def _rectangle(x0: float, y0: float, x1: float, y1: float, fill: str) -> str:
    corners = f"(start {number(x0)} {number(y0)}) (end {number(x1)} {number(y1)})"
    return f"(rectangle {corners} {STROKE} (fill (type {fill})))"


def _top(kind: Kind) -> float:
    """Height of the symbol's upper edge above its centre."""
    if len(kind.pins) == 2:
        return GRID
    return max(y for (_, y), _ in pins_of(kind).values()) + GRID


def _fields(kind: Kind, ref: str, x: float, y: float, up: int) -> list[str]:
    """The properties of a symbol centred on (x, y); `up` is the sign of the y axis."""
    top = _top(kind)
    below = len(kind.pins) == 2  # below a small symbol is its value
    spots = (3.6 if kind.letter == "SW" else 3.05, -3.05) if below else (top + 3.2, top + 1.2)
    fields = (
        ("Reference", ref, spots[0], False),
        ("Value", kind.value, spots[1], False),
        ("Footprint", kind.footprint, 0.0, True),
        ("Datasheet", "~", 0.0, True),
        ("Maker", kind.maker, 0.0, True),
        ("Part number", kind.part, 0.0, True),
        ("LCSC", kind.lcsc, 0.0, True),
    )
    return [
        f"(property {quoted(name)} {quoted(value)} (id {i}) "
        f"(at {number(x)} {number(y + up * dy)} 0) {effects(hidden)})"
        for i, (name, value, dy, hidden) in enumerate(fields)
        if value or i < 4
    ]


def symbol(kind: Kind, prefix: str = "") -> list[str]:
    """A symbol in a library."""
    name = symbol_name(kind)
    small = len(kind.pins) <= 2
    hidden = " hide" if small else ""
    reach = {"R": GRID, "C": 0.635, "SW": GRID, "BZ": 1.27}.get(kind.letter, GRID)
    length = 2 * GRID - reach if len(kind.pins) == 2 else GRID
    power = " (power)" if kind is FLAG else ""
    numbers = " (pin_numbers hide)" if small else ""
    out = [
        f"(symbol {quoted(prefix + name)}{power}{numbers} (pin_names (offset 0.762){hidden}) "
        f"{_bought(kind)}",
        *_fields(kind, kind.letter, 0.0, 0.0, 1),
        f"(symbol {quoted(name + '_0_1')}",
        *_body(kind),
        ")",
        f"(symbol {quoted(name + '_1_1')}",
    ]
    names = {pin: (label, function) for pin, label, function in kind.pins}
    for pin, ((x, y), side) in pins_of(kind).items():
        label, function = names[pin]
        out.append(
            f"(pin {function} line (at {number(x)} {number(y)} {0 if side < 0 else 180}) "
            f"(length {number(length)}) (name {quoted(label)} {effects()}) "
            f"(number {quoted(pin)} {effects(size=NUMBER)}))"
        )
    return [*out, ")", ")"]


def _bought(kind: Kind) -> str:
    fitted = "yes" if kind.fitted and kind is not FLAG else "no"
    return f"(in_bom {fitted}) (on_board {'no' if kind is FLAG else 'yes'})"


class Page:
    """One sheet with parts, in millimetres, y down."""

    def __init__(self, board: str, name: str, title: str) -> None:
        self.board, self.name, self.title = board, name, title
        self.lines: list[str] = []
        self.kinds: list[Kind] = []
        self.instances: list[str] = []
        self.reach = [0.0, 0.0]

    def mark(self, *names: str) -> str:
        return f"(uuid {identity(self.board, self.name, *names)})"

    def text(self, words: str, x: float, y: float, size: float) -> None:
        self.lines.append(
            f"(text {quoted(words)} (at {number(x)} {number(y)} 0) "
            f"{effects(False, 'left bottom', size)} {self.mark('text', words)})"
        )

    def frame(self, words: str, x0: float, y0: float, x1: float, y1: float) -> None:
        """Add a dashed frame with a heading in its upper left corner."""
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        for i, (ax, ay) in enumerate(corners):
            bx, by = corners[(i + 1) % 4]
            self.lines.append(
                f"(polyline (pts (xy {number(ax)} {number(ay)}) (xy {number(bx)} {number(by)})) "
                f"{DASHED} {self.mark('frame', words, str(i))})"
            )
        self.text(words, x0 + 1.27, y0 + 3.0, 1.778)
        self.reach = [max(self.reach[0], x1), max(self.reach[1], y1)]

    def part(self, part: Placed, x: float, y: float) -> None:
        kind = part.kind
        if kind not in self.kinds:
            self.kinds.append(kind)
        mark = identity(self.board, "part", part.ref)
        self.lines += [
            f"(symbol (lib_id {quoted(f'{LIBRARY}:{symbol_name(kind)}')}) "
            f"(at {number(x)} {number(y)} 0) (unit 1) {_bought(kind)} (uuid {mark})",
            *_fields(kind, part.ref, x, y, -1),
            *(f"(pin {quoted(pin)} {self.mark(part.ref, pin)})" for pin, _, _ in kind.pins),
            ")",
        ]
        self.instances.append(
            f"(path {quoted(path_of(self.board, self.name, part.ref))} (reference "
            f"{quoted(part.ref)}) (unit 1) (value {quoted(kind.value)}) "
            f"(footprint {quoted(kind.footprint)}))"
        )
        for pin, ((dx, dy), side) in pins_of(kind).items():
            self._end(part, pin, x + dx, y - dy, side)
        low = min(dy for (_, dy), _ in pins_of(kind).values())
        self.reach = [max(self.reach[0], x + WIDE + UNIT), max(self.reach[1], y - low + UNIT)]

    def _end(self, part: Placed, pin: str, x: float, y: float, side: int) -> None:
        """Add a pin's wire and label, or the no-connect mark of an open pin."""
        if pin not in part.nets:
            at = f"(at {number(x)} {number(y)})"
            self.lines.append(f"(no_connect {at} {self.mark('open', part.ref, pin)})")
            return
        end = x + side * STUB
        angle, justify = (180, "right") if side < 0 else (0, "left")
        at = f"(at {number(end)} {number(y)} {angle})"
        self.lines += [
            f"(wire (pts (xy {number(x)} {number(y)}) (xy {number(end)} {number(y)})) "
            f"{THIN} {self.mark('wire', part.ref, pin)})",
            f"(global_label {quoted(part.nets[pin])} (shape passive) {at} (fields_autoplaced) "
            f"{effects(False, justify)} {self.mark('label', part.ref, pin)} "
            f'(property "Intersheet References" "${{INTERSHEET_REFS}}" (id 0) {at} '
            f"{effects(True, justify)}))",
        ]

    def written(self, version: str) -> str:
        symbols = [line for kind in self.kinds for line in symbol(kind, f"{LIBRARY}:")]
        head = _head(identity(self.board, "file", self.name), self.paper(), self.title, version)
        return "\n".join([*head, "(lib_symbols", *symbols, ")", *self.lines, ")", ""])

    def paper(self) -> str:
        wide = max(self.reach[0] + MARGIN, LEAST_WIDE)
        return f'"User" {number(wide)} {number(self.reach[1] + FOOT)}'


def _head(mark: str, paper: str, title: str, version: str) -> list[str]:
    return [
        "(kicad_sch (version 20211123) (generator lodeboard)",
        f"(uuid {mark})",
        f"(paper {paper})",
        f"(title_block (title {quoted(title)}) (rev {quoted(version)}) "
        '(company "Lodeboard") (comment 1 "CERN-OHL-P-2.0") '
        '(comment 2 "Made by hardware.schematic.kicad: change the code, not this file"))',
    ]


def _snap(units: float) -> float:
    return round(units * UNIT / GRID) * GRID


def _blocks(sheet: Sheet) -> list[tuple[str, Point, Point, list[tuple[Placed, float, float]]]]:
    """Headings of a sheet with the corners (left, top), (right, bottom) of their frames, y up, and
    the parts in each. Cells all have the same size and are arranged in rows."""
    found = []
    rest = list(sheet.at)
    for words, x0, y0, x1, y1 in sheet.groups:
        inside = [item for item in rest if x0 <= item[1] <= x1 and y0 <= item[2] <= y1]
        rest = [item for item in rest if item not in inside]
        found.append((words, (x0, y1), (x1, y0), inside))
    if rest:
        found.append(("", (0.0, 0.0), (0.0, 0.0), rest))
        return found
    wide = max(b[0] - a[0] for _, a, b, _ in found) + 1.0
    high = max(a[1] - b[1] for _, a, b, _ in found) + 1.0
    columns = min(len(found), max(1, round(math.sqrt(1.4 * len(found) * high / wide))))
    moved = []
    for i, (words, a, b, inside) in enumerate(found):
        dx, dy = i % columns * wide - a[0], -(i // columns) * high - a[1]
        at = [(part, x + dx, y + dy) for part, x, y in inside]
        moved.append((words, (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy), at))
    return moved


def _page(sheet: Sheet, board: str, name: str) -> Page:
    page = Page(board, name, f"Lodeboard {sheet.title}")
    blocks = _blocks(sheet)
    items = [item for _, _, _, inside in blocks for item in inside]
    left = min([x for _, x, _ in items]) - 4.6
    top = max([y + _top(part.kind) / UNIT for part, _, y in items]) + 2.4

    def place(x: float, y: float) -> Point:
        return MARGIN + _snap(x - left), MARGIN + _snap(top - y)

    for words, a, b, inside in blocks:
        if words:
            (x0, y0), (x1, y1) = place(*a), place(*b)
            page.frame(words, x0, y0 - TEXT, x1, y1 + TEXT / 2)
        for part, x, y in inside:
            page.part(part, *place(x, y))
    return page


def _root(board: str, pages: list[Page], version: str) -> str:
    """The file with the hierarchy: a box for each sheet."""
    title = f"Lodeboard {board}"
    out = [*_head(identity(board, "file", "root"), '"A4"', title, version), "(lib_symbols)"]
    note = "Equal names of global labels are one net, on all sheets."
    out.append(f"(text {quoted(note)} (at 25.4 25.4 0) {effects(False, 'left bottom', 1.778)} "
               f"(uuid {identity(board, 'note')}))")  # fmt: skip
    for i, page in enumerate(pages):
        x, y, wide, high = 25.4 + i * 76.2, 50.8, 63.5, 25.4
        out += [
            f"(sheet (at {number(x)} {number(y)}) (size {number(wide)} {number(high)}) "
            "(fields_autoplaced) (stroke (width 0.1524) (type solid) (color 0 0 0 0)) "
            f"(fill (color 0 0 0 0.0)) (uuid {identity(board, 'sheet', page.name)})",
            f'(property "Sheet name" {quoted(page.name)} (id 0) (at {number(x)} '
            f"{number(y - 0.7)} 0) {effects(False, 'left bottom')})",
            f'(property "Sheet file" {quoted(file_of(board, page.name))} (id 1) (at {number(x)} '
            f"{number(y + high + 0.6)} 0) {effects(False, 'left top')})",
            ")",
        ]
    out.append('(sheet_instances (path "/" (page "1"))')
    for i, page in enumerate(pages):
        out.append(f'(path "/{identity(board, "sheet", page.name)}" (page "{i + 2}"))')
    out += [")", "(symbol_instances"]
    out += [line for page in pages for line in page.instances]
    return "\n".join([*out, ")", ")", ""])


def file_of(board: str, sheet: str) -> str:
    return f"{board}-{sheet}.kicad_sch"


def _library() -> str:
    lines = [line for kind in (*parts.KINDS, FLAG) for line in symbol(kind)]
    head = "(kicad_symbol_lib (version 20211014) (generator lodeboard)"
    return "\n".join([head, *lines, ")", ""])


def _table(kind: str, form: str, file: str) -> str:
    entry = f'(name "{LIBRARY}")(type "{form}")(uri "${{KIPRJMOD}}/{file}")(options "")(descr "")'
    return f"({kind}_lib_table\n  (lib {entry})\n)\n"


def _settings(board: str) -> str:
    """The project's file, with the board's design rules."""
    width = rules.SIGNAL_WIDTH
    net_class = {
        "name": "Default", "nets": [], "clearance": rules.LEAST["min_clearance"],
        "track_width": width, "via_diameter": rules.VIA, "via_drill": rules.DRILL,
        "diff_pair_gap": 0.25, "diff_pair_via_gap": 0.25, "diff_pair_width": 0.2,
        "microvia_diameter": 0.3, "microvia_drill": 0.1,
        "bus_width": 12.0, "wire_width": 6.0, "line_style": 0,
        "pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)",
    }  # fmt: skip
    return json.dumps(
        {
            "board": {"design_settings": {"rules": rules.LEAST}},
            "boards": [],
            "libraries": {"pinned_footprint_libs": [LIBRARY], "pinned_symbol_libs": [LIBRARY]},
            "meta": {"filename": f"{board}.kicad_pro", "version": 1},
            "net_settings": {"classes": [net_class], "meta": {"version": 2}},
            "sheets": [[identity(board, "file", "root"), ""]]
            + [[identity(board, "sheet", name), name] for name in NAMES],
            "text_variables": {},
        },
        indent=2,
    ) + "\n"  # fmt: skip


def write_project(placed: list[Placed], profile: Profile, folder: Path) -> list[Path]:
    """Write everything except the board; returns the files sorted by name."""
    folder.mkdir(parents=True, exist_ok=True)
    board, version = profile.name, str(profile.data["version"])
    pages = [_page(sheet, board, name)
             for name, sheet in zip(NAMES, sheets(placed, profile), strict=True)]  # fmt: skip
    flag = Placed("#FLG01", FLAG, "flag", -1, {"1": "GND"})
    pages[0].part(flag, MARGIN + 2 * UNIT, pages[0].reach[1] + 2 * UNIT)
    made = {
        f"{board}.kicad_pro": _settings(board),
        f"{board}.kicad_sch": _root(board, pages, version),
        **{file_of(board, page.name): page.written(version) for page in pages},
        f"{LIBRARY}.kicad_sym": _library(),
        "sym-lib-table": _table("sym", "KiCad", f"{LIBRARY}.kicad_sym"),
        "fp-lib-table": _table("fp", "KiCad", f"{LIBRARY}.pretty"),
    }
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    own = footprints.write_own(folder)
    return sorted([*(folder / name for name in made), *own.iterdir()])
