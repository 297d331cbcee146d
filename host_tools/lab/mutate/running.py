"""Running the mutants of an area."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from host_tools import ROOT
from host_tools.lab.mutate.areas import TASTE, Area
from host_tools.lab.mutate.baseline import FILE_SECONDS, Baseline, baseline, read_again
from host_tools.lab.mutate.mutants import Mutant, changed_lines, mutants, mutated
from host_tools.lab.mutate.outcomes import (
    BREAKS,
    FAILED,
    LOOPS,
    MISSED,
    NONE,
    SURVIVED,
    UNREACHED,
    Outcome,
    Outcomes,
)
from host_tools.lab.mutate.prepared_client import Prepared
from host_tools.lab.mutate.tree import Tree

_SPARE_SECONDS = 20  # of the processor, for imports
_TIMES = 3  # a mutant may be slower than the source
_CHECKS, _CHECKED = 5, 3.0  # mutants, and seconds of their tests, that are run without a change
_NOTICED_NOTHING = (0, 5)  # pytest's statuses: all tests passed; those chosen are not there


class UnsoundError(Exception):
    """Tests that passed when measured fail without a mutant; the text names them."""


@dataclass
class Found:
    """Results of an area's mutants."""

    all: int  # in total; some are equivalent to the source
    tried: list[tuple[Mutant, Outcome]] = field(default_factory=list)
    waiting: int = 0  # to be tried, or tried again
    left_out: list[str] = field(default_factory=list)  # tests that fail without a mutant

    @property
    def missed(self) -> list[tuple[Mutant, Outcome]]:
        return [(mutant, outcome) for mutant, outcome in self.tried if outcome["what"] in MISSED]

    @property
    def caught(self) -> int:
        return len(self.tried) - len(self.missed)


@cache
def read(module: str) -> str:
    return (ROOT / module).read_text(encoding="utf-8")


def drawn(area: Area, seed: int) -> list[Mutant]:
    """All mutants of an area in a random order that is stable: a larger number extends a smaller
    one, and each mutant keeps its place among the others while its statement does not change."""
    found: list[Mutant] = []
    for module in area.modules():
        found += mutants(module, read(module), functions_only=module in TASTE)

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.module} {mutant.name}".encode()).digest()

    return sorted(found, key=lot)


def known(area: Area, seed: int, most: int | None) -> Found:
    """Stored results of the first `most` mutants; None: of all."""
    outcomes = Outcomes(area)
    order = drawn(area, seed)
    found = Found(len(order))
    for mutant in order:
        if most is not None and len(found.tried) + found.waiting >= most:
            break
        outcome = outcomes.find(mutant)
        if outcome is None:
            found.waiting += 1
        elif outcome["what"] != NONE:
            found.tried.append((mutant, outcome))
    return found


def run(
    area: Area, tree: Tree, seed: int, most: int | None, begin: Callable[[int, int], "Advance"]
) -> Found:
    """Run the mutants without a stored result among the first `most`. `begin` is called with the
    numbers of test files and of mutants, and returns the object that is told about each result."""
    tree.renew()
    read_again()
    read.cache_clear()
    outcomes = Outcomes(area)
    order = drawn(area, seed)
    found = Found(len(order))
    wanted = len(order) if most is None else min(most, len(order))
    advance = begin(len(area.test_files()), wanted)
    with Prepared(tree, area.interpreted, area.chip) as prepared:
        base = baseline(area, prepared, advance.measured)
        found.left_out = base.left_out
        _check(order, base, prepared)
        for mutant in order:
            if len(found.tried) >= wanted:
                break
            outcome = outcomes.find(mutant)
            if outcome is None or (outcome["by"] and outcome["by"] not in base.seconds):
                outcome = try_mutant(mutant, base, tree, prepared, outcomes)
            if outcome["what"] != NONE:
                found.tried.append((mutant, outcome))
                advance.tried(mutant, outcome)
    return found


class Advance:
    """Receives the progress of a run. This base class ignores it."""

    def measured(self, files: int) -> None: ...

    def tried(self, mutant: Mutant, outcome: Outcome) -> None: ...


def _check(order: list[Mutant], base: Baseline, prepared: Prepared) -> None:
    """Check that the tests pass without a mutant, in the order in which they are run."""
    names = [base.tests_for(mutant, read(mutant.module), _CHECKED) for mutant in order[:_CHECKS]]
    tests = list(dict.fromkeys(name for some in names for name in some))
    answer = prepared.ask({"tests": tests, "seconds": _SPARE_SECONDS + _TIMES * FILE_SECONDS})
    if answer["status"] != 0:
        raise UnsoundError(f"a test that passed alone fails: {answer['failed'] or answer}")


def try_mutant(
    mutant: Mutant, base: Baseline, tree: Tree, prepared: Prepared, outcomes: Outcomes
) -> Outcome:
    source = read(mutant.module)
    text = mutated(mutant, source)
    if text is None:
        return outcomes.keep(mutant, NONE, "", ("", ""))
    lines = changed_lines(source, text)
    tests = base.tests_for(mutant, source)
    if not tests:
        return outcomes.keep(mutant, UNREACHED, "", lines)
    noticed = outcomes.noticed_by(mutant)
    with tree.with_text(mutant.module, text):
        for some in ([noticed] if noticed in base.seconds else [], tests):
            what, by = _become(some, base, prepared)
            if what != SURVIVED:
                break
    return outcomes.keep(mutant, what, by, lines)


def _become(tests: list[str], base: Baseline, prepared: Prepared) -> tuple[str, str]:
    """The outcome of the mutant in the copy, and the test that caught it."""
    if not tests:
        return SURVIVED, ""
    seconds = _SPARE_SECONDS + _TIMES * sum(base.seconds[name] for name in tests)
    answer = prepared.ask({"tests": tests, "seconds": seconds})
    status, failed = answer["status"], answer["failed"]
    if failed is not None:
        return FAILED, failed
    if status in _NOTICED_NOTHING:
        return SURVIVED, ""
    return (LOOPS, answer["at"]) if answer.get("loops") else (BREAKS, "")
