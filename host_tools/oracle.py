"""Where exact values come from: the solution where it has been computed, else search."""

from collections.abc import Callable, Mapping
from typing import Any

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
    return f"`lodeboard solve flip --rules {rules}` computes all values, in a minute or two"


def mending(rules: str) -> str:
    """What to do where a file of the solution cannot be used."""
    return f"`lodeboard solve flip --rules {rules}` makes it anew"


def advice(rules: str, study: Mapping[str, Any]) -> str | None:
    """How to get what `study.examine` could not find; None where it found all."""
    if study["value"] is not None and all(value is not None for _, value, _ in study["steps"]):
        return None
    return f"Search alone does not settle all that is asked here; {remedy(rules)}."
