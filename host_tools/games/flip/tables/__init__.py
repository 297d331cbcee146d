"""The board's tables of flip tiles: made from what was solved and learned, and proved."""
