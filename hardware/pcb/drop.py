"""The voltage lost in the tracks of a supply, from its source to each of its parts.

Tracks are resistors that meet where they touch; currents and voltages follow from Kirchhoff's laws.
The return through the poured ground is not counted.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hardware.dimensions import Box
from hardware.pcb.geometry import Routes, Track, from_line

OHM_SQUARE = 0.0172 / 35  # a square of copper of 35 um, 0.0172 ohm mm2/m
VIA_OHM = 0.0012  # 0.4 mm through 1.6 mm, plated with 20 um
Spot = tuple[int, float, float]  # layer, x, y
Matrix = NDArray[np.float64]


def lost_volts(
    routes: Routes, net: str, source: Box, loads: Mapping[tuple[float, float], float]
) -> dict[tuple[float, float], float]:
    """Volts lost on the way to each load. `source`: where the whole net has its full voltage.
    `loads`: amperes at the middles of pads on the upper side. Raises ValueError if a load is on no
    track. Coordinates are those of the routes, in mm."""
    tracks = [track for track in routes.tracks if track.net == net]
    vias = [(via.x, via.y) for via in routes.vias if via.net == net]
    spots = {(t.layer, x, y) for t in tracks for x, y in ((t.x0, t.y0), (t.x1, t.y1))}
    spots |= {(layer, x, y) for x, y in vias for layer in (0, 1)}
    spots |= {(0, x, y) for x, y in loads}
    numbers = {spot: 0 if source.holds(*spot[1:]) else i for i, spot in enumerate(sorted(spots), 1)}
    matrix = np.zeros((len(spots) + 1, len(spots) + 1))
    for track in tracks:
        for (a, b), ohm in _pieces(track, spots):
            _join(matrix, numbers[a], numbers[b], ohm)
    for x, y in vias:
        _join(matrix, numbers[0, x, y], numbers[1, x, y], VIA_OHM)
    used = _reached(matrix)
    drawn = np.zeros(len(matrix))
    for (x, y), ampere in loads.items():
        if numbers[0, x, y] and numbers[0, x, y] not in used:
            raise ValueError(f"no track of {net} leads to {x:.1f} {y:.1f}")
        drawn[numbers[0, x, y]] += ampere
    volts = np.zeros(len(matrix))
    volts[used] = np.linalg.solve(matrix[np.ix_(used, used)], drawn[used])
    return {(x, y): float(volts[numbers[0, x, y]]) for x, y in loads}


def _reached(matrix: Matrix) -> list[int]:
    """The spots that are joined with the source, which is number 0."""
    found, edge = {0}, [0]
    while edge:
        new = set(np.flatnonzero(matrix[edge.pop()]).tolist()) - found
        found |= new
        edge += new
    return sorted(found - {0})


def _pieces(track: Track, spots: Iterable[Spot]) -> list[tuple[tuple[Spot, Spot], float]]:
    """The track cut where others end in its copper, with the resistance of each piece."""
    ends = (track.x0, track.y0, track.x1, track.y1)
    length = float(np.hypot(track.x1 - track.x0, track.y1 - track.y0))

    def along(spot: Spot) -> float:
        across = (track.x1 - track.x0) * (spot[1] - track.x0)
        return (across + (track.y1 - track.y0) * (spot[2] - track.y0)) / length

    on = [
        spot
        for spot in spots
        if spot[0] == track.layer and from_line(spot[1], spot[2], *ends) < track.width / 2
    ]
    on.sort(key=lambda spot: (along(spot), spot))
    return [((a, b), (along(b) - along(a)) / track.width * OHM_SQUARE) for a, b in pairwise(on)]


def _join(matrix: Matrix, a: int, b: int, ohm: float) -> None:
    if a == b:
        return
    siemens = 1 / max(ohm, 1e-6)
    matrix[a, a] += siemens
    matrix[b, b] += siemens
    matrix[a, b] -= siemens
    matrix[b, a] -= siemens
