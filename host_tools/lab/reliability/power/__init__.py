"""Power cuts at any moment: what a board keeps, and whether it starts."""
