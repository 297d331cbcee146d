"""What a self-test comes to: a verdict for every part."""

import re
from dataclasses import asdict, dataclass

OK = "ok"
FAULTY = "faulty"
LOOK = "look"  # something a person should look at: it may be a fault, it may not
NOT_TRIED = "not tried"
VERDICTS = (OK, FAULTY, LOOK, NOT_TRIED)
_ORDER = (FAULTY, LOOK, OK, NOT_TRIED)
_MEASURED = re.compile(r" \(-?\d+ mV\)")  # of no interest where all is well


@dataclass(frozen=True)
class Part:
    """One part: what kind it is, its name, the verdict, and what was found; `fix` is what
    to check, "" where there is nothing to do."""

    kind: str
    name: str
    verdict: str
    found: str = ""
    fix: str = ""

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


def lines(parts: list[Part]) -> list[str]:
    """The report for people: what is wrong first, parts of a kind that are alike on one line."""
    report: list[str] = []
    groups: dict[tuple[str, str, str, str], list[str]] = {}
    for part in sorted(parts, key=lambda part: _ORDER.index(part.verdict)):
        found = _MEASURED.sub("", part.found) if part.verdict == OK else part.found
        groups.setdefault((part.kind, part.verdict, found, part.fix), []).append(part.name)
    for (kind, verdict, found, fix), names in groups.items():
        listed = " ".join(name for name in names if name)
        head = f"{kind} {listed}".strip()
        report.append(f"{verdict:<10} {head}{': ' + found if found else ''}")
        if fix:
            report.append(f"{'':<10} -> {fix}")
    counts = [(sum(part.verdict == verdict for part in parts), verdict) for verdict in VERDICTS]
    report.append(", ".join(f"{count} {verdict}" for count, verdict in counts if count))
    return report
