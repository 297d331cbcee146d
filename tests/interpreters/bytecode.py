"""The firmware in bytecode, which every build of MicroPython runs."""

from functools import cache

from host_tools.build import chips, circuitpython, firmware, profiles


@cache
def modules(board, chip=chips.DEFAULT):
    """The modules of this board, path to contents."""
    games = profiles.games(board)
    names = [
        name
        for name in firmware.sources()
        if name not in circuitpython.OTHERS
        and firmware.on_boards(name, chip)
        and firmware.for_games(name, games)
    ]
    return circuitpython.bytecode(names, board, chip=chip)
