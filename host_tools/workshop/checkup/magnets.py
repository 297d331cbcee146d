"""Tests sensors and select lines with a magnet: a person lays a tile on one cell after another."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations, product

from host_tools.workshop.checkup.parts import FAULTY, LOOK, NOT_TRIED, OK, Part
from host_tools.workshop.checkup.person import Person
from host_tools.workshop.checkup.probe import RGB, Probe
from host_tools.workshop.checkup.rest import Rest
from host_tools.workshop.checkup.wires import Wires

_RESPONSE_MV = 100.0
WEAK_MV = 140.0  # weakest effect of a tile on the cell
_SAME = 2  # equal results needed for the right cell
_OTHER = 5  # ... and for another cell: a tile in motion passes over others
# The chip's line on each pin: for the select pins, and for the multiplexers' enables.
Order = tuple[tuple[int, ...], tuple[int, ...]]
_HERE: RGB = (40, 40, 40)
_DARK: RGB = (0, 0, 0)


@dataclass(frozen=True)
class Response:
    """The response to a magnet on a cell: change in millivolts by channel."""

    change: dict[int, float]

    @property
    def channels(self) -> list[int]:
        return sorted(self.change, key=lambda channel: -abs(self.change[channel]))


def look(
    probe: Probe, wires: Wires, rest: Rest, person: Person
) -> tuple[list[Part], dict[int, Response]]:
    """Return the parts of `rest` with the results of the magnet, and the responses by channel."""
    responses: dict[int, Response] = {}
    if not rest.sound:
        return rest.parts, responses
    last: set[int] = set()
    for channel in wires.channels:
        if channel not in rest.sound:
            continue
        lights = [_DARK] * wires.profile.cells
        lights[wires.cell_of[channel]] = _HERE
        probe.light(lights)
        watch = _Watch(lambda: _read_response(probe, wires, rest), channel, last)
        person.lay(wires.cell(channel), watch.settled)
        responses[channel] = watch.response
        last = set(watch.response.change)
    probe.light([_DARK] * wires.profile.cells)
    person.take_away()
    return _parts(wires, rest, responses), responses


def _read_response(probe: Probe, wires: Wires, rest: Rest) -> Response:
    now = probe.scan(wires.channels, 1)
    changes = {c: wires.mv(now[index][0] - rest.mean[c]) for index, c in enumerate(wires.channels)}
    return Response(
        {c: mv for c, mv in changes.items() if abs(mv) > _RESPONSE_MV and c not in rest.open}
    )


class _Watch:
    """Waits for a magnet to come to rest. `response`: the last response."""

    def __init__(self, read: Callable[[], Response], asked: int, before: set[int]) -> None:
        self._read = read
        self._asked = asked
        self._before = before
        self._same = 0
        self.response = Response({})

    def settled(self) -> bool:
        """Look again; True when the same channel has responded often enough."""
        response = self._read()
        now = set(response.change)
        self._same = self._same + 1 if now == set(self.response.change) else 1
        self.response = response
        if not now or now == self._before:
            return False
        return self._same >= (_SAME if now == {self._asked} else _OTHER)


def _parts(wires: Wires, rest: Rest, responses: dict[int, Response]) -> list[Part]:
    answers = {asked: f.channels[0] for asked, f in responses.items() if f.channels}
    order = _exchanged(wires, answers)
    parts = []
    signs = [f.change[f.channels[0]] > 0 for f in responses.values() if f.channels]
    mostly = sum(signs) * 2 >= len(signs)
    for part in rest.parts:
        if part.kind == "select line":
            bit = [wires.line(b) for b in range(len(wires.select))].index(part.name)
            parts.append(_line(wires, part, bit, order, answers))
        elif part.kind == "enable line":
            mux = [wires.enable_line(m) for m in range(len(wires.enable))].index(part.name)
            parts.append(_enable(wires, part, mux, order, answers))
        elif part.kind != "sensor":
            parts.append(part)
        else:
            channel = wires.channels[_cell_index(wires, part.name)]
            if order and order != _own(wires) and _read(wires, channel, order) is None:
                why = "not measured: in its place an open input was read; see the lines above"
                parts.append(replace(part, verdict=NOT_TRIED, found=why, fix=""))
            elif part.verdict in (FAULTY, NOT_TRIED):
                parts.append(part)
            else:
                expected = _through(wires, channel, order) if order else channel
                parts.append(_sensor(wires, part, channel, expected, responses[channel], mostly))
    return parts


def _cell_index(wires: Wires, name: str) -> int:
    return [wires.profile.cell_name(cell) for cell in range(wires.profile.cells)].index(name)


def _own(wires: Wires) -> Order:
    """Return the order with every line on its own pin."""
    return tuple(range(len(wires.select))), tuple(range(len(wires.enable)))


def _through(wires: Wires, channel: int, order: Order) -> int:
    """Return the channel number under which a channel responds with this order of lines."""
    select, enable = order
    mux, number = divmod(channel, wires.inputs)
    asked = sum((number >> bit & 1) << line for bit, line in enumerate(select))
    return wires.inputs * (enable[mux] if enable else mux) + asked


def _read(wires: Wires, asked: int, order: Order) -> int | None:
    """Return the channel that is read instead of the selected one; None if it has no sensor."""
    for channel in wires.channels:
        if _through(wires, channel, order) == asked:
            return channel
    return None


def _exchanged(wires: Wires, answers: dict[int, int]) -> Order | None:
    """Return the order of select and enable lines that explains all responses, or None. The correct
    order is tried first."""
    for order in product(*(permutations(lines) for lines in _own(wires))):
        select, enable = order
        if all(
            _through(wires, asked, (select, enable)) == answered
            for asked, answered in answers.items()
        ):
            return select, enable
    return None


def _enable(
    wires: Wires, part: Part, mux: int, order: Order | None, answers: dict[int, int]
) -> Part:
    if part.verdict == FAULTY:
        return part
    if not answers or order is None:
        return replace(part, verdict=LOOK, found="switches; the answers fit no order of the lines")
    enable = order[1]
    if enable[mux] == mux:
        return replace(part, verdict=OK, found="switches, and is the right one")
    return Part(
        "enable line",
        wires.enable_line(mux),
        FAULTY,
        f"exchanged with another: {wires.enable_line(enable[mux])} is on multiplexer {mux + 1}",
        "cross the wires back, or put the pins in this order into the board's profile: "
        + ", ".join(str(wires.enable[line]) for line in enable),
    )


def _line(wires: Wires, part: Part, bit: int, both: Order | None, answers: dict[int, int]) -> Part:
    if part.verdict == FAULTY:
        return part
    if not answers or both is None:
        return replace(part, verdict=LOOK, found="switches; the answers fit no order of the lines")
    order = both[0]
    if order[bit] == bit:
        return replace(part, verdict=OK, found="switches, and is the right one")
    other = wires.line(order[bit])
    return Part(
        "select line",
        wires.line(bit),
        FAULTY,
        f"exchanged with another: {other} is on the multiplexer's pin S{bit}",
        "cross the wires back, or put the pins in this order into the board's profile: "
        + ", ".join(str(wires.select[line]) for line in order),
    )


def _sensor(
    wires: Wires, part: Part, channel: int, expected: int, response: Response, mostly: bool
) -> Part:
    name = part.name
    if not response.change:
        return Part(
            "sensor",
            name,
            FAULTY,
            "does not sense a magnet",
            "the sensor itself, or its output pin; was the tile on the lit cell?",
        )
    first = response.channels[0]
    change = response.change[first]
    if expected not in response.change:
        return Part(
            "sensor",
            name,
            FAULTY,
            f"a magnet on it is sensed by {wires.cells(response.channels)}",
            "the wires from the sensors to the multiplexer's pins "
            f"{wires.input(channel)} and {wires.input(first)}",
        )
    if len(response.change) > 1:
        return Part(
            "sensor",
            name,
            LOOK,
            f"a magnet on it is sensed by {wires.cells(response.channels)} too",
            "was another tile on the board? If not: a bridge between those channels",
        )
    if abs(change) < WEAK_MV:
        return Part(
            "sensor",
            name,
            LOOK,
            f"feels a tile weakly: {abs(change):.0f} mV",
            "the height of the sensor under the well, its type, the tile's magnet",
        )
    if (change > 0) != mostly:
        return Part(
            "sensor",
            name,
            LOOK,
            "feels the other pole than most",
            "was the tile turned over in between? If not, the sensor is mounted back to front",
        )
    return replace(part, verdict=OK, found=f"rests well and feels a tile ({abs(change):.0f} mV)")
