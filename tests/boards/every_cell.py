"""Whether a board without a game sees and lights every one of its cells rightly.

Tiles are laid out as often as a cell's number has binary digits, on the cells whose digit is 1: so
no two cells are alike in all layouts, and what is exchanged with whatever else shows.
"""

import json

from host_tools.build import profiles
from host_tools.simulator.leds import DARK

PROFILE = profiles.profile("tile7x7")
LETTERS = "UuDd"
SIDES = {"U": (0, True), "D": (0, False), "u": (1, True), "d": (1, False)}
GREY = 3  # channels that are lit: the faint lights of the corners
LIMIT_MS = 6000


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


def state(board):
    """The last state that the board has sent."""
    said = [line for line in board.serial_out if '"t": "state"' in line]
    return json.loads(said[-1]) if said else {}


def calibrated(board):
    """Switch the board on and set its zeros."""
    board.boot()
    assert board.run_until(lambda: state(board).get("phase") == "calibrate", LIMIT_MS)
    board.press(2)
    board.run_ms(100)
    board.release(2)
    assert board.run_until(lambda: state(board).get("phase") == "idle", LIMIT_MS)
    assert state(board)["game"] == ""


def wrong_cells(board, cells):
    """Lay this out; the cells (by name) that the board does not see or light as they are."""
    board.world.arrange([SIDES.get(letter) for letter in cells])
    board.run_until(lambda: state(board).get("tiles") == cells, LIMIT_MS)
    board.run_ms(2 * PROFILE.tick_ms)
    seen = state(board)["tiles"]
    lights = [sum(map(bool, colour)) for colour in board.leds]
    assert DARK in board.leds
    return [
        PROFILE.cell_name(cell)
        for cell, letter in enumerate(cells)
        if seen[cell] != letter or (letter != "-") != (0 < lights[cell] < GREY)
    ]


def look(board):
    """All layouts: what is wrong, by layout."""
    return {cells: wrong for cells in layouts() if (wrong := wrong_cells(board, cells))}
