"""The chip's own reader of the USB line, run on the computer: the class from its source file."""

import ast
import sys
from collections import deque
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from host_tools import FIRMWARE
from lodeboard.boards.profile import LINE_BYTES

if TYPE_CHECKING:
    from lodeboard.ports.port import Serial

_FILE = FIRMWARE / "lodeboard" / "ports" / "rp2.py"
_CLASS = "Rp2Serial"


def make_serial() -> "tuple[Serial, Callable[[bytes], None], Callable[[], int]]":
    """The reader; a function that puts bytes on its line; a function that returns its free buffer
    space in bytes."""
    waiting: deque[int] = deque()

    def ipoll(_: int) -> Iterator[int]:
        return iter([1] if waiting else [])

    def readinto(into: bytearray) -> int:
        into[0] = waiting.popleft()
        return 1

    poll = SimpleNamespace(register=lambda *_: None, ipoll=ipoll, poll=lambda _: [])
    names: dict[str, Any] = {
        "LINE_BYTES": LINE_BYTES,
        "const": lambda number: number,
        "select": SimpleNamespace(poll=lambda: poll, POLLIN=1, POLLOUT=4),
        "sys": SimpleNamespace(
            stdin=SimpleNamespace(buffer=SimpleNamespace(readinto=readinto)), stdout=sys.stdout
        ),
        "time": SimpleNamespace(ticks_ms=lambda: 0),
    }
    exec(compile(_part(), str(_FILE), "exec"), names)
    serial = names[_CLASS]()
    return serial, waiting.extend, lambda: len(serial._line)


def _part() -> ast.Module:
    """The class and the constants before it."""
    tree = ast.parse(_FILE.read_text(encoding="utf-8"))
    wanted = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign) or (isinstance(node, ast.ClassDef) and node.name == _CLASS)
    ]
    return ast.Module(
        [node for node in wanted if "TYPE_CHECKING" not in ast.unparse(node)[:20]], []
    )
