"""What a long run has done so far, as JSON, so that a stopped run goes on where it was."""

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
    """What was noted, of this type; None where nothing was. A damaged file counts as nothing, and
    is named on the standard error output: what it held is done again."""
    try:
        return checked(parsed(path.read_bytes()), wanted)
    except FileNotFoundError:
        return None
    except MessageError as error:
        print(f"{path}: {error}; this part is done again", file=sys.stderr)
        return None


def write_notes(path: Path, value: object) -> None:
    """Note it, in place of what was noted. The folder is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(value))
