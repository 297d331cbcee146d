"""Field of an axially magnetised cylinder, exactly, at any point.

Closed form of N. Derby and S. Olbert, "Cylindrical magnets and ideal solenoids", Am. J.
Phys. 78 (2010) 229, which reduces both field components to Bulirsch's complete elliptic
integral cel (R. Bulirsch, Numerische Mathematik 13 (1969) 305). A uniformly magnetised
cylinder and a thin solenoid carrying the same surface current have the same B.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

# cel halves its error exponent every round; 1e-8 before the last round gives 1e-16 after.
_CLOSE = 1e-8
_MOST_ROUNDS = 40
# Distance from the mantle, relative to the radius, inside which a point is pushed outside:
# on the mantle itself the axial integral has a jump.
_MANTLE = 1e-7


def cel(kc: Floats, p: Floats, c: Floats, s: Floats) -> Floats:
    """Bulirsch's complete elliptic integral, element by element, for kc > 0 and p > 0:
    the integral over 0..pi/2 of (c cos^2 + s sin^2) / ((cos^2 + p sin^2)
    sqrt(cos^2 + kc^2 sin^2)).
    """
    k = kc
    em = np.ones_like(k)
    pp = np.sqrt(p)
    cc = c
    ss = s / pp
    q = k
    for _ in range(_MOST_ROUNDS):
        f = cc
        cc = cc + ss / pp
        g = q / pp
        ss = 2.0 * (ss + f * g)
        pp = g + pp
        g = em
        em = k + em
        if np.all(np.abs(g - k) <= g * _CLOSE):
            break
        k = 2.0 * np.sqrt(q)
        q = k * em
    result: Floats = (0.5 * np.pi) * (ss + cc * em) / (em * (em + pp))
    return result


def cylinder_field(
    radius: Floats, half_height: Floats, remanence: Floats, rho: Floats, z: Floats
) -> tuple[Floats, Floats]:
    """Radial and axial B of a cylinder around the origin, magnetised along +z.

    `rho` (>= 0) and `z` are the point's distance from the axis and along it, in the unit of
    `radius` and `half_height`; the result has the unit of `remanence`. All arguments
    broadcast. Valid inside the magnet too.
    """
    near_mantle = np.abs(rho - radius) < _MANTLE * radius
    rho = np.where(near_mantle, radius * (1.0 + _MANTLE), rho)
    outer = rho + radius
    gamma = (radius - rho) / outer
    # Both end faces and both components in one call: the cost is in calls, not elements.
    ends = np.stack((z + half_height, z - half_height))
    far = np.sqrt(ends * ends + outer * outer)
    kc = np.sqrt(ends * ends + (radius - rho) ** 2) / far
    one = np.ones_like(kc)
    gamma = np.broadcast_to(gamma, kc.shape)
    both = cel(
        np.stack((kc, kc)),
        np.stack((one, gamma * gamma)),
        np.stack((one, one)),
        np.stack((-one, gamma)),
    )
    scale = remanence / np.pi
    radial = both[0] * (radius / far)
    axial = both[1] * (ends / far) * (radius / outer)
    return scale * (radial[0] - radial[1]), scale * (axial[0] - axial[1])


def field_z(
    centre: Floats, axis: Floats, size: Floats, remanence: Floats, points: Floats
) -> Floats:
    """z component of each magnet's field at each point: an array (magnets, points).

    centre, axis: (magnets, 3), the axis of unit length pointing to the north pole; size:
    (magnets, 2), diameter and height; remanence: (magnets,); points: (points, 3). The
    cylinder is symmetric about its axis, so turning into its frame needs no matrix: the
    distance along the axis and the one from it are enough.
    """
    apart = points[None, :, :] - centre[:, None, :]
    along = np.einsum("mpk,mk->mp", apart, axis)
    aside = apart - along[:, :, None] * axis[:, None, :]
    rho = np.sqrt(np.einsum("mpk,mpk->mp", aside, aside))
    radial, axial = cylinder_field(
        0.5 * size[:, :1], 0.5 * size[:, 1:], remanence[:, None], rho, along
    )
    # On the axis the radial part vanishes; dividing by 1 there keeps zero over zero out.
    slope = aside[:, :, 2] / np.where(rho > 0.0, rho, 1.0)
    result: Floats = axial * axis[:, None, 2] + radial * slope
    return result
