"""Messages and files from outside: parses JSON into typed values, with readable errors.

msgspec checks a value against a type; its errors are translated into plain words.
"""

import json
import re
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_FOUND = re.compile(r"(.*?)(?: - at `\$\.?(.*)`)?", re.DOTALL)
_WORDS = {
    "`int`": "a whole number",
    "`float`": "a number",
    "`str`": "text",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "a JSON object",
    "`null`": "null",
}


class MessageError(ValueError):
    """Not a value of the required type; the text says what is wrong, and where."""


@overload
def checked(value: object, wanted: type[T]) -> T: ...
@overload
def checked(value: object, wanted: Any) -> Any: ...
def checked(value: object, wanted: Any) -> Any:
    """The value as this type. Raises MessageError."""
    try:
        return msgspec.convert(value, wanted)
    except (msgspec.ValidationError, RecursionError) as error:
        raise MessageError(_told(str(error))) from None
    except UnicodeEncodeError as error:  # a lone surrogate: valid in JSON, but not for msgspec
        half = error.object[error.start : error.end]
        raise MessageError(f"not text: {half!a} is half a character") from None


def parsed(text: str | bytes) -> object:
    """The value of a JSON text. Raises MessageError."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"not JSON: {error}") from None


def board_message(line: str) -> dict[str, Any] | None:
    """The message in a board's line; None if the line is not a JSON object."""
    try:
        message = parsed(line)
    except MessageError:
        return None
    return message if isinstance(message, dict) else None


def _told(found: str) -> str:
    """msgspec's error in plain words, with the place in front."""
    match = _FOUND.fullmatch(found)
    what, where = match.groups() if match else (found, None)
    for name, words in _WORDS.items():
        what = what.replace(name, words)
    what = what.replace("`", '"')
    return f'"{where}": {what[:1].lower()}{what[1:]}' if where else what
