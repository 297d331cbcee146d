"""Reasons why mutants may survive: `reasons.json`, by file and change."""

from functools import cache
from pathlib import Path

from host_tools.jobs.notes import read_notes
from host_tools.lab.mutate.mutants import Mutant
from host_tools.lab.mutate.outcomes import Outcome

REASONS = Path(__file__).with_name("reasons.json")


@cache
def _reasons(path: Path) -> dict[tuple[str, str, str], str]:
    rows = read_notes(path, list[dict[str, str]]) or []
    return {(row["module"], row["before"], row["after"]): row["reason"] for row in rows}


def reason(mutant: Mutant, outcome: Outcome, path: Path = REASONS) -> str:
    """ "" if none is known."""
    return _reasons(path).get((mutant.module, outcome["before"], outcome["after"]), "")
