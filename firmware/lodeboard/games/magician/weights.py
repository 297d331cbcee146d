"""What the search of Magician Chess takes a position to be worth, for each player a sum of small
table look-ups: learned from games of the engine against itself (host_tools.games.magician.learn).
"""

from lodeboard.games.magician import board_layout as layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_UNIT = 2  # of a byte, less _ZERO
_ZERO = 128

# Pawn, knight, magician, rook; hundredths of a pawn.
MATERIAL = (100, 300, 350, 450)
# Pawn, knight, magician, rook, king: rows from one's own first on, four of seven cells.
PLACES = bytes([_ZERO] * 140)
HOLES = bytes([_ZERO] * 20)
MOBILITY = bytes([_ZERO] * 40)
# REACH, THREAT for each kind, TEMPO.
OTHERS = bytes([_ZERO] * 7)


def fill(state: "MutableSequence[int]") -> None:
    """Write the tables where the kernel looks for them."""
    for row in range(7):
        for column in range(7):
            at = layout.FOLD + 9 * row + column
            state[at] = 4 * (6 - row) + min(column, 6 - column)
    for index in range(140):
        kind = index // 28
        state[layout.PLACES + index] = (PLACES[index] - _ZERO) * _UNIT + (
            MATERIAL[kind] if kind < 4 else 0
        )
    begin = layout.HOLES
    for table in (HOLES, MOBILITY, OTHERS):  # one behind the other
        for worth in table:
            state[begin] = (worth - _ZERO) * _UNIT
            begin += 1
