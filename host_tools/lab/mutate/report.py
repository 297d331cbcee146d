"""The report: how many mutants of each area were caught, which survived, and why."""

from collections.abc import Mapping
from pathlib import Path

from host_tools import ROOT
from host_tools.jobs import report
from host_tools.lab.mutate.areas import Area
from host_tools.lab.mutate.baseline import MOST_SECONDS
from host_tools.lab.mutate.mutants import Mutant
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


def write(results: Results, command: str, seed: int, page: Path = PAGE) -> None:
    text = body(results, seed)
    report.write_page(page, "Which changes of the code the tests notice", command, text)


def body(results: Results, seed: int) -> str:
    """The page below its title."""
    return f"""\
A mutant is the code with one small change: another comparison, another number, a statement left
out. It is *caught* if one of its tests fails, does not end, or cannot begin. Of each area some
mutants are drawn at random, by seed {seed}. Those of the area `page`, the JavaScript of the page
and of the site, are Stryker's, without changes of texts; the tests are those under node.

{_areas(results)}
{_untried(results)}
*To try*: not tried yet, or to be tried again; then there is no share. *Explained*: not caught, but
`host_tools/lab/mutate/reasons.json` says why no test can catch it, for instance because a value is
set before it is used. `areas.py` says which files and tests belong to an area. The tests that reach
the changed statement run first, then others of the same files, at most {MOST_SECONDS:g} s; tests
in a browser are left out, and tests on the emulated chip except for what runs only there.

A test may have been written for a mutant that was not caught; then it is tried again. So the share
of a seed counts only when it is drawn for the first time.

{_survivors(results)}"""


def _areas(results: Results) -> str:
    rows = []
    total = Found(0)
    for area, found in results.items():
        if not found.tried:
            continue
        rows.append(_row(area.name, found))
        total.all += found.all
        total.tried += found.tried
        total.waiting += found.waiting
    rows.append(_row("all", total))
    return report.table(
        ["area", "mutants", "to try", "tried", "caught", "share", "explained"], rows
    )


def _untried(results: Results) -> str:
    names = [area.name for area, found in results.items() if not found.tried]
    return f"\nNo mutant was tried of these areas: {', '.join(names)}.\n" if names else ""


def _row(name: str, found: Found) -> list[str]:
    explained = sum(bool(reason(*missed)) for missed in found.missed)
    numbers = [found.all, found.waiting, len(found.tried), found.caught]
    return [name, *map(str, numbers), share(found), str(explained)]


def _survivors(results: Results) -> str:
    missed = [each for found in results.values() for each in found.missed if not reason(*each)]
    if not missed:
        return "Each mutant that was not caught is explained."
    missed.sort(key=lambda each: (each[0].module, each[0].line))
    rows = [_survivor(*each) for each in missed]
    return "## Not caught\n\n" + report.table(["where", "code", "mutant", "what is missing"], rows)


def _survivor(mutant: Mutant, outcome: Outcome) -> list[str]:
    missing = "a test that reaches it" if outcome["what"] == UNREACHED else "a test"
    name = mutant.module.removeprefix("firmware/lodeboard/").removeprefix("host_tools/")
    return [f"{name}:{mutant.line}", _code(outcome["before"]), _code(outcome["after"]), missing]


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`" if text else ""
