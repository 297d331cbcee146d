"""Turns the returns of an inlined function into assignments."""

import ast
import operator
from collections.abc import Callable, Iterator

from host_tools.build.flow import loaded, walk

_COMPARISONS = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class InlineError(Exception):
    """A helper that cannot be inlined; the text has the line and the reason."""

    def __init__(self, node: ast.AST, reason: str) -> None:
        super().__init__(f"line {getattr(node, 'lineno', '?')}: {reason}")


class Returns:
    """Rewrites the body of a helper so that at its end the results are in `targets`, whichever
    `return` is reached. fresh: makes an unused name."""

    def __init__(
        self, name: str, call: ast.AST, targets: list[str], fresh: Callable[[str], str]
    ) -> None:
        self._name = name
        self._call = call
        self._targets = targets
        self._fresh = fresh

    def settled(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The body with assignments in place of returns. Raises InlineError."""
        for index, node in enumerate(body):
            rest = body[index + 1 :]
            if isinstance(node, ast.Return):
                return [*body[:index], *self._assigned(node)]
            if not _has_return(node):
                continue
            if isinstance(node, ast.If):
                return [*body[:index], self._branches(node, rest)]
            assert isinstance(node, ast.While | ast.For)
            return [*body[:index], self._loop(node, rest)]
        if self._targets and not (body and _forever(body[-1])):
            raise InlineError(self._call, f"not every path through {self._name} returns a value")
        return body

    def _branches(self, node: ast.If, rest: list[ast.stmt]) -> ast.If:
        """A condition with returns, and the statements after it."""
        if not rest or _ends(node.body):
            node.body, node.orelse = self.settled(node.body), self._rest(node.orelse + rest)
        elif _ends(node.orelse):
            node.body, node.orelse = self._rest(node.body + rest), self.settled(node.orelse)
        else:
            raise InlineError(node, f"a branch of {self._name} returns on only some paths")
        node.body = node.body or [ast.Pass()]
        return node

    def _rest(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return self.settled(body) if body or self._targets else []

    def _loop(self, node: ast.While | ast.For, rest: list[ast.stmt]) -> ast.stmt:
        """A loop with returns, and the statements after it as its `else`."""
        if node.orelse or any(isinstance(each, ast.Break) for each in _inside(node.body)):
            raise InlineError(node, f"a loop of {self._name} has both `return` and `break`")
        for inner in _inside(node.body):
            if isinstance(inner, ast.While | ast.For) and _has_return(inner):
                raise InlineError(inner, f"{self._name} returns from two loops at once")
        node.body = _Left(self._assigned).visit(ast.Module(node.body, [])).body
        node.orelse = [] if _endless(node) else self._rest(rest)
        return node

    def _assigned(self, node: ast.Return) -> list[ast.stmt]:
        """The statements that assign a return's values to the targets."""
        if not self._targets or node.value is None:
            return []
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        moves = [
            (target, value)
            for target, value in zip(self._targets, values, strict=True)
            if not (isinstance(value, ast.Name) and value.id == target)
        ]
        made: list[ast.stmt] = []
        later: list[ast.stmt] = []
        for index, (target, value) in enumerate(moves):
            if any(target in loaded([other]) for _, other in moves[index + 1 :]):
                temporary = self._fresh(target)
                made.append(_assign(temporary, value))
                later.append(_assign(target, ast.Name(temporary, ast.Load())))
            else:
                made.append(_assign(target, value))
        return [ast.copy_location(each, node) for each in (*made, *later)]


class _Left(ast.NodeTransformer):
    """Breaks out of a loop where its function would return."""

    def __init__(self, assigned: Callable[[ast.Return], list[ast.stmt]]) -> None:
        self._assigned = assigned

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        return [*self._assigned(node), ast.copy_location(ast.Break(), node)]


def decided(test: ast.expr) -> bool | None:
    """The value of a condition of constants; None for any other."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Compare(
            left=ast.Constant(value=int(one)),
            ops=[kind],
            comparators=[ast.Constant(value=int(other))],
        ) if type(kind) in _COMPARISONS:
            return bool(_COMPARISONS[type(kind)](one, other))
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            known = decided(inner)
            return None if known is None else not known
    return None


def _assign(target: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(target, ast.Store())], value)


def _has_return(node: ast.stmt) -> bool:
    return any(isinstance(each, ast.Return) for each in walk([node]))


def _inside(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a loop in which `break` leaves it, including nested loops themselves."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from _inside([*node.body, *node.orelse])
        elif isinstance(node, ast.While | ast.For):
            yield from _inside(node.orelse)


def _endless(node: ast.stmt) -> bool:
    return isinstance(node, ast.While) and decided(node.test) is True


def _forever(node: ast.stmt) -> bool:
    """Whether a loop never ends."""
    return _endless(node) and not any(
        isinstance(each, ast.Break)
        for each in _inside(node.body)  # type: ignore[attr-defined]
    )


def _ends(body: list[ast.stmt]) -> bool:
    """Whether nothing is run after these statements."""
    if not body:
        return False
    match body[-1]:
        case ast.Return():
            return True
        case ast.If(body=one, orelse=other):
            return _ends(one) and _ends(other)
        case ast.While() as loop:
            return _endless(loop) and _forever(loop)
    return False
