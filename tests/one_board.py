"""The board of all tests that need one and do not care which: the one that tools take unasked."""

from host_tools.build import profiles

DATA = profiles.data()
PROFILE = profiles.profile()
NAME = PROFILE.name
CELLS = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
