"""The dimensions of a board: outline, holes, cells, lights, walls, heights.

Dimensions that affect the magnets (pitch, gap, well, tile, magnet) are in the board's data,
`firmware/lodeboard/boards/`. This module has those of board and case that only the hardware needs,
and what is derived from both. Circuit board, prints and checks all use it.

Millimetres. Seen from above, x runs along the columns and y along the rows from the centre of a1; z
is the height above the top face of the circuit board. KiCad's axes have the same orientation.
"""

from dataclasses import dataclass

from hardware import released
from lodeboard.boards.profile import Profile

# Circuit board and the parts on its top face.
BOARD_THICKNESS = 1.6
# from the outermost cell centre to the edge of the circuit board, on three sides
BOARD_MARGIN = 24.0
STRIP = 62.0  # the same on the right, for Pico, multiplexer and buttons
LEAST_STRIP = 96.0  # least distance from a1 to the buttons, for the parts above them
BOARD_CORNER = 2.0  # radius of the outline's corners
HALL_ABOVE_BOARD = 0.65  # Hall element of a SOT-23 sensor: measure the first one
# Positions of a cell's LEDs from its centre, by their number. One or two are under the well's
# floor, out of direct sight; four are under the bridges that hold the floor, as near to the ring as
# these hide them (see `python -m hardware.light`). In rows whose chain runs to the left, x is
# mirrored. The first one passes the data on.
LED_OFFSETS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.0, 8.0),),
    2: ((0.0, 10.0), (0.0, -10.0)),
    4: ((11.3, 11.3), (-11.3, 11.3), (-11.3, -11.3), (11.3, -11.3)),
}
# Diameter at the circuit board, by number of LEDs, of a funnel around them that widens to the light
# grid's walls: more light leaves the ring, and less gets to neighbours. Four LEDs leave no space.
FUNNELS: dict[int, float] = {2: 36.0}
LED_BODY = (5.0, 5.0, 1.6)
PICO_BOARD, USB_CONNECTOR = 1.0, 2.7  # thickness of the Pico, height of the connector on it
PICO_STACK = PICO_BOARD + USB_CONNECTOR  # from the board's face, on which it lies
PIN_HEADER = 2.54  # what pin headers lift it by
PICO_SOCKET = 8.5  # height of a female pin header
PICO_SIZE = (21.0, 51.0)
USB_BODY = (7.6, 5.7)  # width and depth of the connector, which stands out over the Pico's end
USB_OUT = 1.3  # by this much
BULK_BODY = (6.6, 6.6, 7.7)  # a capacitor of 220 uF
BEEPER_BODY = (12.2, 12.2, 6.5)
BUTTON_HEIGHT = 9.5  # tactile switch 6 x 6, from the board's face to the end of its stem
BUTTON_BODY = (6.0, 6.0, 3.6)
BUTTON_STEM = 3.5  # diameter
BUTTON_PITCH = 10.0

# Plate and light grid.
FLOOR = 1.0  # thickness of a well's floor
PILLAR = 2.4  # diameter of the four posts under each floor, on the circuit board
PILLAR_AT = 4.4  # from the cell's centre along both axes: clear of all pads
CREST = 0.4  # width of a ridge's flat top: one line of a printer's nozzle
# The other top: level between deeper wells, instead of ridges. In shallower wells a tile that leans
# on the edge can read as the other player's (`tests/hardware/test_tops.py`).
FLAT = {"well_depth_mm": 5.0, "ridge_middle_mm": 5.0, "ridge_crossing_mm": 5.0}
# Its rings are as thick as this and stand on a sleeve, the well's wall: a ring as thick as these
# wells are deep would let half as much light out.
FLAT_RING, SLEEVE = 1.6, 0.8
WALL = 1.4  # of the light grid, between two cells
SLACK = 0.2  # between printed parts that fit into each other
SCREW = 3.2  # hole for M3
SCREW_HEAD = 6.4  # countersunk, with clearance
SCREW_THREAD = 4.0  # hole for a brass insert M3
BOSS = 8.0  # diameter of a post for a screw

# Case.
CASE_WALL = 2.5
CASE_FLOOR = 3.0
CASE_CORNER = 6.0  # radius
BELOW_BOARD = 5.0  # space for leads under the circuit board
ROOF = 2.0  # of the cover over the Pico
USB_OPENING = (13.0, 9.5)  # for a plug whose plastic is 10.6 x 8.5 mm
USB_HEIGHT = PICO_BOARD + USB_CONNECTOR / 2  # of the middle of the Pico's connector
# Lower and upper edge of the window for the plug, in base and cover: for a Pico that lies flat, and
# for one on pin headers. Below it for a Pico in sockets, in the cover of a board of strips.
USB_WINDOW = (
    round(USB_HEIGHT - USB_OPENING[1] / 2, 3),
    round(PIN_HEADER + USB_HEIGHT + USB_OPENING[1] / 2, 3),
)
SOCKET_WINDOW = (
    round(PICO_SOCKET + PIN_HEADER + USB_HEIGHT - USB_OPENING[1] / 2, 3),
    round(PICO_SOCKET + PIN_HEADER + USB_HEIGHT + USB_OPENING[1] / 2, 3),
)
COVER_TOP = SOCKET_WINDOW[1] + 0.2 + ROOF  # least height of the case
LID = 2.4  # thickness of lid and its walls

# A common printer's bed. Larger parts are cut between cells and joined by dovetails.
BED = 220.0
TAIL = (5.0, 7.5, 5.5)  # a dovetail's neck, head and length


@dataclass(frozen=True)
class Box:
    """A rectangle with edges along the axes."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        return ((self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2)

    def grown(self, by: float) -> "Box":
        return Box(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def holds(self, x: float, y: float, room: float = 0.0) -> bool:
        """Whether a disc of radius `room` around (x, y) is inside."""
        return self.x0 + room <= x <= self.x1 - room and self.y0 + room <= y <= self.y1 - room


Point = tuple[float, float]


class Dimensions:
    """All positions on one board. `profile` gives the number of rows and columns and the pitch."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        # A cell on a bench has no multiplexer; its computer is beside it on a breadboard.
        self.bench = not profile.data["mux"]["part"]
        plate = profile.data["plate"]
        self.pitch: float = plate["pitch_mm"]
        self.right = (profile.columns - 1) * self.pitch  # centre of the last column
        self.bottom = (profile.rows - 1) * self.pitch  # centre of the last row
        # The strip ends level with the last row, or below it if there are few rows.
        self.strip_bottom = self.bottom if self.bench else max(self.bottom, LEAST_STRIP)
        strip = BOARD_MARGIN if self.bench else STRIP
        # Diameter of the light funnels at the circuit board; 0 if the cells are square.
        self.funnel: float = FUNNELS.get(profile.leds_per_cell, 0.0)
        # Heights above the circuit board's top face.
        self.well_floor: float = round(HALL_ABOVE_BOARD + plate["floor_above_hall_mm"], 3)
        self.plate_under: float = round(self.well_floor - FLOOR, 3)
        self.plate_top: float = round(self.well_floor + plate["well_depth_mm"], 3)
        self.ring_low: float = self.well_floor  # underside of the rings
        margin: float = plate["margin_mm"]
        self.board = Box(
            -BOARD_MARGIN, -BOARD_MARGIN, self.right + strip, self.strip_bottom + BOARD_MARGIN
        )
        self.plate = Box(-margin, -margin, self.right + margin, self.strip_bottom + margin)
        # The base. A wing is attached at its left, as wide as the part of the base beside the
        # plate.
        right = self.plate.x1 if self.bench else self.board.x1 + 4.0
        self.case = Box(-margin, -margin, right, self.plate.y1)
        wide = self.case.x1 - self.plate.x1
        self.wing = Box(self.plate.x0 - wide, self.plate.y0, self.plate.x0, self.plate.y1)

    def flattened(self) -> "Dimensions":
        """The same board under the flat top. Its case is as high as under the ridged one."""
        data = self.profile.data
        flat = Dimensions(Profile({**data, "plate": {**data["plate"], **FLAT}}))
        flat.ring_low = round(flat.plate_top - FLAT_RING, 3)
        return flat

    def cells(self) -> list[Point]:
        """Centres of the cells, row by row: the positions of the Hall elements."""
        return [
            (column * self.pitch, row * self.pitch)
            for row in range(self.profile.rows)
            for column in range(self.profile.columns)
        ]

    def rightward(self, cell: int) -> bool:
        """Whether the chain of LEDs runs to the right in the cell's row."""
        order, columns = self.profile.led_order, self.profile.columns
        first = cell // columns * columns
        return order[first + columns - 1] > order[first]

    def leds_of(self, cell: int, count: int = 0) -> list[Point]:
        """Centres of a cell's LEDs on the circuit board, or if it had `count`; the first one passes
        data on."""
        x, y = self.cells()[cell]
        side = 1.0 if self.rightward(cell) else -1.0
        offsets = LED_OFFSETS[count or self.profile.leds_per_cell]
        return [(round(x + side * dx, 3), round(y + dy, 3)) for dx, dy in offsets]

    def leds(self) -> list[Point]:
        """Centres of the LEDs on the circuit board by cell, not in chain order."""
        return [place for cell in range(self.profile.cells) for place in self.leds_of(cell)]

    def leds_by_hand(self) -> list[Point]:
        """The same without a circuit board: one piece of strip per cell."""
        return [self.leds_of(cell, 1)[0] for cell in range(self.profile.cells)]

    def grid_holes(self) -> list[Point]:
        """M3 screws between cells, where walls cross: at the corners and every second inner
        crossing."""
        half = self.pitch / 2

        def places(count: int) -> list[int]:
            return sorted({0, count, *range(1, count, 2)})

        rows, columns = self.profile.rows, self.profile.columns
        holes = []
        for i in places(rows):
            for j in places(columns):
                corner = i in (0, rows) and j in (0, columns)
                within = 0 < i < rows and 0 < j < columns
                if corner or within:
                    holes.append((j * self.pitch - half, i * self.pitch - half))
        return holes

    def strip_holes(self) -> list[Point]:
        """M3 screws in the electronics strip: one beyond the Pico, one in the corner."""
        if self.bench:
            return []
        x, _ = self.pico
        return [(x, self.pico_box.y1 + 13.0), (self.board.x1 - 6.0, self.board.y1 - 6.0)]

    def holes(self) -> list[Point]:
        return self.grid_holes() + self.strip_holes()

    @property
    def strip(self) -> Box:
        """The area for electronics that belong to no cell: right of the light grid."""
        return Box(self.right + self.pitch / 2 + 4.0, self.board.y0, self.board.x1, self.board.y1)

    @property
    def pico(self) -> Point:
        """Centre of the Pico; its USB connector points towards -y, pin 1 is left of it."""
        x = self.board.x1 - 16.0
        return (x, self.board.y0 + 1.0 + PICO_SIZE[1] / 2)

    @property
    def pico_box(self) -> Box:
        x, y = self.pico
        width, length = PICO_SIZE
        return Box(x - width / 2, y - length / 2, x + width / 2, y + length / 2)

    def bulks(self) -> list[Point]:
        """Centres of the two large capacitors, at either side of the post behind the Pico."""
        x, y = self.pico
        return [(x - 8.0, y + 33.5), (x + 8.2, y + 33.5)]

    @property
    def beeper(self) -> Point:
        """Centre of the beeper, behind that post."""
        x, y = self.pico
        return (x + 7.5, y + 49.5)

    @property
    def cover(self) -> Box:
        """The part that closes the case over the electronics strip, beside the plate."""
        return Box(self.plate.x1, self.plate.y0, self.case.x1, self.plate.y1)

    @property
    def hood_room(self) -> Box:
        """The area under the cover, where parts may be high; elsewhere see `low_parts`."""
        room = self.cover.grown(-CASE_WALL)
        return Box(room.x0, self.board.y0, self.board.x1, self.board.y1)

    @property
    def low_parts(self) -> float:
        """Largest height of parts outside the cover: 0.3 mm less than the space under a well's
        floor."""
        return round(self.plate_under - 0.3, 3)

    def buttons(self) -> list[Point]:
        """Centres of the left, middle and right button, as seen by the player at the bottom."""
        x, _ = self.cover.centre
        y = self.strip_bottom
        return [(x - BUTTON_PITCH, y), (x, y), (x + BUTTON_PITCH, y)]

    def walls(self) -> list[Box]:
        """The area of the light grid's walls on the board: only tracks may be there, no parts or
        pads."""
        half = self.pitch / 2
        thick = WALL / 2
        left, right = -half - thick, self.right + half + thick
        top, bottom = -half - thick, self.bottom + half + thick
        upright = [
            Box(j * self.pitch - half - thick, top, j * self.pitch - half + thick, bottom)
            for j in range(self.profile.columns + 1)
        ]
        across = [
            Box(left, i * self.pitch - half - thick, right, i * self.pitch - half + thick)
            for i in range(self.profile.rows + 1)
        ]
        return upright + across

    def seams(self) -> tuple[list[float], list[float]]:
        """The cuts of parts larger than a bed, by x and by y: between two cells, at crossings
        without screws. Raises ValueError if a bed's length has no such place."""

        def found(low: float, high: float, count: int) -> list[float]:
            places: list[float] = []
            while high - low > BED:
                near = [i * self.pitch - self.pitch / 2 for i in range(2, count, 2)]
                near = [place for place in near if low < place <= low + BED - TAIL[2]]
                if not near:
                    raise ValueError(f"no place for a seam within {BED:g} mm of {low:g}")
                low = near[-1]
                places.append(low)
            return places

        case, profile = self.case, self.profile
        return (
            found(case.x0, case.x1, profile.columns),
            found(case.y0, case.y1, profile.rows),
        )


RELEASED = Dimensions(released.PROFILE)
