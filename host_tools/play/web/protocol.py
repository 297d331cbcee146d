"""Messages between the page and the server: JSON text in, JSON text out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from host_tools.jobs.messages import MessageError, board_message, checked, parsed
from host_tools.play.web import told
from host_tools.play.web.messages import MESSAGES, Act, OtherBoard, Question
from lodeboard.lights import palette

LONGEST_MESSAGE = 8192  # characters; the longest is a pasted record with its comments
KINDS = frozenset(message.__struct_config__.tag for message in get_args(MESSAGES))


class ProtocolError(ValueError):
    """A message that cannot be acted on; the text says why."""


def parse(text: str) -> Act | Question | OtherBoard:
    """The act, question or choice of a page's message; ProtocolError says what is wrong with it."""
    if len(text) > LONGEST_MESSAGE:
        raise ProtocolError(f"too long: {len(text)} characters, {LONGEST_MESSAGE} at most")
    try:
        message = parsed(text)
        if not isinstance(message, dict):
            raise ProtocolError("a message must be a JSON object")
        kind = message.get("t")
        if not isinstance(kind, str) or kind not in KINDS:
            raise ProtocolError(f'unknown message type "{kind}"')
        asked: Act | Question | OtherBoard = checked(message, MESSAGES)
        return asked
    except MessageError as error:
        raise ProtocolError(str(error)) from None


def encode(message: dict[str, object]) -> str:
    """A message as compact JSON text."""
    return json.dumps(message, separators=(",", ":"))


def said(line: str) -> dict[str, object]:
    """The message that passes on one line of the board; a line that is no JSON object goes
    on as plain text."""
    message = board_message(line)
    if message is not None:
        return told.Said(line=message).as_dict()
    return told.Said(text=line).as_dict()


def error(reason: str) -> dict[str, object]:
    """The message that says to a page what was wrong with its last one."""
    return told.Error(reason).as_dict()


def hello(
    you: int,
    data: dict[str, Any],
    homes: Sequence[Sequence[object]],
    speed: float,
    others: Mapping[str, Sequence[str]] | None = None,
    only: str = "",
    seat: str = "",
) -> dict[str, object]:
    """The first message to a page. `data` is the board's data file; `homes` holds id, tray,
    x and y of each tile in its tray; `speed` is board time over the time on the wall; `others`
    has the variants of each kind of board that can be played on instead; `only` says why there is
    none; `seat`: of the page, if the board is shared."""
    colours = {"colours": palette.COLOURS.hex(), "movements": palette.MOVEMENTS.decode()}
    return told.Hello(
        you=you,
        name=data["name"],
        rows=data["rows"],
        columns=data["columns"],
        from_front=bool(data.get("rows_from_front")),
        leds_per_cell=data["leds"]["per_cell"],
        palette=colours,
        plate=data["plate"],
        tile=data["tile"],
        homes=homes,
        speed=speed,
        longest=LONGEST_MESSAGE,
        others=others or {},
        only=only,
        seat=seat,
    ).as_dict()
