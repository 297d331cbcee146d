"""Writes the files for a fab: Gerbers and drill files in one zip, bills of materials and placement
files for two fabs, which solder everything. The output is reproducible."""

import csv
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pcbnew

from hardware.circuit.design import Placed
from hardware.circuit.parts import Kind
from hardware.pcb.board import ORIGIN
from hardware.pcb.placement import Place

LAYERS = (
    (pcbnew.F_Cu, "F_Cu"),
    (pcbnew.B_Cu, "B_Cu"),
    (pcbnew.F_SilkS, "F_Silkscreen"),
    (pcbnew.B_SilkS, "B_Silkscreen"),
    (pcbnew.F_Mask, "F_Mask"),
    (pcbnew.B_Mask, "B_Mask"),
    (pcbnew.F_Paste, "F_Paste"),
    (pcbnew.B_Paste, "B_Paste"),
    (pcbnew.Edge_Cuts, "Edge_Cuts"),
)
EPOCH = (2026, 1, 1, 0, 0, 0)  # of every file in a zip
# JLCPCB measures a part's angle from its position on the reel, KiCad from pin 1 at the upper left:
# degrees to add, by the start of the footprint's name. From cpl_rotations_db.csv of
# github.com/matthewlai/JLCKicadTools, commit 02f5483, with corrections from its users after the
# fab's preview; its pull request 93 removed 180 for the LED, as those now in stock need none. The
# 180 for CP_Elec holds for other capacitors: pads of JLCPCB's own model of C2887273 match KiCad's
# at 0 (measured by another project in July 2026). Parts with leads can be turned by 180 or are
# put in by hand. No board of this project has been uploaded: check the preview.
CORRECTIONS = (
    ("SOT-223", 180),
    ("SOT-23", 180),
    ("SOIC-", 270),
    ("CP_Elec_6.3x7.7", 0),
    ("LED_WS2812B_PLCC4_5.0x5.0mm", 0),
    ("R_0603", 0),
    ("C_0603", 0),
    ("C_0805", 0),
    # LCSC's own model of C7203002 lies with its connector to the left.
    ("Pico_Flat", 270),
    ("SW_PUSH_6mm", 0),
    ("Buzzer_TDK", 0),
    # In no list: the sockets open to the edge of their board, which the preview shows.
    ("JST_SH_", 0),
)
_DATES = (
    (re.compile(r"(%TF\.CreationDate,)[^*]*(\*%)"), r"\g<1>2026-01-01T00:00:00+00:00\g<2>"),
    (
        re.compile(r"(%TF\.ProjectId,[^,]*,)[^,]*(,)"),
        r"\g<1>6c6f6465-626f-4172-8420-626f61726421\g<2>",
    ),
    (
        re.compile(r"(G04 Created by KiCad \(PCBNEW [^)]*\) date )[^*]*(\*)"),
        r"\g<1>2026-01-01\g<2>",
    ),
    (re.compile(r"(; DRILL file \{KiCad [^}]*\} date ).*"), r"\g<1>2026-01-01"),
    (re.compile(r"(; #@! TF\.CreationDate,).*"), r"\g<1>2026-01-01T00:00:00+00:00"),
)


def undated(text: str) -> str:
    for pattern, by in _DATES:
        text = pattern.sub(by, text)
    return text


def plot(board: "pcbnew.BOARD", folder: Path) -> list[Path]:
    """Write Gerber X2 of every layer and two drill files (plated and not) into `folder`."""
    folder = folder.resolve()  # KiCad resolves others relative to the board
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.*"):
        old.unlink()
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetCreateGerberJobFile(False)
    options.SetUseAuxOrigin(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotFrameRef(False)
    options.SetGerberPrecision(6)
    for layer, name in LAYERS:
        control.SetLayer(layer)
        control.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        control.PlotLayer()
    control.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)
    files = sorted(path for path in folder.iterdir() if path.is_file())
    for path in files:
        path.write_text(undated(path.read_text(encoding="utf-8")), encoding="utf-8")
    return files


@dataclass(frozen=True)
class Order:
    """A part that a fab solders, and its middle, in millimetres from the centre of a1."""

    ref: str
    kind: Kind
    x: float
    y: float
    angle: float

    @property
    def package(self) -> str:
        return self.kind.footprint.partition(":")[2]


def ordered(made: list[Placed], places: dict[str, Place], board: "pcbnew.BOARD") -> list[Order]:
    """What a fab solders: all parts on the board, all on the top side."""
    found = []
    for part in (part for part in made if part.kind.fitted):
        place = places[part.ref]
        if part.kind.hand:
            x, y = _middle(board.FindFootprintByReference(part.ref))
            found.append(Order(part.ref, part.kind, x, y, place.angle))
        else:
            found.append(Order(part.ref, part.kind, place.x, place.y, place.angle))
    return found


def _middle(footprint: "pcbnew.FOOTPRINT") -> tuple[float, float]:
    """The middle of a footprint's pads; the origin of those with leads is their pin 1."""
    spots = [pad.GetPosition() for pad in footprint.Pads()]
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    return (
        round((min(xs) + max(xs)) / 2e6 - ORIGIN[0], 3),
        round((min(ys) + max(ys)) / 2e6 - ORIGIN[1], 3),
    )


def correction(package: str) -> int:
    """JLCPCB's angle of this package minus KiCad's, in degrees. Raises KeyError if unknown."""
    for start, by in CORRECTIONS:
        if package.startswith(start):
            return by
    raise KeyError(f"no angle of JLCPCB's is known for {package}")


def write_orders(soldered: list[Order], stem: Path) -> list[Path]:
    """Write the bill of materials and placement file for each fab, beside `stem`: millimetres from
    the centre of a1, y upwards, angles anticlockwise. All list the same references."""
    kinds = list(dict.fromkeys(order.kind for order in soldered))
    refs = {kind: [order.ref for order in soldered if order.kind is kind] for kind in kinds}
    packages = {order.kind: order.package for order in soldered}

    def row(order: Order, extra: int) -> tuple[str, ...]:
        x, y, angle = f"{order.x:.3f}", f"{0.0 - order.y:.3f}", f"{(order.angle + extra) % 360:g}"
        return order.ref, x, y, "Top", angle

    files: dict[str, list[tuple[object, ...]]] = {
        "jlcpcb-bom": [
            ("Comment", "Designator", "Footprint", "LCSC"),
            *((k.part, ",".join(refs[k]), packages[k], k.lcsc) for k in kinds),
        ],
        "jlcpcb-cpl": [
            ("Designator", "Mid X", "Mid Y", "Layer", "Rotation"),
            *(row(order, correction(order.package)) for order in soldered),
        ],
        "pcbway-bom": [
            ("Item #", "Designator", "Qty", "Manufacturer", "Mfg Part #", "Description / Value",
             "Package/Footprint", "Type"),
            *((i, ",".join(refs[k]), len(refs[k]), k.maker, k.part, k.value, packages[k],
               "THT" if k.hand else "SMD") for i, k in enumerate(kinds, 1)),
        ],
        "pcbway-centroid": [
            ("Designator", "Mid X", "Mid Y", "Layer", "Rotation"),
            *(row(order, 0) for order in soldered),
        ],
    }  # fmt: skip
    made = []
    for name, rows in files.items():
        made.append(stem.with_name(f"{stem.name}-{name}.csv"))
        with made[-1].open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
    return made


def pack(files: list[Path], path: Path, folder: Path | None = None) -> None:
    """Write a zip whose bytes depend only on the files' names and contents. Names are relative to
    `folder`, or without folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(files):
            name = file.relative_to(folder).as_posix() if folder else file.name
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, file.read_bytes())
