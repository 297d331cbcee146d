"""Makes the panel with KiCad's `pcbnew`: three strips, head and buttons in one outline.

Each piece is routed as a board of its own, the strip once; on the panel its nets have its name in
front, so that the rules check sees no track missing between pieces.
"""

import tempfile
import zipfile
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import pcbnew
from shapely import Polygon, box, unary_union

from hardware.circuit import parts
from hardware.circuit.design import Design, Placed, netlist, nets_of
from hardware.dimensions import Box, Point
from hardware.pcb import footprints
from hardware.pcb.board import (
    DOT,
    DOT_ROOM,
    ORIGIN,
    SCREW_KEEP,
    Maker,
    filled,
    mm,
    point,
    set_rules,
)
from hardware.pcb.geometry import Hole, Routes, Track
from hardware.pcb.placement import Place
from hardware.pcb.rules import LEAST, SIGNAL_WIDTH, VIA
from hardware.schematic.kicad import identity
from hardware.strips import layout
from hardware.strips.circuit import IN, NAME, STRIPS, Buttons, Head, Strip

VERSION = 1
# Enough for the currents; the way is short, so less than on a whole board.
WIDTHS = {"VBUS": 0.5, "+5V": 0.5, "+3V3": 0.4}


@dataclass
class Piece:
    """One piece of the panel. `shape`: pieces with the same have the same tracks."""

    name: str
    shape: str
    design: Design
    box: Box
    places: dict[str, Place]
    screws: tuple[Point, ...] = ()
    marks: tuple[Point, ...] = ()  # fiducials


def pieces() -> list[Piece]:
    """References have hundreds by the piece: head and buttons 1 and 51, strips 101, 201, 301."""
    found = []
    head, buttons = Head(), Buttons(50)
    found.append(
        Piece("head", "head", head, layout.HEAD_BOX, layout.head_places(netlist(head)),
              (layout.SCREW,), ((72.0, 56.2),))
    )  # fmt: skip
    found.append(
        Piece("buttons", "buttons", buttons, layout.BUTTON_BOX,
              layout.button_places(netlist(buttons)))
    )  # fmt: skip
    for i in range(STRIPS):
        strip, down = Strip(100 * (i + 1)), i * layout.STEP
        area = replace(layout.STRIP, y0=layout.STRIP.y0 + down, y1=layout.STRIP.y1 + down)
        marks = ((layout.PITCH / 2, area.y0 + 3.0),)
        found.append(
            Piece(f"strip{i + 1}", "strip", strip, area,
                  layout.strip_places(netlist(strip), down), (), marks)
        )  # fmt: skip
    return found


class PieceMaker(Maker):
    """Places and routes one piece, on the panel or, to route it, on a board of its own."""

    patience = 1500

    def __init__(self, piece: Piece, board: "pcbnew.BOARD", folder: Path, prefix: str = "") -> None:
        self.piece, self.board, self.prefix = piece, board, prefix
        self.design = piece.design
        self.parts = netlist(piece.design)
        self.places = piece.places
        self.paths = {part.ref: f"/{identity(NAME, 'part', part.ref)}" for part in self.parts}
        self.own = footprints.write_own(folder)
        self.nets = {}
        self.widths = {name: WIDTHS.get(name, SIGNAL_WIDTH) for name in nets_of(self.parts)}
        self.spreader = None
        self.box = piece.box
        self.via = LEAST["min_via_diameter"] if piece.shape == "head" else VIA  # it is dense

    def add(self, routes: Routes | None) -> Routes:
        for name in nets_of(self.parts):
            self.nets[name] = pcbnew.NETINFO_ITEM(self.board, self.prefix + name)
            self.board.Add(self.nets[name])
        for part in self.parts:
            self._place(part)
        for i, (x, y) in enumerate(self.piece.screws):
            name = f"H{self.piece.name}{i + 1}"
            self._loose("MountingHole:MountingHole_3.2mm_M3", name, x, y)
        for x, y in self.piece.marks:
            self._loose("Fiducial:Fiducial_1mm_Mask2mm", f"FID{self.piece.name}", x, y)
        routes = routes or self._route()
        self._lay(routes)
        self._pour()
        return routes

    def _load(self, name: str) -> "pcbnew.FOOTPRINT":
        footprint = super()._load(name)
        if name == parts.PICO_H.footprint:
            # Lower pads: a track passes between each two of them.
            for pad in footprint.Pads():
                pad.SetSize(pcbnew.wxSize(mm(1.7), mm(1.4)))
        return footprint

    def _place(self, part: Placed) -> None:
        super()._place(part)
        # LEDs and Pico reach to the edge: fabs cut their print off there.
        inside, footprint = self.box.grown(-0.2), self.board.FindFootprintByReference(part.ref)
        for item in list(footprint.GraphicalItems()):
            area = item.GetBoundingBox()
            ends = ((area.GetLeft(), area.GetTop()), (area.GetRight(), area.GetBottom()))
            fits = all(inside.holds(x / 1e6 - ORIGIN[0], y / 1e6 - ORIGIN[1]) for x, y in ends)
            if item.IsOnLayer(pcbnew.F_SilkS) and (part.kind is parts.PICO_H or not fits):
                footprint.Remove(item)

    def _mark(self, part: Placed, footprint: "pcbnew.FOOTPRINT") -> None:
        pad = footprint.FindPadByNumber(part.kind.mark)
        at, middle, area = pad.GetPosition(), footprint.GetPosition(), pad.GetBoundingBox()
        x, y = at.x / 1e6 - ORIGIN[0], at.y / 1e6 - ORIGIN[1]
        right, down = (1 if a > b else -1 for a, b in ((at.x, middle.x), (at.y, middle.y)))
        half_x, half_y = area.GetWidth() / 2e6, area.GetHeight() / 2e6
        if part.kind is parts.LED:
            for item in list(footprint.GraphicalItems()):
                if item.GetClass() == "MTEXT" and item.IsOnLayer(pcbnew.F_SilkS):
                    footprint.Remove(item)
            # Above or below the cut corner: beside it there is no space.
            y += down * (half_y + DOT_ROOM + 0.3)
        elif part.kind in (parts.CABLE, parts.BUTTON_CABLE):
            # Beyond the pad's end, away from the cable.
            if half_x > half_y:
                x += right * (half_x + DOT_ROOM)
            else:
                y += down * (half_y + DOT_ROOM)
        elif part.kind is parts.PICO_H:
            x -= right * (half_x + DOT_ROOM)  # outside is a cable's socket
        else:
            super()._mark(part, footprint)
            return
        dot = self._circle(pcbnew.F_SilkS, (x, y), DOT / 4, DOT / 2)
        dot.SetFilled(True)

    def name_things(self) -> None:
        """Print names: of sockets, jumpers, cells, test points, buttons."""
        x0, y0 = self.box.x0, self.box.y0
        for part in self.parts:
            place = self.places[part.ref]
            if part.kind is parts.TEST_POINT:
                self._text(part.role, place.x, place.y + 2.2)
            elif part.kind is parts.JUMPER:
                self._text("END", place.x + (3.4 if part.role == IN else -3.4), place.y)
        if self.piece.shape == "strip":
            middle = (y0 + self.box.y1) / 2
            self._text("IN", x0 + 8.4, middle + 8.0, 1.5)
            self._text("OUT", self.box.x1 - 9.5, middle + 8.0, 1.5)
            self._text(f"LODEBOARD {NAME} v{VERSION}", x0 + 35.0, middle + 5.0)
            self._text("CERN-OHL-P-2.0", x0 + 35.0, middle + 7.0)
        elif self.piece.shape == "head":
            self._text("USB", layout.PICO[0], self.box.y0 + 1.4)
            for part in self.parts:
                if part.role.startswith("row"):
                    words = f"ROW {int(part.role[-1]) + 1}"
                    self._text(words, self.box.x0 + 3.4, self.places[part.ref].y + 8.1)
        else:
            x, y = layout.BUTTONS
            for i, name in enumerate(("LEFT", "MID", "RIGHT")):
                self._text(name, x + 10.0 * (i - 1), y + 5.8)

    def _obstacles(self) -> list[Hole]:
        box = self.box
        found = [Hole("", x - box.x0, y - box.y0, SCREW_KEEP) for x, y in self.piece.screws]
        found += [Hole("", x - box.x0, y - box.y0, 1.1) for x, y in self.piece.marks]
        return found + [
            Hole("", x - box.x0, y - box.y0, layout.BITE / 2 + 0.3)
            for tab in layout.tabs() for x, y in layout.bites(tab)
            if box.grown(1.0).holds(x, y)
        ]  # fmt: skip


@dataclass
class Panel:
    """The panel with all parts and their places."""

    board: "pcbnew.BOARD"
    pieces: list[Piece]
    parts: list[Placed]
    places: dict[str, Place]
    routes: dict[str, Routes]  # by shape


def outline() -> Polygon:
    """The panel with its slots: all pieces, and the tabs that hold them together."""
    areas = [layout.HEAD_BOX, layout.BUTTON_BOX]
    areas += [
        replace(layout.STRIP, y0=layout.STRIP.y0 + i * layout.STEP,
                y1=layout.STRIP.y1 + i * layout.STEP)
        for i in range(STRIPS)
    ]  # fmt: skip
    shapes = [box(area.x0, area.y0, area.x1, area.y1) for area in areas]
    for tab in layout.tabs():
        across, along = layout.GAP / 2, layout.TAB / 2
        x, y = (across, along) if tab.upright else (along, across)
        shapes.append(box(tab.x - x, tab.y - y, tab.x + x, tab.y + y))
    whole = unary_union(shapes)
    if not isinstance(whole, Polygon):
        raise ValueError("a piece of the panel is held by no tab")
    return whole


def make_panel(path: Path, kept: dict[str, Routes] | None = None) -> Panel:
    """Make the panel and write it to `path`, with these tracks or with new ones."""
    path.parent.mkdir(parents=True, exist_ok=True)
    board = pcbnew.BOARD()
    set_rules(board, NAME, VERSION)
    whole = outline()
    for ring in (whole.exterior, *whole.interiors):
        corners = list(ring.coords)
        for a, b in pairwise(corners):
            line = pcbnew.PCB_SHAPE(board)
            line.SetLayer(pcbnew.Edge_Cuts)
            line.SetWidth(mm(0.1))
            line.SetShape(pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(point(*a))
            line.SetEnd(point(*b))
            board.Add(line)
    made, routes = pieces(), dict(kept or {})
    for piece in made:
        if piece.shape not in routes:
            alone = pcbnew.BOARD()
            set_rules(alone, NAME, VERSION)
            routes[piece.shape] = PieceMaker(piece, alone, path.parent).add(None)
        maker = PieceMaker(piece, board, path.parent, f"{piece.name}/")
        maker.add(routes[piece.shape])
        maker.name_things()
    _bite(board)
    placed = [part for piece in made for part in netlist(piece.design)]
    places = {ref: place for piece in made for ref, place in piece.places.items()}
    return Panel(filled(board, path), made, placed, places, routes)


def _bite(board: "pcbnew.BOARD") -> None:
    """Drill the rows of holes along which the tabs break."""
    for tab in layout.tabs():
        footprint = pcbnew.FOOTPRINT(board)
        footprint.SetReference("BITES")
        footprint.Reference().SetVisible(False)
        footprint.Reference().SetLayer(pcbnew.F_Fab)
        footprint.Value().SetVisible(False)
        footprint.SetAttributes(
            pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_BOARD_ONLY
        )
        footprint.SetPosition(point(tab.x, tab.y))
        for x, y in layout.bites(tab):
            pad = pcbnew.PAD(footprint)
            pad.SetAttribute(pcbnew.PAD_ATTRIB_NPTH)
            pad.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
            pad.SetSize(pcbnew.wxSize(mm(layout.BITE), mm(layout.BITE)))
            pad.SetDrillSize(pcbnew.wxSize(mm(layout.BITE), mm(layout.BITE)))
            pad.SetLayerSet(pcbnew.PAD.UnplatedHoleMask())
            pad.SetPos0(pcbnew.wxPoint(mm(x - tab.x), mm(y - tab.y)))
            pad.SetPosition(point(x, y))
            footprint.Add(pad)
        board.Add(footprint)


def kept_panel(archive: Path) -> dict[str, Routes]:
    """Tracks and vias of each shape of piece, from the board file in an archive."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(archive) as kept:
        board = pcbnew.LoadBoard(kept.extract(f"{NAME}.kicad_pcb", folder))
    layers = (pcbnew.F_Cu, pcbnew.B_Cu)
    first = {piece.shape: piece for piece in reversed(pieces())}
    found = {shape: Routes() for shape in first}
    for item in board.GetTracks():
        name, _, net = item.GetNetname().partition("/")
        shape = next((s for s, piece in first.items() if piece.name == name), None)
        if shape is None:
            continue
        area, width = first[shape].box, item.GetWidth() / 1e6
        start, end = (
            (round(at.x / 1e6 - ORIGIN[0] - area.x0, 6), round(at.y / 1e6 - ORIGIN[1] - area.y0, 6))
            for at in (item.GetStart(), item.GetEnd())
        )
        if item.Type() == pcbnew.PCB_VIA_T:
            found[shape].vias.append(Hole(net, *start, width / 2))
        else:
            layer = layers.index(item.GetLayer())
            found[shape].tracks.append(Track(net, layer, *start, *end, width))
    return {s: Routes(sorted(each.tracks), sorted(each.vias)) for s, each in found.items()}
