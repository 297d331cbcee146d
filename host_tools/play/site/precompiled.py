"""Run by the site's own Python during the build: compiles the modules that a board's start imports,
from Python's library and the board's archive, and strips comments and docstrings from the others.

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
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def without_docstrings(source: bytes) -> ast.Module:
    """The module as under python -OO, but with its assertions."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, DOCUMENTED):
            continue
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str())), *rest]:
                node.body[:] = rest or ([] if isinstance(node, ast.Module) else [ast.Pass()])
    return ast.fix_missing_locations(tree)


def without_lines(code: CodeType) -> CodeType:
    """The code without its table of line numbers, a fifth of its size."""
    inner = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


def compiled(source: bytes, path: str, ours: bool) -> bytes:
    """The contents of a .pyc file. Tracebacks show line numbers only for `ours`."""
    code = compile(without_docstrings(source), path, "exec", dont_inherit=True)
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
            made[path] = ast.unparse(without_docstrings(data)).encode()
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
