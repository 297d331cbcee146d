"""Scenarios: files with acts of hands at a board and the expected lights and sounds."""
