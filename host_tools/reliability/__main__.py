"""How often the sensing is wrong: random boards by the plan, and the figures of all of them.

python -m host_tools.reliability                   go on with the plan, then print the figures
python -m host_tools.reliability --most 100000     no more boards than these of each condition
python -m host_tools.reliability --status          run nothing: say how far the plan is
python -m host_tools.reliability --write           also write docs/measured/sensing.md

What is done is kept in the user's cache until sensing, simulated world or plan change: a run that
is broken off goes on where it was. The exit status is 1 when a cell was wrong where none may be.
"""

import sys

from host_tools.jobs.budgets import thousands
from host_tools.jobs.command import FAILED, INTERRUPTED, OK, at_least_one, measuring_parser
from host_tools.jobs.progress import progress_bar
from host_tools.reliability import batches, page
from host_tools.reliability.conditions import Condition
from host_tools.reliability.counts import Counts
from host_tools.reliability.plan import HELD, plan
from host_tools.reliability.running import run

COMMAND = "python -m host_tools.reliability --write"
_BAR = "{desc:22} [{bar:30}] {n_fmt}/{total_fmt} boards, {remaining} left"

Results = dict[Condition, Counts]


def measure(wanted: dict[Condition, int], workers: int) -> Results:
    """Run all of these."""
    found: Results = {}
    for condition, boards in wanted.items():
        with progress_bar(boards, _BAR, desc=condition.name) as bar:
            found[condition] = run(condition, boards, bar.update, workers)
    return found


def status(wanted: dict[Condition, int]) -> Results:
    """What has been run of these."""
    found = {condition: batches.so_far(condition, boards) for condition, boards in wanted.items()}
    return {condition: counts for condition, counts in found.items() if counts.boards}


def lines(results: Results) -> list[str]:
    """How far each condition of the plan is, and what was wrong there."""
    found = []
    for condition, boards in plan().items():
        counts = results.get(condition, Counts())
        found.append(
            f"{condition.name:22} {thousands(counts.boards):>9} of {thousands(boards):>9} boards,"
            f" {counts.wrong_cells} cells wrong"
        )
        if condition.factor in HELD:
            found += [f"    wrong: {example}" for example in counts.examples]
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = measuring_parser("host_tools.reliability", __doc__, "sensing.md and its pictures")
    parser.add_argument("--most", type=at_least_one, metavar="N", help="boards of each condition")
    parser.add_argument("--workers", type=at_least_one, default=1, metavar="N", help="processes")
    parser.add_argument("--status", action="store_true", help="run nothing")
    chosen = parser.parse_args(arguments)
    wanted = plan()
    if chosen.most is not None:
        wanted = {condition: min(boards, chosen.most) for condition, boards in wanted.items()}
    try:
        if not chosen.status:
            measure(wanted, chosen.workers)
    except KeyboardInterrupt:
        print("\n".join(lines(status(plan()))))
        print("Broken off; the same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    results = status(plan())
    print("\n".join(lines(results)))
    if chosen.write:
        page.write(results, COMMAND)
    wrong = any(c.wrong_cells for at, c in results.items() if at.factor in HELD)
    return FAILED if wrong else OK


if __name__ == "__main__":
    sys.exit(main())
