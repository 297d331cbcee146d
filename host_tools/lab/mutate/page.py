"""The report: how many mutants of each area were caught, which survived, and why."""

from collections.abc import Mapping
from pathlib import Path

from host_tools import ROOT
from host_tools.jobs import report
from host_tools.lab.mutate.areas import Area
from host_tools.lab.mutate.baseline import MOST_SECONDS
from host_tools.lab.mutate.making import Mutant
from host_tools.lab.mutate.outcomes import UNREACHED, Outcome
from host_tools.lab.mutate.reasons import reason
from host_tools.lab.mutate.running import Found

PAGE = ROOT / "docs" / "measured" / "mutants.md"
Results = Mapping[Area, Found]


def share(found: Found) -> str:
    """ "" while some are waiting: survivors wait more often than others."""
    if found.waiting:
        return ""
    return f"{100 * found.caught / len(found.tried):.0f} %" if found.tried else ""


def write(results: Results, command: str, page: Path = PAGE) -> None:
    report.write_page(page, "Which changes of the code the tests notice", command, body(results))


def body(results: Results) -> str:
    """The page below its title."""
    return f"""\
A mutant is the code with one small change: another comparison, another number, a statement left
out. It is *caught* when one of the tests that belong to it fails, does not come to an end, or
cannot begin. Of each area's mutants some are drawn at random, the same ones each time.

{_areas(results)}

*to try*: not tried yet, or to be tried again; no share is given then. A caught mutant is tried
again when the function that it changes or the test that caught it has another text, one that was
not caught when its function or any of its tests has.
*explained*: not caught, and listed below with the reason why no test is to catch it. For a mutant
the tests that reach the changed statement are run, and then the others of the same files, from
all files in turns, quick ones first and no more than {MOST_SECONDS:g} s of them; tests on the
emulated chip and with a browser are left out. `host_tools/lab/mutate/areas.py` says which files and
tests belong to an area.

For most that were not caught a test was written, and for others of their kind, or the reason
noted; then they were tried again. So of mutants that were never drawn fewer may be caught:
`--seed 2` draws others.

{_survivors(results)}"""


def _areas(results: Results) -> str:
    rows = []
    total = Found(0)
    for area, found in results.items():
        rows.append(_row(area.name, found))
        total.all += found.all
        total.tried += found.tried
        total.waiting += found.waiting
    rows.append(_row("all", total))
    return report.table(
        ["area", "mutants", "to try", "tried", "caught", "share", "explained"], rows
    )


def _row(name: str, found: Found) -> list[str]:
    explained = sum(bool(reason(*missed)) for missed in found.missed)
    numbers = [found.all, found.waiting, len(found.tried), found.caught]
    return [name, *map(str, numbers), share(found), str(explained)]


def _survivors(results: Results) -> str:
    parts = []
    for area, found in results.items():
        if found.missed:
            ordered = sorted(found.missed, key=lambda missed: (missed[0].module, missed[0].line))
            rows = [_survivor(*missed) for missed in ordered]
            table = report.table(["where", "code", "mutant", "reason"], rows)
            parts.append(f"## Not caught: {area.name}\n\n{table}")
    return "\n\n".join(parts)


def _survivor(mutant: Mutant, outcome: Outcome) -> list[str]:
    known = reason(mutant, outcome)
    if not known:
        known = "no test reaches it" if outcome["what"] == UNREACHED else "none: a test is missing"
    name = mutant.module.removeprefix("firmware/lodeboard/").removeprefix("host_tools/")
    return [f"{name}:{mutant.line}", _code(outcome["before"]), _code(outcome["after"]), known]


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`" if text else ""
