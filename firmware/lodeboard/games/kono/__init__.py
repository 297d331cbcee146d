"""Four Field Kono."""

# The modules that a start imports one by one; between two of them, a light comes on.
PARTS = ("rules", "perfect", "plugin")
