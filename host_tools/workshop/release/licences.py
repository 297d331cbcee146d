"""Under which licences what is handed out stands."""

from collections.abc import Mapping
from pathlib import Path

from host_tools import ROOT

_TEXTS = Path(__file__).with_name("texts")
_RULE = "=" * 72


def of_uf2() -> dict[str, str]:
    """The licences of what is in the files for new Picos, besides this project's own."""
    text = (_TEXTS / "MicroPython.txt").read_text(encoding="utf-8")
    return {"MicroPython (in lodeboard-*.uf2): MIT and others": text}


def of_hardware() -> dict[str, str]:
    """The licence of the hardware files."""
    text = (ROOT / "hardware" / "LICENSE").read_text(encoding="utf-8")
    return {
        "Hardware: CERN-OHL-P-2.0 (what draws the pages *-ibom.html has its own, in them)": text
    }


def together(parts: Mapping[str, str]) -> str:
    """One text of these: what it is about, and its licence."""
    return "\n\n".join(f"{_RULE}\n{name}\n{_RULE}\n\n{text}" for name, text in parts.items())
