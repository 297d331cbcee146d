"""The circuits of the pieces of a panel, and of the board that cables make of them.

A strip is two cells with a cable socket at either end. Cables run pin to pin. A strip takes the
first two lines for sensors at its end IN, and passes the others on to where the next strip takes
them; so all strips are equal, and a row may be joined to the head at either of its ends. Data for
the lights enter at IN; line R carries them past the strips. The empty socket of a row's last strip
has a jumper beside it that joins both.
"""

from itertools import pairwise

from hardware.circuit import parts
from hardware.circuit.design import TEST_POINTS, Design, Placed, netlist
from hardware.circuit.quiet import skidl
from hardware.circuit.sizes import Data, resized
from hardware.released import DATA
from lodeboard.boards.profile import Profile

NAME = "strips4x4"
CELLS = 2  # of a strip
STRIPS = 3  # of a panel
IN, OUT = "in", "out"  # a strip's sockets
HEAD = "head"
Ends = dict[str, str]
_SUPPLIES = ("GND", "+5V", "+3V3")


def _socket(signals: Ends) -> Ends:
    """The nets of a cable socket, by pin number; a signal on net "" is open."""
    pins = {f"p{i + 1}": signals.get(name, name) for i, name in enumerate(parts.CABLE_PINS)}
    return {pin: net for pin, net in pins.items() if net} | {"MP": "GND"}


class _Piece(Design):
    """A part of the board; its references begin above `first`."""

    has_spares = False
    pico = parts.PICO_H

    def __init__(self, data: Data, first: int = 0) -> None:
        self.first = first
        super().__init__(data)

    def _supplied(self, *nets: str) -> None:
        self._counts = dict.fromkeys((kind.letter for kind in parts.KINDS), self.first)
        self.sensor_rail = "+3V3"
        for name in nets:
            self.net(name).drive = skidl.POWER


class Strip(_Piece):
    def __init__(self, first: int = 0) -> None:
        super().__init__(resized(1, CELLS), first)

    def _build(self) -> None:
        self._supplied(*_SUPPLIES)
        for cell in range(CELLS):
            self._sense(cell)
        for cell in range(CELLS):
            self._light(cell)
        for part, kind, _, cell in self.made:
            if kind is parts.LED and cell == CELLS - 1:
                part["2"] += self.net("CHAIN_END")
        for cell in range(CELLS):
            for number in range(1, self.profile.leds_per_cell):
                self._light_more(cell, number)
        own = {"A0": "SENSE_A1", "A1": "SENSE_B1"}
        self.add(parts.CABLE, IN, **_socket({**own, "D": "LED_FIRST"}))
        swapped = {"B0": "SENSE_A1", "B1": "SENSE_B1", "A0": "B0", "A1": "B1"}
        self.add(parts.CABLE, OUT, **_socket({**swapped, "D": "CHAIN_END"}))
        self.add(parts.JUMPER, IN, p1="LED_FIRST", p2="R")
        self.add(parts.JUMPER, OUT, p1="CHAIN_END", p2="R")
        self._close()


class Head(_Piece):
    """Pico, multiplexer, current limiter and level shifter of the 4x4 board, and a socket for each
    row."""

    def __init__(self, first: int = 0) -> None:
        super().__init__(DATA, first)

    def _build(self) -> None:
        self._supplied("GND")
        self._multiplexers()
        self._power()
        self._computer()
        for row in range(self.profile.rows):
            self.add(parts.CABLE, f"row {row}", **_socket(row_lines(self.profile, row)))
        for name in TEST_POINTS:
            if name in self._nets:
                self.add(parts.TEST_POINT, name, p1=name)
        self._close()

    def _buttons(self) -> None:
        self.add(parts.BUTTON_CABLE, "buttons", **_button_lines())


class Buttons(_Piece):
    def __init__(self, first: int = 0) -> None:
        super().__init__(DATA, first)

    def _build(self) -> None:
        self._supplied("GND")
        super()._buttons()
        self.add(parts.BUTTON_CABLE, HEAD, **_button_lines())
        self._close()


def _button_lines() -> Ends:
    return {**{name: name for _, name, _ in parts.BUTTON_CABLE.pins}, "MP": "GND"}


def turned(row: int) -> bool:
    """Whether a row's strips lie turned around: IN at the right, where its cable comes from."""
    return row % 2 == 1


def row_lines(profile: Profile, row: int) -> Ends:
    """The nets of the head's socket for a row: its sensors in the order of their channels, and the
    chain of lights to and from it. It enters a row that is not turned at the far end, by R."""
    first = row * profile.columns
    cells = sorted(range(first, first + profile.columns), key=lambda c: profile.mux_channels[c])
    names = [f"SENSE_{profile.cell_name(cell).upper()}" for cell in cells]
    to = f"CHAIN_{first}" if row else "LED_FIRST"
    back = f"CHAIN_{first + profile.columns}" if row + 1 < profile.rows else ""
    lines = {"D": to, "R": back} if turned(row) else {"D": back, "R": to}
    return lines | dict(zip(("A0", "A1", "B0", "B1"), names, strict=True))


class _Joins:
    """Nets of pieces that are one net of the board."""

    def __init__(self) -> None:
        self._parent: dict[tuple[str, str], tuple[str, str]] = {}

    def _root(self, net: tuple[str, str]) -> tuple[str, str]:
        while net in self._parent:
            net = self._parent[net]
        return net

    def join(self, a: tuple[str, str], b: tuple[str, str]) -> None:
        # The head's names are those of the board: they stay.
        a, b = sorted((self._root(a), self._root(b)), key=lambda net: (net[0] != HEAD, net))
        if a != b:
            self._parent[b] = a

    def name(self, net: tuple[str, str]) -> str:
        piece, name = self._root(net)
        return name if piece == HEAD else f"{piece}/{name}"


def assembled(data: Data = DATA) -> list[Placed]:
    """The parts of a board made of strips, a head and the buttons, with the nets that their cables
    and closed jumpers make. References begin with the name of the piece. The head is that of the
    4x4 board: `data` has at most as many rows, and one or two strips in each."""
    profile = Profile(data)
    pieces = {HEAD: netlist(Head()), "buttons": netlist(Buttons())}
    strip, count = netlist(Strip()), profile.columns // CELLS
    cables, jumpers = [((HEAD, "buttons"), ("buttons", HEAD))], []
    for row in range(profile.rows):
        names = [f"{row}-{place}" for place in range(count)]
        pieces.update(dict.fromkeys(names, strip))
        cables += [((a, OUT), (b, IN)) for a, b in pairwise(names)]
        ends = [(names[0], IN), (names[-1], OUT)]
        near, far = ends if turned(row) else ends[::-1]
        cables.append(((HEAD, f"row {row}"), near))
        jumpers.append(far)

    def nets(piece: str, letter: str, role: str) -> Ends:
        found = next(
            part for part in pieces[piece] if part.kind.letter == letter and part.role == role
        )
        return found.nets

    joins = _Joins()
    for (a, a_role), (b, b_role) in cables:
        theirs = nets(b, "J", b_role)
        for pin, net in nets(a, "J", a_role).items():
            joins.join((a, net), (b, theirs[pin]))
    for piece, role in jumpers:
        first, second = nets(piece, "JP", role).values()
        joins.join((piece, first), (piece, second))
    found = []
    for piece, made in pieces.items():
        for part in made:
            on = {pin: joins.name((piece, net)) for pin, net in part.nets.items()}
            role, cell = part.role, part.cell
            if cell >= 0:
                row, strips_before = map(int, piece.split("-"))
                place = row * profile.columns + strips_before * CELLS + cell
                role = f"chain {place}" if role.startswith("chain") else role
                cell = profile.led_order.index(place)
            found.append(Placed(f"{piece} {part.ref}", part.kind, role, cell, on))
    return found


# A wire of AWG 28 in milliohms per mm, and a plug's contact (JST, SH: 20 at most).
WIRE_MOHM, CONTACT_MOHM = 0.213, 20.0


def ground_mv(row_ma: float, cable_mm: tuple[float, ...]) -> float:
    """How far the ground of a row's farthest strip lies above the head's, at most: the row's
    current through cables of these lengths, from the head on. Each has two wires for ground, and
    the current is taken in equal parts at the end of each."""
    total = 0.0
    for i, length in enumerate(cable_mm):
        ohm = (length * WIRE_MOHM + 2 * CONTACT_MOHM) / 2 / 1000
        total += ohm * row_ma * (len(cable_mm) - i) / len(cable_mm)
    return total
