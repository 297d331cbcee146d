"""Reads a KiCad schematic: the pins joined by its wires and labels.

It is independent of the code that writes the files: it uses the pins of the symbols in each file
and the symbols' positions and rotations, and joins things that touch.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from simp_sexp import Sexp

Spot = tuple[int, int]  # in micrometres
End = tuple[str, str]  # reference and pin


class SchematicError(ValueError):
    """The files are not a consistent schematic; the text says why."""


@dataclass
class Read:
    """The content of the files: the pins on each net, the pins marked as open, and each part's
    value and footprint."""

    nets: dict[str, list[End]] = field(default_factory=dict)
    open: list[End] = field(default_factory=list)
    parts: dict[str, tuple[str, str]] = field(default_factory=dict)


class _Joined:
    """Sets of joined spots, each represented by its first one."""

    def __init__(self) -> None:
        self._to: dict[Spot, Spot] = {}

    def first(self, spot: Spot) -> Spot:
        while (other := self._to.setdefault(spot, spot)) != spot:
            spot = other
        return spot

    def join(self, a: Spot, b: Spot) -> None:
        self._to[self.first(a)] = self.first(b)


def _all(tree: Any, name: str) -> Iterator[Any]:
    return (item for item in tree if isinstance(item, list) and item and item[0] == name)


def _one(tree: Any, name: str) -> Any:
    found = next(_all(tree, name), None)
    if found is None:
        raise SchematicError(f"{tree[0]} has no {name}")
    return found


def _property(tree: Any, name: str) -> str:
    for item in _all(tree, "property"):
        if item[1] == name:
            return str(item[2])
    raise SchematicError(f"{tree[0]} has no property {name}")


def _spot(x: float, y: float) -> Spot:
    return round(x * 1000), round(y * 1000)


def _load(path: Path) -> Any:
    try:
        tree = Sexp(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SchematicError(f"there is no sheet {path.name}") from None
    if tree[0] != "kicad_sch":
        raise SchematicError(f"{path.name} is no schematic")
    return tree


def read(path: Path) -> Read:
    """Read all sheets of the schematic whose first file is `path`. Raises SchematicError."""
    root = _load(path)
    found = Read()
    references = {}
    for item in _all(_one(root, "symbol_instances"), "path"):
        references[item[1]] = str(_one(item, "reference")[1])
    pages = [("", root)]
    for sheet in _all(root, "sheet"):
        mark = _one(sheet, "uuid")[1]
        pages.append((f"/{mark}", _load(path.with_name(_property(sheet, "Sheet file")))))
    for place, page in pages:
        _read_page(place, page, references, found)
    if references:
        raise SchematicError(f"parts that stand on no sheet: {sorted(references.values())}")
    for ends in found.nets.values():
        ends.sort()
    found.open.sort()
    return found


def _pins(library: Any) -> dict[str, list[tuple[str, float, float]]]:
    """Symbol to (pin, x, y), y upwards."""
    pins: dict[str, list[tuple[str, float, float]]] = {}
    for symbol in _all(library, "symbol"):
        ends = pins[symbol[1]] = []
        for unit in _all(symbol, "symbol"):
            for pin in _all(unit, "pin"):
                x, y = map(float, _one(pin, "at")[1:3])
                ends.append((str(_one(pin, "number")[1]), x, y))
    return pins


def _read_page(place: str, page: Any, references: dict[str, str], found: Read) -> None:
    library = _pins(_one(page, "lib_symbols"))
    joined = _Joined()
    ends: list[tuple[End, Spot]] = []
    for symbol in _all(page, "symbol"):
        path = f"{place}/{_one(symbol, 'uuid')[1]}"
        ref = references.pop(path, None)
        if ref is None or ref != _property(symbol, "Reference"):
            raise SchematicError(f"{_property(symbol, 'Reference')} is called {ref} in the root")
        if next(_all(symbol, "mirror"), None):
            raise SchematicError(f"{ref} is mirrored, which is not supported")
        x, y, turned = map(float, _one(symbol, "at")[1:4])
        found.parts[ref] = _property(symbol, "Value"), _property(symbol, "Footprint")
        c, s = cos(radians(turned)), sin(radians(turned))
        for pin, dx, dy in library[_one(symbol, "lib_id")[1]]:
            ends.append(((ref, pin), _spot(x + c * dx - s * dy, y - s * dx - c * dy)))
    wires = []
    for wire in _all(page, "wire"):
        a, b = (_spot(*map(float, at[1:3])) for at in _all(_one(wire, "pts"), "xy"))
        wires.append((a, b))
        joined.join(a, b)
    labels = []
    for label in _all(page, "global_label"):
        labels.append((label[1], _spot(*map(float, _one(label, "at")[1:3]))))
    dots = [_spot(*map(float, _one(item, "at")[1:3])) for item in _all(page, "junction")]
    for spot in [spot for _, spot in labels] + dots:
        for a, b in wires:
            if _on(spot, a, b):
                joined.join(spot, a)
    for kind in ("label", "hierarchical_label", "bus", "bus_entry"):
        if next(_all(page, kind), None):
            raise SchematicError(f"a {kind}, which is not supported")
    names: dict[Spot, set[str]] = {}
    for name, spot in labels:
        names.setdefault(joined.first(spot), set()).add(name)
    marked = {_spot(*map(float, _one(item, "at")[1:3])) for item in _all(page, "no_connect")}
    for end, spot in ends:
        here = names.get(joined.first(spot), set())
        if len(here) == 1 and spot not in marked:
            found.nets.setdefault(next(iter(here)), []).append(end)
        elif not here and spot in marked:
            found.open.append(end)
        else:
            raise SchematicError(f"pin {end[1]} of {end[0]} has the names {sorted(here)}")


def _on(spot: Spot, a: Spot, b: Spot) -> bool:
    """Whether a spot is on a wire."""
    across = (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])
    inside = all(min(a[i], b[i]) <= spot[i] <= max(a[i], b[i]) for i in (0, 1))
    return across == 0 and inside
