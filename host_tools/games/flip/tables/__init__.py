"""The board's tables of flip tiles: built from the solution and learned weights, and proved."""
