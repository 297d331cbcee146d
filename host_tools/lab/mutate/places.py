"""Locates a source line: its statement and its function."""

import ast
from functools import cache
from typing import NamedTuple


class Span(NamedTuple):
    """First and last line; `name`: of a function, qualified by what contains it."""

    first: int
    last: int
    name: str = ""


def statement(source: str, line: int) -> tuple[int, int]:
    """First and last line of the smallest statement around a line; for a compound statement, its
    header."""
    return _smallest(_statements(source), line)[:2]


def in_function(source: str, line: int) -> bool:
    """Whether a statement that begins there is part of a function's body."""
    return any(first <= line <= last for first, last, _ in _bodies(source))


def uses(source: str, first: int, last: int) -> set[int]:
    """Lines of functions that use a name which these lines assign, such as a constant."""
    names = [node for node in ast.walk(_parsed(source)) if isinstance(node, ast.Name)]
    assigned = {
        name.id
        for name in names
        if isinstance(name.ctx, ast.Store) and first <= name.lineno <= last
    }
    return {
        name.lineno for name in names if name.id in assigned and in_function(source, name.lineno)
    }


def function(source: str, line: int) -> Span | None:
    """The innermost function whose header or body contains a line."""
    found = _smallest(_functions(source), line)
    return found if found.name else None


def text_of_test(source: str, name: str) -> str:
    """The source of a test, with its parameters; "" if it does not exist. `name`: as pytest names
    it, without the file."""
    wanted = name.partition("[")[0].replace("::", ".")
    for span in _functions(source):
        if span.name == wanted:
            return lines(source, span.first, span.last)
    return ""


def lines(source: str, first: int, last: int) -> str:
    """The source lines, with whitespace normalised."""
    return " ".join(" ".join(source.splitlines()[first - 1 : last]).split())


def _smallest(spans: tuple[Span, ...], line: int) -> Span:
    around = [span for span in spans if span.first <= line <= span.last]
    return min(around, key=lambda span: span.last - span.first, default=Span(line, line))


@cache
def _statements(source: str) -> tuple[Span, ...]:
    found = []
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            found.append(Span(node.lineno, max(last, node.lineno)))
    return tuple(found)


@cache
def _bodies(source: str) -> tuple[Span, ...]:
    return tuple(
        Span(node.body[0].lineno, node.end_lineno or 0)
        for node in ast.walk(_parsed(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@cache
def _functions(source: str) -> tuple[Span, ...]:
    found = []

    def visit(node: ast.AST, above: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = above
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{above}.{child.name}".removeprefix(".")
                first = min(
                    [child.lineno, *(decorator.lineno for decorator in child.decorator_list)]
                )
                if not isinstance(child, ast.ClassDef):
                    found.append(Span(first, child.end_lineno or child.lineno, inner))
            visit(child, inner)

    visit(_parsed(source), "")
    return tuple(found)


@cache
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)
