"""The board that hardware/release is for, and that everything here makes where no size is named:
the one that all tools take where no board is named."""

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

PROFILE = Profile(DATA)
SIZE = f"{PROFILE.rows}x{PROFILE.columns}"  # as --size says it

__all__ = ["DATA", "PROFILE", "SIZE"]
