"""Mutants of a source: those of Cosmic Ray's operators, and of one operator of this project."""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from parso.python.tree import Keyword

from host_tools.lab.mutate import places

# Replacements that a person could write by mistake. Others, such as an addition in place of `<`,
# fail in the first test that runs.
_COMPARISONS = {
    "Eq": ("NotEq",),
    "NotEq": ("Eq",),
    "Lt": ("LtE", "GtE"),
    "LtE": ("Lt", "Gt"),
    "Gt": ("GtE", "LtE"),
    "GtE": ("Gt", "Lt"),
    "Is": ("IsNot",),
    "IsNot": ("Is",),
}
_BINARY = {
    "Add": "Sub",
    "Sub": "Add",
    "Mul": "FloorDiv",
    "FloorDiv": "Mul",
    "Mod": "FloorDiv",
    "LShift": "RShift",
    "RShift": "LShift",
    "BitOr": "BitAnd",
    "BitAnd": "BitOr",
    "BitXor": "BitOr",
}
_REPLACED = (
    *(f"core/ReplaceComparisonOperator_{a}_{b}" for a, to in _COMPARISONS.items() for b in to),
    *(f"core/ReplaceBinaryOperator_{a}_{b}" for a, b in _BINARY.items()),
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceUnaryOperator_Delete_USub",
    "core/ReplaceUnaryOperator_Delete_Invert",
    "core/AddNot",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ExceptionReplacer",
    "core/NumberReplacer",
    "core/ZeroIterationForLoop",
)
_REMOVED = "RemoveStatement"
OPERATORS = (*_REPLACED, _REMOVED)
_TYPES_ONLY = "TYPE_CHECKING"
_GUARDS = ("frozen", "slots", "strict")  # arguments that change nothing in correct code

Place = tuple[int, int]  # line from 1, column from 0


@dataclass(frozen=True)
class Mutant:
    """One change of one file. `occurrence`: index among the places where the operator applies.
    `name` changes only with its statement, `around` only with its function (a statement outside
    functions stands for itself)."""

    module: str
    operator: str
    occurrence: int
    line: int
    name: str = ""
    around: str = ""


class RemoveStatement:
    """Removes a call, or an assignment to an attribute or a list item. Constructors keep theirs:
    nothing works without them."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Place, Place]]:
        if self._is_call(node) or self._is_kept_value(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        first = node.get_first_leaf()
        return Keyword("pass", first.start_pos, first.prefix)

    @staticmethod
    def _is_call(node: Any) -> bool:
        if node.type not in ("atom_expr", "power") or node.parent.type != "simple_stmt":
            return False
        last = node.children[-1]
        return bool(last.type == "trailer" and last.children[0].value == "(")

    @staticmethod
    def _is_kept_value(node: Any) -> bool:
        if node.type != "expr_stmt" or node.children[1].type == "annassign":
            return False
        above = node.parent
        while above is not None and above.type != "funcdef":
            above = above.parent
        constructs = above is None or above.name.value == "__init__"
        place = node.children[0].type in ("atom_expr", "power")
        counts = node.children[1].type == "operator" and node.children[1].value != "="
        return (place or counts) and not constructs


def _operator(name: str) -> Any:
    return RemoveStatement() if name == _REMOVED else get_operator(name)()


def _left_out(source: str) -> list[tuple[Place, Place]]:
    """Type annotations and guards, which have no effect at run time."""
    found: list[ast.expr | ast.stmt | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.returns)
        elif isinstance(node, ast.keyword) and node.arg in _GUARDS:
            found.append(node.value)
        elif isinstance(node, ast.If | ast.Assign):
            names = [node.test] if isinstance(node, ast.If) else node.targets
            if any(isinstance(name, ast.Name) and name.id == _TYPES_ONLY for name in names):
                found.append(node)
    return [_span(node) for node in found if node is not None]


def _span(node: ast.expr | ast.stmt) -> tuple[Place, Place]:
    end = node.end_lineno or node.lineno, node.end_col_offset or 0
    return (node.lineno, node.col_offset), end


def _is_data(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign | ast.AnnAssign)


def mutants(module: str, source: str, functions_only: bool = False) -> list[Mutant]:
    """All mutants of a file, in the order of the operators and of the source."""
    nodes = list(ast_nodes(get_ast(source)))
    left_out = _left_out(source)
    if functions_only:
        left_out += [_span(node) for node in ast.parse(source).body if _is_data(node)]
    found = []
    names: Counter[str] = Counter()
    for operator_name in OPERATORS:
        operator = _operator(operator_name)
        found_places = [place for node in nodes for place, _ in operator.mutation_positions(node)]
        for occurrence, place in enumerate(found_places):
            line = place[0]
            if not any(start <= place < end for start, end in left_out):
                name, around = _named(source, line)
                name = f"{name}: {operator_name.rpartition('/')[2]}"
                names[name] += 1
                name = f"{name} {names[name]}"
                found.append(Mutant(module, operator_name, occurrence, line, name, around))
    return found


def _named(source: str, line: int) -> tuple[str, str]:
    """The statement there, prefixed by its function; and a digest of that function's text."""
    text = places.lines(source, *places.statement(source, line))
    function = places.function(source, line)
    if function is None:
        return text, ""
    whole = places.lines(source, function.first, function.last)
    return f"{function.name}: {text}", hashlib.sha256(whole.encode()).hexdigest()[:16]


def mutated(mutant: Mutant, source: str) -> str | None:
    """The source with the change; None if the result is not valid Python, or is equivalent."""
    text: str = mutate_code(source, _operator(mutant.operator), mutant.occurrence)
    try:
        same = ast.dump(ast.parse(text)) == _dump(source)
    except SyntaxError:
        return None
    return None if same else text


@cache
def _dump(source: str) -> str:
    return ast.dump(ast.parse(source))


def changed_lines(source: str, text: str) -> tuple[str, str]:
    """The lines that a mutant changes: before and after, without the common parts."""
    before, after = source.splitlines(), text.splitlines()
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    return tuple(" ".join(" ".join(lines).split()) for lines in (before, after))  # type: ignore[return-value]
