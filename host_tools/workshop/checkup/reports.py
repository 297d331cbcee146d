"""Reports of self-tests: saved by board, read, and compared."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from host_tools.jobs.messages import MessageError, checked, parsed
from host_tools.workshop.checkup.parts import Numbers, Part

FORMAT = 1


class ReportError(Exception):
    """The file is not a report of a self-test, or is of another kind of board; the text says
    why."""


class _Format(Struct):
    format: int


@dataclass(frozen=True)
class Report:
    """One self-test: kind of board, chip id, time (UTC), and parts."""

    board: str
    id: str
    time: str
    parts: list[Part]
    port: str = ""

    def as_json(self) -> str:
        """Return it as one JSON object on one line."""
        parts = [part.as_dict() for part in self.parts]
        report = {"format": FORMAT, "board": self.board, "id": self.id, "time": self.time}
        return json.dumps({**report, "port": self.port, "parts": parts})

    @property
    def numbers(self) -> dict[str, Numbers]:
        """Return the measured numbers by cell."""
        return {part.name: part.numbers for part in self.parts if part.numbers is not None}


def now() -> str:
    """Return the present time in UTC, in whole seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def keep(report: Report, home: Path) -> Path:
    """Write a report into the folder of its board below `home`; return its path. OSError."""
    folder = home / "lodeboard" / "selftest" / report.id
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{report.time.replace(':', '')}.json"
    path.write_text(report.as_json() + "\n", encoding="utf-8")
    return path


def read(path: Path) -> Report:
    """Read the report in a file. ReportError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ReportError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ReportError(f"{path} is no report of a self-test: it is not text") from error
    try:
        message = parsed(text)
        found, report = checked(message, _Format), checked(message, Report)
    except MessageError as error:
        raise ReportError(f"{path} is no report of a self-test: {error}") from error
    if found.format != FORMAT:
        raise ReportError(f"{path} has format {found.format}; this program reads {FORMAT}")
    return report


def compare(before: Report, after: Report) -> list[str]:
    """Return the changes between two reports, for people. ReportError if the boards differ in kind
    or nothing was measured."""
    if before.board != after.board:
        raise ReportError(f"a {before.board} cannot be compared with a {after.board}")
    cells = [cell for cell in after.numbers if cell in before.numbers]
    if not cells:
        raise ReportError("the reports have no measured sensor in common")
    lines = [
        f"before: board {before.id}, {before.time}",
        f"now:    board {after.id}, {after.time}",
        "",
        f"{'':<5}{'counts at rest':>23}{'mV':>8}  {'noise, mV':>15}  {'tile, mV':>16}  "
        "least margin",
        f"{'cell':<5}{'before':>8}{'now':>7}{'change':>8}{'change':>8}  "
        f"{'before':>8}{'now':>7}  {'before':>8}{'now':>8}  {'before':>7}{'now':>7}",
    ]
    for cell in cells:
        old, new = before.numbers[cell], after.numbers[cell]
        counts = new.rest_counts - old.rest_counts
        lines.append(
            f"{cell:<5}{old.rest_counts:>8}{new.rest_counts:>7}{counts:>+8}"
            f"{new.rest_mv - old.rest_mv:>+8.1f}  {old.noise_mv:>8.1f}{new.noise_mv:>7.1f}  "
            f"{_or_dash(old.tile_mv):>8}{_or_dash(new.tile_mv):>8}  "
            f"{min(old.margins.values()):>7.1f}{min(new.margins.values()):>7.1f}"
        )
    return [*lines, "", *_verdicts(before, after)]


def _or_dash(value: float | None) -> str:
    return "-" if value is None else f"{value:+.1f}"


def _verdicts(before: Report, after: Report) -> list[str]:
    old = {(part.kind, part.name): part.verdict for part in before.parts}
    new = {(part.kind, part.name): part.verdict for part in after.parts}
    changed = [
        f"{kind} {name}".strip() + f": {old.get((kind, name), 'not there')} before, "
        f"{new.get((kind, name), 'not there')} now"
        for kind, name in dict.fromkeys([*old, *new])
        if old.get((kind, name)) != new.get((kind, name))
    ]
    return changed or ["every part has the verdict that it had"]
