"""Run by the site's own Python during the build: compiles the modules that a board's start imports,
from Python's library and the board's archive. All lose comments, docstrings, and the annotations
that nothing reads at run time.

Compiled modules load in half the time but are twice as large.
"""

import ast
import marshal
import os
import sys
import zipfile
from importlib.util import MAGIC_NUMBER
from types import CodeType

SOURCES = "/sources"
BOARD = "board.zip"
# with the folders in which they are mounted
ARCHIVES = {"python_stdlib.zip": "/lib/python314.zip/", BOARD: "/board/"}
OURS = ("host_tools/", "lodeboard/")
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # not compared with a source, as there is none
EPOCH = (1980, 1, 1, 0, 0, 0)
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
DOCUMENTED = ast.Module | ast.ClassDef | FUNCTIONS


class Stripper(ast.NodeTransformer):
    """Strips what a running module does not need: docstrings, and annotations of functions and
    their variables. Those of classes stay (dataclasses read them), and those of functions that
    `functools.singledispatch` registers by their annotation."""

    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node, DOCUMENTED):
            match node.body:
                case [ast.Expr(value=ast.Constant(value=str())), *rest]:
                    node.body[:] = rest or ([] if isinstance(node, ast.Module) else [ast.Pass()])
        if isinstance(node, FUNCTIONS) and not any(map(registers, node.decorator_list)):
            node.returns = None
            node.body[:] = map(without_annotation, node.body)
            for one in ast.walk(node.args):
                if isinstance(one, ast.arg):
                    one.annotation = None
        return node


def registers(decorator: ast.expr) -> bool:
    """Whether a decorator is the `register` of a function that dispatches by annotation."""
    return isinstance(decorator, ast.Attribute) and decorator.attr == "register"


def without_annotation(statement: ast.stmt) -> ast.stmt:
    """An assignment without the annotation of its variable; any other statement as it is."""
    match statement:
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return ast.Assign(targets=[target], value=value)
    return statement


def stripped(source: bytes) -> ast.Module:
    """A module without what only its readers need. Its assertions stay."""
    tree = Stripper().visit(ast.parse(source))
    assert isinstance(tree, ast.Module)
    return ast.fix_missing_locations(tree)


def without_lines(code: CodeType) -> CodeType:
    """The code without its table of line numbers, a fifth of its size."""
    inner = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


def compiled(source: bytes, path: str, ours: bool) -> bytes:
    """The contents of a .pyc file. Tracebacks show line numbers only for `ours`."""
    code = compile(stripped(source), path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(code if ours else without_lines(code))


def imported() -> set[str]:
    """The files of all modules imported together with the board's."""
    folder = ARCHIVES[BOARD]
    with zipfile.ZipFile(f"{SOURCES}/{BOARD}") as archive:
        archive.extractall(folder)
    sys.path[:0] = [folder.rstrip("/"), f"{folder}libraries"]
    from host_tools.play.site import board, kernels  # noqa: F401, PLC0415 - they lie there only now

    return {str(getattr(module, "__file__", "")) for module in sys.modules.values()}


def convert(name: str, folder: str, wanted: set[str]) -> None:
    """Rewrite an archive uncompressed, with its `wanted` files compiled."""
    with zipfile.ZipFile(f"{SOURCES}/{name}") as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    made: dict[str, bytes] = {}
    for path, data in files.items():
        if path.endswith(".py") and f"{folder}{path}" in wanted:
            ours = path.startswith(OURS)
            made[f"{path}c"] = compiled(data, f"{folder}{path}", ours)
        elif path.endswith(".py"):
            made[path] = ast.unparse(stripped(data)).encode()
        else:
            made[path] = data
    with zipfile.ZipFile(f"{SOURCES}/{name}", "w") as archive:
        for path in sorted(made):
            archive.writestr(zipfile.ZipInfo(path, EPOCH), made[path])


def main() -> None:
    """Convert both archives."""
    wanted = imported()
    for name in os.listdir(SOURCES):
        convert(name, ARCHIVES[name], wanted)


main()
