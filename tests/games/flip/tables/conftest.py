"""Solutions, computed once in a run: those of the solver's own tests."""

from games.flip.solver.conftest import late_tiers, solved

__all__ = ["late_tiers", "solved"]
