"""What is on a board, what would come, and what that changes for players."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from host_tools.build.changes import Changes, between
from host_tools.build.layout import Manifest

from .found import Survey


@dataclass(frozen=True)
class Versions:
    """Firmwares by version and id. `there`: that runs, "" if none; `back`: that ran before and is
    still on the board, "" if none. `gained` and `lost`: the changes for players."""

    there: str
    wanted: str
    back: str = ""
    gained: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The changes, for a terminal."""
        both = (("new for players:", self.gained), ("gone for players:", self.lost))
        for title, entries in both:
            if entries:
                yield title
                yield from (f"  - {entry}" for entry in entries)


def compare(found: Survey, wanted: Manifest, changes: Changes) -> Versions:
    """Compare what is on a board with the firmware that would come."""
    running = found.running
    there = found.read_manifest(running) if running else None
    before = found.read_manifest(found.before) if found.before else None
    return Versions(
        name_of(there),
        name_of(wanted),
        name_of(before),
        between(changes, there.version, wanted.version) if there else [],
        between(changes, wanted.version, there.version) if there else [],
    )


def name_of(manifest: Manifest | None) -> str:
    """Version and id of a firmware."""
    return f"{manifest.version} {manifest.id}" if manifest else ""
