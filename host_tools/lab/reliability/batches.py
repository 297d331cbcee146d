"""Batches, and what was counted in them: kept, and gone on with.

A batch is a file with its counts, in the user's cache, below the key of all sources on which the
counts depend.
"""

import inspect
from pathlib import Path
from typing import Any

import msgspec

from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import write_whole
from host_tools.lab import sources
from host_tools.lab.reliability.subject import AnySubject, Condition


def folder(subject: AnySubject) -> Path:
    """Where the batches are kept of all that counting them depends on, as it is now."""
    counting = Path(inspect.getfile(subject.try_batch))
    return cache_folder() / "reliability" / subject.name / sources.key(counting)


def count(subject: AnySubject, units: int) -> int:
    """How many batches it takes for so many."""
    return -(-units // subject.in_batch)


def kept(subject: AnySubject, condition: Condition, number: int) -> Any:
    """The tally of a batch that has been run; None where it has not, or its file is damaged."""
    try:
        data = _path(subject, condition, number).read_bytes()
        return msgspec.json.decode(data, type=subject.tally)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def keep(subject: AnySubject, condition: Condition, number: int) -> int:
    """Run a batch and keep its tally, unless it is kept already; how many are in it."""
    batch = kept(subject, condition, number)
    if batch is None:
        batch = subject.try_batch(condition, number)
        path = _path(subject, condition, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(batch))
    return int(batch.units)


def all_kept(subject: AnySubject, condition: Condition, units: int) -> dict[int, Any]:
    """The tallies of the batches that have been run, up to so many units, by their numbers."""
    found = {}
    for path in sorted((folder(subject) / condition.name).glob("[0-9]*.json")):
        number = int(path.stem)
        batch = kept(subject, condition, number) if number < count(subject, units) else None
        if batch is not None:
            found[number] = batch
    return found


def so_far(subject: AnySubject, condition: Condition, units: int) -> Any:
    """What all of these add up to."""
    whole = subject.tally()
    for batch in all_kept(subject, condition, units).values():
        whole.add(batch)
    return whole


def _path(subject: AnySubject, condition: Condition, number: int) -> Path:
    return folder(subject) / condition.name / f"{number:05}.json"
