"""Checks that each entry point (a make target, a command of `lodeboard`) needs only the packages
that it installs: `python -m host_tools.build.doors`.

The commands printed by `make -n` show what a target installs and starts; imports in the source show
what that reaches; the installed packages show which package a module comes from. An import in a
function counts like any other, with two exceptions: in a `try` that catches ModuleNotFoundError it
is optional; and below `with needs(WHAT, EXTRA):` the packages of that extra count as installed,
because the user is told to install them.
"""

import ast
import fnmatch
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import metadata
from pathlib import Path

import grimp
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from host_tools.setup.provision import EXTRAS_OF

PROJECT = "lodeboard"
OURS = ("host_tools", "lodeboard", "hardware")
PROGRAM = "host_tools.play.cli"
COMMANDS = f"{PROGRAM}.commands"
LAB = "host_tools.lab"
EXPERIMENTS = f"{LAB}.experiments"
PLUGIN = "host_tools.testing"  # loaded by pytest
PROVISION = "host_tools/setup/provision.py"
HARDWARE = "hardware/requirements.txt"
# Modules that import others by names known only at run time, and the possible ones.
BY_NAME: dict[str, tuple[str, ...]] = {
    COMMANDS: (),  # each is an entry point itself
    f"{PROGRAM}.lab": (),  # an experiment reports what it needs
    "host_tools.lab.experiments": ("host_tools.lab.*",),
    "host_tools.build.compiled": ("lodeboard.games.*",),
    "host_tools.build.swap": ("lodeboard.games.*",),
    "host_tools.build.profiles": ("lodeboard.boards.*",),
    "host_tools.board.device.watch": ("lodeboard.boards.*",),
    "host_tools.games.loader": ("host_tools.games.*.plugin",),
    "host_tools.games.retrograde.explore": ("lodeboard.games.*",),
    "host_tools.lab.reliability.hostile.books": ("host_tools.games.*.tables.lookup",),
    "host_tools.play.site.kernels": (),  # runs in a browser
    "lodeboard.system.loader": ("lodeboard.games.*",),
    "lodeboard.system.first_light": ("lodeboard.games.*",),
}
_TARGET = re.compile(r"^([a-z-]+):.*##", re.MULTILINE)
_CATCHING = ("ModuleNotFoundError", "ImportError")
_IMPORTING = ("import_module", "__import__")
_NEEDS = "needs"  # see host_tools.setup.extras


@dataclass(frozen=True)
class Door:
    """An entry point: the modules that it starts, and the packages installed by then."""

    name: str
    starts: tuple[str, ...]
    packages: frozenset[str]
    installs: str


class Packages:
    """The packages that requirements of `pyproject.toml` install, by canonical name."""

    def __init__(self, root: Path) -> None:
        self._root = root
        with (root / "pyproject.toml").open("rb") as file:
            project = tomllib.load(file)["project"]
        self._base: list[str] = project["dependencies"]
        self.extras: dict[str, list[str]] = project["optional-dependencies"]

    def of(self, extras: Iterable[str]) -> frozenset[str]:
        """The packages of an installation with these extras."""
        lines = [line for extra in extras for line in self.extras[extra]]
        return self.closure([*self._base, *lines])

    def of_hardware(self) -> frozenset[str]:
        """The packages of the hardware's environment."""
        lines = (self._root / HARDWARE).read_text(encoding="utf-8").splitlines()
        return self.closure(line for line in lines if line and not line.startswith("#"))

    def closure(self, lines: Iterable[str]) -> frozenset[str]:
        """The packages of these requirements, including indirect ones."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting = [Requirement(line) for line in lines]
        while waiting:
            one = waiting.pop()
            if str(one) in seen or (one.marker and not one.marker.evaluate({"extra": ""})):
                continue
            seen.add(str(one))
            name = canonicalize_name(one.name)
            if name == PROJECT:
                waiting += [
                    Requirement(line) for extra in one.extras for line in self.extras[extra]
                ]
                continue
            found.add(name)
            waiting += _required(name, frozenset(one.extras))
        return frozenset(found)


@cache
def _required(name: str, extras: frozenset[str]) -> tuple[Requirement, ...]:
    try:
        lines = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return ()  # for another system or environment
    found = []
    for one in map(Requirement, lines):
        if one.marker is None or any(one.marker.evaluate({"extra": e}) for e in (*extras, "")):
            one.marker = None
            found.append(one)
    return tuple(found)


class Source:
    """The project's modules and their imports, with lines."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.graph = grimp.build_graph(
            *OURS,
            include_external_packages=True,
            exclude_type_checking_imports=True,
            cache_dir=None,
        )
        self._imports: dict[str, list[tuple[str, int, str | None]]] = {}

    @cached_property
    def modules(self) -> frozenset[str]:
        """The names of the project's modules."""
        return frozenset(name for name in self.graph.modules if name.partition(".")[0] in OURS)

    def file(self, module: str) -> Path:
        """The file of a module."""
        base = self._root / ("firmware" if module.partition(".")[0] == PROJECT else "")
        path = base.joinpath(*module.split("."))
        return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")

    def imports(self, module: str) -> list[tuple[str, int, str | None]]:
        """The imports of a module as (module, line, extra), including its packages and imports by
        name. `extra`: None for a required import, the extra named by `needs`, or "" for an optional
        one."""
        if module not in self._imports:
            self._imports[module] = [*self._read(module)]
        return self._imports[module]

    def _read(self, module: str) -> Iterator[tuple[str, int, str | None]]:
        if "." in module:
            yield module.rpartition(".")[0], 1, None
        guards = _guards(self.tree(module, *_CATCHING, f"{_NEEDS}("))
        imports = self.graph.find_modules_directly_imported_by(module)
        for imported in sorted(imports):
            for one in self.graph.get_import_details(importer=module, imported=imported):
                line = one["line_number"]
                inner = [extra for first, last, extra in guards if first <= line <= last]
                yield imported, line, inner[-1] if inner else None
        for pattern in BY_NAME.get(module, ()):
            for name in sorted(fnmatch.filter(self.modules, pattern)):
                yield name, 1, None

    def tree(self, module: str, *words: str) -> ast.Module:
        """The parsed module; empty if it contains none of these words, as most do not."""
        text = self.file(module).read_text(encoding="utf-8")
        return ast.parse(text if any(word in text for word in words) else "")


def _guards(tree: ast.AST) -> list[tuple[int, int, str]]:
    """First and last line of each block with optional imports, outer ones first, and the extra
    named by `needs`, or ""."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Try(body=body, handlers=handlers) if any(map(_catches, handlers)):
                found.append((body[0].lineno, body[-1].end_lineno or 0, ""))
            case ast.With(items=[ast.withitem(context_expr=call)], body=body):
                if extra := _named(call):
                    found.append((body[0].lineno, body[-1].end_lineno or 0, extra))
    return found


def _catches(handler: ast.ExceptHandler) -> bool:
    caught = ast.walk(handler.type) if handler.type else ()
    return any(isinstance(node, ast.Name) and node.id in _CATCHING for node in caught)


def _named(call: ast.expr) -> str:
    match call:
        case ast.Call(func=ast.Name(id=name), args=[_, ast.Constant(value=str(extra))]):
            return extra if name == _NEEDS else ""
    return ""


def doors(root: Path, packages: Packages) -> list[Door]:
    """Every target of the Makefile and every command of `lodeboard`."""
    found: list[Door] = []
    for target in _TARGET.findall((root / "Makefile").read_text(encoding="utf-8")):
        done = subprocess.run(
            ["make", "-n", "--no-print-directory", target],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        script = done.stdout.replace("\\\n", " ")
        found += _of_target(target, script, packages, experiments(root))
    alone = packages.of(())
    for name in commands(root):
        starts = (PROGRAM, COMMANDS, f"{PROGRAM}.{name.replace('-', '_')}")
        found.append(Door(f"lodeboard {name}", starts, alone, "no extra"))
    return found


def commands(root: Path) -> list[str]:
    """The names of the commands of `lodeboard`."""
    tree = ast.parse((root / f"{COMMANDS.replace('.', '/')}.py").read_text(encoding="utf-8"))
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="COMMANDS")], value=value):
                return list(ast.literal_eval(value))
    raise ValueError(f"{COMMANDS} has no COMMANDS")


def experiments(root: Path) -> dict[str, str]:
    """The module of each experiment of the laboratory, by name."""
    tree = ast.parse((root / f"{EXPERIMENTS.replace('.', '/')}.py").read_text(encoding="utf-8"))
    found = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="EXPERIMENTS")], value=ast.Dict(keys, values)):
                for key, value in zip(keys, values, strict=True):
                    match key, value:
                        case ast.Constant(value=str(name)), ast.Call(args=[first, *_]):
                            found[name] = f"{LAB}.{ast.literal_eval(first)}"
    return found


def _of_target(
    target: str, script: str, packages: Packages, of_lab: Mapping[str, str]
) -> Iterator[Door]:
    """The entry points of one target: one for each environment in which it starts modules."""
    name = f"make {target}"
    extras: tuple[str, ...] = ()
    starts: list[str] = []
    in_hardware: list[str] = []
    for words in map(shlex.split, script.splitlines()):
        module = words[words.index("-m") + 1] if "-m" in words else ""
        if PROVISION in words:
            what = words[words.index(PROVISION) + 1]
            extras = EXTRAS_OF[what]
            bare = (PROVISION.removesuffix(".py").replace("/", "."),)
            yield Door(name, bare, frozenset(), "nothing before its set-up")
        elif module and "$python" in words:
            yield Door(name, (module,), frozenset(), "nothing before its set-up")
        elif ".venv/bin/lodeboard" in words:
            command, *more = words[words.index(".venv/bin/lodeboard") + 1 :]
            starts += [PROGRAM, COMMANDS, f"{PROGRAM}.{command.replace('-', '_')}"]
            starts += [of_lab[name] for name in more[:1] if command == "lab"]
        elif module and ".venv/bin/python" in words:
            starts += [PLUGIN, module] if module == "pytest" else [module]
        elif module and any("/hardware/" in word for word in words):
            in_hardware.append(module)
    installs = f"extras {', '.join(extras)}" if extras else "no extra"
    if starts:
        yield Door(name, tuple(starts), packages.of(extras), installs)
    if in_hardware:
        yield Door(name, tuple(in_hardware), packages.of_hardware(), HARDWARE)


class Walk:
    """Follows one entry point through everything that it imports."""

    def __init__(self, door: Door, source: Source, packages: Packages) -> None:
        self._door = door
        self._source = source
        self._packages = packages
        self._from: dict[tuple[str, frozenset[str]], tuple[str, frozenset[str]] | None] = {}

    def wrong(self) -> Iterator[tuple[str, str]]:
        """Each package that may be missing: where it is imported, and the chain of imports."""
        waiting = [(self._whole(name), self._door.packages) for name in self._door.starts]
        self._from = dict.fromkeys(waiting)
        reported = set()
        while waiting:
            here = waiting.pop(0)
            module, there = here
            if module.partition(".")[0] not in OURS:
                if self._missing(module, there):
                    yield f"{module} (its package is not installed)", module
                continue
            for imported, line, extra in self._source.imports(module):
                if extra == "":
                    continue
                known = there | self._packages.of([extra]) if extra else there
                if imported not in self._source.modules:
                    if self._missing(imported, known) and (module, imported) not in reported:
                        reported.add((module, imported))
                        yield f"{self._place(module)}:{line} imports {imported}", self._way(here)
                elif (imported, known) not in self._from:
                    self._from[imported, known] = here
                    waiting.append((imported, known))

    def _whole(self, module: str) -> str:
        main = f"{module}.__main__"
        return main if main in self._source.modules else module

    @staticmethod
    def _missing(module: str, there: frozenset[str]) -> bool:
        """Whether a module's package is not installed. Modules of Python, of MicroPython and of
        other environments belong to no package."""
        top = module.partition(".")[0]
        if top in sys.stdlib_module_names:
            return False
        owners = _distributions().get(top, ())
        return bool(owners) and not any(canonicalize_name(name) in there for name in owners)

    def _place(self, module: str) -> str:
        path = Path(*module.split("."))
        return f"{path}.py" if module.partition(".")[0] != PROJECT else f"firmware/{path}.py"

    def _way(self, here: tuple[str, frozenset[str]]) -> str:
        way = [here[0]]
        before = self._from[here]
        while before is not None:
            way.append(before[0])
            before = self._from[before]
        return " -> ".join(reversed(way))


@cache
def _distributions() -> Mapping[str, list[str]]:
    return metadata.packages_distributions()


def unnamed(source: Source) -> Iterator[str]:
    """Modules that import by names made at run time and are not in BY_NAME."""
    for module in sorted(source.modules - BY_NAME.keys()):
        for node in ast.walk(source.tree(module, *_IMPORTING)):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[asked, *_]):
                    if name in _IMPORTING and not isinstance(asked, ast.Constant):
                        yield (
                            f"{module} imports by a name that is made up while it runs (line "
                            f"{node.lineno}): say which in BY_NAME of host_tools/build/doors.py"
                        )


def unknown_extras(root: Path, source: Source, packages: Packages) -> Iterator[str]:
    """Uses of `needs` with an extra that no `make setup-EXTRA` installs."""
    targets = _TARGET.findall((root / "Makefile").read_text(encoding="utf-8"))
    for module in sorted(source.modules):
        for _, line, extra in source.imports(module):
            ready = extra in packages.extras and f"setup-{extra}" in targets
            if extra and not (ready and extra in EXTRAS_OF.get(extra, ())):
                yield f"{module}:{line} names {extra}, which make setup-{extra} does not install"


def report(root: Path) -> str:
    """The errors in this tree, "" for none."""
    packages, source = Packages(root), Source(root)
    wrong = [*unnamed(source), *unknown_extras(root, source, packages)]
    found: dict[str, list[tuple[Door, str]]] = {}
    for door in doors(root, packages):
        for place, way in Walk(door, source, packages).wrong():
            found.setdefault(place, []).append((door, way))
    for place, those in found.items():
        names = ", ".join(f"{door.name} ({door.installs})" for door, _ in those)
        wrong.append(f"{place}, which is missing for {names}\n    by {those[0][1]}")
    return "\n".join(wrong)


if __name__ == "__main__":
    problems = report(Path.cwd())
    print(problems)
    sys.exit(1 if problems else 0)
