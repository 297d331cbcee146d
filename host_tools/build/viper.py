"""Kernels as viper: the same function, compiled to the chip's machine code.

A kernel is a module called `kernel` or `..._kernel`. Its public functions know integers and arrays,
and take four arguments at most; the calls of its private ones are inlined (see inline). They say
themselves what each argument is to viper, by annotations that a type checker reads too (see
lodeboard.pointers):

    def render(state: "ptr32", marks: "ptr8", now_ms: int) -> int:

The build takes these annotations out of their quotes and puts viper's decorator in front. CPython
runs the text as it is written.
"""

import ast

_TYPES = frozenset({"ptr8", "ptr16", "ptr32", "int"})


class KernelError(Exception):
    """A kernel that viper could not run; the text says why."""


def is_kernel(name: str) -> bool:
    """Whether the firmware file of this name is a kernel."""
    return name.rpartition("/")[2] == "kernel.py" or name.endswith("_kernel.py")


def types_of(function: ast.FunctionDef) -> list[str]:
    """What viper takes each argument of a kernel's function for."""
    return [_type_of(function, argument) for argument in function.args.args]


def _type_of(function: ast.FunctionDef, argument: ast.arg) -> str:
    match argument.annotation:
        case ast.Constant(value=str(said)) | ast.Name(id=said) if said in _TYPES:
            return said
    raise KernelError(
        f"{function.name} does not say what {argument.arg} is: {', '.join(sorted(_TYPES))}"
    )


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a kernel's module that others call."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


def as_viper(text: str) -> str:
    """The text of a kernel's module for the chip. KernelError."""
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
