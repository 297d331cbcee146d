"""How the board reads a tile released anywhere over the plate: 170 000 rests, ten minutes of
processor time."""

from collections.abc import Mapping, Sequence

import numpy as np

from host_tools.jobs import report
from host_tools.lab.bench.rests.falls import TILTS, falls, neighbours
from host_tools.lab.bench.rests.picture import Map, picture
from host_tools.lab.bench.rests.sensed import strengths_mv
from host_tools.lab.bench.rests.verdicts import UNFELT, VERDICTS, shares, verdicts
from host_tools.lab.experiment import Experiment, Measured, Part
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

ROUGHER = (0.3, 0.4)
GRID_MM, MAP_MM = 2.0, 1.0  # over the plate, and over the corner of it that the map shows
PLATE, CORNER, FLAT = Part("plate"), Part("corner"), Part("flat")
# Height of the flat top above the floor of its wells, as the prints have it.
FLAT_MM = 5.0
MAP_CELLS = 2


def row(what: str, friction: float, found: Sequence[str]) -> list[str]:
    """A table row: the number of rests with each verdict."""
    counted = shares(found)
    return [what, f"{friction:g}", str(len(found)), *(str(counted[each]) for each in VERDICTS)]


def over_all(profile: Profile, step_mm: float) -> list[str]:
    """The row for the whole plate, all tilts together."""
    friction: float = profile.data["plate"]["friction"]
    side = max(profile.rows, profile.columns)
    found = verdicts(profile, list(falls(profile, step_mm, friction, TILTS, side)))
    return row(f"whole plate, {len(TILTS)} tilts", friction, found)


def strength_row(profile: Profile, drawn: Map) -> list[str]:
    """A row of the table of tiles that are not noticed on a map: the two strongest cell readings of
    each."""
    what, fell, found = drawn
    unfelt = [fall.tile for fall, verdict in zip(fell, found, strict=True) if verdict == UNFELT]
    if not unfelt:
        return [what, "0", "", "", ""]
    first, second = strengths_mv(profile, unfelt).T[:2]
    figures = (np.median(first), first.max(), np.median(second), second.max())
    return [what, str(len(unfelt)), *(f"{mv:.1f}" for mv in figures)]


def maps(profile: Profile, step_mm: float) -> tuple[list[Map], list[list[str]]]:
    """A corner of the board on smooth and rougher plates, and beside other tiles: the maps and
    their table rows."""
    drawn: list[Map] = []
    rows = []
    smooth: float = profile.data["plate"]["friction"]
    for friction, others in [*((f, []) for f in (smooth, *ROUGHER)), (smooth, neighbours(profile))]:
        fell = list(falls(profile, step_mm, friction, TILTS[:1], MAP_CELLS, others))
        found = verdicts(profile, fell, others)
        what = "every second cell taken" if others else f"friction {friction:g}"
        drawn.append((what, fell, found))
        rows.append(row("corner, every second cell taken" if others else "corner", friction, found))
    return drawn, rows


def under_flat_top(profile: Profile) -> Profile:
    """The same board with a level top instead of ridges."""
    heights = dict.fromkeys(("well_depth_mm", "ridge_middle_mm", "ridge_crossing_mm"), FLAT_MM)
    return Profile({**profile.data, "plate": {**profile.data["plate"], **heights}})


def flat_row(profile: Profile, step_mm: float) -> list[str]:
    """The row for a corner of the flat top."""
    flat = under_flat_top(profile)
    friction: float = flat.data["plate"]["friction"]
    fell = list(falls(flat, step_mm, friction, TILTS[:1], MAP_CELLS))
    return row("flat top, corner", friction, verdicts(flat, fell))


def rest(part: Part, _: int) -> Measured:
    """The rows for the whole plate, those for the corner with its map, or the flat top's."""
    profile = Profile(DATA)
    if part == PLATE:
        return Measured(1, [over_all(profile, GRID_MM)])
    if part == FLAT:
        return Measured(1, [flat_row(profile, MAP_MM)])
    drawn, rows = maps(profile, MAP_MM)
    weak = [strength_row(profile, one) for one in drawn[1:]]
    return Measured(1, {"rows": rows, "weak": weak, "map": picture(profile, MAP_MM, drawn)})


def body(results: Mapping[Part, Measured]) -> str:
    """The page below its title."""
    profile, corner = Profile(DATA), results[CORNER].figures
    rows = [*results[PLATE].figures, *corner["rows"], *results[FLAT].figures]
    table = report.table(["where", "friction", "rests", *VERDICTS], rows)
    titles = ["where", UNFELT, "median, mV", "most, mV", "next cell's, median", "most"]
    weak = report.table(titles, corner["weak"])
    plate, limits = profile.data["plate"], profile.sensing
    meanings = "\n".join(f"- *{name}*: {words}." for name, words in VERDICTS.items())
    return f"""\
Between the cells the plate has ridges like roofs: {plate["ridge_middle_mm"]:g} mm above the floor
of the wells halfway between two cells, {plate["ridge_crossing_mm"]:g} mm where four meet, rising
{plate["ridge_slope"]:g} mm a millimetre. No tile lies level on them: it slides into a cell, or
leans where friction holds it. The simulated friction is {plate["friction"]:g}; that of a printed
plate was not measured.

A tile of either player, either side up, is let go every {GRID_MM:g} mm over the whole plate, level
and tilted by 15 and 40 degrees towards eight sides, and every {MAP_MM:g} mm over a corner. The
simulated world says where it comes to rest; then the firmware's filter decides on the readings of a
board with the spread of production.

{table}

{meanings}

The [flat top](../../hardware/README.md#a-flat-top) is level, {FLAT_MM:g} mm above the floor of the
wells: a tile that does not fall into one stays in plain sight where it was let go.

On rough plates and beside other tiles some are not noticed: the game goes on asking for the tile,
but no light shows where it lies.

What the tiles not noticed add to the reading of the nearest cell, and of the next one:

{weak}

Cells ask if {limits["trace_mv"]:g} mV are sensed on one and on its neighbour, or
{limits["trace_alone_mv"]:g} mV on one alone, for {limits["trace_ms"] / 1000:g} s. With lower limits
boards would ask where nothing lies: an empty cell's reading drifts with temperature, and the zeros
follow it, up to {limits["drift_limit_mv"]:g} mV, by only 1 mV in
{limits["drift_ms_per_mv"] / 1000:g} s.

Where friction stops all sliding, some leaning tiles are taken for the other player's: the ridges
need a smooth plate.

By the place where the tile was let go, in a corner of the board:

![Map](pictures/rests.svg)"""


EXPERIMENT = Experiment(
    name="rests",
    unit="parts",
    tally=Measured,
    in_batch=1,
    plan=lambda: {PLATE: 1, CORNER: 1, FLAT: 1},
    trial=rest,
    title="Tiles between cells",
    body=body,
    pictures=lambda results: {"rests": results[CORNER].figures["map"]},
)
