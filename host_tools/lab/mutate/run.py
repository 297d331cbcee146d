"""Change the code in one place at a time and see whether the tests notice.

lodeboard lab mutate                    continue with all areas, then print the figures
lodeboard lab mutate --area link        this area only
lodeboard lab mutate --area page        only the JavaScript of page and site, by Stryker (npm)
lodeboard lab mutate --most 200         200 mutants of each area instead of 52
lodeboard lab mutate --status           print the progress; run nothing
lodeboard lab mutate --survivors        also print what was not caught
lodeboard lab mutate --write            also write docs/measured/mutants.md

Results are stored in the user's cache. A mutant is tried again when its function changes, or the
test that caught it; one that was not caught also when any of its tests changes.
"""

import sys

from tqdm import tqdm

from host_tools.jobs.command import FAILED, INTERRUPTED, OK, Parser, at_least_one
from host_tools.jobs.progress import progress_bar
from host_tools.lab.mutate import report
from host_tools.lab.mutate.areas import AREAS, Area
from host_tools.lab.mutate.mutants import Mutant
from host_tools.lab.mutate.outcomes import MISSED, Outcome
from host_tools.lab.mutate.prepared_client import PreparedError
from host_tools.lab.mutate.reasons import reason
from host_tools.lab.mutate.running import Advance, Found, UnsoundError, known, run
from host_tools.lab.mutate.scripts import SCRIPTS, ScriptsError, known_scripts, run_scripts
from host_tools.lab.mutate.tree import BusyError, own_tree

COMMAND = "make mutate ARGS=--write"
MOST = 52  # mutants of each area
SEED = 1
ALL = (*AREAS, SCRIPTS)
_BAR = "{desc:26} [{bar:30}] {n_fmt}/{total_fmt}, {remaining} left"


class Bars(Advance):
    """Shows the progress of an area."""

    def __init__(self, area: Area, files: int, wanted: int) -> None:
        self._name = area.name
        self._wanted = wanted
        self._missed = 0
        self._bar: tqdm = progress_bar(files, _BAR, stays=False, desc=f"{area.name}: tests")
        self._trying = False

    def measured(self, files: int) -> None:
        self._bar.update(files)

    def tried(self, mutant: Mutant, outcome: Outcome) -> None:
        if not self._trying:
            self._bar.close()
            self._bar = progress_bar(self._wanted, _BAR, desc=self._name)
            self._trying = True
        self._missed += outcome["what"] in MISSED
        self._bar.set_description(f"{self._name}: {self._missed} missed", refresh=False)
        self._bar.update(1)

    def close(self) -> None:
        self._bar.close()


def measure(areas: list[Area], seed: int, most: int | None) -> None:
    """Run what is missing. Names the tests that are left out on standard error."""
    with own_tree() as tree:
        for area in areas:
            if area is SCRIPTS:
                run_scripts(seed, most)
                continue
            bars: list[Bars] = []

            def begin(files: int, wanted: int, area: Area = area) -> Bars:
                bars.append(Bars(area, files, wanted))  # noqa: B023
                return bars[0]  # noqa: B023

            try:
                found = run(area, tree, seed, most, begin)
            finally:
                for bar in bars:
                    bar.close()
            for name in found.left_out:
                print(f"{area.name}: left out, as it does not pass here: {name}", file=sys.stderr)


def lines(results: dict[Area, Found], survivors: bool) -> list[str]:
    """The progress of each area."""
    found = []
    for area, of in results.items():
        explained = sum(bool(reason(*missed)) for missed in of.missed)
        found.append(
            f"{area.name:10} {len(of.tried):5} of {of.all:5} mutants tried, {of.caught:5} caught"
            f" {report.share(of):>5}, {explained} of {len(of.missed)} others explained,"
            f" {of.waiting} to try"
        )
        if survivors:
            for mutant, outcome in of.missed:
                if not reason(mutant, outcome):
                    found.append(f"    {mutant.module}:{mutant.line} {outcome['what']}")
                    found.append(f"        - {outcome['before']}\n        + {outcome['after']}")
    return found


def _known(area: Area, seed: int, most: int | None) -> Found:
    return known_scripts(seed, most) if area is SCRIPTS else known(area, seed, most)


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="lodeboard lab mutate", description=__doc__)
    parser.add_argument("--write", action="store_true", help="also write docs/measured/mutants.md")
    names = [area.name for area in ALL]
    parser.add_argument("--area", choices=names, action="append", help="only this area")
    number = parser.add_mutually_exclusive_group()
    number.add_argument(
        "--most", type=at_least_one, metavar="N", default=MOST, help="mutants of each area"
    )
    number.add_argument("--all", action="store_true", help="all mutants")
    parser.add_argument("--seed", type=int, default=SEED, help="draw other mutants")
    parser.add_argument("--status", action="store_true", help="print the progress; run nothing")
    parser.add_argument("--survivors", action="store_true", help="print what was not caught")
    chosen = parser.parse_args(arguments)
    areas = [area for area in ALL if chosen.area is None or area.name in chosen.area]
    most = None if chosen.all else chosen.most
    broken_off = False
    try:
        if not chosen.status:
            measure(areas, chosen.seed, most)
    except (BusyError, PreparedError, ScriptsError, UnsoundError) as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        broken_off = True
    results = {area: _known(area, chosen.seed, most) for area in areas}
    print("\n".join(lines(results, chosen.survivors)))
    if broken_off:
        print("Broken off; the same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    if chosen.write:
        report.write({area: _known(area, chosen.seed, most) for area in ALL}, COMMAND, chosen.seed)
    return OK
