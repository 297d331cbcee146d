"""Magician Chess: chess on 7 x 7 cells with nine movable holes, and magicians who move them."""

# The modules that a start imports one by one; between two of them, a light comes on.
PARTS = ("rules", "player", "coach", "plugin")
