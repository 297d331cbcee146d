"""What a self-test comes to: a verdict for every part."""

import re
from dataclasses import asdict, dataclass
from typing import Any

OK = "ok"
FAULTY = "faulty"
LOOK = "look"  # something a person should look at: it may be a fault, it may not
NOT_TRIED = "not tried"
VERDICTS = (OK, FAULTY, LOOK, NOT_TRIED)
_ORDER = (FAULTY, LOOK, OK, NOT_TRIED)
_MEASURED = re.compile(r" \(-?\d+ mV\)")  # of no interest where all is well


@dataclass(frozen=True)
class Numbers:
    """Of a sensor: its reading at rest in counts and millivolts, the same from the middle, from the
    lowest to the highest reading, what a tile changes (None where none was laid), and how far it is
    inside each limit."""

    rest_counts: int
    rest_mv: float
    offset_mv: float
    noise_mv: float
    tile_mv: float | None
    margins: dict[str, float]


@dataclass(frozen=True)
class Part:
    """One part: what kind it is, its name, the verdict, and what was found; `fix` is what
    to check, "" where there is nothing to do; `numbers` of a sensor."""

    kind: str
    name: str
    verdict: str
    found: str = ""
    fix: str = ""
    numbers: Numbers | None = None

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it; without numbers where there are none."""
        return {key: value for key, value in asdict(self).items() if value is not None}


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
