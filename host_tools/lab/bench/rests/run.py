"""What the board makes of a tile that is let go anywhere over the plate.

lodeboard lab rests            from a coarse grid
lodeboard lab rests --whole    from 170 000 rests; takes ten minutes of a processor
lodeboard lab rests --write    and keep docs/measured/rests.md and its picture
"""

import argparse
from collections.abc import Sequence

import numpy as np

from host_tools import ROOT
from host_tools.build import profiles
from host_tools.jobs import report
from host_tools.jobs.files import write_whole
from host_tools.lab.bench.rests.falls import TILTS, falls, neighbours
from host_tools.lab.bench.rests.picture import Map, picture
from host_tools.lab.bench.rests.sensed import strengths_mv
from host_tools.lab.bench.rests.verdicts import UNFELT, VERDICTS, shares, verdicts
from lodeboard.boards.profile import Profile

PAGE = ROOT / "docs" / "measured" / "rests.md"
PICTURE = ROOT / "docs" / "measured" / "pictures" / "rests.svg"
ROUGHER = (0.3, 0.4)
WHOLE_MM = (2.0, 1.0)  # the grid over the plate, and that of the maps
COARSE_MM = (6.0, 2.0)
MAP_CELLS = 2


def row(what: str, friction: float, found: Sequence[str]) -> list[str]:
    """Of the table: how many rests there are of each verdict."""
    counted = shares(found)
    return [what, f"{friction:g}", str(len(found)), *(str(counted[each]) for each in VERDICTS)]


def over_all(profile: Profile, step_mm: float) -> list[str]:
    """The row of the whole plate in all tilts."""
    friction: float = profile.data["plate"]["friction"]
    side = max(profile.rows, profile.columns)
    found = verdicts(profile, list(falls(profile, step_mm, friction, TILTS, side)))
    return row(f"whole plate, {len(TILTS)} tilts", friction, found)


def strength_row(profile: Profile, drawn: Map) -> list[str]:
    """Of the table of tiles that are not noticed on a map: what the two cells read of each that
    feel it most."""
    what, fell, found = drawn
    unfelt = [fall.tile for fall, verdict in zip(fell, found, strict=True) if verdict == UNFELT]
    if not unfelt:
        return [what, "0", "", "", ""]
    first, second = strengths_mv(profile, unfelt).T[:2]
    figures = (np.median(first), first.max(), np.median(second), second.max())
    return [what, str(len(unfelt)), *(f"{mv:.1f}" for mv in figures)]


def maps(profile: Profile, step_mm: float) -> tuple[list[Map], list[list[str]]]:
    """A corner of the board on smooth and rougher plates, and beside other tiles: the maps, and
    their rows."""
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


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="lodeboard lab rests",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--whole", action="store_true", help="not only a coarse grid")
    parser.add_argument("--write", action="store_true", help=f"keep them in {PAGE.name}")
    profiles.add_argument(parser)
    chosen = parser.parse_args(arguments)
    profile = profiles.profile(chosen.board)
    grid_mm, map_mm = WHOLE_MM if chosen.whole else COARSE_MM
    drawn, rows = maps(profile, map_mm)
    rows.insert(0, over_all(profile, grid_mm))
    table = report.table(["where", "friction", "rests", *VERDICTS], rows)
    weak = report.table(
        ["where", UNFELT, "median, mV", "most, mV", "next cell's, median", "most"],
        [strength_row(profile, one) for one in drawn[1:]],
    )
    print(table, weak, sep="\n\n")
    if chosen.write:
        write_whole(PICTURE, picture(profile, map_mm, drawn))
        write_whole(PAGE, page(profile, table, weak, chosen.whole))
    return 0


def page(profile: Profile, table: str, weak: str, whole: bool) -> str:
    """The page that shows both."""
    grid_mm, map_mm = WHOLE_MM if whole else COARSE_MM
    options = "--whole --write" if whole else "--write"
    plate, limits = profile.data["plate"], profile.sensing
    meanings = "\n".join(f"- *{name}*: {words}." for name, words in VERDICTS.items())
    return f"""\
# Tiles between cells

Written by `lodeboard lab rests {options}`.

Between the cells the plate has ridges like roofs: {plate["ridge_middle_mm"]:g} mm above the floor
of the wells halfway between two cells, {plate["ridge_crossing_mm"]:g} mm where four meet, with
flanks that rise {plate["ridge_slope"]:g} mm a millimetre. No tile lies level on them. It slides
into a cell, or leans where friction holds it. The simulated plate has a friction of
{plate["friction"]:g}; that of a printed one was not measured.

A tile is let go at each place of a grid, {grid_mm:g} mm wide over the whole plate, level and
tilted by 15 and 40 degrees towards eight sides, and {map_mm:g} mm wide over a corner of it, of
either player and with either side up. The simulated world says where it comes to rest; then the
firmware's filter decides on the readings of a board whose sensors, converter and magnets have the
spread of production.

{table}

{meanings}

The smooth plate keeps what is promised: each tile is seen as what it is, or lies beside the cells.
The rough plates and the taken cells do not: there some tiles are neither seen nor asked for. None
is taken for a tile that the game then uses. For the game such a tile is not there: it goes on
asking for it, or for the cell to be filled, but no light shows where the tile lies.

Why the board does not notice them, here what they add to the reading of the cell that feels them
most, and to that of the next one:

{weak}

Cells ask where {limits["trace_mv"]:g} mV are felt on one and on its neighbour, or
{limits["trace_alone_mv"]:g} mV on one alone, for {limits["trace_ms"] / 1000:g} s. Lower limits
would make boards ask where nothing lies: an empty cell's reading moves with the temperature of the
room, and the zeros follow it, up to {limits["drift_limit_mv"]:g} mV, by only 1 mV in
{limits["drift_ms_per_mv"] / 1000:g} s. Most of these tiles add less than that to one cell, and
less than 1 mV to the next. So the limits stay as they are.

Where friction is so high that nothing slides, some tiles that lean near the middle of a cell are
taken for the other player's: the ridges need a smooth plate.

By the place where the tile was let go, in a corner of the board:

![Map](pictures/{PICTURE.name})

This holds for a plate with ridges. On a level plate tiles come to rest between the cells, and the
board notices only some of them.
"""
