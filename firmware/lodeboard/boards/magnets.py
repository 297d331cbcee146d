"""Computes how a tile's magnet affects the sensors, from the board's data."""

from math import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def axial_field_mt(remanence_mt: float, radius_mm: float, height_mm: float, gap_mm: float) -> float:
    """Field in millitesla on the axis of a disc magnet, `gap_mm` from its nearer face.

    The textbook solenoid formula for an axially magnetised cylinder:
    B = Br/2 * ((h+z)/sqrt(R^2+(h+z)^2) - z/sqrt(R^2+z^2)).
    """
    far = gap_mm + height_mm
    return (
        remanence_mt
        / 2
        * (far / sqrt(radius_mm**2 + far**2) - gap_mm / sqrt(radius_mm**2 + gap_mm**2))
    )


def gap_mm(data: "dict[str, Any]", near: bool) -> float:
    """Hall element to the nearer magnet face of a seated tile, magnet down or up."""
    tile = data["tile"]
    below = tile["pocket_floor_mm"]
    if not near:
        below = tile["thickness_mm"] - below - data["magnet"]["height_mm"]
    return float(data["plate"]["floor_above_hall_mm"] + below)


def signal_mv(data: "dict[str, Any]", near: bool) -> float:
    """Nominal sensor signal of a seated tile in millivolts, magnet near or far."""
    magnet = data["magnet"]
    radius = magnet["diameter_mm"] / 2
    gap = gap_mm(data, near)
    field = axial_field_mt(magnet["remanence_mt"], radius, magnet["height_mm"], gap)
    return field * float(data["sensor"]["sensitivity_mv_per_mt"])


def crosstalk_mv(data: "dict[str, Any]", near: bool, distance_mm: float) -> float:
    """What a seated tile adds to a sensor `distance_mm` from its own, in millivolts.

    The magnet is treated as a dipole, B = m (2h^2 - d^2) / (h^2 + d^2)^(5/2) with m = Br * R^2 * H
    / 4; at a board's pitch this is within a few percent of the exact field.
    """
    magnet = data["magnet"]
    radius = magnet["diameter_mm"] / 2
    moment = magnet["remanence_mt"] * radius**2 * magnet["height_mm"] / 4
    height = gap_mm(data, near) + magnet["height_mm"] / 2
    square = height**2 + distance_mm**2
    field = moment * (2 * height**2 - distance_mm**2) / (square * square * sqrt(square))
    return float(field * data["sensor"]["sensitivity_mv_per_mt"])
