"""Whether a board sees and lights every one of its cells rightly.

Tiles are laid out as often as a cell's number has binary digits, on the cells whose digit is 1: so
no two cells are alike in all layouts, and what is exchanged with whatever else shows. The board
waits for the first position of its game meanwhile: a cell with a tile that does not belong there is
lit one way, one that lacks its tile another way.
"""

from at_board import state

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator import meanings
from host_tools.build import profiles
from lodeboard.games.contract import EMPTY
from lodeboard.lights import palette
from lodeboard.system.loader import make_game, playable

PROFILE = profiles.profile("tile7x7")
LETTERS = "UuDd"
SIDES = {"U": (0, True), "D": (0, False), "u": (1, True), "d": (1, False)}
LIMIT_MS = 6000
MIDDLE = 2
LIFT = meanings.NAMES[palette.LIFT]
RIGHT = (meanings.NAMES[palette.OFF], meanings.NAMES[palette.HOLE])


def layouts():
    """A string for each layout: the letter of the tile on each cell, - for none."""
    for digit in range(PROFILE.cells.bit_length()):
        laid = 0
        cells = ""
        for cell in range(PROFILE.cells):
            if (cell + 1) >> digit & 1:
                cells += LETTERS[(laid + digit) % len(LETTERS)]
                laid += 1
            else:
                cells += "-"
        yield cells


def calibrated(board):
    """Switch the board on and set its zeros; a person before it."""
    stage = Stage(board)
    board.boot()
    assert board.run_until(lambda: state(board).get("phase") == "calibrate", LIMIT_MS)
    stage.set_zeros()
    assert board.run_until(lambda: state(board).get("phase") == "match", LIMIT_MS)
    return stage


def wanted(cells):
    """The meanings of each cell's light that are right while this lies there."""
    game = make_game(*playable(PROFILE)[0])
    codes = bytearray(PROFILE.cells)
    game.expected(codes)
    found = []
    for letter, code in zip(cells, codes, strict=True):
        lies = game.alike[1 + "UDud".index(letter)] if letter in SIDES else EMPTY
        if lies == code:
            found.append(RIGHT)
        else:
            found.append((LIFT if lies != EMPTY else meanings.NAMES[palette.PUT + code - 1],))
    return found


def wrong_cells(stage, cells):
    """Lay this out; the cells (by name) that the board does not see or light as they are."""
    stage.board.world.arrange([SIDES.get(letter) for letter in cells])
    lights = wanted(cells)

    def wrong():
        shown = zip(stage.cells, stage.lights(), lights, strict=True)
        return [name for name, light, right in shown if light not in right]

    stage.wait_for(lambda: not wrong(), LIMIT_MS)
    return wrong()


def look(stage):
    """All layouts: what is wrong, by layout."""
    return {cells: wrong for cells in layouts() if (wrong := wrong_cells(stage, cells))}
