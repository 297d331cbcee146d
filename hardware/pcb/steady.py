"""Makes KiCad's board file reproducible: it has random UUIDs and a random order."""

import re
import uuid

# UUIDs after a slash belong to the schematic and are constant.
_IDENTITY = re.compile(r"(?<!/)\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
# KiCad sorts these by their random UUIDs.
_ITEMS = ("footprint", "gr_", "segment", "arc", "via", "fp_", "pad", "zone")


def steady(text: str) -> str:
    """The board file with its items sorted and with counted UUIDs."""
    seen: dict[str, str] = {}

    def replace(match: "re.Match[str]") -> str:
        old = match[0]
        if old not in seen:
            seen[old] = str(uuid.uuid5(uuid.NAMESPACE_URL, f"lodeboard:{len(seen)}"))
        return seen[old]

    return _IDENTITY.sub(replace, "\n".join(_sorted(text.split("\n"), "  ")))


def _sorted(lines: list[str], indent: str) -> list[str]:
    """Lines with the items at this indentation sorted by content, and a footprint's items
    likewise."""
    first: list[str] = []
    items: list[list[str]] = []
    last: list[str] = []
    i = 0
    while i < len(lines):
        start = i
        depth = lines[i].count("(") - lines[i].count(")")
        i += 1
        item = re.match(indent + r"\((\w+)", lines[start])
        while item and depth > 0 and i < len(lines):
            depth += lines[i].count("(") - lines[i].count(")")
            i += 1
        block = lines[start:i]
        if item and item[1].startswith(_ITEMS):
            if item[1] == "footprint":
                block = block[:1] + _sorted(block[1:], indent + "  ")
            items.append(block)
        else:
            (last if items else first).extend(block)

    def key(block: list[str]) -> tuple[int, str]:
        kind = block[0].strip()[1:]
        place = next(i for i, name in enumerate(_ITEMS) if kind.startswith(name))
        return (place, _IDENTITY.sub("", "\n".join(block)))

    return first + [line for block in sorted(items, key=key) for line in block] + last
