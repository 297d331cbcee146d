"""Selects the files of the project and its libraries for the site's board, and the additional ones
for a real board on a cable.

A module of the project is included if an included one imports it, at its top or in a function, and
if it can be imported in a browser; modules that need NumPy, for example, are not.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path

from host_tools import FIRMWARE, ROOT
from host_tools.build import outside
from host_tools.build.fold import source_files
from host_tools.games.loader import host_game
from lodeboard.games.catalogue import GAMES, rule_sets

ENTRY = "host_tools.play.site.board"
CABLE_ENTRY = "host_tools.play.site.cabled"
WEB_PORT = "host_tools.play.site.ports.protocol_web"  # imported by pyserial by its name
OURS = ("host_tools", "lodeboard")
LIBRARIES = ("board", "micropython", "msgspec", "neopixel", "segno")
CABLE_LIBRARIES = ("mpremote", "serial")
# These list ports by platform; pyserial prints an error for a browser.
_NO_PORTS = Path(__file__).with_name("no_ports.py")
# Replaces what Blinka needs `packaging` for.
_NO_PLATFORM = Path(__file__).with_name("no_platform.py")
# Of segno only the encoder is used.
_NO_WRITERS = Path(__file__).with_name("no_writers.py")
_SEGNO = ("segno/consts.py", "segno/encoder.py")
_PLATFORM = "adafruit_blinka/platform_dependencies.py"
_OF_ONE_SYSTEM = tuple(
    f"serial/tools/list_ports_{one}" for one in ("linux", "osx", "posix", "windows")
)
# Imported by name at run time.
BY_NAME = (
    ENTRY,
    "host_tools.play.site.analysis",
    "host_tools.play.site.kernels",
    *(
        f"host_tools.games.{game}.plugin"
        for game in GAMES
        if (ROOT / "host_tools" / "games" / game / "plugin.py").is_file()
    ),
    *(
        name.removesuffix(".py").replace("/", ".")
        for name in source_files(FIRMWARE)
        if name.startswith("lodeboard/") and not name.endswith("__init__.py")
    ),
)

_LOADED = """
import json, os, sys
{imports}
found = {{module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)}}
print(json.dumps(sorted(found)))
"""


def source_of(module: str) -> Path | None:
    """The file of one of the project's modules; None if there is none."""
    if found := _own_source(module):
        return found
    place = module.replace(".", "/")
    from_outside = outside.source_files()
    return from_outside.get(f"{place}.py") or from_outside.get(f"{place}/__init__.py")


@cache
def _own_source(module: str) -> Path | None:
    """The same without the games from outside."""
    for folder in (ROOT, FIRMWARE):
        path = folder.joinpath(*module.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def modules() -> list[str]:
    """The project's modules for the board, sorted."""
    return _with_imported([module for module in BY_NAME if _runs(module, LIBRARIES)], LIBRARIES)


def cable_modules() -> list[str]:
    """The additional modules for a real board on a cable."""
    libraries = (*LIBRARIES, *CABLE_LIBRARIES)
    found = _with_imported([CABLE_ENTRY, WEB_PORT], libraries)
    return sorted(set(found) - set(modules()))


def _with_imported(waiting: list[str], libraries: tuple[str, ...]) -> list[str]:
    found: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        package = module.rpartition(".")[0]
        if package:
            waiting.append(package)
        imported = _imported(module)[1]
        waiting += [name for name in imported if _ours(name) and _runs(name, libraries)]
    return sorted(found)


def values() -> list[Path]:
    """The files read by the games' searches, fetched on demand."""
    return [
        path
        for game in GAMES
        for rules in (rule_sets(game) or ("",))
        for path in host_game(game).search_files(rules)
    ]


def library_files() -> list[tuple[Path, str]]:
    """The files of the libraries in plain Python, each with its path in the libraries' folder.
    Blinka looks for no packages to install."""
    found = [
        (Path(str(file.locate())), str(file))
        for file in metadata.files("adafruit-blinka") or ()
        if file.suffix == ".json"  # boards by USB id
    ]
    found += _loaded("import board, micropython, neopixel, segno.encoder")
    found = [row for row in found if row[1] != _PLATFORM and not row[1].startswith("packaging/")]
    found = [row for row in found if not row[1].startswith("segno/") or row[1] in _SEGNO]
    return _plain([*found, (_NO_PLATFORM, _PLATFORM), (_NO_WRITERS, "segno/__init__.py")])


def cable_library_files() -> list[tuple[Path, str]]:
    """The same for the libraries of a board on a cable. pyserial's list of ports is empty."""
    found = _loaded("import mpremote.transport_serial")
    found = [row for row in found if not row[1].startswith(_OF_ONE_SYSTEM)]
    return _plain([*found, (_NO_PORTS, "serial/tools/list_ports_posix.py")])


def _plain(found: list[tuple[Path, str]]) -> list[tuple[Path, str]]:
    return [(path, place) for path, place in found if not place.startswith(("_", "distutils"))]


def _loaded(imports: str) -> list[tuple[Path, str]]:
    """The libraries' files loaded by these imports."""
    environment = {**os.environ, "BLINKA_OS_AGNOSTIC": "1"}
    done = subprocess.run(
        [sys.executable, "-I", "-c", _LOADED.format(imports=imports)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    found = []
    for name in json.loads(done.stdout):
        path = Path(name)
        if "site-packages" in path.parts and path.suffix == ".py":
            index = len(path.parts) - 1 - path.parts[::-1].index("site-packages")
            found.append((path, "/".join(path.parts[index + 1 :])))
    return found


def _ours(module: str) -> bool:
    return module.partition(".")[0] in OURS and source_of(module) is not None


@cache
def _imported(module: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The modules that a module imports at its top, and all that it imports, except for types
    only."""
    path = source_of(module)
    assert path is not None, module
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    return tuple(_names(tree.body, inside, True)), tuple(_names(tree.body, inside, False))


def _names(body: Iterable[ast.AST], inside: Sequence[str], top: bool) -> Iterator[str]:
    for node in body:
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=named, names=names, level=level):
                # Leading dots: relative to the package of the module.
                above = inside[: len(inside) + 1 - level] if level else ()
                package = ".".join([*above, *([named] if named else [])])
                yield package
                yield from (f"{package}.{each.name}" for each in names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=others):
                yield from _names(others, inside, top)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if top:
                pass
            case _:
                for part in ("body", "handlers", "orelse", "finalbody", "cases"):
                    yield from _names(getattr(node, part, ()), inside, top)


@cache
def _runs(module: str, libraries: tuple[str, ...]) -> bool:
    """Whether a module can be imported with only these libraries and Python's own."""
    seen, waiting = {module}, [module]
    while waiting:
        for name in _imported(waiting.pop())[0]:
            first = name.partition(".")[0]
            if first not in OURS:
                if first not in sys.stdlib_module_names and first not in libraries:
                    return False
            elif source_of(name) is not None and name not in seen:
                seen.add(name)
                waiting.append(name)
    return True
