"""Power that fails at any moment: what a board keeps, and that it starts."""
