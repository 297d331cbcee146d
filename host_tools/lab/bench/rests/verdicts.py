"""How the board reads each tile at rest, and how often."""

from collections import Counter
from collections.abc import Sequence

from host_tools.board.simulator.plate import Plate
from host_tools.board.simulator.tiles import Tile
from host_tools.lab.bench.rests.falls import Fall, off_mm
from host_tools.lab.bench.rests.sensed import sensed
from lodeboard.boards.profile import Profile
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1

SEEN, ASKED, UNFELT, BESIDE, WRONG = "seen", "asked", "not noticed", "beside", "wrong"
VERDICTS = {
    SEEN: "seen as the tile it is, on its cell",
    ASKED: "shown as unclear",
    UNFELT: "leans or lies on others and no sensor feels it: all cells stay as they were",
    BESIDE: "came to lie beside the cells, outside the outermost ridge",
    WRONG: "taken for another tile, or on another cell",
}
_CODES = ((DOWN_0, UP_0), (DOWN_1, UP_1))


def verdicts(profile: Profile, falls: Sequence[Fall], others: Sequence[Tile] = ()) -> list[str]:
    """The verdict for each fall, on boards that hold these others."""
    plate = Plate(profile.rows, profile.columns, profile.data)
    codes, traces = sensed(profile, [fall.tile for fall in falls], others)
    lying = [EMPTY] * profile.cells
    for other in others:
        lying[plate.nearest(other.x_mm, other.y_mm)[0]] = _CODES[other.owner][other.up]
    found = []
    for fall, of_board, felt in zip(falls, codes.tolist(), traces.tolist(), strict=True):
        tile = fall.tile
        cell, _ = plate.nearest(tile.x_mm, tile.y_mm)
        expected = list(lying)
        expected[cell] = _CODES[tile.owner][tile.up]
        if UNCLEAR in of_board or any(felt):
            found.append(ASKED)
        elif of_board == lying and tile.rest != "well":
            found.append(BESIDE if off_mm(profile, tile) > 0.0 else UNFELT)
        elif of_board == expected and lying[cell] == EMPTY:
            found.append(SEEN)
        else:
            found.append(WRONG)
    return found


def shares(found: Sequence[str]) -> dict[str, int]:
    """Count of each verdict, including those that never occur."""
    counted = Counter(found)
    return {verdict: counted[verdict] for verdict in VERDICTS}
