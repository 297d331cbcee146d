"""Flip tiles on the computer: the solver and the tables."""
