"""The exact solution of flip tiles: every arrangement's value and remoteness, on disk."""
