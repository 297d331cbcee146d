"""The board that a firmware is for. Here, in the tree, it is the one that tools take where no board
is named; the build writes the data of the board asked for in place of this file."""

from lodeboard.boards.tile4x4 import DATA

__all__ = ["DATA"]
