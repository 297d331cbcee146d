"""Tests sensors and multiplexer by their resting voltages, with nothing on the board.

No two sensors rest at exactly the same voltage (offsets differ by about 30 mV), so channels that
agree within a few millivolts are one channel read twice.
"""

from dataclasses import dataclass

from host_tools.workshop.checkup.parts import FAULTY, LOOK, NOT_TRIED, OK, Part
from host_tools.workshop.checkup.probe import Probe, Reading
from host_tools.workshop.checkup.wires import Wires

_ROUNDS = 24
_FEW_ROUNDS = 6
_ALIKE_MV = 3.0
_FOLLOWS_MV = 6.0  # a reading that depends this much on the previous channel is not from a sensor
_CLEAR_MV = 15.0  # two channels must differ this much to show which one a third follows
RAIL_MV = 100.0
RESTLESS_MV = 14.0  # lowest to highest reading; within 3 for a good sensor
_FEWEST_PAIRS = 3
_FEWEST_CHANNELS = 4
_INPUTS_TRIED = 6  # with all multiplexers disabled


@dataclass
class Rest:
    """The results. `mean`: resting reading by channel; `readings`: the same with lowest and
    highest; `sound`: channels to test with a magnet, empty if the multiplexer is at fault; `open`:
    channels that are not connected and repeat the previous reading."""

    parts: list[Part]
    mean: dict[int, int]
    sound: list[int]
    readings: dict[int, Reading]
    open: frozenset[int] = frozenset()


def _not_connected(wires: Wires, channel: int) -> Part:
    return Part(
        "multiplexer",
        wires.input(channel),
        FAULTY,
        f"not connected: reads what was read before it (cell {wires.cell(channel)})",
        f"the joint of pin {wires.input(channel)}, its track, then the multiplexer itself",
    )


def look(probe: Probe, wires: Wires) -> Rest:
    """Test sensors, multiplexer and select lines as far as possible without a magnet."""
    probe.scan(wires.channels, 1)  # an open wire keeps an old voltage
    readings = dict(zip(wires.channels, probe.scan(wires.channels, _ROUNDS), strict=True))
    mean = {channel: reading[0] for channel, reading in readings.items()}
    # A single sensor is connected directly to the converter's pin.
    faults = [Part("multiplexer", "", OK, "passes every channel on")] if wires.select else []
    if wires.select and _spread_mv(wires, mean, wires.channels) < _ALIKE_MV:
        faults = [
            Part(
                "multiplexer",
                "",
                FAULTY,
                f"all channels read the same, {wires.mv(mean[wires.channels[0]]):.0f} mV",
                f"its common pin to {wires.adc}, its enable pin, its supply",
            )
        ]
        why = "not distinguished: see the multiplexer"
        return Rest(faults + _untried(wires, wires.channels, why), mean, [], readings)
    calm = [c for c, (_, low, high) in readings.items() if wires.mv(high - low) < RESTLESS_MV]
    always = _always_on(probe, wires, mean, calm)
    if always is not None:
        faulty = {always: _ALWAYS_ON}
        enables = wires.enable_parts(faulty, "not distinguished: see the other")
        why = "mixed with another: see the enable lines"
        return Rest(faults + enables + _untried(wires, wires.channels, why), mean, [], readings)
    stuck = _stuck_lines(wires, mean)
    if stuck:
        lines = wires.line_parts(stuck, "switches")
        why = "not distinguished from another: see the select lines"
        return Rest(faults + lines + _untried(wires, wires.channels, why), mean, [], readings)
    open_ = _open_channels(probe, wires, mean, calm)
    dead = _dead(wires, open_)
    single = [channel for channel in open_ if channel // wires.inputs not in dead]
    if single:
        faults = [_not_connected(wires, channel) for channel in single]
    lines = wires.line_parts({}, "switches; which line it is shows under a magnet")
    lines += wires.enable_parts(
        dict.fromkeys(dead, _NEVER_ON), "switches; which one it is shows under a magnet"
    )
    sensors, sound = [], []
    for channel in wires.channels:
        if channel in open_:
            where = f"the multiplexer's {wires.input(channel)}"
            if channel // wires.inputs in dead:
                where = f"the enable line {wires.enable_line(channel // wires.inputs)}"
            sensors += _untried(wires, (channel,), f"not connected: see {where}")
            continue
        part = _sensor(wires, channel, *readings[channel])
        sensors.append(part)
        if part.verdict != FAULTY:
            sound.append(channel)
    return Rest(faults + lines + sensors, mean, sound, readings, frozenset(open_))


_NEVER_ON = (
    "its multiplexer is never on: all of its channels read what was read before them",
    "the wire from the pin to the multiplexer's enable pin, a bridge from there to 3.3 V, then the "
    "multiplexer's supply and its common pin",
)
_ALWAYS_ON = (
    "its multiplexer is on all the time, beside the one that is asked",
    "a bridge from the multiplexer's enable pin to ground, or the joint of that pin",
)


def _dead(wires: Wires, open_: list[int]) -> list[int]:
    """Return the multiplexers without any connected channel."""
    if not wires.enable:
        return []
    return [
        mux
        for mux in range(len(wires.enable))
        if all(c in open_ for c in wires.channels if c // wires.inputs == mux)
    ]


def _always_on(probe: Probe, wires: Wires, mean: dict[int, int], calm: list[int]) -> int | None:
    """Return the multiplexer that is enabled while none should be, or None. With none enabled, the
    wire keeps the previous reading."""
    order = sorted(calm, key=lambda channel: mean[channel])
    if not wires.enable or len(order) < _FEWEST_CHANNELS:
        return None
    none = wires.inputs * len(wires.enable)
    inputs = sorted({channel % wires.inputs for channel in wires.channels})[:_INPUTS_TRIED]
    plan: list[int] = []
    for number in inputs:
        plan += [order[0], none + number, order[-1], none + number]
    read = [reading[0] for reading in probe.scan(plan, _FEW_ROUNDS)]
    after_low, after_high = read[1::4], read[3::4]
    pairs = zip(after_low, after_high, strict=True)
    if any(abs(wires.mv(high - low)) > _FOLLOWS_MV for low, high in pairs):
        return None

    def apart(mux: int) -> float:
        each = zip(inputs, after_low, strict=True)
        here = [(mean.get(mux * wires.inputs + number), value) for number, value in each]
        known = [abs(there - value) for there, value in here if there is not None]
        return sum(known) / len(known)

    return min(range(len(wires.enable)), key=apart)


def _spread_mv(wires: Wires, mean: dict[int, int], channels: tuple[int, ...]) -> float:
    values = [mean[channel] for channel in channels]
    return wires.mv(max(values) - min(values))


def _untried(wires: Wires, channels: tuple[int, ...], why: str) -> list[Part]:
    return [Part("sensor", wires.cell(channel), NOT_TRIED, why) for channel in channels]


def _stuck_lines(wires: Wires, mean: dict[int, int]) -> dict[int, tuple[str, str]]:
    """Return the lines whose level makes no difference for any pair of channels."""
    stuck = {}
    for bit, pin in enumerate(wires.select):
        pairs = wires.pairs(bit)
        if len(pairs) < _FEWEST_PAIRS:
            continue
        if all(abs(wires.mv(mean[a] - mean[b])) < _ALIKE_MV for a, b in pairs):
            a, b = pairs[0]
            stuck[bit] = (
                f"does not switch: channels n and n+{1 << bit} read alike "
                f"({wires.cell(a)} as {wires.cell(b)}, and so on)",
                f"stuck or open: the joints of GP{pin} and of the multiplexer's pin S{bit}, the "
                "track between, and a bridge to ground or supply",
            )
    return stuck


def _open_channels(probe: Probe, wires: Wires, mean: dict[int, int], calm: list[int]) -> list[int]:
    """Return the channels that repeat any previous reading. Only channels with little noise can
    show this."""
    found: list[int] = []
    for _ in range(2):  # repeat without those found: one may hide another
        order = sorted((c for c in calm if c not in found), key=lambda c: mean[c])
        if len(order) < _FEWEST_CHANNELS:
            break
        plan = []  # read each channel after one that reads low, and after one that reads high
        for channel in calm:
            others = [c for c in order if c != channel]
            plan += [others[0], channel, others[-1], channel]
        read = [wires.mv(reading[0]) for reading in probe.scan(plan, _FEW_ROUNDS)]
        found = [
            channel
            for index, channel in enumerate(calm)
            if abs(read[4 * index + 2] - read[4 * index]) > _CLEAR_MV
            and abs(read[4 * index + 3] - read[4 * index + 1]) > _FOLLOWS_MV
        ]
        if not found:
            break
    return found


def _sensor(wires: Wires, channel: int, mean: int, low: int, high: int) -> Part:
    name = wires.cell(channel)
    mv = wires.mv(mean)
    supply = wires.profile.data["sensor"]["supply_mv"]
    window = wires.profile.sensing["zero_window_mv"]
    offset = wires.mv(mean - wires.profile.raw_middle)
    if mv < RAIL_MV:
        return Part(
            "sensor",
            name,
            FAULTY,
            f"reads {mv:.0f} mV, as ground",
            "its supply pin, a solder bridge from its output to ground, then the sensor itself",
        )
    if mv > supply - RAIL_MV:
        return Part(
            "sensor",
            name,
            FAULTY,
            f"reads {mv:.0f} mV, as the supply",
            "its ground pin, a solder bridge from its output to 3.3 V, then the sensor itself",
        )
    if wires.mv(high - low) > RESTLESS_MV:
        return Part(
            "sensor",
            name,
            FAULTY,
            f"does not rest: readings wander by {wires.mv(high - low):.0f} mV",
            "a loose joint at the sensor, its capacitor, or something moving on the board",
        )
    if abs(offset) > window:
        return Part(
            "sensor",
            name,
            LOOK,
            f"rests {offset:+.0f} mV from the middle, more than {window} mV",
            "take tiles and magnets away and try again; if it stays, the sensor",
        )
    return Part("sensor", name, OK, "rests well; not tried with a magnet")
