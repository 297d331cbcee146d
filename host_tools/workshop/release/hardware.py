"""The hardware archive: the building guide, and all files it links to."""

import re
from pathlib import Path

from host_tools import ROOT

GUIDE = "hardware/README.md"
BESIDE = ("hardware/LICENSE", "hardware/cost.md")
FOLDERS = ("hardware/release", "hardware/pictures")
_LINK = re.compile(r"\]\(([^)#\s]+)")


def files(root: Path = ROOT) -> dict[str, bytes]:
    """Return the files of the archive by their paths in this project, so that links between them
    work."""
    guide = root / GUIDE
    paths = {guide, *(root / name for name in BESIDE)}
    for folder in FOLDERS:
        paths.update(path for path in (root / folder).rglob("*") if path.is_file())
    for link in _LINK.findall(guide.read_text(encoding="utf-8")):
        target = (guide.parent / link).resolve()
        if target.is_file() and target.is_relative_to(root):
            paths.add(target)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(paths)}
