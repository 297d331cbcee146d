"""The light of a cell: how much leaves its ring, how even it is, and how bright.

    python -m hardware.light          a table of the variants tried, and the current board

Seeded rays are traced from the LEDs under a cell: through the space between circuit board and plate
(square or a funnel), the slot in the plate, and the ring of cloudy plastic in it, with a tile in
the well. Walls reflect diffusely. Light that passes a wall of the light grid, or the gap above it,
comes out of a neighbour's ring.
"""

import math
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from hardware import released
from hardware.dimensions import FUNNELS, LED_BODY, LED_OFFSETS, RELEASED, WALL, Dimensions, Point
from hardware.prints.case import BRIDGE

RAYS = 1_000_000
USUAL_BRIGHTNESS = 205  # of 256, the firmware's default setting
LEAST_BRIGHTNESS = 120  # its darkest setting
PARTS = 24  # of the ring, to measure its evenness
AROUND = 7  # cells in a row that are looked at, with the one whose light it is in the middle
_OWN = AROUND // 2
_SEED = 1
_MOST_STEPS = 1000  # of a ray
# Where a ray is: in the gap it is between ring and tile.
ROOM, SLOT, RING, GAP, OUT, LOST = range(6)
# What it meets in the room; of the walls, by the axis across them.
_BOARD, _UNDER, _WALL_X, _WALL_Y, _FUNNEL = range(5)
Vector = NDArray[np.float64]
Cell = NDArray[np.int64]  # column, row
_PLATE = released.DATA["plate"]
_TILE = released.DATA["tile"]


class Surfaces(NamedTuple):
    """Shares of light reflected or transmitted by surfaces; assumed, not measured. White solder
    mask reflects 85 to 90 %, but parts and pads cover some of it."""

    board: float = 0.8
    under: float = 0.85  # the plate's underside
    slot: float = 0.85  # the edge of the plate around the ring
    grid: float = 0.85
    tile: float = 0.3
    # Share transmitted by a wall of white plastic 1.4 mm thick; proportionally less by a thicker
    # one. The gap above it likewise.
    through_grid: float = 0.03
    gap_mm: float = 0.1  # above the grid's walls
    path_mm: float = 2.0  # mean distance between two scatterings in the ring
    ring_loss: float = 0.01  # per scattering


WHITE = Surfaces()
BRIGHT = WHITE._replace(board=0.88, under=0.9, slot=0.9, grid=0.9)  # a best case
GREEN_AND_DARK = WHITE._replace(board=0.15, under=0.05, slot=0.05)


@dataclass(frozen=True)
class Room:
    """The space where the light of a cell begins. `leds`: positions from its centre; `foot`:
    diameter at the circuit board of a funnel around them, 0 in a square space. Millimetres."""

    leds: tuple[Point, ...]
    foot: float = 0.0


def room_of(count: int) -> Room:
    """The space as built for this number of LEDs per cell."""
    return Room(LED_OFFSETS[count], FUNNELS.get(count, 0.0))


def diagonal(radius: float) -> tuple[Point, ...]:
    """Four LEDs towards the corners of a cell."""
    a = radius / math.sqrt(2.0)
    return ((a, a), (-a, a), (-a, -a), (a, -a))


def opposite(radius: float) -> tuple[Point, Point]:
    """Two LEDs, one towards the player."""
    return ((0.0, radius), (0.0, -radius))


TRIED = (
    ("one at 8 mm", room_of(1)),
    ("two at 8 mm", Room(opposite(8.0))),
    ("two at 10 mm", Room(opposite(10.0))),
    ("two at 12 mm", Room(opposite(12.0))),
    ("two at 8 mm, funnel", Room(opposite(8.0), FUNNELS[2])),
    ("two at 10 mm, funnel", room_of(2)),
    ("two at 12 mm, funnel", Room(opposite(12.0), FUNNELS[2])),
    ("four towards the corners, 12 mm", Room(diagonal(12.0))),
    ("four towards the corners, 14 mm", Room(diagonal(14.0))),
    ("four towards the corners, 16 mm", room_of(4)),
)
# A WS2812B at full white: 410, 690 and 190 mcd ahead, with a Lambertian distribution.
WHITE_LM = math.pi * (0.41 + 0.69 + 0.19)


@dataclass(frozen=True)
class Seen:
    """leaves: share of the LEDs' light that leaves the cell's ring. uneven: ratio of the brightest
    to the dimmest of the PARTS of the ring. spill: light from all other rings relative to this one;
    nearest: from the brightest of them."""

    leaves: float
    uneven: float
    spill: float
    nearest: float


@numba.njit(cache=False)
def _diffuse(nx: float, ny: float, nz: float) -> tuple[float, float, float]:
    """A random direction away from a surface with this normal, by the cosine law."""
    while True:
        x = np.random.normal()
        y = np.random.normal()
        z = np.random.normal()
        size = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / size + nx, y / size + ny, z / size + nz
        size = math.sqrt(x * x + y * y + z * z)
        if size > 1e-6:
            return x / size, y / size, z / size


@numba.njit(cache=False)
def _circle(x: float, y: float, dx: float, dy: float, radius: float) -> float:
    """Distance along a ray to a cylinder around the axis; a large number if it misses."""
    a = dx * dx + dy * dy
    if a < 1e-12:
        return 1e9
    b = x * dx + y * dy
    c = x * x + y * y - radius * radius
    under = b * b - a * c
    if under <= 0.0:
        return 1e9
    root = math.sqrt(under)
    near = (-b - root) / a
    if near > 1e-7:
        return near
    far = (-b + root) / a
    return far if far > 1e-7 else 1e9


@numba.njit(cache=False)
def _funnel(
    x: float, y: float, z: float, dx: float, dy: float, dz: float, foot: float, slope: float
) -> float:
    """Distance along a ray inside a funnel to its wall: the funnel's radius is `foot` at the
    circuit board and grows with height by `slope`."""
    radius = foot + slope * z
    a = dx * dx + dy * dy - slope * slope * dz * dz
    b = x * dx + y * dy - radius * slope * dz
    c = x * x + y * y - radius * radius
    under = b * b - a * c
    if abs(a) < 1e-12 or under <= 0.0:
        return 1e9
    root = math.sqrt(under)
    near, far = (-b - root) / a, (-b + root) / a
    if near > far:
        near, far = far, near
    if near > 1e-7:
        return near
    return far if far > 1e-7 else 1e9


class Shape(NamedTuple):
    """Of a cell, as the rays meet it: heights above the circuit board, and radii. Millimetres."""

    half: float  # of the room's side
    led_top: float
    under: float  # the plate's underside
    floor: float  # of the slot
    top: float  # of the ring
    inner: float  # of the slot
    outer: float
    well: float
    tile: float
    bridge: float  # across the slot, how wide
    lip: float  # the tile's upper face
    wall: float  # how thick
    foot: float  # of a funnel; 0 for a square room

    @property
    def slope(self) -> float:
        """Of a funnel, which leaves a wall's thickness between two."""
        return (self.half - self.foot) / self.under


@numba.njit(cache=False)
def _go(at: Vector, to: Vector, far: float) -> None:
    for i in range(3):
        at[i] += far * to[i]


@numba.njit(cache=False)
def _return(to: Vector, share: float, nx: float, ny: float, nz: float) -> bool:
    """Have a surface with this normal, which gives back that share, send the ray on; False if it
    takes it."""
    if np.random.random() > share:
        return False
    to[0], to[1], to[2] = _diffuse(nx, ny, nz)
    return True


@numba.njit(cache=False)
def _leave(at: Vector, radius: float, sign: float) -> None:
    """Step off a cylinder around the axis, outwards or inwards, so as not to meet it again."""
    at[0] += sign * 1e-6 * at[0] / radius
    at[1] += sign * 1e-6 * at[1] / radius


@numba.njit(cache=False)
def _flat(at: Vector, to: Vector, lower: float, upper: float) -> float:
    """How far a ray goes to one of two heights."""
    if to[2] > 0.0:
        return float((upper - at[2]) / to[2])
    return float((lower - at[2]) / to[2]) if to[2] < 0.0 else 1e9


@numba.njit(cache=False)
def _side(at: float, to: float, half: float) -> float:
    """How far a ray goes to one of two opposite walls."""
    if to > 0.0:
        return (half - at) / to
    return (-half - at) / to if to < 0.0 else 1e9


@numba.njit(cache=False)
def _met_in_room(at: Vector, to: Vector, shape: Shape, slope: float) -> tuple[float, int]:
    """How far a ray goes in the room, and what it meets there."""
    go = _flat(at, to, 0.0, shape.under)
    met = _BOARD if to[2] < 0.0 else _UNDER
    if shape.foot > 0.0:
        side = _funnel(at[0], at[1], at[2], to[0], to[1], to[2], shape.foot, slope)
        return (side, _FUNNEL) if side < go else (go, met)
    side = _side(at[0], to[0], shape.half)
    if side < go:
        go, met = side, _WALL_X
    side = _side(at[1], to[1], shape.half)
    return (side, _WALL_Y) if side < go else (go, met)


@numba.njit(cache=False)
def _through(at: Vector, met: int, shape: Shape, s: Surfaces) -> bool:
    """Whether a ray goes through a room's wall, or above it: where a funnel is, through all that is
    between it and the next one."""
    if not (at[2] > shape.under - s.gap_mm or np.random.random() < s.through_grid):
        return False
    if met != _FUNNEL:
        return True
    between = 2.0 * (shape.half - max(abs(at[0]), abs(at[1]))) + shape.wall
    return bool(np.random.random() * between < shape.wall)


@numba.njit(cache=False)
def _into_next(at: Vector, cell: Cell, met: int) -> bool:
    """Go on in the cell beside, on the other side of the wall; False if there is none."""
    axis = 0 if met == _WALL_X or (met == _FUNNEL and abs(at[0]) > abs(at[1])) else 1
    cell[axis] += 1 if at[axis] > 0.0 else -1
    at[axis] = -at[axis]
    if not (0 <= cell[0] < AROUND and 0 <= cell[1] < AROUND):
        return False
    if met == _FUNNEL:
        at[0] *= 1.0 - 1e-6
        at[1] *= 1.0 - 1e-6
    return True


@numba.njit(cache=False)
def _off_wall(at: Vector, to: Vector, met: int, slope: float, s: Surfaces) -> bool:
    """Have a room's wall send the ray back; False if it takes it."""
    if met == _WALL_X:
        return _return(to, s.grid, -1.0 if at[0] > 0.0 else 1.0, 0.0, 0.0)
    if met == _WALL_Y:
        return _return(to, s.grid, 0.0, -1.0 if at[1] > 0.0 else 1.0, 0.0)
    at[0] *= 1.0 - 1e-6
    at[1] *= 1.0 - 1e-6
    upright = math.sqrt(1.0 + slope * slope)
    out = math.hypot(at[0], at[1]) * upright
    return _return(to, s.grid, -at[0] / out, -at[1] / out, slope / upright)


@numba.njit(cache=False)
def _in_room(at: Vector, to: Vector, cell: Cell, shape: Shape, slope: float, s: Surfaces) -> int:
    """A ray's next step between circuit board and plate; where it is then."""
    go, met = _met_in_room(at, to, shape, slope)
    _go(at, to, go)
    if met == _BOARD:
        return ROOM if _return(to, s.board, 0.0, 0.0, 1.0) else LOST
    if met == _UNDER:
        x, y = at[0], at[1]
        held = min(abs(x - y), abs(x + y)) < shape.bridge * 0.7071
        if shape.inner < math.hypot(x, y) < shape.outer and not held:
            return SLOT
        return ROOM if _return(to, s.under, 0.0, 0.0, -1.0) else LOST
    if _through(at, met, shape, s):
        return ROOM if _into_next(at, cell, met) else LOST
    return ROOM if _off_wall(at, to, met, slope, s) else LOST


@numba.njit(cache=False)
def _in_slot(at: Vector, to: Vector, shape: Shape, s: Surfaces) -> int:
    """A ray's next step in the plate's slot; where it is then."""
    go = _flat(at, to, shape.under, shape.floor)
    up = to[2] > 0.0
    wall = min(
        _circle(at[0], at[1], to[0], to[1], shape.inner),
        _circle(at[0], at[1], to[0], to[1], shape.outer),
    )
    if wall < go:
        _go(at, to, wall)
        radius = math.hypot(at[0], at[1])
        sign = 1.0 if radius < (shape.inner + shape.outer) / 2 else -1.0
        _leave(at, radius, sign)
        back = _return(to, s.slot, sign * at[0] / radius, sign * at[1] / radius, 0.0)
        return SLOT if back else LOST
    _go(at, to, go)
    at[2] = shape.floor if up else shape.under
    return RING if up else ROOM


@numba.njit(cache=False)
def _scatter(to: Vector, s: Surfaces) -> bool:
    """Send the ray any way, from inside cloudy plastic; False if that takes it."""
    if np.random.random() < s.ring_loss:
        return False
    to[2] = 2.0 * np.random.random() - 1.0
    turn = 2.0 * math.pi * np.random.random()
    flat = math.sqrt(1.0 - to[2] * to[2])
    to[0], to[1] = flat * math.cos(turn), flat * math.sin(turn)
    return True


@numba.njit(cache=False)
def _in_ring(at: Vector, to: Vector, shape: Shape, s: Surfaces) -> int:
    """A ray's next step in the ring of cloudy plastic, straight for a random length; where it is
    then."""
    free = -s.path_mm * math.log(1.0 - np.random.random())
    side = _flat(at, to, shape.floor, shape.top)
    wall_out = _circle(at[0], at[1], to[0], to[1], shape.outer)
    go = min(side, _circle(at[0], at[1], to[0], to[1], shape.well), wall_out)
    if free < go:
        _go(at, to, free)
        return RING if _scatter(to, s) else LOST
    _go(at, to, go)
    radius = math.hypot(at[0], at[1])
    if go == side:
        if to[2] > 0.0:
            return OUT
        if shape.inner < radius < shape.outer:
            at[2] = shape.floor
            return SLOT
        # The ring's foot inside the slot stands on the well's floor.
        return RING if _return(to, s.under, 0.0, 0.0, 1.0) else LOST
    _leave(at, radius, -1.0)
    if go != wall_out:
        return GAP
    return RING if _return(to, s.slot, -at[0] / radius, -at[1] / radius, 0.0) else LOST


@numba.njit(cache=False)
def _in_gap(at: Vector, to: Vector, shape: Shape, s: Surfaces) -> int:
    """A ray's next step between ring and tile: up and out, into the tile's side, or back into the
    ring; where it is then."""
    side = _flat(at, to, shape.floor, shape.lip)
    wall_in = _circle(at[0], at[1], to[0], to[1], shape.tile)
    go = min(side, wall_in, _circle(at[0], at[1], to[0], to[1], shape.well))
    _go(at, to, go)
    radius = math.hypot(at[0], at[1])
    if go == side:
        if to[2] > 0.0:
            return OUT
        return GAP if _return(to, s.tile, 0.0, 0.0, 1.0) else LOST
    if go == wall_in:
        _leave(at, radius, 1.0)
        return GAP if _return(to, s.tile, at[0] / radius, at[1] / radius, 0.0) else LOST
    if at[2] >= shape.top:
        return OUT
    _leave(at, radius, 1.0)
    return RING


@numba.njit(cache=False)
def _follow(at: Vector, to: Vector, cell: Cell, shape: Shape, slope: float, s: Surfaces) -> bool:
    """Follow a ray until it comes out of a ring, or a surface takes it, or it has met too many;
    whether it comes out."""
    where = ROOM
    for _ in range(_MOST_STEPS):
        if where == ROOM:
            where = _in_room(at, to, cell, shape, slope, s)
        elif where == SLOT:
            where = _in_slot(at, to, shape, s)
        elif where == RING:
            where = _in_ring(at, to, shape, s)
        else:
            where = _in_gap(at, to, shape, s)
        if where >= OUT:
            break
    return where == OUT


@numba.njit(cache=False)
def _trace(
    rays: int, seed: int, leds: NDArray[np.float64], shape: Shape, slope: float, s: Surfaces,
    ring: NDArray[np.int64], others: NDArray[np.int64],
) -> None:  # fmt: skip
    """Count what comes out: of each part of this cell's ring, and of the cells around."""
    np.random.seed(seed)
    at, to, cell = np.zeros(3), np.zeros(3), np.zeros(2, np.int64)
    for number in range(rays):
        place = number % len(leds)
        at[0] = leds[place, 0] + (np.random.random() - 0.5) * leds[place, 2]
        at[1] = leds[place, 1] + (np.random.random() - 0.5) * leds[place, 3]
        at[2] = shape.led_top
        to[0], to[1], to[2] = _diffuse(0.0, 0.0, 1.0)
        cell[:] = _OWN
        if _follow(at, to, cell, shape, slope, s):
            others[cell[1], cell[0]] += 1
            if cell[0] == _OWN and cell[1] == _OWN:
                part = int((math.atan2(at[1], at[0]) / (2.0 * math.pi) + 0.5) * len(ring))
                ring[min(part, len(ring) - 1)] += 1


def look(
    room: Room, surfaces: Surfaces, rays: int = RAYS, seed: int = _SEED, d: Dimensions = RELEASED
) -> Seen:
    """What comes out where a cell's light begins in that room, under this board's top."""
    shape = Shape(
        half=(RELEASED.pitch - WALL) / 2,
        led_top=LED_BODY[2],
        under=RELEASED.plate_under,
        floor=d.ring_low,
        top=d.plate_top,
        inner=_PLATE["ring_inner_mm"] / 2,
        outer=_PLATE["ring_outer_mm"] / 2,
        well=_PLATE["well_diameter_mm"] / 2,
        tile=_TILE["diameter_mm"] / 2,
        bridge=BRIDGE,
        lip=RELEASED.well_floor + _TILE["thickness_mm"],
        wall=WALL,
        foot=room.foot / 2,
    )
    lit = np.array([(*place, 3.2, 3.2) for place in room.leds])  # the window in an LED's face
    ring = np.zeros(PARTS, dtype=np.int64)
    others = np.zeros((AROUND, AROUND), dtype=np.int64)
    _trace(rays, seed, lit, shape, shape.slope, surfaces, ring, others)
    own = int(others[_OWN, _OWN])
    others[_OWN, _OWN] = 0
    to_own = others / max(1, own)
    uneven = float(ring.max()) / max(1.0, float(ring.min()))
    return Seen(own / rays, uneven, float(to_own.sum()), float(to_own.max()))


def ring_mm2() -> float:
    """Area of the ring's upper face."""
    outer, inner = _PLATE["ring_outer_mm"] / 2, _PLATE["well_diameter_mm"] / 2
    return float(math.pi * (outer**2 - inner**2))


def luminance(lumen: float) -> float:
    """Luminance in cd/m2 of a ring that emits this much light."""
    return lumen / (math.pi * ring_mm2() * 1e-6)


def white(leds: int, brightness: int = USUAL_BRIGHTNESS) -> float:
    """White light of all LEDs of a cell at this setting, relative to one LED at full white."""
    return float(leds * (brightness / 256) ** 2.2)


def alone_lm(leds: int, leaves: float, brightness: int = USUAL_BRIGHTNESS) -> float:
    """Light from a ring that is the only one lit, in white at this setting."""
    return WHITE_LM * white(leds, brightness) * leaves


def all_lm(data: dict[str, Any], leds: int, leaves: float) -> float:
    """Light from each ring when all are white, within the LEDs' current budget."""
    lights = data["leds"]
    cells = data["rows"] * data["columns"]
    left_ma = lights["budget_ma"] - lights["idle_ma"] * leds * cells
    full: float = min(white(leds), left_ma / (3 * lights["channel_full_ma"] * cells))
    return WHITE_LM * full * leaves


def table() -> list[str]:
    """The variants tried, as Markdown."""
    lines = [
        "| LEDs of a cell | surfaces | leaves | brightest to dimmest | neighbours | alone, cd/m2 |"
        " all, 4x4 | all, 7x7 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for what, room in TRIED:
        for name, surfaces in (("dark", GREEN_AND_DARK), ("white", WHITE), ("bright", BRIGHT)):
            seen = look(room, surfaces)
            count = len(room.leds)
            bright = [luminance(alone_lm(count, seen.leaves))]
            bright += [luminance(all_lm(data, count, seen.leaves)) for data in released.BOARDS]
            lines.append(
                f"| {what} | {name} | {100 * seen.leaves:.2g} % | {seen.uneven:.1f} : 1 "
                f"| {100 * seen.spill:.1f} % | " + " | ".join(f"{cd:.0f}" for cd in bright) + " |"
            )
    return lines


def main() -> int:
    print("\n".join(table()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
