"""The boards that hardware/release is for, and the one of them that everything here makes where no
size is named: the one that all tools take where no board is named."""

from host_tools.build import profiles
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

PROFILE = Profile(DATA)
SIZE = f"{PROFILE.rows}x{PROFILE.columns}"  # as --size says it
_ALL = tuple(profiles.data(name) for name in profiles.names())
# Those with a circuit board, and cells on a bench, which are printed only.
BOARDS = tuple(data for data in _ALL if data["mux"]["part"])
BENCHES = tuple(data for data in _ALL if not data["mux"]["part"])

__all__ = ["BENCHES", "BOARDS", "DATA", "PROFILE", "SIZE"]
