"""Where exact values come from: the solution where it has been computed, else search."""

from collections.abc import Callable

from host_tools.exact import Exact, go_on
from host_tools.solver.solution import Solution


def open_solution(rules: str) -> "Solution | None":
    """The solution of a rule set of flip tiles; None where it has not been computed whole."""
    try:
        solution = Solution(rules)
    except FileNotFoundError:
        return None
    return solution if solution.complete() else None


def open_solver(rules: str, between: Callable[[], None] = go_on) -> "Solution | Exact":
    """What answers exactly, as far as it can. `between` is for a search: see `Exact`."""
    return open_solution(rules) or Exact(rules, between=between)


def remedy(rules: str) -> str:
    """What to do where values are not known."""
    return f"`lodeboard solve flip --rules {rules}` computes them all, in a minute or two"
