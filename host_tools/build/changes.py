"""What each version changes for players: the part `For players` of its section of CHANGELOG.md."""

import json
import re
from collections.abc import Mapping, Sequence

from host_tools import CHECKOUT, ROOT, SHIPPED

FILE = "changes.json"  # beside the prebuilt firmwares, for an installed package or a site
Changes = Mapping[str, Sequence[str]]  # by version, the newest first

_PART = re.compile(r"(?ms)^For players\n+(.*?)(?=^For |\Z)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


def sections(text: str) -> dict[str, str]:
    """The sections of a changelog by version."""
    parts = (part.partition("\n") for part in re.split(r"(?m)^## ", text)[1:])
    return {title.split()[0]: body.strip() for title, _, body in parts}


def for_players(text: str) -> dict[str, list[str]]:
    """The players' part of each section of a changelog, as sentences without markup."""
    return {version: _entries(body) for version, body in sections(text).items()}


def _entries(body: str) -> list[str]:
    part = _PART.search(f"{body}\n")
    entries = re.split(r"(?m)^- ", part[1])[1:] if part else []
    return [" ".join(re.sub(r"[*`]", "", _LINK.sub(r"\1", one)).split()) for one in entries]


def load() -> Changes:
    """The changes of this tree, or of the installed package."""
    if CHECKOUT:
        return for_players((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    found: Changes = json.loads((SHIPPED / "firmware" / FILE).read_text(encoding="utf-8"))
    return found


def between(changes: Changes, older: str, newer: str) -> list[str]:
    """What changes for players from the older version to the newer one."""
    found: list[str] = []
    for version, entries in changes.items():
        if _number(older) < _number(version) <= _number(newer):
            found += entries
    return found


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", version)[:3])
