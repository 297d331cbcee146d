"""The results of a self-test: a verdict for each part."""

import re
from dataclasses import asdict, dataclass
from typing import Any

OK = "ok"
FAULTY = "faulty"
LOOK = "look"  # a person should check it: it may be a fault
NOT_TRIED = "not tried"
VERDICTS = (OK, FAULTY, LOOK, NOT_TRIED)
_ORDER = (FAULTY, LOOK, OK, NOT_TRIED)
_MEASURED = re.compile(r" \(-?\d+ mV\)")  # of no interest unless something is wrong


@dataclass(frozen=True)
class Numbers:
    """Numbers of a sensor: its reading at rest in counts and millivolts, its offset from the
    middle, the range from lowest to highest reading, the change by a tile (None if not measured),
    and the margin to each limit."""

    rest_counts: int
    rest_mv: float
    offset_mv: float
    noise_mv: float
    tile_mv: float | None
    margins: dict[str, float]


@dataclass(frozen=True)
class Part:
    """One part: kind, name, verdict, and findings. `fix`: what to check, "" if nothing. `numbers`:
    of a sensor."""

    kind: str
    name: str
    verdict: str
    found: str = ""
    fix: str = ""
    numbers: Numbers | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it as a dict for JSON, without numbers if there are none."""
        return {key: value for key, value in asdict(self).items() if value is not None}


def lines(parts: list[Part]) -> list[str]:
    """Return the report for people: faults first; equal parts of a kind share a line."""
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
