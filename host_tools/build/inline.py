"""Inlines kernels: replaces calls of a module's private functions by their bodies.

A call costs the chip more than most of what a kernel does, and viper cannot compile one. So a
kernel is written as small functions, and the build inlines them. CPython runs the calls.

A *helper* is a private function of a module (`_name`) on integers and arrays. It may call other
helpers, but not itself. It returns one value or a tuple. A call is allowed

- alone: `_helper(state, cell)`;
- as the whole value of an assignment or a return: `best, move = _helper(state, best)`;
- as a whole condition: `if _helper(state):`, `if not _helper(state):`;
- anywhere in an expression, if the helper is a single `return` of an expression.

An early return becomes an `else` branch for the code after it, a return in a loop a `break`. Code
that cannot be inlined is refused with its line: see InlineError.
"""

import ast
from collections import Counter
from functools import lru_cache
from typing import Any

from host_tools.build.flow import loaded, stored, walk
from host_tools.build.returns import InlineError, Returns, decided
from host_tools.build.share import share_locals

__all__ = ["InlineError", "inlined"]

_ALLOWED = (
    ast.Assign, ast.AugAssign, ast.Expr, ast.If, ast.While, ast.For, ast.Break, ast.Continue,
    ast.Pass, ast.Return,
)  # fmt: skip
_FORBIDDEN = (
    ast.Lambda, ast.NamedExpr, ast.Starred, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Await,
)  # fmt: skip


def inlined(text: str, sharing: bool = False) -> str:
    """The text of a kernel's module with its helpers inlined and removed; unchanged if there are
    none. sharing: let locals that are never needed at the same time share a name, so that the chip
    copies and stores less. Raises InlineError."""
    module = ast.parse(text)
    inliner = _Inliner(module)
    if not inliner.helpers:
        return text
    body: list[ast.stmt] = []
    for node in module.body:
        if not isinstance(node, ast.FunctionDef):
            body.append(node)
        elif node.name not in inliner.helpers:
            flat = inliner.flat(node)
            body.append(share_locals(flat) if sharing else flat)
    module.body = body
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def inlined_function(text: str, name: str) -> str | None:
    """The text of one function of a kernel's module with its helpers inlined, without decorators;
    None if it calls none. Raises InlineError."""
    inliner = _inliner(text)
    function = inliner.functions.get(name)
    if function is None or not any(map(inliner.is_call, walk(function.body))):
        return None
    flat = inliner.flat(function)
    flat.decorator_list = []
    return ast.unparse(ast.fix_missing_locations(flat))


@lru_cache(maxsize=4)
def _inliner(text: str) -> "_Inliner":
    """The inliner of a module of this text, which is asked for one function after another."""
    return _Inliner(ast.parse(text))


def _copied(tree: Any) -> Any:
    """A copy of a part of a syntax tree, made several times as fast as by `copy.deepcopy`."""
    if isinstance(tree, list):
        return [_copied(part) for part in tree]
    if not isinstance(tree, ast.AST) or not tree._fields:
        return tree  # a value, or a node such as ast.Load that is the same everywhere
    made = type(tree).__new__(type(tree))
    made.__dict__.update({name: _copied(part) for name, part in vars(tree).items()})
    return made


def _arguments(function: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in function.args.args]


def _foreign(function: ast.FunctionDef) -> set[str]:
    """The names that a function uses from its module."""
    return {*loaded(function.body)} - {*stored(function.body), *_arguments(function)}


class _Helper:
    """A helper whose own calls are inlined. results: number of values returned; expression: the
    returned one, if the helper has nothing else."""

    def __init__(self, function: ast.FunctionDef, body: list[ast.stmt]) -> None:
        self.name = function.name
        self.body = body
        self.arguments = _arguments(function)
        self.assigned = set(stored(body))
        self.uses = Counter(loaded(body))
        self.arrays = {
            node.value.id
            for node in walk(body)
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
        }
        returned = [node.value for node in walk(body) if isinstance(node, ast.Return)]
        counts = {_count(value) for value in returned}
        if len(counts) > 1:
            raise InlineError(
                function, f"{self.name} does not always return the same number of values"
            )
        self.results = next(iter(counts), 0)
        alone = len(body) == 1 and isinstance(body[0], ast.Return) and self.results == 1
        self.expression = returned[0] if alone else None


def _count(value: ast.expr | None) -> int:
    if value is None:
        return 0
    return len(value.elts) if isinstance(value, ast.Tuple) else 1


class _Inliner:
    """Inlines the helpers of one module. functions: all definitions by name; helpers: those of
    helpers."""

    def __init__(self, module: ast.Module) -> None:
        found = [node for node in module.body if isinstance(node, ast.FunctionDef)]
        self.functions = {node.name: node for node in found}
        self.helpers = {node.name: node for node in found if node.name.startswith("_")}
        self._foreign = {node.name: _foreign(node) for node in found}
        self._globals = {name for names in self._foreign.values() for name in names}
        self._made: dict[str, _Helper] = {}
        self._calling: list[str] = []
        self._used: set[str] = set()  # names used in the current function

    def flat(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """A function with the calls of helpers inlined."""
        made: ast.FunctionDef = _copied(function)
        own = {*_arguments(made), *stored(made.body)}
        for node in walk(made.body):
            if self.is_call(node):
                for name in sorted(self._foreign[_called(node)] & own):
                    raise InlineError(node, f"{name}, which {_called(node)} reads, is a local here")
        before, self._used = self._used, self._globals | own
        made.body = self._block(made.body)
        self._used = before
        return made

    def is_call(self, node: ast.AST) -> bool:
        """Whether a node calls a helper."""
        return isinstance(node, ast.Call) and _called(node) in self.helpers

    def _definition(self, call: ast.AST) -> ast.FunctionDef:
        return self.helpers[_called(call)]

    def _helper(self, call: ast.AST) -> _Helper:
        """The helper called."""
        name = _called(call)
        if name in self._calling:
            raise InlineError(call, f"{name} calls itself")
        if name not in self._made:
            function = self._definition(call)
            _check(function)
            self._calling.append(name)
            try:
                made = self.flat(function)
            finally:
                self._calling.pop()
            body = [node for node in made.body if not _is_text(node)]
            self._made[name] = _Helper(function, body)
        return self._made[name]

    def _fresh(self, name: str) -> str:
        """A similar name that is not used yet."""
        made, number = name, 2
        while made in self._used:
            made, number = f"{name}_{number}", number + 1
        self._used.add(made)
        return made

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [made for node in body for made in self._statement(node)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement with calls of helpers inlined, as one or more."""
        match node:
            case ast.Expr(value=ast.Call() as call) if self.is_call(call):
                return self._body_of(call, [])
            case ast.Assign(targets=[ast.Name(id=name)], value=call) if self._is_block(call):
                return self._body_of(call, [name])
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=call) if self._is_block(call):
                if all(isinstance(part, ast.Name) for part in parts):
                    return self._body_of(call, stored(parts))
            case ast.Assign(value=call) | ast.AugAssign(target=ast.Name(), value=call) if (
                self._is_block(call)
            ):
                first, node.value = self._value_of(call)
                return [*first, *self._simple(node)]
            case ast.Return(value=ast.expr() as call) if self._is_block(call):
                first, node.value = self._value_of(call)
                return [*first, node]
            case ast.If(test=call) if self._is_block(call):
                first, node.test = self._value_of(call)
                return [*first, *self._simple(node)]
            case ast.If(test=ast.UnaryOp(op=ast.Not(), operand=call)) if self._is_block(call):
                first, value = self._value_of(call)
                node.test = ast.copy_location(ast.UnaryOp(ast.Not(), value), call)
                return [*first, *self._simple(node)]
        return self._simple(node)

    def _simple(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement whose own expressions call only helpers that are expressions."""
        expressions = _Expressions(self)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, expressions.visit(value))
            elif field == "targets":
                setattr(node, field, [expressions.visit(target) for target in value])
            elif field in ("body", "orelse"):
                setattr(node, field, self._block(value))
        return [node]

    def _is_block(self, call: ast.AST) -> bool:
        """Whether a node calls a helper that is not an expression."""
        if not self.is_call(call):
            return False
        if self._helper(call).expression is None:
            return True
        helper, given = self._given(call)
        return any(self._twice(helper, given))

    def _twice(self, helper: _Helper, given: dict[str, ast.expr]) -> list[str]:
        """The arguments that an expression would evaluate more than once."""
        return [
            name for name, value in given.items() if helper.uses[name] > 1 and not _is_plain(value)
        ]

    def _value_of(self, call: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """The statements that compute a call's result, and the result."""
        helper = self._helper(call)
        names = [self._fresh("found") for _ in range(helper.results)]
        parts: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
        value = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
        return self._body_of(call, names), ast.copy_location(value, call)

    def _body_of(self, call: ast.expr, targets: list[str]) -> list[ast.stmt]:
        """A helper's body in place of a call, with its results in these names."""
        helper, names = self._given(call)
        if targets and len(targets) != helper.results:
            said = f"{helper.name} returns {helper.results} values, not {len(targets)}"
            raise InlineError(call, said)
        body: list[ast.stmt] = []
        for name in helper.arguments:
            if name in helper.assigned or not _is_plain(names[name]):
                if name in helper.arrays:
                    raise InlineError(call, f"{name} of {helper.name} is an array, and has no name")
                made = self._fresh(name)
                body.append(ast.Assign([ast.Name(made, ast.Store())], names[name]))
                names[name] = ast.Name(made, ast.Load())
        for name in sorted(helper.assigned - {*helper.arguments}):
            names[name] = ast.Name(self._fresh(name), ast.Load())
        inner = _Renamed(names).visit(ast.Module(_copied(helper.body), [])).body
        return [*body, *Returns(helper.name, call, targets, self._fresh).settled(inner)]

    def _given(self, call: ast.AST) -> tuple[_Helper, dict[str, ast.expr]]:
        """The helper called, and the values of its arguments."""
        assert isinstance(call, ast.Call)
        helper = self._helper(call)
        if call.keywords or len(call.args) != len(helper.arguments):
            raise InlineError(call, f"{helper.name} takes {len(helper.arguments)} arguments")
        values = [_Expressions(self).visit(_copied(value)) for value in call.args]
        return helper, dict(zip(helper.arguments, values, strict=True))

    def value(self, call: ast.Call) -> ast.expr:
        """The expression that replaces a call within an expression."""
        helper, given = self._given(call)
        if helper.expression is None:
            raise InlineError(call, f"{helper.name} is more than an expression: name its result")
        for name in self._twice(helper, given):
            raise InlineError(call, f"{helper.name} reads {name} more than once: name it")
        made: ast.expr = _Renamed(given).visit(_copied(helper.expression))
        return ast.copy_location(made, call)


def _called(call: ast.AST) -> str:
    match call:
        case ast.Call(func=ast.Name(id=name)):
            return name
    return ""


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_plain(value: ast.expr) -> bool:
    """Whether an expression can be repeated: a name or a number."""
    match value:
        case ast.Name() | ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
    return False


def _check(function: ast.FunctionDef) -> None:
    """Raise InlineError if a function does not meet the rules for helpers."""
    takes = function.args
    others = (takes.posonlyargs, takes.kwonlyargs, takes.defaults, takes.vararg, takes.kwarg)
    if any(others) or function.decorator_list:
        raise InlineError(function, f"{function.name} may only take plain arguments")
    for node in walk(function.body):
        strange = isinstance(node, ast.stmt) and not isinstance(node, _ALLOWED)
        if strange or isinstance(node, _FORBIDDEN):
            raise InlineError(node, f"{function.name} has a {type(node).__name__} in it")
        if isinstance(node, ast.For) and not (
            _called(node.iter) == "range" and isinstance(node.target, ast.Name)
        ):
            raise InlineError(node, f"{function.name} has a loop that is not over a range")


class _Expressions(ast.NodeTransformer):
    """Replaces calls by expressions."""

    def __init__(self, inliner: _Inliner) -> None:
        self._inliner = inliner

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self._inliner.is_call(node):
            return self._inliner.value(node)
        self.generic_visit(node)
        return node


class _Renamed(ast.NodeTransformer):
    """Replaces a helper's names by the values of a call, and removes branches that can then never
    run."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self._names.get(node.id, node)
        if isinstance(found, ast.Name):
            return ast.copy_location(ast.Name(found.id, node.ctx), node)
        value: ast.expr = _copied(found)
        return value

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        known = decided(node.test)
        if known is None:
            return node
        return (node.body if known else node.orelse) or ast.Pass()
