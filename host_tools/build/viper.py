"""Kernels as viper: the same function, compiled to the chip's machine code.

A kernel is a module called `kernel` or `..._kernel`. Its public functions use integers and arrays
and take at most four arguments; calls of its private functions are inlined (see inline).
Annotations, which type checkers read too (see lodeboard.pointers), give the viper type of each
argument:

    def render(state: "ptr32", marks: "ptr8", now_ms: int) -> int:

The build removes the quotes of these annotations and adds viper's decorator. CPython runs the text
unchanged.
"""

import ast

_TYPES = frozenset({"ptr8", "ptr16", "ptr32", "int"})


class KernelError(Exception):
    """A kernel that viper could not run; the text says why."""


def is_kernel(name: str) -> bool:
    """Whether the firmware file of this name is a kernel."""
    return name.rpartition("/")[2] == "kernel.py" or name.endswith("_kernel.py")


def types_of(function: ast.FunctionDef) -> list[str]:
    """The viper types of the arguments of a kernel's function."""
    return [_type_of(function, argument) for argument in function.args.args]


def _type_of(function: ast.FunctionDef, argument: ast.arg) -> str:
    match argument.annotation:
        case ast.Constant(value=str(said)) | ast.Name(id=said) if said in _TYPES:
            return said
    raise KernelError(
        f"{function.name} has no type for {argument.arg}: {', '.join(sorted(_TYPES))}"
    )


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """The public functions of a kernel's module."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


def as_viper(text: str) -> str:
    """The text of a kernel's module for the chip. Raises KernelError."""
    lines = text.splitlines(keepends=True)
    found = functions(ast.parse(text))
    if not found:
        raise KernelError("there is no function in it")
    for function in reversed(found):
        for argument in reversed(function.args.args):
            note = argument.annotation
            said = _type_of(function, argument)
            if isinstance(note, ast.Constant):
                line = lines[note.lineno - 1]
                lines[note.lineno - 1] = (
                    line[: note.col_offset] + said + line[note.end_col_offset :]
                )
        lines.insert(function.lineno - 1, "@micropython.viper\n")
    return "".join(lines)
