"""Checks the electrical rules and writes the netlist for KiCad."""

import contextlib
import io
import logging
import re
from pathlib import Path

from hardware.circuit.design import Design, rules_report
from hardware.circuit.quiet import quiet
from hardware.circuit.sizes import Data
from hardware.released import DATA

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "hardware"
RELEASE = ROOT / "hardware" / "release"


def write_netlist(design: Design, path: Path) -> None:
    """Write SKiDL's netlist for KiCad, without date and machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with quiet(logging.WARNING), contextlib.redirect_stdout(io.StringIO()):
        text = design.circuit.generate_netlist(file_=str(path), do_backup=False)
    text = re.sub(r' *\(field\s+\(name "SKiDL Line"\)[^)]*\)\n?', "", text)
    path.write_text(text, encoding="utf-8")


def build(data: Data = DATA, folder: Path = BUILD) -> tuple[int, int]:
    """Check and write; returns the numbers of errors and warnings."""
    design = Design(data)
    errors, warnings = rules_report(design)
    write_netlist(design, folder / f"{data['name']}.net")
    if errors or warnings:
        print(f"{data['name']}: electrical rules: {errors} errors, {warnings} warnings")
    return errors, warnings
