"""Independent random streams from one seed, one for each thing that is random."""

import math
import random


def stream(seed: int, name: str) -> random.Random:
    """A generator of its own for `name`: adding draws to one never shifts another."""
    return random.Random(f"{seed} {name}")


def normals(draw: random.Random, count: int) -> list[float]:
    """So many values of the standard normal distribution, in pairs by Box and Muller: a quarter of
    the time that `draw.gauss` takes for as many."""
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
    """A normal deviation whose standard deviation is half of the largest, cut off there."""
    return min(max(draw.gauss(0.0, largest / 2), -largest), largest)
