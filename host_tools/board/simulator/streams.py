"""Independent random streams from one seed, one for each random quantity."""

import math
import random


def stream(seed: int, name: str) -> random.Random:
    """A separate generator for `name`: more draws from one never shift another."""
    return random.Random(f"{seed} {name}")


def normals(draw: random.Random, count: int) -> list[float]:
    """`count` values of the standard normal distribution by Box and Muller in pairs, in a quarter
    of the time of `draw.gauss`."""
    uniform, log, sqrt, cos, sin = draw.random, math.log, math.sqrt, math.cos, math.sin
    values: list[float] = []
    add = values.append
    for _ in range((count + 1) // 2):
        away = sqrt(-2.0 * log(1.0 - uniform()))
        angle = math.tau * uniform()
        add(away * cos(angle))
        add(away * sin(angle))
    return values[:count]


def within(draw: random.Random, largest: float) -> float:
    """A normal deviation with a standard deviation of half of `largest`, cut off at `largest`."""
    return min(max(draw.gauss(0.0, largest / 2), -largest), largest)
