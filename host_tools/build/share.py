"""Lets locals of a kernel's function share a name if they are never needed at the same time.

Inlining gives each call its own locals, with copies to and from them. On the chip a copy costs two
instructions and a local a word of the stack. So a local and its copy are joined if no change of one
could affect the other, and then any other locals that do not overlap.
"""

import ast

from host_tools.build.flow import Flow


def share_locals(function: ast.FunctionDef) -> ast.FunctionDef:
    """A function that does the same with fewer locals and copies; the given one is modified."""
    arguments = function.args.args
    flow = Flow([argument.arg for argument in arguments], function.body)
    # An array keeps its type: viper knows the type of each local.
    arrays = {
        argument.arg
        for argument in arguments
        if isinstance(argument.annotation, ast.Constant) and argument.annotation.value != "int"
    }
    names = _Names(flow, {argument.arg for argument in arguments}, arrays)
    copies = [(step.depth, *step.copied) for step in flow.steps if step.copied]
    for _, to, of in sorted(copies, key=lambda copy: -copy[0]):
        names.join(to, of)
    for index, name in enumerate(flow.names):
        for earlier in flow.names[:index]:
            if names.join(earlier, name):
                break
    function.body = _Shared(names).block(function.body)
    return function


class _Names:
    """The final names of locals. `meet`: for each local, those that are needed when it is
    assigned."""

    def __init__(self, flow: Flow, arguments: set[str], arrays: set[str]) -> None:
        self._arguments = arguments
        self._order = {name: index for index, name in enumerate(flow.names)}
        self._name = {name: name for name in flow.names}
        self._meet: dict[str, set[str]] = {name: set() for name in flow.names}
        for name in arrays:
            self._meet_all(name, set(flow.names))
        for name in arguments:
            self._meet_all(name, arguments | set(flow.named(flow.entry.needed)))
        for step in flow.steps:
            needed = set(flow.named(step.needed_after | step.writes))
            for name in flow.named(step.writes):
                copied = {step.copied[1]} if step.copied else set()
                self._meet_all(name, needed - copied)

    def _meet_all(self, name: str, others: set[str]) -> None:
        for other in others - {name}:
            self._meet[name].add(other)
            self._meet[other].add(name)

    def of(self, name: str) -> str:
        """The final name of a local; other names are unchanged."""
        while self._name.get(name, name) != name:
            name = self._name[name]
        return name

    def join(self, one: str, other: str) -> bool:
        """Give two locals the same name if that is allowed."""
        one, other = self.of(one), self.of(other)
        if one == other or other in self._meet[one]:
            return one == other
        if self._order[other] < self._order[one]:
            one, other = other, one
        self._name[other] = one
        self._meet_all(one, self._meet[other])
        return True


class _Shared(ast.NodeTransformer):
    """Renames locals, and removes statements that then do nothing."""

    def __init__(self, names: _Names) -> None:
        self._names = names

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The remaining statements."""
        return ast.NodeTransformer.visit(self, ast.Module(body, [])).body or [ast.Pass()]

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self._names.of(node.id), node.ctx), node)

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Name(id=to)], value=ast.Name(id=of)) if to == of:
                return None
        return node

    def visit_Pass(self, _: ast.Pass) -> None:
        return None

    def visit_If(self, node: ast.If) -> ast.If | None:
        self.generic_visit(node)
        if not node.body and not node.orelse:
            return None
        if not node.body:
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
            node.body, node.orelse = node.orelse, []
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
