"""Reads a drawn sheet: the net name at each pin, from the SVG's texts alone."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from hardware.schematic.draw import Sheet

Text = tuple[float, float, str]


def texts(path: Path) -> list[Text]:
    """Every text of the SVG with its position."""
    found = []
    for node in ElementTree.parse(path).iter():
        if node.tag.endswith("}text"):
            words = "".join(node.itertext()).strip()
            found.append((float(node.attrib["x"]), float(node.attrib["y"]), words))
    return found


def read(path: Path, sheet: Sheet) -> dict[tuple[str, str], str]:
    """(reference, pin) to the name at its wire, without "not connected".

    The scale is fitted to the positions of the references; then each pin's number is paired with
    the next text outwards at the same height.
    """
    every = texts(path)
    places = {}
    for x, y, word in every:
        if word in sheet.spots:
            places[word] = (x, y)
    if set(places) != set(sheet.spots):
        raise ValueError(f"not on the sheet: {sorted(set(sheet.spots) - set(places))}")
    names = sorted(places)
    fits = [
        np.polyfit([places[n][axis] for n in names], [sheet.spots[n][axis] for n in names], 1)
        for axis in (0, 1)
    ]
    drawn = [
        (float(np.polyval(fits[0], x)), float(np.polyval(fits[1], y)), word) for x, y, word in every
    ]
    found = {}
    for ref, (x0, y0, x1, y1) in sheet.boxes.items():
        middle = (x0 + x1) / 2
        near = [t for t in drawn if x0 <= t[0] <= x1 and y0 - 0.3 <= t[1] <= y1 + 0.45]
        for x, y, word in near:
            if not re.fullmatch(r"\d+", word):
                continue
            side = 1 if x > middle else -1
            beside = [
                (abs(other[1] - y), other[2])
                for other in near
                if 0.1 < (other[0] - x) * side < 1.0
                and other[2] != word
                and abs(other[1] - y) < 0.3
            ]
            if beside and min(beside)[1] != "not connected":
                found[ref, word] = min(beside)[1]
    return found
