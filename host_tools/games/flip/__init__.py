"""Flip tiles on the computer: solver, tables, matches between levels."""
