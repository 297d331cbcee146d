"""Flip tiles."""

# The modules that a start imports one by one; between two of them, a light comes on.
PARTS = ("rules", "search_kernel", "search", "player", "plugin")
