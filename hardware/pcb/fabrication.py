"""What a fab wants: Gerbers, drill files, pick-and-place, in one zip; the same bytes each time."""

import csv
import re
import zipfile
from pathlib import Path

import pcbnew

from hardware.circuit.design import Placed
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
    """Gerber X2 of every layer and two drill files (plated and not), in `folder`."""
    folder = folder.resolve()  # KiCad takes others from where the board lies
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


def write_places(parts: list[Placed], places: dict[str, Place], path: Path) -> None:
    """Pick-and-place: what a machine solders, in mm from the centre of a1, y upwards."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"))
        for part in parts:
            if part.kind.hand or not part.kind.fitted:
                continue
            place = places[part.ref]
            package = part.kind.footprint.partition(":")[2]
            x, y = f"{place.x:.3f}", f"{-place.y:.3f}"
            writer.writerow((part.ref, part.kind.value, package, x, y, f"{place.angle:g}", "top"))


def pack(files: list[Path], path: Path) -> None:
    """A zip whose bytes depend on nothing but the files' names and contents."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(files):
            info = zipfile.ZipInfo(file.name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, file.read_bytes())
