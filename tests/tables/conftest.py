"""Whole solutions, computed once in a run: those of the solver's own tests."""

from solver.conftest import solved

__all__ = ["solved"]
