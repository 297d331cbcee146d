"""Checks of a finished board: KiCad's rules, a fab's rules, and the files read by another hand."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pcbnew
from gerbonara import LayerStack
from gerbonara.apertures import CircleAperture
from gerbonara.graphic_objects import Flash

from hardware.pcb.board import ORIGIN

FAB = "jlcpcb"


@dataclass(frozen=True)
class Report:
    """What KiCad's rules check found."""

    violations: int
    unconnected: int
    text: str


def design_rules(path: Path) -> Report:
    """KiCad's design rules check of a board file; its report goes beside it."""
    board = pcbnew.LoadBoard(str(path))
    report = path.with_suffix(".drc.txt")
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    text = report.read_text(encoding="utf-8")
    found = [int(n) for n in re.findall(r"\*\* Found (\d+) (?:DRC violations|unconnected)", text)]
    return Report(found[0], found[1], text)


def fab_rules(path: Path) -> tuple[int, str]:
    """Errors of `kct check` by the fab's rules, and its report."""
    tool = Path(sys.executable).with_name("kct")
    command = [str(tool), "check", str(path), "--mfr", FAB, "--format", "json"]
    done = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    start = done.stdout.find("{")
    if start < 0:
        raise RuntimeError(f"kct check gave no report: {done.stdout[-300:]} {done.stderr[-300:]}")
    report = json.loads(done.stdout[start:])
    return int(report["summary"]["errors"]), done.stdout


Flashed = tuple[float, float, str]


def gerber_pads(archive: Path) -> dict[str, list[Flashed]]:
    """Pads flashed on each copper layer as (x, y, net), read by gerbonara; mm from a1, y down.

    A net is told by the attributes of Gerber X2.
    """
    stack = LayerStack.open(archive)
    found: dict[str, list[Flashed]] = {}
    for side in ("top", "bottom"):
        layer = stack[side, "copper"]
        pads = []
        for item in layer.objects:
            if isinstance(item, Flash):
                net = item.attrs.get(".N", ("",))[0]
                x, y = item.unit.convert_to("mm", item.x), item.unit.convert_to("mm", item.y)
                pads.append((round(x, 3), round(-y, 3), net))
        found[side] = pads
    return found


def board_pads(path: Path) -> dict[str, list[Flashed]]:
    """The same from the board file."""
    board = pcbnew.LoadBoard(str(path))
    found: dict[str, list[Flashed]] = {"top": [], "bottom": []}
    for pad in board.GetPads():
        at = pad.GetPosition()
        x, y = round(at.x / 1e6 - ORIGIN[0], 3), round(at.y / 1e6 - ORIGIN[1], 3)
        for side, layer in (("top", pcbnew.F_Cu), ("bottom", pcbnew.B_Cu)):
            if pad.IsOnLayer(layer):
                found[side].append((x, y, pad.GetNetname()))
    return found


__all__ = ["CircleAperture", "Iterable", "board_pads", "design_rules", "fab_rules", "gerber_pads"]
