"""The measured values of each sensor, and the margins to its limits.

Counts are the board's: the sum of a scan's conversions. A margin is in millivolts, positive within
its limit.
"""

from dataclasses import replace

from host_tools.workshop.checkup import magnets, rest
from host_tools.workshop.checkup.magnets import Response
from host_tools.workshop.checkup.parts import Numbers, Part
from host_tools.workshop.checkup.probe import Reading
from host_tools.workshop.checkup.rest import Rest
from host_tools.workshop.checkup.wires import Wires


def numbered(
    wires: Wires, parts: list[Part], found: Rest, responses: dict[int, Response]
) -> list[Part]:
    """Return the parts, with numbers for sensors. `responses`: response to a magnet, by channel."""
    names = {wires.cell(channel): channel for channel in wires.channels}
    done = []
    for part in parts:
        if part.kind != "sensor":
            done.append(part)
            continue
        channel = names[part.name]
        change = responses[channel].change.get(channel) if channel in responses else None
        numbers = measure(wires, found.readings[channel], change)
        done.append(replace(part, numbers=numbers))
    return done


def measure(wires: Wires, reading: Reading, tile_mv: float | None) -> Numbers:
    """Return the numbers of a sensor: its reading at rest, and the change by a tile."""
    mean, low, high = reading
    profile = wires.profile
    rest_mv = wires.mv(mean)
    offset_mv = wires.mv(mean - profile.raw_middle)
    noise_mv = wires.mv(high - low)
    margins = {
        "ground": rest_mv - rest.RAIL_MV,
        "supply": profile.data["sensor"]["supply_mv"] - rest.RAIL_MV - rest_mv,
        "zero": profile.sensing["zero_window_mv"] - abs(offset_mv),
        "noise": rest.RESTLESS_MV - noise_mv,
    }
    if tile_mv is not None:
        margins["tile"] = abs(tile_mv) - magnets.WEAK_MV
    return Numbers(
        mean,
        round(rest_mv, 1),
        round(offset_mv, 1),
        round(noise_mv, 1),
        None if tile_mv is None else round(tile_mv, 1),
        {name: round(margin, 1) for name, margin in margins.items()},
    )


def table(parts: list[Part]) -> list[str]:
    """Return the numbers of all sensors as a table, one line each, with the names of the
    columns."""
    rows = [(part.name, part.numbers) for part in parts if part.numbers is not None]
    if not rows:
        return []
    lines = [
        "Sensors in mV: offset from the middle, noise from lowest to highest, and how far each is",
        "inside its limits: ground and supply rails, zero window, noise, a tile's least signal.",
        f"{'cell':<5}{'counts':>7}{'offset':>8}{'noise':>7}{'tile':>7}   margins:"
        f"{'ground':>8}{'supply':>8}{'zero':>7}{'noise':>7}{'tile':>7}",
    ]
    for name, found in rows:
        sizes = {"ground": 8, "supply": 8, "zero": 7, "noise": 7, "tile": 7}
        margins = [f"{_figure(found.margins.get(one), ''):>{sizes[one]}}" for one in sizes]
        lines.append(
            f"{name:<5}{found.rest_counts:>7}{found.offset_mv:>+8.1f}{found.noise_mv:>7.1f}"
            f"{_figure(found.tile_mv, '+'):>7}{'':>11}{''.join(margins)}"
        )
    return lines


def _figure(value: float | None, sign: str) -> str:
    return "-" if value is None else f"{value:{sign}.1f}"
