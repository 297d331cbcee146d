"""Solutions, computed once in a run: those of the solver's own tests."""

from solver.conftest import late_tiers, solved

__all__ = ["late_tiers", "solved"]
