"""The outlines of the chess pieces: what the page draws and a printer can print."""

import itertools
import json
import math
import re

import pytest

from host_tools.play.web.assets import FOLDER

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PART = re.compile(r"([MLC])([^MLCZ]*)")
CURVE = 12  # straight pieces to one curve
FACE_MM = 13.0  # a tile's face inside its rim
STAYS_MM = 0.85  # around a cut: two lines of a nozzle of 0.4 mm, prints being 5 % smaller
APART = 0.06  # of the face differs between any two pieces


def outlines():
    text = (FOLDER / "js/magician_outlines.js").read_text(encoding="utf-8")
    return json.loads(text[text.index("{") : text.rindex("}") + 1])


def polygon(path):
    """The points of a closed path, curves as straight pieces."""
    assert path.startswith("M")
    assert path.endswith("Z")
    assert set(re.findall("[A-Za-z]", path)) <= set("MLCZ")
    points = []
    for letter, numbers in PART.findall(path):
        values = [float(number) for number in NUMBER.findall(numbers)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        assert len(ends) == (3 if letter == "C" else 1)
        if letter == "C":
            points += [curve(points[-1], *ends, at / CURVE) for at in range(1, CURVE + 1)]
        else:
            points += ends
    return points


def curve(a, b, c, d, t):
    s = 1 - t
    weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
    points = (a, b, c, d)
    x, y = (sum(w * p[k] for w, p in zip(weights, points, strict=True)) for k in (0, 1))
    return (x, y)


def inside(x, y, points):
    odd = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def distance(point, a, b):
    """From a point to the line between a and b."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))


def crosses(a, b, c, d):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


@pytest.mark.parametrize("name", ["pawn", "rook", "knight", "magician", "king"])
def test_an_outline_can_be_drawn_and_printed(name):
    piece = outlines()[name]
    body = polygon(piece["outline"])
    assert all(math.hypot(x, y) <= FACE_MM + 0.3 for x, y in body)
    edges = list(zip(body, body[1:] + body[:1], strict=True))
    assert not any(crosses(*one, *other) for one, other in itertools.combinations(edges, 2))
    for cut in piece["cuts"]:
        points = polygon(cut)
        middle = [sum(point[k] for point in points) / len(points) for k in (0, 1)]
        assert inside(*middle, body)
        assert all(inside(*point, body) for point in points)
        assert min(distance(point, *edge) for point in points for edge in edges) >= STAYS_MM
        around = list(zip(points, points[1:] + points[:1], strict=True))
        assert min(distance(point, *edge) for point in body for edge in around) >= STAYS_MM


@pytest.mark.verify
def test_there_are_five_pieces_and_no_two_look_alike():
    pieces = outlines()
    assert len(pieces) == 5
    grid = [(x / 2, y / 2) for x in range(-26, 27) for y in range(-26, 27)]
    shapes = [
        {point for point in grid if inside(*point, polygon(piece["outline"]))}
        for piece in pieces.values()
    ]
    for one, other in itertools.combinations(shapes, 2):
        assert len(one ^ other) / len(grid) > APART
