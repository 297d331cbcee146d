"""Stores the progress of a long run as JSON, so that a stopped run can continue."""

import json
import sys
from pathlib import Path
from typing import Any, TypeVar, overload

from host_tools.jobs.files import write_whole
from host_tools.jobs.messages import MessageError, checked, parsed

T = TypeVar("T")


@overload
def read_notes(path: Path, wanted: type[T]) -> T | None: ...
@overload
def read_notes(path: Path, wanted: Any) -> Any: ...
def read_notes(path: Path, wanted: Any) -> Any:
    """The stored value of this type; None if there is none. A damaged file is reported on standard
    error and ignored: its part is done again."""
    try:
        return checked(parsed(path.read_bytes()), wanted)
    except FileNotFoundError:
        return None
    except MessageError as error:
        print(f"{path}: {error}; this part is done again", file=sys.stderr)
        return None


def write_notes(path: Path, value: object) -> None:
    """Store a value, replacing the old one. The folder is created if missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(value))
