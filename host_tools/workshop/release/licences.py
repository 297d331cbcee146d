"""The licences of the files of a release."""

from collections.abc import Mapping
from pathlib import Path

from host_tools import ROOT

_TEXTS = Path(__file__).with_name("texts")
_RULE = "=" * 72


def of_uf2() -> dict[str, str]:
    """Return the licences of other projects' code in the files for new Picos."""
    text = (_TEXTS / "MicroPython.txt").read_text(encoding="utf-8")
    return {"MicroPython (in lodeboard-*.uf2): MIT and others": text}


def of_hardware() -> dict[str, str]:
    """Return the licence of the hardware files."""
    text = (ROOT / "hardware" / "LICENSE").read_text(encoding="utf-8")
    return {
        "Hardware: CERN-OHL-P-2.0 (what draws the pages *-ibom.html has its own, in them)": text
    }


def together(parts: Mapping[str, str]) -> str:
    """Return one text of these: each subject with its licence."""
    return "\n\n".join(f"{_RULE}\n{name}\n{_RULE}\n\n{text}" for name, text in parts.items())
