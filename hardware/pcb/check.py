"""Checks a finished board: KiCad's rules, a fab's rules, and the files as read by another
library."""

import json
import re
import subprocess
import sys
import warnings as remarks
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pcbnew
from gerbonara import LayerStack
from gerbonara.graphic_objects import Flash

FAB = "jlcpcb"


@dataclass(frozen=True)
class Report:
    """The result of KiCad's rules check."""

    violations: int
    unconnected: int
    text: str


def design_rules(path: Path) -> Report:
    """Run KiCad's design rules check on a board file; its report is written beside it."""
    board = pcbnew.LoadBoard(str(path))
    report = path.with_suffix(".drc.txt")
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    text = report.read_text(encoding="utf-8")
    found = [int(n) for n in re.findall(r"\*\* Found (\d+) (?:DRC violations|unconnected)", text)]
    return Report(found[0], found[1], text)


@dataclass(frozen=True)
class FabReport:
    """The result of `kct check` by the fab's rules: errors, and warnings by rule."""

    errors: int
    warnings: dict[str, int]
    text: str


def fab_rules(path: Path) -> FabReport:
    """Run `kct check` with the fab's rules on a copy of the board whose upper left corner is at
    zero: elsewhere it misplaces texts.

    Left out, as they take 40 % of its time: the comparison with a schematic, which the copy does
    not have beside it, and whether pads lie on the grid of a router that is not used here."""
    board = pcbnew.LoadBoard(str(path))
    box = board.GetBoardEdgesBoundingBox()
    board.Move(pcbnew.wxPoint(-box.GetX(), -box.GetY()))
    moved = path.with_name(f"{path.stem}-moved.kicad_pcb")
    pcbnew.SaveBoard(str(moved), board)
    tool = Path(sys.executable).with_name("kct")
    command = [str(tool), "check", str(moved), "--mfr", FAB, "--format", "json", "--drc-only",
               "--skip", "pad_grid"]  # fmt: skip
    done = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    start = done.stdout.find("{")
    if start < 0:
        raise RuntimeError(f"kct check gave no report: {done.stdout[-300:]} {done.stderr[-300:]}")
    report = json.loads(done.stdout[start:])
    warnings = Counter(
        item["rule_id"] for item in report["violations"] if item["severity"] == "warning"
    )
    if sum(warnings.values()) != report["summary"]["warnings"]:
        raise RuntimeError(f"kct check counts other warnings than it lists: {report['summary']}")
    return FabReport(int(report["summary"]["errors"]), dict(warnings), done.stdout)


Flashed = tuple[float, float, str]
_PADS = ("SMDPad", "ComponentPad")


def gerber_pads(archive: Path) -> dict[tuple[str, str], list[Flashed]]:
    """Pads in the fabrication files, read by gerbonara: (reference, pin) to (x, y, net) for each
    flash on a copper layer; mm from a1, y down.

    Reference, pin and net are attributes of Gerber X2.
    """
    with remarks.catch_warnings():
        remarks.simplefilter("ignore")  # warnings about KiCad's dialect
        stack = LayerStack.open(archive.resolve())
        found: dict[tuple[str, str], list[Flashed]] = {}
        for side in ("top", "bottom"):
            for item in stack[side, "copper"].objects:
                if not isinstance(item, Flash):
                    continue
                function = dict(item.aperture.attrs).get(".AperFunction", ("",))
                if function[0] not in _PADS or ".P" not in item.attrs:
                    continue
                x, y = item.unit.convert_to("mm", item.x), item.unit.convert_to("mm", item.y)
                net = item.attrs.get(".N", ("",))[0]
                flashed = (round(x, 3), round(-y, 3), net)
                found.setdefault(tuple(item.attrs[".P"][:2]), []).append(flashed)
    return found


def holes(archive: Path) -> dict[str, list[tuple[float, float]]]:
    """Centres of the holes, "plated" and "bare", from the drill files; mm from a1, y down."""
    with remarks.catch_warnings():
        remarks.simplefilter("ignore")
        stack = LayerStack.open(archive.resolve())
        found = {}
        for name, layer in (("plated", stack.drill_pth), ("bare", stack.drill_npth)):
            found[name] = [
                (
                    round(item.unit.convert_to("mm", item.x), 3),
                    round(-item.unit.convert_to("mm", item.y), 3),
                )
                for item in layer.objects
            ]
    return found
