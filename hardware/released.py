"""The boards in hardware/release, and the default one for all tools here if no size is given. It is
also the default board of all other tools."""

from host_tools.build import profiles
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

PROFILE = Profile(DATA)
SIZE = f"{PROFILE.rows}x{PROFILE.columns}"  # as given to --size
_ALL = tuple(profiles.data(name) for name in profiles.names())
STRIPS = profiles.data("strips2x2")  # pieces of one panel, without a case
_WHOLE = tuple(data for data in _ALL if data is not STRIPS)
# Boards with a circuit board, and cells on a bench, which are only printed.
BOARDS = tuple(data for data in _WHOLE if data["mux"]["part"])
BENCHES = tuple(data for data in _WHOLE if not data["mux"]["part"])

__all__ = ["BENCHES", "BOARDS", "DATA", "PROFILE", "SIZE", "STRIPS"]
