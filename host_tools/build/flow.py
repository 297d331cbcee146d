"""Finds which locals of a kernel's function are needed at the same time.

A kernel's function consists of assignments, conditions, and loops by `while` and over `range`. Its
statements become steps; each has the locals that it reads and writes, as bits of an integer, and
the steps that may follow.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field


@dataclass
class Step:
    """One step. copied: (to, from) if it copies one local to another; depth: number of loops around
    it; needed: the locals whose values this step or a later one reads."""

    reads: int
    writes: int
    depth: int
    following: list["Step"] = field(default_factory=list)
    copied: tuple[str, str] | None = None
    needed: int = 0

    @property
    def needed_after(self) -> int:
        """The locals whose values a later step reads."""
        found = 0
        for step in self.following:
            found |= step.needed
        return found


def stored(body: Iterable[ast.AST]) -> list[str]:
    """The locals that statements assign, in text order, with repetitions."""
    return [node.id for node in walk(body) if _is_name(node, ast.Store)]


def loaded(body: Iterable[ast.AST]) -> list[str]:
    """The names that statements read, with repetitions."""
    return [node.id for node in walk(body) if _is_name(node, ast.Load)]


def walk(body: Iterable[ast.AST]) -> Iterator["ast.Name"]:
    """Every node of these statements, in text order."""
    waiting = [*body][::-1]
    while waiting:
        node = waiting.pop()
        yield node  # type: ignore[misc]
        for name in reversed(node._fields):  # `ast.iter_child_nodes` takes twice as long
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                waiting.append(value)
            elif isinstance(value, list):
                waiting += [part for part in reversed(value) if isinstance(part, ast.AST)]


def _is_name(node: ast.AST, context: type[ast.expr_context]) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, context)


class Flow:
    """The steps of a function's body. names: its locals, arguments first; entry: its first step.
    Raises ValueError for a statement that kernels may not use."""

    def __init__(self, arguments: Sequence[str], body: Sequence[ast.stmt]) -> None:
        self.names = list(dict.fromkeys([*arguments, *stored(body)]))
        self.steps: list[Step] = []
        self._bits = {name: 1 << bit for bit, name in enumerate(self.names)}
        self._loops: list[tuple[Step, Step]] = []  # targets of `break` and `continue`
        self.entry = self._block(body, self._step([]))
        self._find_needed()

    def named(self, bits: int) -> list[str]:
        """The locals of these bits."""
        return [name for name in self.names if self._bits[name] & bits]

    def _find_needed(self) -> None:
        changed = True
        while changed:
            changed = False
            for step in self.steps:
                needed = step.reads | (step.needed_after & ~step.writes)
                changed = changed or needed != step.needed
                step.needed = needed

    def _step(self, reads: Iterable[ast.AST], *following: Step) -> Step:
        bits = 0
        for name in loaded(reads):
            bits |= self._bits.get(name, 0)
        made = Step(bits, 0, len(self._loops), list(following))
        self.steps.append(made)
        return made

    def _block(self, body: Sequence[ast.stmt], after: Step) -> Step:
        """The first step of statements that are followed by `after`."""
        for node in reversed(body):
            after = self._statement(node, after)
        return after

    def _statement(self, node: ast.stmt, after: Step) -> Step:
        match node:
            case ast.Assign() | ast.AugAssign():
                return self._assign(node, after)
            case ast.If(test=test, body=body, orelse=others):
                return self._step([test], self._block(body, after), self._block(others, after))
            case ast.While() | ast.For():
                return self._loop(node, after)
            case ast.Break():
                return self._loops[-1][0]
            case ast.Continue():
                return self._loops[-1][1]
            case ast.Return():
                return self._step([node])
            case ast.Expr() | ast.Pass():
                return self._step([node], after)
        raise ValueError(f"line {node.lineno}: {ast.unparse(node)} is not allowed in a kernel")

    def _assign(self, node: ast.Assign | ast.AugAssign, after: Step) -> Step:
        step = self._step([node], after)
        for name in stored([node]):
            step.writes |= self._bits[name]
        match node:
            case ast.AugAssign(target=ast.Name()):
                step.reads |= step.writes
            case ast.Assign(targets=[ast.Name(id=to)], value=ast.Name(id=of)) if of in self._bits:
                step.copied = to, of
        return step

    def _loop(self, node: ast.While | ast.For, after: Step) -> Step:
        end = self._block(node.orelse, after)
        head = self._step([node.test] if isinstance(node, ast.While) else [])
        self._loops.append((after, head))
        first = self._block(node.body, head)
        self._loops.pop()
        if isinstance(node, ast.While):
            forever = isinstance(node.test, ast.Constant) and node.test.value
            head.following = [first] if forever else [first, end]
            return head
        counting = self._step([], first)
        for name in stored([node.target]):
            counting.writes |= self._bits[name]
        head.following = [counting, end]
        return self._step([node.iter], head)
