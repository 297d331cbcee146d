"""The files of the panel for buyers: to order, to solder, to join."""

from collections import Counter
from pathlib import Path

from hardware.bom import bill
from hardware.circuit import parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Placed, netlist
from hardware.circuit.parts import Kind
from hardware.released import PROFILE
from hardware.strips import join, layout
from hardware.strips.circuit import NAME, STRIPS, Buttons, Head, Strip, assembled

KEPT = RELEASE / f"{NAME}-kicad.zip"
PANELS = 3  # for a 4x4 board
Row = tuple[object, ...]
# Cables with a plug at either end.
CABLES = (
    (7, "cable JST SH 1.0 mm, 12 wires, 100 mm", 0.6, "strip to strip; rows 1 to 3 to the head"),
    (1, "cable JST SH 1.0 mm, 12 wires, 150 mm", 0.7, "row 4 to the head"),
    (1, "cable JST SH 1.0 mm, 4 wires, 100 mm (Qwiic)", 0.9, "buttons to the head"),
)


PANEL_M2 = layout.PANEL.width * layout.PANEL.height / 1e6


def panel_parts() -> list[Placed]:
    """All parts of one panel."""
    pieces = (Head(), Buttons(), *(Strip() for _ in range(STRIPS)))
    return [part for piece in pieces for part in netlist(piece)]


def bill_rows() -> list[Row]:
    """What a 4x4 board of strips needs, without magnets and USB cable of the bill of any board."""
    counts = Counter(part.kind for part in assembled())
    counts[parts.SOCKET] = 2
    kinds = (*parts.KINDS, parts.SOCKET)
    rows = [_row(kind, counts[kind]) for kind in kinds if counts[kind] and kind.fitted]
    for count, name, euro, purpose in CABLES:
        rows.append((count, "", name, "", "any", "", "pin 1 to pin 1", f"{euro:.2f}",
                     f"{count * euro:.2f}", "yes", purpose))  # fmt: skip
    return rows


def _row(kind: Kind, count: int) -> Row:
    package = kind.footprint.partition(":")[2]
    return (count, "", kind.value, package, kind.maker, kind.part, "; ".join(kind.alternates),
            f"{kind.euro:.2f}", f"{count * kind.euro:.2f}", "yes", kind.purpose)  # fmt: skip


def build_panel(folder: Path, kept: bool = False) -> list[Path]:
    """Make the panel and the files for it; returns those for buyers. `kept`: use the tracks in
    hardware/release instead of routing again."""
    import pcbnew  # noqa: PLC0415

    from hardware.pcb import fabrication, picture, views  # noqa: PLC0415
    from hardware.strips.panel import kept_panel, make_panel  # noqa: PLC0415

    path = folder / f"{NAME}.kicad_pcb"
    made = make_panel(path, kept_panel(KEPT) if kept else None)
    archive, source = folder / f"{NAME}-gerber.zip", folder / f"{NAME}-kicad.zip"
    fabrication.pack(fabrication.plot(pcbnew.LoadBoard(str(path)), folder / NAME), archive)
    fabrication.pack([path], source)
    by_machine = [part for part in made.parts if not part.kind.hand]
    soldered = fabrication.ordered(by_machine, made.places, made.board)
    orders = fabrication.write_orders(soldered, folder / NAME)
    shopping = folder / f"{NAME}-bom.csv"
    rows = bill_rows() + bill.extra_lines(PROFILE)
    bill.write_rows(rows, shopping, "rough sum, without the bare panels")
    page, cables = folder / f"{NAME}-ibom.html", folder / f"{NAME}-cables.svg"
    views.write_interactive(path, page)
    join.draw(cables)
    pictures = picture.draw(archive, folder / NAME)
    return [archive, source, *orders, shopping, page, cables, *pictures]
