"""What comes from a board's serial line: bytes into lines, lines into what can be relied on.

Anything may come: noise, half lines, two halves run together, another program's words, the
REPL's prompt. What is passed on as a message of the board has the form that those who show
it count on; what is neither message nor readable text is dropped.
"""

import json
import math
from dataclasses import dataclass, field
from typing import Any

from lodeboard.boards.profile import Profile

LONGEST_LINE = 8192  # bytes; the board's longest is its menu, about a quarter of that
_LONGEST_WORDS = 200  # characters kept of a line that is no message
_CODES = 6
_READING = 65535
_PROMPT = b">>> "


class Lines:
    """Cuts bytes into lines. A line too long is dropped whole, however long it gets."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete, without their ends; empty ones left out."""
        *whole, rest = data.replace(b"\r", b"\n").split(b"\n")
        lines = []
        for piece in whole:
            self._add(piece)
            if self._rest and not self._too_long:
                lines.append(bytes(self._rest))
            self._rest.clear()
            self._too_long = False
        self._add(rest)
        return lines

    def _add(self, piece: bytes) -> None:
        if len(self._rest) + len(piece) > LONGEST_LINE:
            self._too_long = True
        if self._too_long:
            self._rest.clear()
        else:
            self._rest += piece

    @property
    def prompt(self) -> bool:
        """Whether the line that has begun is MicroPython's prompt, which waits for people."""
        return bytes(self._rest) == _PROMPT

    def clear(self) -> None:
        """Forget what has begun: the line is another one from now on."""
        self._rest.clear()
        self._too_long = False


@dataclass(frozen=True, slots=True)
class Heard:
    """One line: `message` where it is a message of the board, else words of another kind."""

    text: str
    message: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The type of the message, "" for other words."""
        return str(self.message.get("t", ""))


def understand(line: bytes, profile: Profile) -> Heard | None:
    """What a line is; None for noise and for messages that are not whole."""
    try:
        text = line.decode("ascii").strip()
    except UnicodeDecodeError:
        return None
    if not text or not text.isprintable():
        return None
    if not text.startswith("{"):
        return Heard(text[:_LONGEST_WORDS])
    try:
        message = json.loads(text, parse_constant=_refuse)
        json.dumps(message, allow_nan=False)  # 1e999 is a number to JSON, and none to a page
    except (ValueError, RecursionError):
        return None
    if not isinstance(message.get("t"), str) or not _FORMS.get(message["t"], _any)(
        message, profile
    ):
        return None
    return Heard(text, message)


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _whole(value: object, most: int, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _each(value: object, count: int, most: int, least: int = 0) -> bool:
    return (
        isinstance(value, list)
        and len(value) == count
        and all(_whole(each, most, least) for each in value)
    )


def _numbers(value: object, count: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == count
        and all(
            isinstance(each, int | float) and not isinstance(each, bool) and math.isfinite(each)
            for each in value
        )
    )


def _words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _any(_message: dict[str, Any], _profile: Profile) -> bool:
    return True


def _hello(message: dict[str, Any], _profile: Profile) -> bool:
    return _whole(message.get("v"), 1 << 30) and isinstance(message.get("board"), str)


def _sentence(message: dict[str, Any], _profile: Profile) -> bool:
    return isinstance(message.get("say"), str)


def _menu(message: dict[str, Any], _profile: Profile) -> bool:
    items = message.get("items")
    return isinstance(items, list) and all(
        isinstance(item, dict)
        and isinstance(item.get("name"), str)
        and isinstance(item.get("field"), str)
        and _words(item.get("values"))
        for item in items
    )


def _state(message: dict[str, Any], _profile: Profile) -> bool:
    settings = message.get("settings")
    named = all(isinstance(message.get(key), str) for key in ("phase", "game", "rules", "ask"))
    if not named or not isinstance(message.get("say"), str) or not isinstance(settings, dict):
        return False
    if not all(_whole(value, 255) for value in settings.values()):
        return False
    if not all(isinstance(message.get(key, ""), str) for key in ("position", "start", "level")):
        return False
    if not all(_words(message.get(key, [])) for key in ("moves", "wrong")):
        return False
    if not all(_whole(message.get(key, 0), 3) for key in ("turn", "machine")):
        return False
    if not all(_whole(message.get(key, 0), 1 << 30) for key in ("number", "moves_from")):
        return False
    if "moves_from" in message and "moves" not in message:
        return False
    menu = message.get("menu")
    return (menu is None or isinstance(menu, dict)) and (
        message.get("result") is None or isinstance(message["result"], str)
    )


def _limits(message: dict[str, Any], _profile: Profile) -> bool:
    return _numbers([message.get("empty_mv")], 1) and all(
        _numbers(message.get(key), 2) for key in ("far_mv", "near_mv")
    )


def _cells(message: dict[str, Any], profile: Profile) -> bool:
    count = profile.cells
    return (
        all(_each(message.get(key), count, _READING) for key in ("raw", "zero"))
        and _each(message.get("gain"), count, _READING, 1)
        and _each(message.get("codes"), count, _CODES - 1)
        and _numbers(message.get("mv"), count)
    )


def _lights(message: dict[str, Any], profile: Profile) -> bool:
    grb = message.get("grb")
    return (
        isinstance(grb, str)
        and len(grb) == 6 * profile.cells
        and not set(grb) - set("0123456789abcdef")
    )


def _inject(message: dict[str, Any], _profile: Profile) -> bool:
    return isinstance(message.get("on"), bool)


_FORMS = {
    "hello": _hello,
    "notice": _sentence,
    "error": _sentence,
    "menu": _menu,
    "state": _state,
    "limits": _limits,
    "cells": _cells,
    "lights": _lights,
    "inject": _inject,
}
