"""Prepares firmware source for the chip's compiler: replaces constants by numbers and removes
types.

On MicroPython a name costs memory twice, for its string and for its entry, so what a board does not
need at run time is removed:

- A *constant* is an upper-case name that is bound once, at the top level of a module, to an
  integer: `NAME = 3`, `NAME = const(1 << 4)`, `NAME = OTHER + 1`. Its uses become numbers, in
  its own module and in those that import it, and its definition is removed.
- *Types*: `TYPE_CHECKING` blocks, protocols (classes with the base `Protocol`) and their imports.
- *Names for tools*: an upper-case name that is bound once, at the top level of a module, to a
  literal, and that no module of the firmware reads. So lists of names for tools can be next to
  what they name without taking a board's memory.
- *Private literals*: an upper-case name with a leading underscore that is bound once, at the top
  level of a module and before its uses, to a string or to a tuple of literals and constants, and
  that no other module reads. `const()` is put around its value, so that the compiler inserts the
  value where the name is used and drops the name.

Changes are made only at the positions given by the syntax tree, so strings, comments and line
numbers stay as they are. Anything that cannot be folded safely, such as a constant's name that is
bound again in a function, is refused: see FoldError.
"""

import ast
import operator
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from pathlib import Path

from host_tools import CHECKOUT, FIRMWARE
from host_tools.build import chips, outside

_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
_GUARD = "TYPE_CHECKING"
THIS_CHIP = "lodeboard/boards/chip.py"
THIS_RADIO = "lodeboard/boards/radio.py"
RADIO = "cyw43"  # the module in its place on a board with a radio


class FoldError(Exception):
    """A module that cannot be folded; the text says where and why."""


class Module:
    """A parsed module of the firmware. `nodes`: all except those for type checkers; `bound`: how
    often each name is bound anywhere; `constants`: by name, unresolved; `types`: names only for
    type checkers; `literals`: names of other literals that the module itself does not read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.nodes = [*_walk(self.tree)]
        self.bound = bound = Counter(_bindings(self.tree))
        guards = filter(is_guard, ast.walk(self.tree))
        guarded = [name for node in guards for name in _bindings(node)]
        self.constants: dict[str, ast.expr] = {}
        # A name that is also imported where it is used is not only for types.
        self.types = {_GUARD}
        self.types |= {name for name in guarded if bound[name] == guarded.count(name)}
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    if name.isupper() and name != _GUARD and bound[name] == 1:
                        self.constants[name] = _inside_const(value)
                case ast.ClassDef(name=name, bases=[ast.Name(id="Protocol")]):
                    self.types.add(name)
        loaded = {
            node.id
            for node in self.nodes
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        self.literals = {
            name
            for name, value in self.constants.items()
            if name not in loaded and _is_literal(value)
        }


@lru_cache(maxsize=512)  # more modules than one firmware has
def _parsed(text: str) -> Module:
    """The module of this text, shared by all trees. Raises SyntaxError."""
    return Module(text)


def source_files(firmware: Path, chip: str = chips.DEFAULT) -> dict[str, Path]:
    """Every source file of a firmware by its path there, sorted; THIS_CHIP and THIS_RADIO are the
    files of this chip. The project's own firmware has the games from outside, too."""
    own = firmware == FIRMWARE
    inside = (firmware / "lodeboard" if own and not CHECKOUT else firmware).rglob("*.py")
    found = {path.relative_to(firmware).as_posix(): path for path in inside}
    for name in (THIS_CHIP, THIS_RADIO):
        if name in found:
            found[name] = in_place(found[name], name, chip)
    return dict(sorted({**found, **(outside.source_files() if own else {})}.items()))


def in_place(path: Path, name: str, chip: str) -> Path:
    """The file that a firmware for this chip has in place of this one."""
    if name == THIS_CHIP:
        return path.with_name(f"{chips.source_of(chip)}.py")
    if name == THIS_RADIO and chips.has_radio(chip):
        return path.with_name(f"{RADIO}.py")
    return path


class Tree:
    """All modules of a firmware folder that can be parsed, by dotted name, with the constants of
    this chip."""

    def __init__(self, firmware: Path, chip: str = chips.DEFAULT) -> None:
        self.modules: dict[str, Module] = {}
        self._values: dict[str, dict[str, int]] = {}
        for place, path in source_files(firmware, chip).items():
            name = place.removesuffix(".py").replace("/", ".")
            try:
                module = _parsed(path.read_text(encoding="utf-8"))
            except SyntaxError:
                continue  # its compiler reports the error
            self.modules[name.removesuffix(".__init__")] = module
        for name in self.modules:  # at once, as several threads may fold with one tree
            self.constants(name)
        self._read = {pair for module in self.modules.values() for pair in self._reads(module)}

    def constants(self, name: str) -> Mapping[str, int]:
        """The values of a module's constants."""
        if name not in self._values:
            self._values[name] = {}  # for modules that import each other
            self._values[name] = self._evaluate(self.modules[name])
        return self._values[name]

    def fold(self, text: str, name: str = "") -> str:
        """The text of a module with the constants of the tree and its own replaced, without types
        and, if `name` is its name in the tree, without names for tools. Raises FoldError."""
        module = _parsed(text)
        unread = {
            constant
            for constant in (module.constants if name in self.modules else ())
            if (name, constant) not in self._read and ("", constant) not in self._read
        }
        return _Folding(self, module, self._evaluate(module), unread).run()

    def _reads(self, module: Module) -> Iterator[tuple[str, str]]:
        """The names that a module reads from others, each with its module, "" if unknown."""
        modules: dict[str, str] = {}
        for node in module.nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    yield node.module, alias.name
                    whole = f"{node.module}.{alias.name}"
                    if whole in self.modules:
                        modules[alias.asname or alias.name] = whole
        for node in module.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                named = isinstance(node.value, ast.Name)
                yield modules.get(_first_name(node), "") if named else "", node.attr

    def _evaluate(self, module: Module) -> dict[str, int]:
        values: dict[str, int] = {}
        imported = Imports(self, module)
        for name, expression in module.constants.items():
            value = _number(expression, {**imported.values, **values}, imported.aliases)
            if value is not None:
                values[name] = value
        return values


class Imports:
    """A module's imports from a tree. values: constants, by their name here; aliases: modules with
    constants; types: names for type checkers."""

    def __init__(self, tree: Tree, body: Module) -> None:
        self.values: dict[str, int] = {}
        self.aliases: dict[str, Mapping[str, int]] = {}
        self.types: set[str] = set()
        for node in body.nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    self._take(tree, node.module, alias)

    def _take(self, tree: Tree, module: str, alias: ast.alias) -> None:
        here = alias.asname or alias.name
        if f"{module}.{alias.name}" in tree.modules:
            constants = tree.constants(f"{module}.{alias.name}")
            if constants:
                self.aliases[here] = constants
        elif module in tree.modules:
            constants = tree.constants(module)
            if alias.name in constants:
                self.values[here] = constants[alias.name]
            elif alias.name in tree.modules[module].types:
                self.types.add(here)


def is_guard(node: ast.AST) -> bool:
    """Whether a statement is only for type checkers."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == _GUARD


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes except those for type checkers."""
    todo = [node]
    while todo:
        current = todo.pop()
        if current is not node:
            yield current
        todo.extend(
            child for child in [*ast.iter_child_nodes(current)][::-1] if not is_guard(child)
        )


def _bindings(tree: ast.AST) -> list[str]:
    """Every name bound anywhere below, with repetitions."""
    found: list[str] = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.append(name)
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append(name)
            case ast.alias(name=name, asname=other):
                found.append(other or name.partition(".")[0])
            case ast.ExceptHandler(name=str(name)):
                found.append(name)
    return found


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


def _inside_const(value: ast.expr) -> ast.expr:
    match value:
        case ast.Call(func=ast.Name(id="const"), args=[inner]):
            return inner
    return value


def _number(
    node: ast.expr, values: Mapping[str, int], aliases: Mapping[str, Mapping[str, int]]
) -> int | None:
    """The value of an expression of integers and constants; None for any other."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.Name(id=name):
            return values.get(name)
        case ast.Attribute(value=ast.Name(id=alias), attr=name):
            return aliases.get(alias, {}).get(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _number(operand, values, aliases)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            one, other = _number(left, values, aliases), _number(right, values, aliases)
            if one is None or other is None:
                return None
            result: int = _OPERATORS[type(op)](one, other)
            return result
    return None


class _Folding:
    """Folds one module: collects the changes of its text."""

    def __init__(
        self, tree: Tree, module: Module, own: Mapping[str, int], unread: Set[str]
    ) -> None:
        self._lines = [line.encode() for line in module.text.splitlines(keepends=True)]
        self._module = module
        self._own = {*own, *(unread & module.literals)}
        self._private = {name for name in unread if name.startswith("_")}
        imports = Imports(tree, module)
        self._values = {**imports.values, **own}
        self._aliases = imports.aliases
        self._types = imports.types | module.types
        self._changes: list[tuple[ast.AST, str]] = []
        self._used: set[str] = set()  # names needed other than as a constant

    def run(self) -> str:
        for name in (*self._values, *self._aliases):
            if self._module.bound[name] > 1 and name not in self._types:
                self._look_for_second(name)
        self._uses(self._module.tree)
        self._statements(self._module.tree)
        for statement in self._module.tree.body:
            self._make_const(statement)
        for node, text in sorted(self._changes, key=lambda change: _start(change[0]), reverse=True):
            self._replace(node, text)
        return b"".join(self._lines).decode()

    def _look_for_second(self, name: str) -> None:
        """Refuse to bind a constant's name to something else; importing it twice is harmless."""
        imported = sum(
            (alias.asname or alias.name) == name
            for node in self._module.nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        )
        if imported != self._module.bound[name]:
            raise FoldError(f"{name} is a constant, and bound again")

    def _uses(self, node: ast.AST) -> None:
        """Record every use of a constant or of another needed name below a node."""
        for child in _at_run_time(node):
            if self._gone(child):
                continue
            match child:
                case ast.Attribute(value=ast.Name(id=alias), attr=name, ctx=ast.Load()) if (
                    name in self._aliases.get(alias, {})
                ):
                    self._changes.append((child, str(self._aliases[alias][name])))
                    continue
                case ast.Name(id=name, ctx=ast.Load()) if name in self._values:
                    self._changes.append((child, str(self._values[name])))
                case ast.Name(id=name, ctx=ast.Load()):
                    self._used.add(name)
                    if name in self._types:
                        raise FoldError(f"line {child.lineno}: {name} is only for type checkers")
            self._uses(child)

    def _gone(self, node: ast.AST) -> bool:
        """Whether a board does not need a statement."""
        match node:
            case ast.If():
                return is_guard(node)
            case ast.Assign(targets=[ast.Name(id=name)]):
                return name == _GUARD or name in self._own
            case ast.ClassDef(name=name):
                return name in self._types
        return False

    def _statements(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if self._gone(child):
                self._remove(child, node)
            elif isinstance(child, ast.ImportFrom):
                self._import(child, node)
            else:
                self._statements(child)

    def _import(self, node: ast.ImportFrom, parent: ast.AST) -> None:
        needed = [alias for alias in node.names if self._needed(alias)]
        if not needed:
            self._remove(node, parent)
        elif len(needed) < len(node.names):
            names = ", ".join(
                alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in needed
            )
            self._changes.append((node, f"from {node.module} import {names}"))

    def _needed(self, alias: ast.alias) -> bool:
        here = alias.asname or alias.name
        if here in self._values or here in self._types:
            return False
        return here in self._used or here not in (*self._aliases, "const")

    def _make_const(self, statement: ast.stmt) -> None:
        """Put `const()` around the value of a private literal."""
        match statement:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=value):
                if self._is_private(name, statement) and self._is_object(value):
                    first, last = _end(target), _end(statement)
                    equals = _span(first, (first[0], first[1] + len(" = ")))
                    self._changes += [(equals, " = const(("), (_span(last, last), "))")]

    def _is_private(self, name: str, statement: ast.Assign) -> bool:
        """Whether the compiler may drop this name; it looks for constants from top to bottom."""
        named = [
            node.lineno
            for node in self._module.nodes
            if isinstance(node, ast.Name) and node.id == name
        ]
        return (
            name in self._private and not self._gone(statement) and min(named) == statement.lineno
        )

    def _is_object(self, value: ast.expr) -> bool:
        """Whether this is a string, or a tuple of constants, to the compiler."""
        match value:
            case ast.Constant(value=str() | bytes()):
                return True
            case ast.Tuple(elts=elements):
                return all(
                    self._is_object(each) or _number(each, self._values, self._aliases) is not None
                    for each in elements
                )
        return False

    def _remove(self, node: ast.AST, parent: ast.AST) -> None:
        self._changes = [change for change in self._changes if not _within(change[0], node)]
        self._changes.append((node, "" if isinstance(parent, ast.Module) else "pass"))

    def _replace(self, node: ast.AST, text: str) -> None:
        """Replace a node by a text; its other lines stay, empty."""
        (row, column), (last, end) = _start(node), _end(node)
        old = self._lines[row][column : end if row == last else None].decode()
        if isinstance(node, ast.Name | ast.Attribute) and not old.startswith(_first_name(node)):
            raise FoldError(f"line {row + 1}: a constant inside an f-string")
        rest = self._lines[last][end:]
        if row == last:
            self._lines[row] = self._lines[row][:column] + text.encode() + rest
            return
        self._lines[row] = self._lines[row][:column] + text.encode() + b"\n"
        for line in range(row + 1, last):
            self._lines[line] = b"\n"
        self._lines[last] = rest


def _at_run_time(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node without annotations, which MicroPython ignores."""
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield child


def _first_name(node: ast.Name | ast.Attribute) -> str:
    inner = node.value if isinstance(node, ast.Attribute) else node
    return inner.id if isinstance(inner, ast.Name) else ""


def _start(node: ast.AST) -> tuple[int, int]:
    start: tuple[int, int] = (node.lineno - 1, node.col_offset)  # type: ignore[attr-defined]
    return start


def _end(node: ast.AST) -> tuple[int, int]:
    end: tuple[int, int] = (node.end_lineno - 1, node.end_col_offset)  # type: ignore[attr-defined]
    return end


def _span(start: tuple[int, int], end: tuple[int, int]) -> ast.AST:
    """A node for a part of the text."""
    row, column = start
    return ast.Pass(lineno=row + 1, col_offset=column, end_lineno=end[0] + 1, end_col_offset=end[1])


def _within(node: ast.AST, outer: ast.AST) -> bool:
    return _start(outer) <= _start(node) and _end(node) <= _end(outer)
