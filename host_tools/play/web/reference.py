"""The reference of the messages between a page and its board, from their types.

    python -m host_tools.play.web.reference

writes docs/developer/messages.md. A test fails when the page says something else than the types.
"""

import sys
import textwrap
from typing import get_args

from msgspec import Struct, UnsetType, inspect

from host_tools import ROOT
from host_tools.jobs.files import write_whole
from host_tools.play.web import told
from host_tools.play.web.messages import MESSAGES

PAGE = ROOT / "docs" / "developer" / "messages.md"
_INTRODUCTION = """\
# Messages between page and board

A message is a JSON object with its type in `"t"`. It goes over a WebSocket from and to `lodeboard
play`, or from and to the worker of the site. Lengths are in millimetres on the board, from the
centre of the first cell. Fields in brackets may be left out. The lines that a board itself says
are in `firmware/lodeboard/link/link.py`; `host_tools/board/messages.py` reads them.

This page is made from `host_tools/play/web/messages.py` and `told.py` by
`.venv/bin/python -m host_tools.play.web.reference`.
"""
_WIDE = 119
_WORDS: dict[type[inspect.Type], str] = {
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.ListType: "list",
    inspect.TupleType: "list",
    inspect.VarTupleType: "list",
    inspect.CollectionType: "list",
    inspect.DictType: "object",
    inspect.StructType: "object",
}


def page() -> str:
    """The whole page."""
    asked = "\n".join(map(_entry, get_args(MESSAGES)))
    sent = "\n".join(_entry(kind) for kind in told.ALL)
    return f"{_INTRODUCTION}\n## From the page\n\n{asked}\n\n## To the page\n\n{sent}\n"


def _entry(kind: type[Struct]) -> str:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = ", ".join(_field(each) for each in info.fields)
    text = f"**{info.tag}**{f' ({fields})' if fields else ''}. {kind.__doc__ or ''}"
    return textwrap.fill(
        " ".join(text.split()), _WIDE, initial_indent="- ", subsequent_indent="  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _field(each: inspect.Field) -> str:
    text = f"`{each.encode_name}` {_words(each.type)}"
    return text if each.required else f"[{text}]"


def _words(kind: inspect.Type) -> str:
    """A type in words, UNSET left out."""
    if isinstance(kind, inspect.UnionType):
        return " or ".join(filter(None, map(_words, kind.types)))
    if isinstance(kind, inspect.CustomType) and kind.cls is UnsetType:
        return ""
    return _WORDS.get(type(kind), "anything")


def main() -> int:
    write_whole(PAGE, page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
