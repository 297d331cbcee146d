"""The faults that a board has written down, and tracebacks with the lines of this tree's source."""

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
# A compiled module keeps its dotted name and its lines; an older one its path.
_PLACE = re.compile(
    r'^(?P<begin>\s*File ")(?P<module>\w[\w/]*\.py|lodeboard[.\w]*)(?P<end>", line (?P<line>\d+).*)'
)
# Runs on the board. Waits for nothing and changes nothing. None where neither slot has a firmware
# and nothing is written down.
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
    """The log on a board that has been stopped, None where no firmware is on it; it starts again
    afterwards. DeviceError."""
    try:
        log = fault_log(prompt)
    except BaseException:
        prompt.leave()
        raise
    prompt.restart()
    return log


def fault_log(prompt: Prompt) -> bytes | None:
    """The same of a board that stays stopped. DeviceError."""
    value = ast.literal_eval(prompt.run(_READ).strip())
    return value if isinstance(value, bytes) else None


def last_fault(log: str) -> str:
    """The last entry of a log, its head line included; "" where there is none."""
    lines = log.splitlines()
    heads = [number for number, line in enumerate(lines) if _HEAD.match(line)]
    return "\n".join(lines[heads[-1] :]) if heads else ""


def versions(log: str) -> set[str]:
    """The firmwares in which the faults of a log came: version and id each."""
    found = (_HEAD.match(line) for line in log.splitlines())
    return {head["version"] for head in found if head}


def with_source(text: str, root: Path = FIRMWARE) -> str:
    """A board's traceback with paths in place of modules' names and the source line below each
    place, where the file is there."""
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
    """Where this module's source is below `root`; "" where it is not."""
    name = module.removesuffix(".py").replace(".", "/")
    there = [path for path in (f"{name}.py", f"{name}/__init__.py") if (root / path).is_file()]
    return there[0] if there else ""
