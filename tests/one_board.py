"""The board for tests that can use any board: the default one of the tools."""

from host_tools.build import profiles

DATA = profiles.data()
PROFILE = profiles.profile()
NAME = PROFILE.name
CELLS = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
