"""Where exact values come from: the solution where it has been computed, else search."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from host_tools.games.flip.exact import Exact, go_on
from host_tools.games.flip.solver.solution import Solution
from lodeboard.games.xtic.rules import Xtic

if TYPE_CHECKING:
    from host_tools.games.xtic.solver.answers import Answers


def open_solution(rules: str) -> "Solution | None":
    """The solution of a rule set of flip tiles; None where it has not been computed whole, and
    for xtic, of which `Answers` knows what has been proved."""
    try:
        solution = Solution(rules)
    except FileNotFoundError:
        return None
    return solution if solution.complete() else None


def open_search(rules: str, between: Callable[[], None] = go_on) -> "Exact | Answers":
    """What searches for exact values under a rule set of any game. `between`: see `Exact`."""
    if rules in Xtic.rule_sets:
        # Its kernel is compiled when it is imported, which takes a second.
        from host_tools.games.xtic.solver.answers import Answers  # noqa: PLC0415

        return Answers(rules, between)
    return Exact(rules, between=between)


def open_solver(rules: str, between: Callable[[], None] = go_on) -> "Solution | Exact | Answers":
    """What answers exactly, as far as it can. `between` is for a search: see `Exact`."""
    return open_solution(rules) or open_search(rules, between)


def remedy(rules: str) -> str:
    """What to do where values are not known."""
    if rules in Xtic.rule_sets:
        return f"`lodeboard solve xtic --rules {rules}` proves values of early positions, in hours"
    return f"`lodeboard solve flip --rules {rules}` computes all values, in a minute or two"


def mending(rules: str) -> str:
    """What to do where a file of the solution cannot be used."""
    if rules in Xtic.rule_sets:
        return f"`lodeboard solve xtic --rules {rules} --anew` begins again without it"
    return f"`lodeboard solve flip --rules {rules}` makes it anew"


def advice(rules: str, study: Mapping[str, Any]) -> str | None:
    """How to get what `study.examine` could not find; None where it found all."""
    if study["value"] is not None and all(value is not None for _, value, _ in study["steps"]):
        return None
    return f"Search alone does not settle all that is asked here; {remedy(rules)}."
