"""The board for tests that work with any board: the tools' default."""

from host_tools.build import profiles

DATA = profiles.data()
PROFILE = profiles.profile()
NAME = PROFILE.name
CELLS = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
