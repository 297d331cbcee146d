"""A board's fault log, and tracebacks with source lines of this tree."""

import ast
import linecache
import re
from pathlib import Path

from host_tools import FIRMWARE
from host_tools.build.layout import MANIFEST, SLOTS
from lodeboard.storage.fault_log import NAME

from .transport import Prompt

BLOB = f"{NAME}.blob"
TRACEBACK = "Traceback (most recent call last):"
_HEAD = re.compile(r"^--- fault \d+ x \d+: .*, firmware (?P<version>.*) ---$")
# A compiled module has its dotted name and lines; an older firmware has its path.
_PLACE = re.compile(
    r'^(?P<begin>\s*File ")(?P<module>\w[\w/]*\.py|lodeboard[.\w]*)(?P<end>", line (?P<line>\d+).*)'
)
# Runs on the board; changes nothing. None if neither slot has a firmware and the log is empty.
_READ = f"""
import os
try:
    with open("/data/{BLOB}", "rb") as file:
        print(repr(file.read()))
except OSError as error:
    if error.errno != 2:
        raise
    found = None
    for slot in {SLOTS!r}:
        try:
            os.stat("/" + slot + "/{MANIFEST}")
            found = b""
        except OSError:
            pass
    print(repr(found))
"""


def read_faults(prompt: Prompt) -> bytes | None:
    """The log of a stopped board, which is then restarted; None if it has no firmware. Raises
    DeviceError."""
    try:
        log = fault_log(prompt)
    except BaseException:
        prompt.leave()
        raise
    prompt.restart()
    return log


def fault_log(prompt: Prompt) -> bytes | None:
    """The log of a board that stays stopped. Raises DeviceError."""
    value = ast.literal_eval(prompt.run(_READ).strip())
    return value if isinstance(value, bytes) else None


def last_fault(log: str) -> str:
    """The last entry of a log with its head line; "" if there is none."""
    lines = log.splitlines()
    heads = [number for number, line in enumerate(lines) if _HEAD.match(line)]
    return "\n".join(lines[heads[-1] :]) if heads else ""


def versions(log: str) -> set[str]:
    """The firmware versions with entries in a log, each with its id."""
    found = (_HEAD.match(line) for line in log.splitlines())
    return {head["version"] for head in found if head}


def with_source(text: str, root: Path = FIRMWARE) -> str:
    """A board's traceback with paths instead of module names, and the source line below each place
    if the file exists."""
    lines = []
    for line in text.splitlines():
        place = _PLACE.match(line)
        path = _path(place["module"], root) if place else ""
        if not place or not path:
            lines.append(line)
            continue
        lines.append(place["begin"] + path + place["end"])
        linecache.checkcache(str(root / path))
        source = linecache.getline(str(root / path), int(place["line"])).strip()
        if source:
            lines.append(f"    {source}")
    return "\n".join(lines) + ("\n" if text.endswith("\n") else "")


def _path(module: str, root: Path) -> str:
    """The path of a module's source below `root`; "" if it does not exist."""
    name = module.removesuffix(".py").replace(".", "/")
    there = [path for path in (f"{name}.py", f"{name}/__init__.py") if (root / path).is_file()]
    return there[0] if there else ""
