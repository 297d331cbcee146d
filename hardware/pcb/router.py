"""Finds tracks and vias for all nets of a board with two layers.

Ground is poured on both layers, so its pads need only a via each. Every other net is a tree of
cheapest paths, wide where there is space and narrow only beside its pads. A net without a free path
may cross others at a cost; those are removed and routed again, and the place becomes more expensive
for all. If tracks cut the poured ground into pieces, these are joined in the same way. The result
depends only on the input: pads are sorted, and ties are decided by position.
"""

from collections import Counter
from dataclasses import replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from hardware.pcb.geometry import (
    CLEARANCE,
    Hole,
    Mask,
    Pad,
    RouteError,
    Routes,
    Shape,
    Track,
    apart,
    bounds,
    from_line,
    too_near,
)
from hardware.pcb.grid import STEP, Counts, flood, search, stamp

EDGE = 0.6
VIA, DRILL = 0.8, 0.4
NARROW = 0.25
# width of a neck of poured ground that counts as a connection; a little more than the minimum
POURED = 0.3
WIDE_GROUND = 0.5
NECK = 2.2  # distance from its pads within which a net may be narrow
CROSS = 80  # cost of a node used by another net
DEARER = 25  # increase of that cost after each crossing
SUPPLY_MM2 = 100.0  # a pad of this size is the source of its net
ALREADY = 0.5  # share of the way from the source that counts (Alpert and others, 1995)
GROUND = "GND"


class Router:
    """Routes one board. Coordinates in mm from the board's upper left corner."""

    def __init__(
        self,
        width: float,
        height: float,
        pads: list[Pad],
        holes: list[Hole],
        widths: dict[str, float],
        via: float = VIA,
    ) -> None:
        self.columns, self.rows = int(width / STEP) + 1, int(height / STEP) + 1
        self.size = (width, height)
        self.via = via
        self.apart = via / 2 + 0.55  # between the middles of two vias, whose drill is half as wide
        self.pads = sorted(pads)
        self.holes = sorted(holes)
        self.widths = widths
        self.classes = sorted({NARROW, POURED, WIDE_GROUND, *widths.values()})

    def _begin(self) -> None:
        shape = (2, self.rows, self.columns)
        self.maps = {width: np.zeros(shape, np.int16) for width in self.classes}
        self.via_map = np.zeros(shape, np.int16)
        self.history = np.zeros(shape, np.int32)
        self.via_hard = np.zeros(shape, np.int16)
        self.shapes: dict[str, list[Shape]] = {}
        self.done: dict[str, Routes] = {}
        self.ground = np.zeros(shape, np.bool_)  # nodes of the paths that join its pieces
        for index, array in [*self.maps.items(), (self.via, self.via_map)]:
            edge = int((EDGE + index / 2) / STEP) + 1
            array[:, :edge, :] = array[:, -edge:, :] = 1
            array[:, :, :edge] = array[:, :, -edge:] = 1
        for pad in self.pads:
            self._add(
                pad.net, (pad.layers, pad.x, pad.y, pad.x, pad.y, pad.half_x, pad.half_y, 0.0)
            )
            reach = self.via / 2 + 0.1
            stamp(self.via_hard, 0, pad.x, pad.y, pad.x, pad.y, pad.half_x, pad.half_y, reach, 1)
        for hole in self.holes:
            self._add("", ((0, 1), hole.x, hole.y, hole.x, hole.y, 0.0, 0.0, hole.radius))

    def _harden(self) -> None:
        """Fix everything placed so far: pads, holes, the ground's vias."""
        self.hard = {width: array.copy() for width, array in self.maps.items()}
        self.hard_via = self.via_map.copy()
        self.fixed = {net: len(shapes) for net, shapes in self.shapes.items()}

    def _stamp(self, shape: Shape, sign: int) -> None:
        self._stamp_on(self.maps, self.via_map, shape, sign)

    def _stamp_on(
        self, maps: dict[float, Counts], via_map: Counts, shape: Shape, sign: int
    ) -> None:
        layers, ax, ay, bx, by, half_x, half_y, own = shape
        for layer in layers:
            for width, array in (*maps.items(), (self.via, via_map)):
                reach = own + CLEARANCE + width / 2
                stamp(array, layer, ax, ay, bx, by, half_x, half_y, reach, sign)

    def _add(self, net: str, shape: Shape) -> None:
        self.shapes.setdefault(net, []).append(shape)
        self._stamp(shape, 1)

    def _lift(self, net: str, sign: int) -> None:
        """Remove the net's own shapes from the maps (-1), or restore them (1)."""
        for shape in self.shapes.get(net, []):
            self._stamp(shape, sign)

    def _keep_via(self, net: str, x: float, y: float) -> None:
        self.done.setdefault(net, Routes()).vias.append(Hole(net, x, y, self.via / 2))
        self.shapes.setdefault(net, []).append(((0, 1), x, y, x, y, 0.0, 0.0, self.via / 2))
        stamp(self.via_hard, 0, x, y, x, y, 0.0, 0.0, self.apart, 1)

    def _keep_track(self, track: Track) -> None:
        if (track.x0, track.y0) == (track.x1, track.y1):
            return
        self.done.setdefault(track.net, Routes()).tracks.append(track)
        self.shapes.setdefault(track.net, []).append(shape_of(track))

    def _ground(self, pad: Pad) -> bool:
        """Place a via beside a pad of the ground, joined to it by a short track."""
        width = WIDE_GROUND
        layer = pad.layers[0]
        free, via = self.maps[width][layer] == 0, (self.via_map == 0).all(axis=0)
        via &= self.via_hard[0] == 0
        column, row = round(pad.x / STEP), round(pad.y / STEP)
        near = range(-14, 15)
        around = sorted((abs(i) + abs(j), i * i + j * j, j, i) for i in near for j in near)
        for _, _, j, i in around:
            r, c = row + j, column + i
            if not (0 <= r < self.rows and 0 <= c < self.columns and via[r, c]):
                continue
            count = 2 * max(abs(i), abs(j), 1)
            line = [
                (row + round(j * k / count), column + round(i * k / count)) for k in range(count)
            ]
            if all(free[place] for place in line):
                x, y = c * STEP, r * STEP
                self._keep_track(Track(pad.net, layer, pad.x, pad.y, x, y, width))
                self._keep_via(pad.net, x, y)
                return True
        return False

    def _pour(self) -> list[str]:
        self._lift(GROUND, -1)
        wanted = [pad for pad in self.pads if pad.net == GROUND and len(pad.layers) == 1]
        lost = [pad for pad in wanted if not self._ground(pad)]
        self._lift(GROUND, 1)
        return [f"GND at {pad.x:.1f} {pad.y:.1f}" for pad in lost]

    def _mask(self, pads: list[Pad]) -> Mask:
        """Nodes from which a track joins one of these pads."""
        mask = np.zeros((2, self.rows, self.columns), np.bool_)
        for pad in pads:
            column, row = round(pad.x / STEP), round(pad.y / STEP)
            for layer in pad.layers:
                mask[layer, row, column] = True
        return mask

    def _take_up(self, net: str) -> None:
        """Remove the net's tracks and vias."""
        keep = self.fixed.get(net, 0)
        for shape in self.shapes[net][keep:]:
            self._stamp(shape, -1)
        del self.shapes[net][keep:]
        for via in self.done.pop(net, Routes()).vias:
            stamp(self.via_hard, 0, via.x, via.y, via.x, via.y, 0.0, 0.0, self.apart, -1)

    def _crossed(self, net: str) -> list[str]:
        """Other nets whose tracks or vias are too near to this one's."""
        mine = self.shapes[net][self.fixed.get(net, 0) :]
        crossed = []
        for other in sorted(self.done):
            if other in (net, GROUND):
                continue
            theirs = self.shapes[other][self.fixed.get(other, 0) :]
            if any(too_near(a, b) for a in mine for b in theirs):
                crossed.append(other)
        return crossed

    def _passable(
        self, net: str, width: float, crossing: bool
    ) -> tuple[Mask, Mask, Mask, NDArray[np.int32]]:
        """Where a net's tracks may run at this width, and at the narrow width; where its vias may
        be; and the additional cost of each node."""
        maps, via_map = (self.hard, self.hard_via) if crossing else (self.maps, self.via_map)
        own = self.shapes[net][: self.fixed.get(net, 0)] if crossing else []
        for shape in own:
            self._stamp_on(self.hard, self.hard_via, shape, -1)
        wide, narrow = maps[width] == 0, maps[NARROW] == 0
        via_free = (via_map == 0).all(axis=0)
        for shape in own:
            self._stamp_on(self.hard, self.hard_via, shape, 1)
        extra = self.history
        if crossing:
            extra = extra + CROSS * (self.maps[width] != 0).astype(np.int32)
        return wide, narrow, via_free, extra

    def _route(self, net: str, crossing: bool = False) -> bool:
        """Join the net's pads, if necessary across other nets. Its own shapes are removed from the
        maps during this."""
        pads = [pad for pad in self.pads if pad.net == net]
        width = self.widths.get(net, NARROW)
        wide, narrow, via_free, extra = self._passable(net, width, crossing)
        near = np.zeros((2, self.rows, self.columns), np.int16)
        for pad in pads:
            for layer in pad.layers:
                stamp(near, layer, pad.x, pad.y, pad.x, pad.y, pad.half_x, pad.half_y, NECK, 1)
        free = wide | (narrow & (near > 0))
        source = max(pads, key=lambda pad: pad.half_x * pad.half_y)
        supply = 4 * source.half_x * source.half_y > SUPPLY_MM2
        first = source if supply else pads[0]
        tree, left = self._mask([first]), [pad for pad in pads if pad is not first]
        # Distance of each pad from those already joined: the nearest is next. In a supply with a
        # source, the way from there to these counts in part: else the tree would be a chain.
        length = {first: 0.0}
        parent = dict.fromkeys(left, first)
        away = {pad: apart(pad, first) for pad in left}
        while left:
            target = min(left, key=lambda pad: (away[pad], pad))
            length[target] = length[parent[target]] + apart(target, parent[target])
            via = via_free & (self.via_hard[0] == 0)
            targets = self._mask([target])
            way = search(free, via, extra, tree, targets, bounds(targets))
            if not len(way):
                return False
            self._keep_way(net, way, wide, width)
            if crossing:
                self._make_dearer(way)
            nodes = tree.reshape(-1)
            nodes[way] = True
            nodes |= targets.reshape(-1)
            left.remove(target)
            for pad in left:
                distance = apart(pad, target) + supply * ALREADY * length[target]
                if distance < away[pad]:
                    away[pad], parent[pad] = distance, target
        return True

    def _make_dearer(self, way: NDArray[np.int64]) -> None:
        busy = self.maps[NARROW].reshape(-1)[way] != 0
        self.history.reshape(-1)[way[busy]] += DEARER

    def _keep_way(self, net: str, way: NDArray[np.int64], wide: Mask, width: float) -> None:
        """Store a path as tracks, one for each straight piece of one width, and vias."""
        plane = self.rows * self.columns
        places = [
            (int(n) // plane, int(n) % plane // self.columns, int(n) % self.columns) for n in way
        ]
        places = self._off_copper(net, places)
        pads = {(round(p.x / STEP), round(p.y / STEP)): p for p in self.pads if p.net == net}

        def point(place: tuple[int, int, int]) -> tuple[float, float]:
            return (place[2] * STEP, place[1] * STEP)

        # From the middle of a pad to its node, if the grid does not meet the middle.
        for place in (places[0], places[-1]):
            pad = pads.get((place[2], place[1]))
            if pad is not None and place[0] in pad.layers:
                x, y = point(place)
                if (pad.x, pad.y) != (x, y):
                    self._keep_track(Track(net, place[0], pad.x, pad.y, x, y, NARROW))
        start = 0
        for i in range(1, len(places)):
            here, before = places[i], places[i - 1]
            if here[0] != before[0]:
                self._keep_via(net, *point(here))
                start = i
                continue
            size = self._size(before, here, wide, width)
            following = places[i + 1] if i + 1 < len(places) else None
            ends = (
                following is None
                or following[0] != here[0]
                or (following[1] - here[1], following[2] - here[2])
                != (here[1] - before[1], here[2] - before[2])
                or self._size(here, following, wide, width) != size
            )
            if ends:
                x0, y0 = point(places[start])
                x1, y1 = point(here)
                self._keep_track(Track(net, here[0], x0, y0, x1, y1, size))
                start = i

    def _off_copper(
        self, net: str, places: list[tuple[int, int, int]]
    ) -> list[tuple[int, int, int]]:
        """A path without straight pieces at its start that end in the copper of the net's tracks:
        such a stub joins nothing."""
        while len(places) > 2:
            layer, row, column = places[0]
            first = (0, places[1][1] - row, places[1][2] - column)
            straight = next(
                (i for i in range(1, len(places) - 1)
                 if tuple(np.subtract(places[i + 1], places[i])) != first),
                0,
            )  # fmt: skip
            if not straight or places[straight][0] != layer or places[straight + 1][0] != layer:
                break
            x, y = places[straight][2] * STEP, places[straight][1] * STEP
            inside = any(
                track.layer == layer
                and from_line(x, y, track.x0, track.y0, track.x1, track.y1) < track.width / 2 - 0.1
                for track in self.done.get(net, Routes()).tracks
            )
            if not inside:
                break
            places = places[straight:]
        return places

    def _size(
        self, a: tuple[int, int, int], b: tuple[int, int, int], wide: Mask, width: float
    ) -> float:
        return width if wide[a] and wide[b] else NARROW

    def _pieces(self) -> list[Mask]:
        """The pieces of poured ground with pads, the largest first. The ground's own shapes are
        removed from the maps during this."""
        free = (self.maps[POURED] == 0) | self.ground
        joins = np.zeros((self.rows, self.columns), np.bool_)
        pads = [pad for pad in self.pads if pad.net == GROUND]
        through = [(pad.x, pad.y) for pad in pads if len(pad.layers) == 2]
        for x, y in through + [(via.x, via.y) for via in self.done[GROUND].vias]:
            joins[round(y / STEP), round(x / STEP)] = True
        found: list[Mask] = []
        for pad in pads:
            starts = np.flatnonzero(self._mask([pad]))
            if not any(piece.reshape(-1)[starts].any() for piece in found):
                found.append(flood(free, joins, starts))
        return sorted(found, key=lambda piece: -int(piece.sum()))

    def _join_ground(self) -> list[str]:
        """Join the pieces of poured ground, from a pad or via of one to one of another. Returns the
        nets that were removed for it. Raises RouteError if some cannot be joined."""
        if GROUND not in self.done:
            return []
        first = len(self.shapes[GROUND])
        self._lift(GROUND, -1)
        whole, *apart = self._pieces()
        ends = self._mask([pad for pad in self.pads if pad.net == GROUND])
        for via in self.done[GROUND].vias:
            ends[:, round(via.y / STEP), round(via.x / STEP)] = True
        for piece in apart:
            for crossing in (False, True):
                wide, narrow, via_free, extra = self._passable(GROUND, WIDE_GROUND, crossing)
                free, via = narrow | piece | whole, via_free & (self.via_hard[0] == 0)
                way = search(free, via, extra, piece & ends, whole & ends, bounds(whole))
                if len(way):
                    break
            if not len(way):
                raise RouteError("a piece of poured ground cannot be joined to the rest")
            self._keep_way(GROUND, way, wide, WIDE_GROUND)
            self.ground.reshape(-1)[way] = True
            if crossing:
                self._make_dearer(way)
            whole = whole | piece
        self._lift(GROUND, 1)
        # From here on these are as fixed as pads.
        for shape in self.shapes[GROUND][first:]:
            self._stamp_on(self.hard, self.hard_via, shape, 1)
        crossed = self._crossed(GROUND)
        self.fixed[GROUND] = len(self.shapes[GROUND])
        for net in crossed:
            self._take_up(net)
        return crossed

    def _stitch(self, step_mm: float = 12.0) -> None:
        """Add vias between the two grounds wherever a coarse grid has space."""
        self._lift(GROUND, -1)
        via = (self.via_map == 0).all(axis=0) & (self.via_hard[0] == 0)
        via &= self._pieces()[0].all(axis=0)
        step = int(step_mm / STEP)
        for row in range(step // 2, self.rows, step):
            for column in range(step // 2, self.columns, step):
                if via[row, column]:
                    self._keep_via(GROUND, column * STEP, row * STEP)
        self._lift(GROUND, 1)

    def _widen(self) -> None:
        """Make narrow pieces of wide nets as wide as what lies beside them allows."""
        for net in sorted(self.done):
            widths = [width for width in self.classes if width <= self.widths.get(net, NARROW)]
            if net == GROUND or len(widths) == 1:
                continue
            self._lift(net, -1)
            keep, tracks = self.fixed.get(net, 0), self.done[net].tracks
            old = [shape_of(track) for track in tracks]
            tracks[:] = [self._widened(track, widths) for track in tracks]
            others = [shape for shape in self.shapes[net][keep:] if shape not in old]
            self.shapes[net][keep:] = [*others, *map(shape_of, tracks)]
            self._lift(net, 1)

    def _widened(self, track: Track, widths: list[float]) -> Track:
        ends = [value / STEP for value in (track.x0, track.y0, track.x1, track.y1)]
        x0, y0, x1, y1 = (round(value) for value in ends)
        if any(abs(value - round(value)) > 1e-6 for value in ends):
            return track  # from the middle of a pad to a node
        count = max(abs(x1 - x0), abs(y1 - y0))
        rows = y0 + np.arange(count + 1) * (y1 - y0) // count
        columns = x0 + np.arange(count + 1) * (x1 - x0) // count
        free = [w for w in widths if not self.maps[w][track.layer, rows, columns].any()]
        return replace(track, width=max([track.width, *free]))

    def _join(self, net: str) -> list[str]:
        """Join a net's pads; returns the nets that were removed for it."""
        self._lift(net, -1)
        found = self._route(net)
        self._lift(net, 1)
        if found:
            return []
        self._take_up(net)
        self._lift(net, -1)
        found = self._route(net, crossing=True)
        self._lift(net, 1)
        if not found:
            raise RouteError(f"no way for {net} even across others")
        crossed = self._crossed(net)
        for other in crossed:
            self._take_up(other)
        return crossed

    def run(self, patience: int = 400) -> Routes:
        """Route all nets. Raises RouteError if some have no path after `patience` tries."""
        nets = sorted({pad.net for pad in self.pads} - {"", GROUND})
        spans = {}
        for net in nets:
            pads = [pad for pad in self.pads if pad.net == net]
            xs, ys = [pad.x for pad in pads], [pad.y for pad in pads]
            spans[net] = max(xs) - min(xs) + max(ys) - min(ys)
        self._begin()
        lost = self._pour()
        if lost:
            raise RouteError(f"no room for a via: {', '.join(lost)}")
        self._harden()
        # Wide nets first, then short ones.
        queue = sorted(nets, key=lambda net: (-self.widths.get(net, NARROW), spans[net], net))
        for _ in range(patience):
            if not queue:
                queue = self._join_ground()
                if not queue:
                    break
            queue += self._join(queue.pop(0))
        else:
            raise RouteError(f"no way found for: {', '.join(queue) or GROUND}")
        if GROUND in self.done:
            self._stitch()
        self._widen()
        made = Routes()
        for net in sorted(self.done):
            made.tracks += self.done[net].tracks
            made.vias += self.done[net].vias
        tracks, vias = sorted(set(made.tracks)), sorted(set(made.vias))
        return Routes(without_stubs(tracks, vias, self.pads), vias)


def shape_of(track: Track) -> Shape:
    return (track.layer,), track.x0, track.y0, track.x1, track.y1, 0.0, 0.0, track.width / 2


def without_stubs(tracks: list[Track], vias: list[Hole], pads: list[Pad]) -> list[Track]:
    """The tracks without those that lie within a via's copper, from its middle to a point where no
    other track begins: the path continued along a track beside it. The rules check warns of them.
    """
    middles = {(via.net, via.x, via.y): via.radius for via in vias}
    ends = Counter(
        (track.net, track.layer, x, y)
        for track in tracks
        for x, y in ((track.x0, track.y0), (track.x1, track.y1))
    )

    def is_stub(track: Track) -> bool:
        a, b = (track.x0, track.y0), (track.x1, track.y1)
        for (x, y), (far_x, far_y) in ((a, b), (b, a)):
            radius = middles.get((track.net, x, y), 0.0)
            if (
                hypot(far_x - x, far_y - y) + track.width / 2 <= radius
                and ends[track.net, track.layer, far_x, far_y] == 1
                and not any(
                    pad.net == track.net
                    and track.layer in pad.layers
                    and abs(far_x - pad.x) <= pad.half_x
                    and abs(far_y - pad.y) <= pad.half_y
                    for pad in pads
                )
            ):
                return True
        return False

    return [track for track in tracks if not is_stub(track)]
