"""The board that a firmware is for.

In the source tree this is the default board of the tools; the build writes the data of the
requested board in place of this file.
"""

from lodeboard.boards.tile4x4 import DATA

__all__ = ["DATA"]
