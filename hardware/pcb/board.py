"""Makes the circuit board with KiCad's `pcbnew`: places parts, lays tracks, pours ground.

`make_board(data, path)` writes a board file. Tracks and positions are the same in every run; only
KiCad's UUIDs would differ, and are replaced by counted ones. Routing takes nearly all of the time;
`kept_routes` returns the tracks of an existing board file.
"""

import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pcbnew

from hardware.circuit import parts
from hardware.circuit.design import Design, Placed, netlist, nets_of
from hardware.circuit.parts import Kind
from hardware.circuit.sizes import Data
from hardware.dimensions import BOARD_CORNER, Box, Dimensions, Point
from hardware.pcb import footprints
from hardware.pcb.geometry import Hole, Pad, Routes, Track
from hardware.pcb.placement import Place, fiducials, heat_spreader, places
from hardware.pcb.router import Router
from hardware.pcb.rules import LEAST, SIGNAL_WIDTH, VIA
from hardware.pcb.steady import steady
from hardware.schematic.kicad import paths
from lodeboard.boards.profile import Profile

MADE = "2026-01-01"  # constant, as in all files
ORIGIN = (50.0, 50.0)  # position of a1 on KiCad's sheet
COPPER_MM = 0.035
SCREW_KEEP = 3.4  # radius around a screw without tracks: its head
# Wider than required by heating, to limit the voltage drop to the far end of the board.
WIDTHS = {"VBUS": 1.5, "+5V": 1.2, "+3V3": 0.8, "+3V3A": 1.2, "GND": 0.5, "LED_FIRST": 0.3}
HEAT_VIAS_MM = 4.0  # between the vias that join the regulator's copper on both sides
DOT = 0.8  # diameter of the dot at a part's mark
DOT_ROOM = 0.9  # from its centre to the pad


def least_width(amperes: float, rise_kelvin: float = 10.0) -> float:
    """Track width in mm for a current on an outer layer by IPC-2221: I = 0.048 dT^0.44 A^0.725 with
    A in square mils."""
    square_mils = (amperes / (0.048 * rise_kelvin**0.44)) ** (1 / 0.725)
    return float(square_mils * 0.0254**2 / COPPER_MM)


def mark_of(footprint: "pcbnew.FOOTPRINT", kind: Kind = parts.LED) -> tuple[Point, Point]:
    """Positions of the dot and the word at a part's mark: beside its pin, outside the part's body.
    An LED's mark is a cut corner of its body."""
    pad = footprint.FindPadByNumber(kind.mark)
    box, centre = pad.GetBoundingBox(), footprint.GetPosition()
    at = box.GetCenter()
    x, y = at.x / 1e6 - ORIGIN[0], at.y / 1e6 - ORIGIN[1]
    right, down = (1 if a > b else -1 for a, b in ((at.x, centre.x), (at.y, centre.y)))
    half_x, half_y = box.GetWidth() / 2e6, box.GetHeight() / 2e6
    if kind is parts.LED:
        x += right * (half_x + 1.2)
    elif half_x < half_y or kind is parts.PICO:
        x += right * (half_x + DOT_ROOM)
    else:
        y += down * (half_y + DOT_ROOM)
    return (x, y), (x, y + down * 2.0)


def joined_pads(
    footprint: "pcbnew.FOOTPRINT",
) -> list[tuple[str, "pcbnew.EDA_RECT", set[int]]]:
    """Net, extent and copper layers of each pad; pads of one pin that overlap are one."""
    found: list[tuple[str, str, pcbnew.EDA_RECT, set[int]]] = []
    for pad in footprint.Pads():
        if not pad.IsOnCopperLayer() or pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
            continue
        bounds, number = pad.GetBoundingBox(), str(pad.GetNumber())
        layers = {i for i, layer in enumerate((pcbnew.F_Cu, pcbnew.B_Cu)) if pad.IsOnLayer(layer)}
        for other, _, extent, both in found:
            if number and other == number and extent.Intersects(bounds):
                extent.Merge(bounds)
                both.update(layers)
                break
        else:
            found.append((number, pad.GetNetname(), bounds, layers))
    return [(net, bounds, layers) for _, net, bounds, layers in found]


def mm(value: float) -> int:
    return round(value * 1e6)


def point(x: float, y: float) -> "pcbnew.wxPoint":
    return pcbnew.wxPoint(mm(x + ORIGIN[0]), mm(y + ORIGIN[1]))


def hide(footprint: "pcbnew.FOOTPRINT") -> None:
    """Remove its reference from the silkscreen, because some tools show hidden texts."""
    footprint.Reference().SetVisible(False)
    footprint.Reference().SetLayer(pcbnew.F_Fab)


def set_rules(board: "pcbnew.BOARD", name: str, version: int) -> None:
    """Set the rules for tracks and holes, and what the title says."""
    settings = board.GetDesignSettings()
    settings.m_TrackMinWidth = mm(LEAST["min_track_width"])
    settings.m_MinClearance = mm(LEAST["min_clearance"])
    settings.m_ViasMinSize = mm(LEAST["min_via_diameter"])
    settings.m_MinThroughDrill = mm(LEAST["min_through_hole_diameter"])
    settings.m_HoleToHoleMin = mm(LEAST["min_hole_to_hole"])
    settings.m_CopperEdgeClearance = mm(LEAST["min_copper_edge_clearance"])
    title = board.GetTitleBlock()
    title.SetTitle(f"Lodeboard {name}")
    title.SetDate(MADE)
    title.SetRevision(str(version))
    settings.SetAuxOrigin(point(0, 0))
    settings.SetGridOrigin(point(0, 0))


@dataclass
class Made:
    """A board, and its data, parts and positions."""

    board: "pcbnew.BOARD"
    parts: list[Placed]
    places: dict[str, Place]
    routes: Routes
    dimensions: Dimensions


class Maker:
    """Builds one board step by step."""

    patience = 400  # of the router
    via = VIA

    def __init__(self, data: Data, folder: Path, routes: Routes | None = None) -> None:
        self.data = data
        self.routes = routes
        self.design = Design(data)
        self.parts = netlist(self.design)
        self.dimensions = Dimensions(self.design.profile)
        self.box = self.dimensions.board
        self.places = places(self.parts, self.dimensions)
        self.paths = paths(self.parts, self.design.profile)
        self.own = footprints.write_own(folder)
        self.board = pcbnew.BOARD()
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        self.widths = {name: WIDTHS.get(name, SIGNAL_WIDTH) for name in nets_of(self.parts)}
        regulated = any(part.kind is parts.REGULATOR for part in self.parts)
        self.spreader = heat_spreader(self.dimensions) if regulated else None

    def make(self) -> Made:
        self._rules()
        for name in nets_of(self.parts):
            self.nets[name] = pcbnew.NETINFO_ITEM(self.board, name)
            self.board.Add(self.nets[name])
        self._outline()
        for part in self.parts:
            self._place(part)
        self._holes()
        self._texts()
        routes = self.routes or self._route()
        self._lay(routes)
        self._pour()
        return Made(self.board, self.parts, self.places, routes, self.dimensions)

    def _rules(self) -> None:
        set_rules(self.board, self.data["name"], self.data["version"])

    def _shape(self, layer: int, width: float) -> "pcbnew.PCB_SHAPE":
        shape = pcbnew.PCB_SHAPE(self.board)
        shape.SetLayer(layer)
        shape.SetWidth(mm(width))
        self.board.Add(shape)
        return shape

    def _line(
        self, layer: int, a: tuple[float, float], b: tuple[float, float], width: float
    ) -> None:
        shape = self._shape(layer, width)
        shape.SetShape(pcbnew.SHAPE_T_SEGMENT)
        shape.SetStart(point(*a))
        shape.SetEnd(point(*b))

    def _circle(
        self, layer: int, centre: tuple[float, float], radius: float, width: float
    ) -> "pcbnew.PCB_SHAPE":
        shape = self._shape(layer, width)
        shape.SetShape(pcbnew.SHAPE_T_CIRCLE)
        shape.SetCenter(point(*centre))
        shape.SetEnd(point(centre[0] + radius, centre[1]))
        return shape

    def _outline(self) -> None:
        box, r = self.dimensions.board, BOARD_CORNER
        x0, y0, x1, y1 = box.x0, box.y0, box.x1, box.y1
        edge = pcbnew.Edge_Cuts
        self._line(edge, (x0 + r, y0), (x1 - r, y0), 0.1)
        self._line(edge, (x1, y0 + r), (x1, y1 - r), 0.1)
        self._line(edge, (x1 - r, y1), (x0 + r, y1), 0.1)
        self._line(edge, (x0, y1 - r), (x0, y0 + r), 0.1)
        q = r * (1 - 0.5**0.5)
        for start, middle, end in (
            ((x0, y0 + r), (x0 + q, y0 + q), (x0 + r, y0)),
            ((x1 - r, y0), (x1 - q, y0 + q), (x1, y0 + r)),
            ((x1, y1 - r), (x1 - q, y1 - q), (x1 - r, y1)),
            ((x0 + r, y1), (x0 + q, y1 - q), (x0, y1 - r)),
        ):
            shape = self._shape(edge, 0.1)
            shape.SetShape(pcbnew.SHAPE_T_ARC)
            shape.SetArcGeometry(point(*start), point(*middle), point(*end))

    def _load(self, name: str) -> "pcbnew.FOOTPRINT":
        library, _, item = name.partition(":")
        own = library == "lodeboard"
        folder = self.own if own else footprints.LIBRARIES / f"{library}.pretty"
        footprint = pcbnew.FootprintLoad(str(folder), item)
        if footprint is None:
            raise FileNotFoundError(f"KiCad has no footprint {name} in {folder}")
        footprint.SetFPID(pcbnew.LIB_ID(library, item))
        return footprint

    def _place(self, part: Placed) -> None:
        place = self.places[part.ref]
        footprint = self._load(part.kind.footprint)
        footprint.SetReference(part.ref)
        footprint.SetValue(part.kind.value)
        footprint.Value().SetVisible(False)
        footprint.SetPath(pcbnew.KIID_PATH(self.paths[part.ref]))
        footprint.SetPosition(point(place.x, place.y))
        footprint.SetOrientationDegrees(place.angle)
        if not part.kind.fitted:
            footprint.SetAttributes(
                footprint.GetAttributes()
                | pcbnew.FP_EXCLUDE_FROM_POS_FILES
                | pcbnew.FP_EXCLUDE_FROM_BOM
            )
        label = footprint.Reference()
        label.SetTextSize(pcbnew.wxSize(mm(1.0), mm(1.0)))
        label.SetTextThickness(mm(0.15))
        if place.label is None:
            hide(footprint)
        else:
            x, y = place.label
            if x and not y:  # beside the part: the middle of a longer name is farther away
                x += (0.5 if x > 0 else -0.5) * max(0, len(part.ref) - 3)
            label.SetPosition(point(place.x + x, place.y + y))
            label.SetTextAngle(-10 * place.angle % 3600)
        for pad in footprint.Pads():
            net = part.nets.get(str(pad.GetNumber()))
            if net is not None:
                pad.SetNet(self.nets[net])
            if part.kind is parts.C_REGULATOR:
                # One end in solid copper would melt later than the other and lift the part.
                pad.SetZoneConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        self.board.Add(footprint)
        if part.kind.mark:
            self._mark(part, footprint)

    def _mark(self, part: Placed, footprint: "pcbnew.FOOTPRINT") -> None:
        """Draw a dot beside the pin where the part itself has its mark."""
        at, words = mark_of(footprint, part.kind)
        if part.kind is parts.LED:
            # KiCad's footprint has a 1 at another corner, where the capacitor is.
            for item in list(footprint.GraphicalItems()):
                if item.GetClass() == "MTEXT" and item.IsOnLayer(pcbnew.F_SilkS):
                    footprint.Remove(item)
            self._text("CUT", *words)
        dot = self._circle(pcbnew.F_SilkS, at, DOT / 4, DOT / 2)
        dot.SetFilled(True)

    def _loose(self, name: str, ref: str, x: float, y: float) -> None:
        footprint = self._load(name)
        footprint.SetReference(ref)
        hide(footprint)
        footprint.Value().SetVisible(False)
        footprint.SetPosition(point(x, y))
        footprint.SetAttributes(
            pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_BOARD_ONLY
        )
        self.board.Add(footprint)

    def _holes(self) -> None:
        for i, (x, y) in enumerate(self.dimensions.holes()):
            self._loose("MountingHole:MountingHole_3.2mm_M3", f"H{i + 1}", x, y)
        for i, (x, y) in enumerate(fiducials(self.dimensions)):
            self._loose("Fiducial:Fiducial_1mm_Mask2mm", f"FID{i + 1}", x, y)

    def _text(self, text: str, x: float, y: float, size: float = 1.0, bottom: bool = False) -> None:
        item = pcbnew.PCB_TEXT(self.board)
        item.SetText(text)
        item.SetLayer(pcbnew.B_SilkS if bottom else pcbnew.F_SilkS)
        item.SetMirrored(bottom)
        item.SetTextSize(pcbnew.wxSize(mm(size), mm(size)))
        item.SetTextThickness(mm(size * 0.15))
        item.SetPosition(point(x, y))
        self.board.Add(item)

    def _texts(self) -> None:
        """Draw cell names, wells, names of test points and buttons, version and licence."""
        sizes = self.dimensions
        radius = self.data["plate"]["well_diameter_mm"] / 2
        for cell, (x, y) in enumerate(sizes.cells()):
            name = self.design.profile.cell_name(cell)
            if self.design.profile.leds_per_cell <= 2:
                self._text(name, x - 9, y - 7, 2.5)
                self._circle(pcbnew.F_SilkS, (x, y), radius, 0.15)
            else:  # LEDs are at the edge of the well
                self._text(name, x, y - 9, 2.5)
        for part in self.parts:
            place = self.places[part.ref]
            if part.kind is parts.TEST_POINT:
                self._text(part.role, place.x, place.y + 2.2)
        for (x, y), name in zip(sizes.buttons(), ("LEFT", "MID", "RIGHT"), strict=True):
            self._text(name, x, y + 5.6)
        pico_x, pico_y = sizes.pico
        self._text("PICO", pico_x, pico_y + 5.4, 1.2)
        self._text("USB", pico_x, sizes.pico_box.y0 + 1.4, 1.0)
        x, y = sizes.beeper
        self._text("BEEPER", x, y + 7.4)
        head = self.places[next(p.ref for p in self.parts if p.kind is parts.HEADER)]
        self._text("SPARE", head.x + 1.3, head.y - 2.8)
        if self.spreader:
            x, y = self.spreader.centre
            self._text("GETS WARM", x, y + 9, 1.5)
        x, y = sizes.strip.centre[0] - 4, sizes.board.y1
        self._text(f"LODEBOARD {self.data['name']}", x, y - 12.5, 1.5)
        self._text(f"version {self.data['version']}  no magnets near", x, y - 9.5)
        self._text("CERN-OHL-P-2.0", x, y - 7.0)
        self._text(f"LODEBOARD {self.data['name']} v{self.data['version']}", 0, -22, 1.5, True)
        below = -19 if sizes.right < 40 else -22  # not enough space for one line
        self._text("SENSE IS ON THE OTHER SIDE", sizes.right, below, 1.5, True)

    def _route(self) -> Routes:
        box = self.box
        pads = []
        for footprint in self.board.GetFootprints():
            for net, bounds, layers in joined_pads(footprint):
                pads.append(self._pad(net, bounds, tuple(sorted(layers))))
            # Where a part's underside must meet no copper.
            pads += [self._pad("", zone.GetBoundingBox(), (0,)) for zone in footprint.Zones()]
        if self.spreader:
            x, y = self.spreader.centre
            half = (self.spreader.width / 2, self.spreader.height / 2)
            pads.append(Pad(self.design.sensor_rail, x - box.x0, y - box.y0, *half, (0, 1)))
        router = Router(box.width, box.height, pads, self._obstacles(), self.widths, self.via)
        found = router.run(self.patience)
        return Routes(found.tracks, [*found.vias, *self._heat_vias()])

    def _pad(self, net: str, bounds: "pcbnew.EDA_RECT", layers: tuple[int, ...]) -> Pad:
        at = bounds.GetCenter()
        return Pad(
            net,
            round(at.x / 1e6 - ORIGIN[0] - self.box.x0, 4),
            round(at.y / 1e6 - ORIGIN[1] - self.box.y0, 4),
            round(bounds.GetWidth() / 2e6, 4),
            round(bounds.GetHeight() / 2e6, 4),
            layers,
        )

    def _obstacles(self) -> list[Hole]:
        """Holes and fiducials, which tracks stay away from."""
        x0, y0 = self.box.x0, self.box.y0
        found = [Hole("", x - x0, y - y0, SCREW_KEEP) for x, y in self.dimensions.holes()]
        found += [Hole("", x - x0, y - y0, 1.1) for x, y in fiducials(self.dimensions)]
        for part in self.parts:
            for pad in self.board.FindFootprintByReference(part.ref).Pads():
                if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
                    at = pad.GetPosition()
                    x, y = at.x / 1e6 - ORIGIN[0] - x0, at.y / 1e6 - ORIGIN[1] - y0
                    found.append(Hole("", round(x, 4), round(y, 4), pad.GetDrillSize().x / 2e6))
        return found

    def _heat_vias(self) -> list[Hole]:
        """Vias through the regulator's copper, below its tab."""
        if not self.spreader:
            return []
        corner, (x, y) = self.dimensions.board, self.spreader.centre
        across, down = (
            int((side / 2 - HEAT_VIAS_MM / 4) / HEAT_VIAS_MM)
            for side in (self.spreader.width, self.spreader.height)
        )
        return [
            Hole(
                self.design.sensor_rail,
                round(x + HEAT_VIAS_MM * column - corner.x0, 4),
                round(y + HEAT_VIAS_MM * row - corner.y0, 4),
                VIA / 2,
            )
            for row in range(1 - down, down + 1)
            for column in range(-across, across + 1)
        ]

    def _lay(self, routes: Routes) -> None:
        box = self.box
        layers = (pcbnew.F_Cu, pcbnew.B_Cu)
        for track in sorted(set(routes.tracks)):
            item = pcbnew.PCB_TRACK(self.board)
            item.SetStart(point(track.x0 + box.x0, track.y0 + box.y0))
            item.SetEnd(point(track.x1 + box.x0, track.y1 + box.y0))
            item.SetWidth(mm(track.width))
            item.SetLayer(layers[track.layer])
            item.SetNet(self.nets[track.net])
            self.board.Add(item)
        for via in sorted(set(routes.vias)):
            item = pcbnew.PCB_VIA(self.board)
            item.SetPosition(point(via.x + box.x0, via.y + box.y0))
            item.SetDrill(mm(via.radius))  # half of its width
            item.SetWidth(mm(2 * via.radius))
            item.SetNet(self.nets[via.net])
            self.board.Add(item)

    def _pour(self) -> None:
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            ground = self._zone(layer, "GND", self.box.grown(-0.6))
            ground.SetThermalReliefGap(mm(0.3))
            ground.SetThermalReliefSpokeWidth(mm(0.5))
            ground.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
            if self.spreader:
                copper = self._zone(layer, self.design.sensor_rail, self.spreader)
                copper.SetPriority(1)
                copper.SetPadConnection(pcbnew.ZONE_CONNECTION_FULL)

    def _zone(self, layer: int, net: str, box: Box) -> "pcbnew.ZONE":
        zone = pcbnew.ZONE(self.board)
        zone.SetLayer(layer)
        zone.SetNet(self.nets[net])
        zone.SetLocalClearance(mm(0.25))
        zone.SetMinThickness(mm(0.25))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)):
            at = point(x, y)
            outline.Append(at.x, at.y)
        self.board.Add(zone)
        return zone


def kept_routes(archive: Path, data: Data) -> Routes:
    """Tracks and vias of the board file in an archive, as routed. The rules check shows whether
    they still fit the board's data."""
    box = Dimensions(Profile(data)).board
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(archive) as kept:
        board = pcbnew.LoadBoard(kept.extract(f"{data['name']}.kicad_pcb", folder))

    def place(at: "pcbnew.wxPoint") -> tuple[float, float]:
        return (
            round(at.x / 1e6 - ORIGIN[0] - box.x0, 6),
            round(at.y / 1e6 - ORIGIN[1] - box.y0, 6),
        )

    layers = (pcbnew.F_Cu, pcbnew.B_Cu)
    found = Routes()
    for item in board.GetTracks():
        net, width = item.GetNetname(), item.GetWidth() / 1e6
        start, end = place(item.GetStart()), place(item.GetEnd())
        if item.Type() == pcbnew.PCB_VIA_T:
            found.vias.append(Hole(net, *start, width / 2))
        else:
            layer = layers.index(item.GetLayer())
            found.tracks.append(Track(net, layer, *start, *end, width))
    return Routes(sorted(found.tracks), sorted(found.vias))


def make_board(data: Data, path: Path, routes: Routes | None = None) -> Made:
    """Make the board of these data and write it to `path`, with these routes or with new ones."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = Maker(data, path.parent, routes).make()
    made.board = filled(made.board, path)
    return made


def filled(board: "pcbnew.BOARD", path: Path) -> "pcbnew.BOARD":
    """Write the board to `path` with its zones filled; returns it as loaded from there."""
    _save(board, path)
    # Only a loaded board can be filled: KiCad 6 crashes with one just made.
    board = pcbnew.LoadBoard(str(path))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    _save(board, path)
    return board


def _save(board: "pcbnew.BOARD", path: Path) -> None:
    pcbnew.SaveBoard(str(path), board)
    path.write_text(steady(path.read_text(encoding="utf-8")), encoding="utf-8")
