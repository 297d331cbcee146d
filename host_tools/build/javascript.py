"""Kernels as JavaScript: the same functions for a browser, on typed arrays.

An inlined kernel (see inline, viper) uses 32-bit integers, flat arrays, assignments, conditions and
loops. This translator supports only these and raises KernelError for anything else. Tests ensure
that no result of a kernel's arithmetic exceeds 32 bits, so JavaScript's numbers give the same
results.
"""

import ast
import json
from collections.abc import Mapping
from pathlib import Path

from host_tools.build.fold import Tree
from host_tools.build.inline import InlineError, inlined
from host_tools.build.viper import KernelError, functions, is_kernel, types_of

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "===",
    ast.NotEq: "!==",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.And: "&&",
    ast.Or: "||",
    ast.USub: "-",
    ast.Invert: "~",
    ast.Not: "!",
}
_TYPES = {"ptr8": "u8", "ptr16": "u16", "ptr32": "i32", "int": ""}
# Names that are reserved in JavaScript but not in Python.
_TAKEN = frozenset({"case", "default", "delete", "do", "function", "new", "switch", "this", "var"})


def game_kernels(firmware: Path) -> str:
    """A module with all kernels of the games, and `KERNELS`: for each function its module and
    the kind of each argument ("u8", "u16", "i32" for an array, "" for an integer). Raises
    KernelError."""
    tree = Tree(firmware)
    texts, kinds = [], {}
    for path in sorted(firmware.glob("lodeboard/games/*/*.py")):
        if not is_kernel(path.name):
            continue
        module = ".".join(path.relative_to(firmware).with_suffix("").parts)
        folded = tree.fold(path.read_text(encoding="utf-8"), module)
        try:
            found = functions(ast.parse(inlined(folded)))
            texts += [translated(function, tree.constants(module)) for function in found]
        except (InlineError, KernelError) as error:
            raise KernelError(f"{module}: {error}") from None
        for function in found:
            kinds[function.name] = [module, [_TYPES[kind] for kind in types_of(function)]]
    return "\n".join((*texts, f"export const KERNELS = {json.dumps(kinds)};", ""))


def translated(function: ast.FunctionDef, constants: Mapping[str, int]) -> str:
    """One function, exported. Raises KernelError."""
    return _Translator(function, constants).text()


class _Translator:
    def __init__(self, function: ast.FunctionDef, constants: Mapping[str, int]) -> None:
        self._function = function
        self._constants = constants
        self._arguments = [argument.arg for argument in function.args.args]
        names = {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self._locals = sorted(names - set(self._arguments))
        self._loops = 0
        self._left: list[str] = []  # targets of `break`: labels of blocks around the loops

    def text(self) -> str:
        arguments = ", ".join(map(_name, self._arguments))
        lines = [f"export function {self._function.name}({arguments}) {{"]
        if self._locals:
            lines.append(f"let {', '.join(f'{_name(each)} = 0' for each in self._locals)};")
        for node in self._function.body:
            lines += self._statement(node)
        return "\n".join([*lines, "}"])

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                return []
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                left = ", ".join(map(self._value, targets))
                return [f"[{left}] = [{', '.join(map(self._value, values))}];"]
            case ast.Assign(targets=targets, value=value):
                return [" = ".join([*map(self._value, targets), self._value(value)]) + ";"]
            case ast.AugAssign(target=target, op=operator, value=value):
                both = ast.BinOp(target, operator, value)
                return [f"{self._value(target)} = {self._value(both)};"]
            case ast.If(test=test, body=body, orelse=others):
                lines = [f"if ({self._value(test)}) {{", *self._block(body)]
                return [*lines, "} else {", *self._block(others), "}"] if others else [*lines, "}"]
            case ast.While(test=test, body=body, orelse=others):
                return self._loop(f"while ({self._value(test)}) {{", body, others)
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=bounds, keywords=[]),
                body=body,
                orelse=others,
            ):
                head = self._for(bounds)
                return self._loop(f"{head} {{ {_name(name)} = $at{self._loops};", body, others)
            case ast.Break():
                return [f"break {self._left[-1]};" if self._left[-1] else "break;"]
            case ast.Continue():
                return ["continue;"]
            case ast.Return(value=ast.expr() as value):
                return [f"return {self._value(value)};"]
        raise self._error(node)

    def _loop(self, head: str, body: list[ast.stmt], others: list[ast.stmt]) -> list[str]:
        """A loop; with an `else`, in a block as the target of `break`."""
        self._loops += 1
        block = f"$loop{self._loops}" if others else ""
        self._left.append(block)
        lines = [head, *self._block(body), "}"]
        self._left.pop()
        return [f"{block}: {{", *lines, *self._block(others), "}"] if others else lines

    def _for(self, bounds: list[ast.expr]) -> str:
        """The head of a loop with a separate counter, as the body may change the loop's
        variable."""
        first, end, step = "0", self._value(bounds[-1]), "1"
        if len(bounds) > 1:
            first, end = self._value(bounds[0]), self._value(bounds[1])
        if len(bounds) > 2:
            step = self._value(bounds[2])
        down = step.startswith(("-", "(-"))
        self._loops += 1
        counter, to = f"$at{self._loops}", f"$to{self._loops}"
        begin, go_on = (
            f"let {counter} = {first}, {to} = {end}",
            f"{counter} {'>' if down else '<'} {to}",
        )
        return f"for ({begin}; {go_on}; {counter} += {step})"

    def _block(self, body: list[ast.stmt]) -> list[str]:
        return [line for node in body for line in self._statement(node)]

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool(value)):
                return str(int(value))
            case ast.Constant(value=int(value)):
                return str(value)
            case ast.Name(id=name) if name in self._arguments or name in self._locals:
                return _name(name)
            case ast.Name(id=name) if name in self._constants:
                return f"({self._constants[name]})"
            case ast.Subscript(value=ast.Name(id=name), slice=ast.expr() as index):
                return f"{_name(name)}[{self._value(index)}]"
            case ast.UnaryOp(op=operator, operand=operand) if type(operator) in _OPERATORS:
                return f"({_OPERATORS[type(operator)]}{self._value(operand)})"
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return f"Math.imul({self._value(left)}, {self._value(right)})"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return f"Math.floor({self._value(left)} / {self._value(right)})"
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
                sign = _OPERATORS[type(operator)]
                return f"({self._value(left)} {sign} {self._value(right)})"
            case ast.BoolOp(op=operator, values=values):
                sign = _OPERATORS[type(operator)]
                return f"({f' {sign} '.join(map(self._value, values))})"
            case ast.Compare(left=left, ops=operators, comparators=others) if all(
                type(operator) in _OPERATORS for operator in operators
            ):
                pairs = zip((left, *others), operators, others, strict=False)
                found = [
                    f"{self._value(one)} {_OPERATORS[type(operator)]} {self._value(other)}"
                    for one, operator, other in pairs
                ]
                return f"({' && '.join(found)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self._value(test)} ? {self._value(body)} : {self._value(other)})"
        raise self._error(node)

    def _error(self, node: ast.AST) -> KernelError:
        where = f"{self._function.name}, line {getattr(node, 'lineno', '?')}"
        return KernelError(f"{where}: no JavaScript for {ast.unparse(node)}")


def _name(name: str) -> str:
    return f"{name}_" if name in _TAKEN else name
