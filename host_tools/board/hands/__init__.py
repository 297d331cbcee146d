"""Hands that move tiles on a board with magnets, for scenarios, the page and tests."""
