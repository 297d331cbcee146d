"""What is promised, tried very often: batches by each subject's plan, and the figures of all.

lodeboard lab reliability                   go on with all plans, then print the figures
lodeboard lab reliability sensing           only this subject
lodeboard lab reliability --most 100000     no more than these of each condition
lodeboard lab reliability --status          run nothing: say how far the plans are
lodeboard lab reliability --write           also write the pages in docs/measured
lodeboard lab reliability --only magician   only conditions with this in their name; with
                                                   --write a page of their own

What is done is kept in the user's cache until a source that it depends on changes, or the plan:
a run that is broken off goes on where it was. The exit status is 1 when something happened that
may not.
"""

import sys

from host_tools import ROOT
from host_tools.build import figures
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.jobs.command import FAILED, INTERRUPTED, OK, at_least_one
from host_tools.jobs.progress import progress_bar
from host_tools.lab.experiments import measuring_parser
from host_tools.lab.reliability import batches
from host_tools.lab.reliability.chipgames.subject import SUBJECT as CHIP_GAMES
from host_tools.lab.reliability.games.subject import SUBJECT as GAMES
from host_tools.lab.reliability.hands.subject import SUBJECT as HANDS
from host_tools.lab.reliability.hostile.subject import SUBJECT as HOSTILE
from host_tools.lab.reliability.power.subject import SUBJECT as POWER
from host_tools.lab.reliability.running import run
from host_tools.lab.reliability.sensing.subject import SUBJECT as SENSING
from host_tools.lab.reliability.subject import AnySubject, Condition, Tally

_ALL: tuple[AnySubject, ...] = (SENSING, HANDS, GAMES, CHIP_GAMES, POWER, HOSTILE)
SUBJECTS = {each.name: each for each in _ALL}
_BAR = "{desc:28} [{bar:30}] {n_fmt}/{total_fmt} {postfix}, {remaining} left"

PAGES = ROOT / "docs" / "measured"

Results = dict[Condition, Tally]


def part(subject: AnySubject, only: str) -> AnySubject:
    """A subject with only those conditions of its plan that have this in their name."""
    whole = subject.plan
    return subject._replace(
        plan=lambda: {each: units for each, units in whole().items() if only in each.name}
    )


def measure(subject: AnySubject, most: int | None, workers: int) -> None:
    """Run what is missing of a subject's plan."""
    for condition, units in subject.plan().items():
        wanted = units if most is None else min(units, most)
        named = f"{subject.name} {condition.name}"
        with progress_bar(wanted, _BAR, desc=named, postfix=subject.unit) as bar:
            run(subject, condition, wanted, bar.update, workers)


def so_far(subject: AnySubject) -> Results:
    """What has been run of a subject's plan, where anything has."""
    found = {at: batches.so_far(subject, at, units) for at, units in subject.plan().items()}
    return {condition: tally for condition, tally in found.items() if tally.units}


def lines(subject: AnySubject, results: Results) -> list[str]:
    """How far each condition of the plan is, and what happened there."""
    found = []
    for condition, units in subject.plan().items():
        tally = results.get(condition, subject.tally())
        found.append(
            f"{subject.name} {condition.name:22} {thousands(tally.units):>9} of"
            f" {thousands(units):>9} {subject.unit}, {subject.said(condition, tally)}"
        )
        found += [f"    wrong: {fault}" for fault in subject.faults(condition, tally)]
    return found


def write_part(only: str, measured: list[tuple[AnySubject, Results]], command: str) -> None:
    """A page of the conditions with a word in their names, as the terminal tells them."""
    rows = [
        [
            subject.name,
            condition.name,
            f"{thousands(tally.units)} of {thousands(subject.plan()[condition])}",
            f"{subject.unit}, {subject.said(condition, tally)}",
            "; ".join(subject.faults(condition, tally)) or "none",
        ]
        for subject, results in measured
        for condition, tally in results.items()
    ]
    body = (
        "What is tried and counted, each subject's page explains; these conditions are a part of"
        " its plan, measured by themselves.\n\n"
    ) + report.table(["subject", "condition", "tried", "what came of it", "wrong"], rows)
    report.write_page(PAGES / f"reliability-{only}.md", f"How reliable: {only}", command, body)


def main(arguments: list[str] | None = None) -> int:
    parser = measuring_parser("reliability", __doc__, "the pages and their pictures")
    parser.add_argument("subjects", nargs="*", choices=[[], *SUBJECTS], metavar="SUBJECT",
                        help=f"only these: {', '.join(SUBJECTS)}")  # fmt: skip
    parser.add_argument("--most", type=at_least_one, metavar="N", help="so many of each condition")
    parser.add_argument("--workers", type=at_least_one, default=1, metavar="N", help="processes")
    parser.add_argument("--only", metavar="WORD", help="conditions with this in their name")
    parser.add_argument("--status", action="store_true", help="run nothing")
    chosen = parser.parse_args(arguments)
    subjects = [SUBJECTS[name] for name in chosen.subjects or SUBJECTS]
    if chosen.only:
        subjects = [each for each in (part(s, chosen.only) for s in subjects) if each.plan()]
        if not subjects:
            parser.error(f"--only {chosen.only}: no condition has this in its name")
    broken_off = False
    try:
        if not chosen.status:
            for subject in subjects:
                measure(subject, chosen.most, chosen.workers)
    except KeyboardInterrupt:
        broken_off = True
    failed = False
    measured = []
    for subject in subjects:
        results = so_far(subject)
        print("\n".join(lines(subject, results)))
        failed = failed or any(subject.faults(*each) for each in results.items())
        measured.append((subject, results))
        if chosen.write and results and not broken_off and not chosen.only:
            command = f"lodeboard lab reliability {subject.name} --write"
            subject.write(results, command)
            figures.keep(subject.stated(results), command)
    if chosen.write and chosen.only and not broken_off:
        names = " ".join(subject.name for subject in subjects)
        command = f"lodeboard lab reliability {names} --only {chosen.only} --write"
        write_part(chosen.only, measured, command)
    if broken_off:
        print("Broken off; the same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    return FAILED if failed else OK
