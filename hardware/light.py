"""The light of a cell: how much leaves its ring, how even it is, and how bright.

    python -m hardware.light          a table of the variants tried, and the current board

Seeded rays are traced from the LEDs under a cell: through the space between circuit board and plate
(square or a funnel), the slot in the plate, and the ring of cloudy plastic in it, with a tile in
the well. Walls reflect diffusely. Light that passes a wall of the light grid, or the gap above it,
comes out of a neighbour's ring.
"""

import math
import sys
from dataclasses import dataclass, replace
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from hardware import released
from hardware.dimensions import FUNNELS, LED_BODY, LED_OFFSETS, RELEASED, WALL, Point
from hardware.prints.case import BRIDGE

RAYS = 1_000_000
USUAL_BRIGHTNESS = 205  # of 256, the firmware's default setting
LEAST_BRIGHTNESS = 120  # its darkest setting
PARTS = 24  # of the ring, to measure its evenness
_SEED = 1
_PLATE = released.DATA["plate"]
_TILE = released.DATA["tile"]


@dataclass(frozen=True)
class Surfaces:
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
BRIGHT = replace(WHITE, board=0.88, under=0.9, slot=0.9, grid=0.9)  # a best case
GREEN_AND_DARK = replace(WHITE, board=0.15, under=0.05, slot=0.05)


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


@numba.njit(cache=False)
def _trace(
    rays: int, seed: int, leds: NDArray[np.float64], shape: NDArray[np.float64],
    surfaces: NDArray[np.float64], ring: NDArray[np.int64], others: NDArray[np.int64],
) -> None:  # fmt: skip
    """Count the rays leaving each part of this cell's ring and the surrounding cells (7 x 7)."""
    np.random.seed(seed)
    half, led_top, under, floor, top, inner, outer, well, tile, bridge, lip, wall_mm, foot = shape
    slope = (half - foot) / under  # of a funnel; the widest ends are a wall's thickness apart
    upright = math.sqrt(1.0 + slope * slope)
    board, below, slot, grid, of_tile, through, gap, path, loss = surfaces
    for number in range(rays):
        place = number % len(leds)
        x = leds[place, 0] + (np.random.random() - 0.5) * leds[place, 2]
        y = leds[place, 1] + (np.random.random() - 0.5) * leds[place, 3]
        z = led_top
        dx, dy, dz = _diffuse(0.0, 0.0, 1.0)
        column = row = 3
        where = 0  # 0 the space below, 1 the slot, 2 the ring, 3 the gap beside the tile
        for _ in range(1000):
            if where == 0:
                go = 1e9
                hit = 0
                if dz < 0.0:
                    go, hit = -z / dz, 1
                elif dz > 0.0:
                    go, hit = (under - z) / dz, 2
                if foot > 0.0:
                    side = _funnel(x, y, z, dx, dy, dz, foot, slope)
                    if side < go:
                        go, hit = side, 5
                else:
                    side = 1e9
                    if dx > 0.0:
                        side = (half - x) / dx
                    elif dx < 0.0:
                        side = (-half - x) / dx
                    if side < go:
                        go, hit = side, 3
                    side = 1e9
                    if dy > 0.0:
                        side = (half - y) / dy
                    elif dy < 0.0:
                        side = (-half - y) / dy
                    if side < go:
                        go, hit = side, 4
                x += go * dx
                y += go * dy
                z += go * dz
                if hit == 1:
                    if np.random.random() > board:
                        break
                    dx, dy, dz = _diffuse(0.0, 0.0, 1.0)
                elif hit == 2:
                    radius = math.hypot(x, y)
                    held = min(abs(x - y), abs(x + y)) < bridge * 0.7071
                    if inner < radius < outer and not held:
                        where = 1
                    else:
                        if np.random.random() > below:
                            break
                        dx, dy, dz = _diffuse(0.0, 0.0, -1.0)
                elif (z > under - gap or np.random.random() < through) and (
                    hit != 5
                    or np.random.random() * (2.0 * (half - max(abs(x), abs(y))) + wall_mm) < wall_mm
                ):
                    # Enter the neighbouring cell on the other side of the wall.
                    if hit == 3 or (hit == 5 and abs(x) > abs(y)):
                        column += 1 if x > 0.0 else -1
                        x = -x
                    else:
                        row += 1 if y > 0.0 else -1
                        y = -y
                    if not (0 <= column < 7 and 0 <= row < 7):
                        break
                    if hit == 5:
                        x *= 1.0 - 1e-6
                        y *= 1.0 - 1e-6
                else:
                    if np.random.random() > grid:
                        break
                    if hit == 3:
                        dx, dy, dz = _diffuse(-1.0 if x > 0.0 else 1.0, 0.0, 0.0)
                    elif hit == 4:
                        dx, dy, dz = _diffuse(0.0, -1.0 if y > 0.0 else 1.0, 0.0)
                    else:
                        x *= 1.0 - 1e-6
                        y *= 1.0 - 1e-6
                        out = math.hypot(x, y) * upright
                        dx, dy, dz = _diffuse(-x / out, -y / out, slope / upright)
            elif where == 1:
                go = (floor - z) / dz if dz > 0.0 else (under - z) / dz if dz < 0.0 else 1e9
                out_of = dz > 0.0
                wall = min(_circle(x, y, dx, dy, inner), _circle(x, y, dx, dy, outer))
                if wall < go:
                    x += wall * dx
                    y += wall * dy
                    z += wall * dz
                    if np.random.random() > slot:
                        break
                    radius = math.hypot(x, y)
                    sign = 1.0 if radius < (inner + outer) / 2 else -1.0
                    x += sign * 1e-6 * x / radius
                    y += sign * 1e-6 * y / radius
                    dx, dy, dz = _diffuse(sign * x / radius, sign * y / radius, 0.0)
                else:
                    x += go * dx
                    y += go * dy
                    z = floor if out_of else under
                    where = 2 if out_of else 0
            elif where == 2:
                # Cloudy plastic: straight for a random length, then in any direction.
                free = -path * math.log(1.0 - np.random.random())
                side = (top - z) / dz if dz > 0.0 else (floor - z) / dz if dz < 0.0 else 1e9
                wall_in = _circle(x, y, dx, dy, well)
                wall_out = _circle(x, y, dx, dy, outer)
                go = min(side, wall_in, wall_out)
                if free < go:
                    x += free * dx
                    y += free * dy
                    z += free * dz
                    if np.random.random() < loss:
                        break
                    dz = 2.0 * np.random.random() - 1.0
                    turn = 2.0 * math.pi * np.random.random()
                    flat = math.sqrt(1.0 - dz * dz)
                    dx, dy = flat * math.cos(turn), flat * math.sin(turn)
                    continue
                x += go * dx
                y += go * dy
                z += go * dz
                radius = math.hypot(x, y)
                if go == side:
                    if dz > 0.0:
                        where = 4
                    elif inner < radius < outer:
                        z = floor
                        where = 1
                    else:
                        # The ring's foot inside the slot stands on the well's floor.
                        if np.random.random() > below:
                            break
                        dx, dy, dz = _diffuse(0.0, 0.0, 1.0)
                elif go == wall_out:
                    if np.random.random() > slot:
                        break
                    x -= 1e-6 * x / radius
                    y -= 1e-6 * y / radius
                    dx, dy, dz = _diffuse(-x / radius, -y / radius, 0.0)
                else:
                    x -= 1e-6 * x / radius
                    y -= 1e-6 * y / radius
                    where = 3
            else:
                # Between ring and tile: out at the top, into the tile's side, or back into the
                # ring.
                side = (lip - z) / dz if dz > 0.0 else (floor - z) / dz if dz < 0.0 else 1e9
                wall_in = _circle(x, y, dx, dy, tile)
                wall_out = _circle(x, y, dx, dy, well)
                go = min(side, wall_in, wall_out)
                x += go * dx
                y += go * dy
                z += go * dz
                radius = math.hypot(x, y)
                if go == side and dz > 0.0:
                    where = 4
                elif go == side:
                    if np.random.random() > of_tile:
                        break
                    dx, dy, dz = _diffuse(0.0, 0.0, 1.0)
                elif go == wall_in:
                    if np.random.random() > of_tile:
                        break
                    x += 1e-6 * x / radius
                    y += 1e-6 * y / radius
                    dx, dy, dz = _diffuse(x / radius, y / radius, 0.0)
                elif z < top:
                    x += 1e-6 * x / radius
                    y += 1e-6 * y / radius
                    where = 2
                else:
                    where = 4
            if where == 4:
                others[row, column] += 1
                if row == 3 and column == 3:
                    part = int((math.atan2(y, x) / (2.0 * math.pi) + 0.5) * len(ring))
                    ring[min(part, len(ring) - 1)] += 1
                break


def look(room: Room, surfaces: Surfaces, rays: int = RAYS, seed: int = _SEED) -> Seen:
    """Trace the light of a cell with this space."""
    shape = np.array((
        (RELEASED.pitch - WALL) / 2, LED_BODY[2], RELEASED.plate_under, RELEASED.well_floor,
        RELEASED.plate_top, _PLATE["ring_inner_mm"] / 2, _PLATE["ring_outer_mm"] / 2,
        _PLATE["well_diameter_mm"] / 2, _TILE["diameter_mm"] / 2, BRIDGE,
        RELEASED.well_floor + _TILE["thickness_mm"], WALL, room.foot / 2,
    ))  # fmt: skip
    s = surfaces
    kinds = np.array((
        s.board, s.under, s.slot, s.grid, s.tile, s.through_grid, s.gap_mm, s.path_mm, s.ring_loss
    ))  # fmt: skip
    lit = np.array([(*place, 3.2, 3.2) for place in room.leds])  # the window of an LED
    ring = np.zeros(PARTS, dtype=np.int64)
    others = np.zeros((7, 7), dtype=np.int64)
    _trace(rays, seed, lit, shape, kinds, ring, others)
    own = int(others[3, 3])
    others[3, 3] = 0
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
