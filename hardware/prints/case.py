"""The parts of a board's case as bodies in their positions, joined and cut by Manifold.

x as on the board, y away from the player (see `point`), z up from the circuit board's top face.
`CASE` lists them by name; `laid` rotates a part for printing.
"""

from collections.abc import Callable
from math import hypot

from manifold3d import CrossSection, Manifold

from hardware import dimensions
from hardware.dimensions import Box, Dimensions, Point
from hardware.prints import seats
from hardware.prints.parts import stored_mm
from hardware.prints.shapes import around, block, disc, joined, outline, point, raised, sideways

BRIDGE = 2.4  # width of the bridges that hold a well's floor across the ring of light
INSERT = 5.5  # depth of a hole for an insert, 0.5 mm more than its length
MARK = 0.4  # depth of marks on the bed side: two layers, then the filament is changed
LID_ROOM = 0.6  # between the lid and the highest part under it
BUTTON_CAP = 7.6  # diameter of the part pressed by a finger
BUTTON_HOLE = 0.6  # difference in diameter
HATCH = (23.0, 38.0)  # over BOOTSEL and RUN
LEDGE = 1.2  # width of the ledge under the hatch
FOOT = (10.0, 1.0)  # diameter of a stick-on foot, and depth of its seat
TROUGH = 33.0  # diameter of the trough in which tiles stand on edge
STUD = 12.0  # diameter of the studs that hold down stored tiles
# The lid's springs, which click into wing and cover: width, thickness, distance of the nose below
# the top, radius of the nose, and how far it reaches into the wall.
CLICK = (16.0, 1.2, 9.5, 0.9, 0.35)
CLICK_PLAY = 0.15  # of a nose in its notch
FLAT_INSERT = 4.2  # depth of a hole for an insert 4 mm long, in the flat top
STRIP_PIECE = (17.0, 10.4, 0.4)  # seat of one LED of a strip with 60 per metre
LEGGED = (4.0, 3.15, 1.52)  # body of a sensor in TO-92
# depth of the Hall element below the printed side: assumed in the middle of the body
LEGGED_HALL = 0.76


def rises(d: Dimensions) -> Manifold:
    """The ridges on all lines between and around the cells, from the wells' floor up: as on the
    simulated plate, except for their top, which is flat for one line of the nozzle."""
    plate = d.profile.data["plate"]
    crossing, middle = plate["ridge_crossing_mm"], plate["ridge_middle_mm"]
    slope, half = plate["ridge_slope"], d.pitch / 2
    flat = dimensions.CREST / 2

    def across(height: float) -> list[tuple[float, float]]:
        wide = height / slope
        return [(-wide, 0.0), (-flat, height - slope * flat), (flat, height - slope * flat),
                (wide, 0.0)]  # fmt: skip

    def run(x: float, y: float, way: Point, ends: bool) -> Manifold:
        """From a crossing halfway to the next, or out of the field."""
        if ends:
            far = [(crossing / slope, 0.0, 0.0)]
        else:
            far = [(half, beside, z) for beside, z in across(middle)]
        corners = [*((0.0, beside, z) for beside, z in across(crossing)), *far]
        u, v = way
        return Manifold.hull_points(
            [(x + u * a - v * b, -y + v * a + u * b, d.well_floor + z) for a, b, z in corners]
        )

    found = []
    for i in range(d.profile.rows + 1):
        for j in range(d.profile.columns + 1):
            x, y = j * d.pitch - half, i * d.pitch - half
            found.append(run(x, y, (1.0, 0.0), j == d.profile.columns))
            found.append(run(x, y, (-1.0, 0.0), j == 0))
            found.append(run(x, y, (0.0, -1.0), i == d.profile.rows))
            found.append(run(x, y, (0.0, 1.0), i == 0))
    return joined(found)


def wells(d: Dimensions, diameter: float) -> Manifold:
    """Cylinders at every cell, from the wells' floor up."""
    return joined(disc(cell, diameter, d.well_floor - 5.0, 100.0) for cell in d.cells())


def plate(d: Dimensions) -> Manifold:
    """The top part over the light grid: openings for the rings, and the ridges."""
    ring = d.profile.data["plate"]["ring_outer_mm"]
    body = block(d.plate, d.well_floor, d.plate_top)
    body += rises(d).trim_by_plane((0.0, 0.0, 1.0), d.well_floor)
    body -= wells(d, ring)
    for hole in d.grid_holes():
        body -= disc(hole, dimensions.SCREW_THREAD, d.well_floor - 1.0, d.well_floor + INSERT)
        body -= disc(hole, dimensions.SCREW, d.well_floor, d.well_floor + 7.5)
    return body


def plate_flat(d: Dimensions) -> Manifold:
    """The flat top: level between the rings. Its inserts and screws are shorter."""
    flat = d.flattened()
    body = block(flat.plate, flat.well_floor, flat.plate_top)
    body -= wells(flat, flat.profile.data["plate"]["ring_outer_mm"])
    for hole in d.grid_holes():
        low = flat.well_floor
        body -= disc(hole, dimensions.SCREW_THREAD, low - 1.0, low + FLAT_INSERT)
    return body


def ring(d: Dimensions) -> Manifold:
    """The ring of the first cell, of clear or white plastic, pressed into the plate: it guides and
    spreads the light and forms the wall of the well, including the sides of nearby ridges."""
    data = d.profile.data["plate"]
    inner, outer = data["well_diameter_mm"], data["ring_outer_mm"] - dimensions.SLACK
    low, high = d.well_floor, d.plate_top
    here = (0.0, 0.0)
    band = disc(here, outer, low, high + 50.0) - disc(here, inner, low - 1.0, high + 60.0)
    body = band ^ (disc(here, 100.0, low, high) + rises(d))
    if d.ring_low > low:  # thinner, on a sleeve
        body -= disc(here, outer + 1.0, low - 1.0, d.ring_low) - disc(
            here, inner + 2 * dimensions.SLEEVE, low - 2.0, high
        )
    bevel = disc(here, inner, high - 0.5, high + 0.05, data["ring_inner_mm"] + 0.1)
    return body - bevel


def grid(d: Dimensions) -> Manifold:
    """The wells' floors, and under them the walls that separate the light of the cells, or a block
    with a funnel for each. Pillars support every floor on the circuit board, bridges hold it across
    its ring of light."""
    data = d.profile.data["plate"]
    walls = d.walls()
    under, top = d.plate_under, d.well_floor
    whole = Box(
        min(wall.x0 for wall in walls), min(wall.y0 for wall in walls),
        max(wall.x1 for wall in walls), max(wall.y1 for wall in walls),
    )  # fmt: skip
    floor = block(whole, under, top)
    slots = []
    for x, y in d.cells():
        slot = disc((x, y), data["ring_outer_mm"], under - 1.0, top + 1.0)
        slot -= disc((x, y), data["ring_inner_mm"], under - 2.0, top + 2.0)
        bar = Manifold.cube((2 * d.pitch, BRIDGE, 10.0), center=True)
        for angle in (45.0, 135.0):
            slot -= bar.rotate((0.0, 0.0, angle)).translate((*point((x, y)), top))
        slots.append(slot)
    body = floor - joined(slots)
    if d.funnel:
        body += block(whole, 0.0, under) - joined(funnels(d))
    else:
        body += joined(block(wall, 0.0, under) for wall in walls)
    body += joined(disc(hole, dimensions.BOSS, 0.0, top) for hole in d.grid_holes())
    body += joined(disc(place, dimensions.PILLAR, 0.0, under) for place in pillars(d))
    for hole in d.grid_holes():
        body -= disc(hole, dimensions.SCREW, -1.0, top + 1.0)
    return body


def funnels(d: Dimensions) -> list[Manifold]:
    """The hollows around the LEDs, a wall's thickness apart at their widest."""
    under, wide = d.plate_under, d.pitch - dimensions.WALL
    beyond = (wide - d.funnel) / under  # each ends a millimetre beyond the block
    return [disc(cell, d.funnel - beyond, -1.0, under + 1.0, wide + beyond) for cell in d.cells()]


def pillars(d: Dimensions) -> list[Point]:
    at = dimensions.PILLAR_AT
    return [(x + i * at, y + j * at) for x, y in d.cells() for i in (-1, 1) for j in (-1, 1)]


def heights(d: Dimensions) -> dict[str, float]:
    """Heights of the case: its bottom, the top of its floor, the lower edge of the cover, its
    top."""
    inside = -dimensions.BOARD_THICKNESS - dimensions.BELOW_BOARD
    plate = d.profile.data["plate"]
    stored = d.well_floor + max(plate["ridge_crossing_mm"], stored_mm(d))
    top = stored + LID_ROOM + dimensions.LID
    if not d.bench:
        top = max(top, dimensions.COVER_TOP)
    return {
        "bottom": inside - dimensions.CASE_FLOOR,
        "floor": inside,
        "edge": round(d.well_floor - 0.3, 3),
        "top": round(top, 2),
    }


def walled(shape: CrossSection, z0: float, z1: float) -> Manifold:
    """A vertical wall along the inside of an outline."""
    return raised(shape - shape.offset(-dimensions.CASE_WALL), z0, z1)


def wing_screws(d: Dimensions) -> list[float]:
    """Positions along the left wall of the screws that hold the wing."""
    low, high = d.wing.y0 + 20.0, d.wing.y1 - 20.0
    return [low, (low + high) / 2, high]


def base(d: Dimensions) -> Manifold:
    """Floor and walls, posts for the circuit board; all screws are inserted from below."""
    z = heights(d)
    left = dimensions.CASE_CORNER if d.bench else 0.0
    shape = outline(d.case, left, dimensions.CASE_CORNER)
    body = raised(shape, z["bottom"], z["floor"])
    body += walled(shape, z["bottom"], z["edge"])
    for hole in d.holes():
        body += disc(hole, dimensions.BOSS, z["floor"], -dimensions.BOARD_THICKNESS)
    for hole in d.holes():
        head = dimensions.SCREW_HEAD
        body -= disc(hole, dimensions.SCREW, z["bottom"] - 1.0, 0.0)
        body -= disc(hole, head, z["bottom"], z["bottom"] + head / 2, 0.0)
    if not d.bench:
        for y in wing_screws(d):
            x = d.plate.x0 + dimensions.CASE_WALL
            body -= sideways(x + 1.0, y, WING_SCREW, dimensions.SCREW, 5.0, dimensions.SCREW)
            body -= sideways(x, y, WING_SCREW, dimensions.SCREW_HEAD, 1.7, dimensions.SCREW)
        body -= usb_window(d, dimensions.USB_WINDOW)
    else:
        # An opening for the wires to the breadboard.
        wide = around((d.plate.centre[0], d.plate.y1), 16.0, 10.0)
        body -= block(wide, z["floor"], z["edge"] + 1.0)
    return body - feet(d)


WING_SCREW = -3.5  # height of the screws that hold the wing: between floor and circuit board


def foot_places(d: Dimensions) -> list[Point]:
    """Positions of stick-on feet, clear of the screws: two of them under the wing."""
    case = d.case
    x, y = case.centre
    if d.bench:
        return [(x, case.y0 + 10.0), (x, case.y1 - 10.0), (case.x0 + 10.0, y), (case.x1 - 10.0, y)]
    rear, front, middle = case.y0 + 12.0, case.y1 - 12.0, d.plate.centre[0]
    left, right = d.wing.x0 + 12.0, case.x1 - 12.0
    return [(left, rear), (left, front), (middle, rear), (middle, front), (right, rear),
            (right, front - 18.0)]  # fmt: skip


def feet(d: Dimensions) -> Manifold:
    """Seats for the feet."""
    bottom = heights(d)["bottom"]
    wide, deep = FOOT
    return joined(disc(place, wide, bottom - 1.0, bottom + deep) for place in foot_places(d))


def wing(d: Dimensions) -> Manifold:
    """The left wing: a trough in which the tiles stand on their edges."""
    z = heights(d)
    body = raised(outline(d.wing, dimensions.CASE_CORNER, 0.0), z["bottom"], z["top"])
    x, _ = d.wing.centre
    ends = 7.0
    length = d.wing.height - 2 * ends
    trough = Manifold.cylinder(length, TROUGH / 2, TROUGH / 2, 96).rotate((90.0, 0.0, 0.0))
    # Its axis is above the top, so that the rim keeps its width.
    body -= trough.translate((x, -d.wing.y0 - ends, z["top"] + 2.0))
    for y in wing_screws(d):
        thread = dimensions.SCREW_THREAD
        body -= sideways(d.wing.x1 + 1.0, y, WING_SCREW, thread, INSERT + 1.0, thread)
    return body - joined(clicks(d, CLICK_PLAY)) - feet(d)


def clicks(d: Dimensions, play: float = 0.0) -> list[Manifold]:
    """The noses of the lid's springs, or with some play the notches for them: beside the first and
    the last row, in the faces of wing and cover. None without a wing."""
    wide, _, below, radius, reach = CLICK
    if d.bench:
        return []
    z, length = heights(d)["top"] - below, wide - 6.0 + 4 * play
    nose = Manifold.cylinder(length, radius + play, radius + play, 24).rotate((90.0, 0.0, 0.0))
    inward = radius - reach
    return [
        nose.translate((x, length / 2 - y, z))
        for x in (d.wing.x1 + inward, d.cover.x0 + dimensions.SLACK - inward)
        for y in sorted({0.0, d.bottom})
    ]


def hatch_box(d: Dimensions, grown: float = 0.0) -> Box:
    """The half of the Pico with BOOTSEL and the pins RUN and GND."""
    x, _ = d.pico
    y0 = d.pico_box.y0 + 2.0
    return Box(x - HATCH[0] / 2, y0, x + HATCH[0] / 2, y0 + HATCH[1]).grown(grown)


def usb_window(d: Dimensions, heights: tuple[float, float]) -> Manifold:
    """The way of the plug through the rear wall, between these heights."""
    at = (d.pico[0], d.cover.y0)
    wide = around(at, dimensions.USB_OPENING[0], 2 * dimensions.CASE_WALL + 2.0)
    return block(wide, *heights)


def cover(d: Dimensions, window: tuple[float, float] = dimensions.USB_WINDOW) -> Manifold:
    """The right wing: over the Pico and all parts beside the plate. Two posts take screws through
    the circuit board."""
    z = heights(d)
    top, edge = z["top"], d.well_floor
    roof = top - dimensions.ROOF
    box = Box(d.cover.x0 + dimensions.SLACK, d.cover.y0, d.cover.x1, d.cover.y1)
    shape = outline(box, 0.0, dimensions.CASE_CORNER)
    body = raised(shape, roof, top)
    body += walled(shape, edge, top)
    for hole in d.strip_holes():
        body += disc(hole, dimensions.BOSS, 0.0, roof)
    for hole in d.strip_holes():
        body -= disc(hole, dimensions.SCREW_THREAD, -1.0, INSERT)
        body -= disc(hole, dimensions.SCREW, 0.0, 12.0)
    body -= usb_window(d, window)
    body -= block(hatch_box(d), top - LEDGE, top + 1.0)
    body -= block(hatch_box(d, -1.2), roof - 1.0, top)
    body -= block(nail(d), top - LEDGE, top + 1.0)
    for button in d.buttons():
        body -= disc(button, BUTTON_CAP + BUTTON_HOLE, roof - 1.0, top + 1.0)
    left, _, right = d.buttons()
    frame = Box(left[0] - 6.6, left[1] - 6.6, right[0] + 6.6, right[1] + 6.6)
    line = outline(frame, 3.0, 3.0) - outline(frame.grown(-0.9), 2.1, 2.1)
    body -= joined(clicks(d, CLICK_PLAY))
    return body - raised(line, top - MARK, top + MARK)


def nail(d: Dimensions) -> Box:
    """A notch for a finger nail to lift the hatch."""
    box = hatch_box(d)
    return around((box.centre[0], box.y1), 9.0, 5.0)


def hatch(d: Dimensions) -> Manifold:
    """Closes the hole over the Pico's button; two springs hold it in the cover."""
    top = heights(d)["top"]
    box = hatch_box(d, -dimensions.SLACK)
    inner = hatch_box(d, -1.2 - dimensions.SLACK)
    body = block(box, top - LEDGE + 0.05, top)
    walls = block(inner, top - 5.0, top - LEDGE + 0.05)
    walls -= block(inner.grown(-1.2), top - 6.0, top)
    keep = block(around(box.centre, 100.0, 8.0), top - 6.0, top)
    body += walls ^ keep
    for side in (-1, 1):
        x = box.centre[0] + side * inner.width / 2
        nose = Manifold.cylinder(6.0, 0.55, 0.55, 16).rotate((90.0, 0.0, 0.0))
        body += nose.translate((x, 3.0 - box.centre[1], top - dimensions.ROOF - 0.75))
    return body


def button(d: Dimensions, number: int) -> Manifold:
    """One of the three buttons: stands on its switch, flush with the cover; its mark shows its
    function."""
    top = heights(d)["top"]
    place = d.buttons()[number]
    stem = dimensions.BUTTON_HEIGHT
    low, roof = stem - 3.0, top - dimensions.ROOF - 0.3
    cap = BUTTON_CAP
    body = disc(place, cap, low, top)
    body += disc(place, cap + 1.4, low, roof - 0.7)
    body += disc(place, cap + 1.4, roof - 0.7, roof, cap)
    body -= disc(place, dimensions.BUTTON_STEM + 0.4, low - 1.0, stem)
    x, y = point(place)
    if number == 1:
        mark = CrossSection.circle(1.5, 32)
    else:
        way = 1.0 if number else -1.0
        mark = CrossSection(
            [[(-1.2 * way, -1.9), (1.9 * way, 0.0), (-1.2 * way, 1.9)][:: int(way)]]
        )
    return body - raised(mark.translate((x, y)), top - MARK, top + MARK)


def lid(d: Dimensions) -> Manifold:
    """Covers a board whose tiles are in their wells, between the wings and level with them."""
    return lid_down_to(d, d.plate_top)


def lid_down_to(d: Dimensions, low: float) -> Manifold:
    """The lid above a top whose upper side is at `low`."""
    top = heights(d)["top"]
    wide = 0.0 if d.bench else dimensions.SLACK
    box = Box(d.plate.x0 + wide, d.plate.y0, d.plate.x1 - wide, d.plate.y1)
    thick = dimensions.LID
    corner = dimensions.CASE_CORNER if d.bench else 0.0
    shape = outline(box, corner, corner)
    body = raised(shape, top - thick, top)
    body += raised(shape - shape.offset(-thick), low, top)
    # Blocks at the ends of the outermost ridges keep it in place.
    plate = d.profile.data["plate"]
    reach = d.pitch / 2 + plate["ridge_crossing_mm"] / plate["ridge_slope"] + 0.4
    for x in (-d.pitch / 2, d.right + d.pitch / 2):
        for y0, y1 in ((box.y0, -reach), (d.bottom + reach, d.bottom + d.pitch - 10.0)):
            if y1 - y0 > thick:
                body += block(Box(x - 4.0, y0, x + 4.0, y1), low, top - 1.0)
    stored = d.profile.data["tile"]["thickness_mm"]
    if stored_mm(d) == stored:
        tops = d.well_floor + stored + LID_ROOM
        body += joined(disc(cell, STUD, tops, top - 1.0) for cell in d.cells())
    # Notches for two fingers at the front and at the rear.
    for y in (box.y0, box.y1):
        body -= block(around((box.centre[0], y), 34.0, 4 * thick), low - 1.0, low + 6.0)
    body = springs(d, body, box, low)
    width = 1.6
    for cell in d.cells():
        band = disc(cell, 30.0, top - MARK, top + 1.0) - disc(
            cell, 30.0 - 2 * width, 0.0, top + 2.0
        )
        body -= band
    return body


def springs(d: Dimensions, body: Manifold, box: Box, low: float) -> Manifold:
    """A lid with springs cut out of its walls beside wing and cover, and their noses on them."""
    noses = clicks(d)
    wide, thin, *_ = CLICK
    roof = heights(d)["top"] - dimensions.LID
    for nose in noses:
        x0, y0, _, x1, y1, _ = nose.bounding_box()
        left, y = (x0 + x1) / 2 < box.centre[0], -(y0 + y1) / 2
        edge = box.x0 if left else box.x1
        for slit in (y - wide / 2, y + wide / 2):
            body -= block(around((edge, slit), 2 * dimensions.LID + 1.0, 0.8), low - 1.0, roof)
        inner = edge + (thin + 2.0 if left else -thin - 2.0)
        body -= block(around((inner, y), 4.0, wide), low - 1.0, roof)
    return body + joined(noses)


def carrier(d: Dimensions) -> Manifold:
    """Replaces the circuit board: of a cell on a bench with seats for a sensor with leads and for a
    piece of LED strip, else with seats for strips."""
    if not d.bench:
        return seats.carrier(d)
    thick = dimensions.BOARD_THICKNESS
    body = block(d.board, -thick, 0.0)
    seat = LEGGED_HALL + dimensions.HALL_ABOVE_BOARD - LEGGED[2]
    for x, y in d.cells():
        room = around((x, y), LEGGED[0] + 0.3, LEGGED[1] + 0.3)
        body -= block(room, seat, 1.0)
        body -= block(Box(room.x0, room.y1 - 0.1, room.x1, room.y1 + 2.2), -10.0, 10.0)
    for cell, led in leds_by_cell(d):
        body -= block(strip_seat(cell, led), -STRIP_PIECE[2], 1.0)
        # Its wires go down at both ends.
        seat_box = strip_seat(cell, led)
        if seat_box.width > seat_box.height:
            ends = [(seat_box.x0, led[1]), (seat_box.x1, led[1])]
            size = (2.0, 7.0)
        else:
            ends = [(led[0], seat_box.y0), (led[0], seat_box.y1)]
            size = (7.0, 2.0)
        body -= joined(block(around(end, *size), -10.0, 10.0) for end in ends)
    for hole in d.holes():
        body -= disc(hole, dimensions.SCREW, -10.0, 10.0)
    return body


def strip_seat(cell: Point, led: Point) -> Box:
    """The seat of a piece of strip, along the direction in which it is clear of the sensor."""
    along, wide, _ = STRIP_PIECE
    level = abs(led[1] - cell[1]) >= abs(led[0] - cell[0])
    return around(led, along, wide) if level else around(led, wide, along)


def leds_by_cell(d: Dimensions) -> list[tuple[Point, Point]]:
    """Every LED of a strip with the centre of the nearest cell."""
    cells = d.cells()
    return [
        (min(cells, key=lambda cell: hypot(cell[0] - x, cell[1] - y)), (x, y))
        for x, y in d.leds_by_hand()
    ]


CASE: dict[str, Callable[[Dimensions], Manifold]] = {
    "base": base,
    "wing": wing,
    "plate": plate,
    "grid": grid,
    "ring": ring,
    "cover": cover,
    "cover_socket": lambda d: cover(d, dimensions.SOCKET_WINDOW),
    "hatch": hatch,
    "button_left": lambda d: button(d, 0),
    "button_middle": lambda d: button(d, 1),
    "button_right": lambda d: button(d, 2),
    "lid": lid,
    "carrier": carrier,
    "plate_flat": plate_flat,
    "ring_flat": lambda d: ring(d.flattened()),
    "lid_flat": lambda d: lid_down_to(d, d.flattened().plate_top),
}
# Printed upside down: the visible face is as smooth as the bed, and its marks have another colour,
# below a change of filament.
TURNED = ("grid", "cover", "cover_socket", "hatch", "button_left", "button_middle", "button_right",
          "lid", "plate_flat", "ring_flat", "lid_flat", "box_lid")  # fmt: skip


def laid(name: str, body: Manifold) -> Manifold:
    """Rotated for printing, with its lowest face on the bed."""
    if name in TURNED:
        body = body.rotate((180.0, 0.0, 0.0))
    return body.translate((0.0, 0.0, -body.bounding_box()[2]))
