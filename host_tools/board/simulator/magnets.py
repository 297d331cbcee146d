"""The exact field of an axially magnetised cylinder at any point.

Closed form of N. Derby and S. Olbert, "Cylindrical magnets and ideal solenoids", Am. J. Phys. 78
(2010) 229, which reduces both field components to Bulirsch's complete elliptic integral cel (R.
Bulirsch, Numerische Mathematik 13 (1969) 305). A uniformly magnetised cylinder and a thin solenoid
with the same surface current have the same B.
"""

import math
from typing import Any


def field_at(bodies: Any, points: Any, out: Any) -> None:
    """Write the z component of each magnet's field at each point into out[body][point].

    A body is a row: centre (3), axis (3, a unit vector towards the north pole), radius, half of the
    height, remanence. A point has three coordinates. All lengths have the same unit; the field has
    the unit of the remanence. Valid inside the magnet too. Takes lists; Numba also compiles it
    unchanged for two-dimensional arrays.
    """
    for body in range(len(bodies)):
        cx, cy, cz, ax, ay, az, radius, half, remanence = bodies[body]
        for point in range(len(points)):
            dx = points[point][0] - cx
            dy = points[point][1] - cy
            dz = points[point][2] - cz
            # The cylinder is symmetric about its axis, so the distances along and from the axis are
            # enough.
            along = dx * ax + dy * ay + dz * az
            sx = dx - along * ax
            sy = dy - along * ay
            sz = dz - along * az
            off = math.sqrt(sx * sx + sy * sy + sz * sz)
            rho = off
            # on the mantle the axial integral is discontinuous
            if abs(rho - radius) < 1e-7 * radius:
                rho = radius * (1.0 + 1e-7)
            upper_radial, upper_axial = _end(along + half, rho, radius)
            lower_radial, lower_axial = _end(along - half, rho, radius)
            # On the axis the radial part is 0; dividing by 1 there avoids 0 / 0.
            slope = sz / off if off > 0.0 else sz
            axial = upper_axial - lower_axial
            radial = upper_radial - lower_radial
            out[body][point] = remanence / math.pi * (axial * az + radial * slope)


def _end(z: float, rho: float, radius: float) -> tuple[float, float]:
    """The radial and axial field of one end of a cylinder at the distance `z` along the axis and
    `rho` from it, for a remanence of pi."""
    outer = rho + radius
    gamma = (radius - rho) / outer
    far = math.sqrt(z * z + outer * outer)
    # cel(kc, 1, 1, -1) for the radial part and cel(kc, gamma^2, 1, gamma) for the axial one,
    # computed together: k, q and em are the same for both.
    k = math.sqrt(z * z + (radius - rho) * (radius - rho)) / far
    q = k
    em = 1.0
    p1 = 1.0
    c1 = 1.0
    s1 = -1.0
    p2 = abs(gamma)
    c2 = 1.0
    s2 = gamma / p2
    for _ in range(40):
        f = c1
        c1 += s1 / p1
        g = q / p1
        s1 = 2.0 * (s1 + f * g)
        p1 += g
        f = c2
        c2 += s2 / p2
        g = q / p2
        s2 = 2.0 * (s2 + f * g)
        p2 += g
        g = em
        em += k
        # Each round squares the error: 1e-8 here gives 1e-16.
        if abs(g - k) <= g * 1e-8:
            break
        k = 2.0 * math.sqrt(q)
        q = k * em
    radial = 0.5 * math.pi * (s1 + c1 * em) / (em * (em + p1)) * (radius / far)
    axial = 0.5 * math.pi * (s2 + c2 * em) / (em * (em + p2)) * (z / far) * (radius / outer)
    return radial, axial
