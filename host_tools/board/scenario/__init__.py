"""Scenarios: files of what hands do at a board and what lights and beeper must answer."""
