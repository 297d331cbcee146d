"""Which of the project's files the board of the site consists of, and which of the libraries'.

A module of the project goes with it if something that goes with it imports it, at its top or within
a function, and if it can be imported there: what needs NumPy, say, stays here.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from host_tools import ROOT
from lodeboard.games.catalogue import GAMES

FIRMWARE = ROOT / "firmware"
ENTRY = "host_tools.site.board"
OURS = ("host_tools", "lodeboard")
LIBRARIES = ("board", "micropython", "msgspec", "neopixel")
# Found by their names while they run.
BY_NAME = (
    ENTRY,
    "host_tools.site.analysis",
    "host_tools.site.kernels",
    *(f"host_tools.games.{game}.plugin" for game in GAMES),
    *(
        ".".join(path.relative_to(FIRMWARE).with_suffix("").parts)
        for path in sorted(FIRMWARE.glob("lodeboard/**/*.py"))
        if path.name != "__init__.py"
    ),
)

_LOADED = """
import json, os, sys
import board, micropython, neopixel
found = {module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)}
print(json.dumps(sorted(found)))
"""


def source_of(module: str) -> Path | None:
    """The file of one of the project's modules, None where there is none."""
    for folder in (ROOT, FIRMWARE):
        path = folder.joinpath(*module.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def modules() -> list[str]:
    """The project's modules that go with the board, sorted."""
    found: set[str] = set()
    waiting = [module for module in BY_NAME if _runs(module)]
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        package = module.rpartition(".")[0]
        if package:
            waiting.append(package)
        waiting += [name for name in _imported(module)[1] if _ours(name) and _runs(name)]
    return sorted(found)


def library_files() -> list[tuple[Path, str]]:
    """The files of the libraries in plain Python, and their places in the libraries' folder."""
    environment = {**os.environ, "BLINKA_OS_AGNOSTIC": "1"}
    done = subprocess.run(
        [sys.executable, "-I", "-c", _LOADED],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    found = [
        (Path(str(file.locate())), str(file))
        for file in metadata.files("adafruit-blinka") or ()
        if file.suffix == ".json"  # which say what stands for which board
    ]
    for name in json.loads(done.stdout):
        path = Path(name)
        if "site-packages" in path.parts and path.suffix == ".py":
            at = len(path.parts) - 1 - path.parts[::-1].index("site-packages")
            found.append((path, "/".join(path.parts[at + 1 :])))
    return [(path, place) for path, place in found if not place.startswith(("_", "distutils"))]


def _ours(module: str) -> bool:
    return module.partition(".")[0] in OURS and source_of(module) is not None


@cache
def _imported(module: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a module imports at its top, and all that it imports anywhere; not for types alone."""
    path = source_of(module)
    assert path is not None, module
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(_names(tree.body, top=True)), tuple(_names(tree.body, top=False))


def _names(body: Iterable[ast.AST], top: bool) -> Iterator[str]:
    for node in body:
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(package), names=names):
                yield package
                yield from (f"{package}.{each.name}" for each in names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=others):
                yield from _names(others, top)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if top:
                pass
            case _:
                for part in ("body", "handlers", "orelse", "finalbody", "cases"):
                    yield from _names(getattr(node, part, ()), top)


@cache
def _runs(module: str) -> bool:
    """Whether a module can be imported where there are LIBRARIES and Python's own alone."""
    seen, waiting = {module}, [module]
    while waiting:
        for name in _imported(waiting.pop())[0]:
            first = name.partition(".")[0]
            if first not in OURS:
                if first not in sys.stdlib_module_names and first not in LIBRARIES:
                    return False
            elif source_of(name) is not None and name not in seen:
                seen.add(name)
                waiting.append(name)
    return True
