"""Makes the search kernel's viper twin, `flip_kernel_viper.py`, from its plain source.

The twin is the same text with another signature: where the plain kernel takes any flat array,
viper takes the address of words of one size, and its integers are the chip's registers. So
nothing is written twice and nothing can drift apart:

    .venv/bin/python -m host_tools.viper_twin            write it again after a change
    .venv/bin/python -m host_tools.viper_twin --check    only say whether that is needed
"""

import argparse
import ast
import io
import sys
import tokenize
from pathlib import Path

from host_tools.firmware import FIRMWARE

SOURCE = "lodeboard/engine/flip_kernel.py"  # in the firmware folder
TWIN = "lodeboard/engine/flip_kernel_viper.py"
FUNCTION = "flip_search"
SIGNATURE = """\
@micropython.viper
def flip_search(state: ptr32, tables: ptr8, table: ptr16, budget: int) -> int:
"""
HEAD = '''\
"""The search kernel in the chip's machine code: the viper twin of flip_kernel.flip_search.

Made from flip_kernel.py by `python -m host_tools.viper_twin`: change that file, not this one.
Names of constants have an underscore here, so that they take no room on the board. What the
code does and what the words of `state` mean is told there. Only a port may import this: on a
computer there is no viper.
"""

import micropython
from micropython import const

'''
REMEDY = "Write it again with: .venv/bin/python -m host_tools.viper_twin"


class TwinError(Exception):
    """The plain kernel is not in a form that a twin can be made of; the text says why."""


def make_twin(source: str) -> str:
    """The text of the viper twin of a plain kernel's module."""
    lines = source.splitlines(keepends=True)
    constants: dict[str, ast.Assign] = {}
    function: ast.FunctionDef | None = None
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="const"))):
                constants[name] = node
            case ast.FunctionDef(name=name) if name == FUNCTION:
                function = node
    if function is None:
        raise TwinError(f"there is no function {FUNCTION}")
    names = [argument.arg for argument in function.args.args]
    if names != ["state", "tables", "table", "budget"]:
        raise TwinError(f"{FUNCTION} takes {', '.join(names)}: the twin's signature does not fit")
    first = function.body[0]
    if ast.get_docstring(function) is None or first.end_lineno is None:
        raise TwinError(f"{FUNCTION} has no docstring")
    body = "".join(lines[first.end_lineno : function.end_lineno])
    used = {name for name in _names(body) if name in constants}
    if any(f"_{name}" in constants for name in used):
        raise TwinError("two constants differ by an underscore only")
    text = HEAD
    for name, node in constants.items():
        if name in used:
            value = ast.get_source_segment(source, node.value)
            text += f"{_private(name)} = {value}\n"
    text += "\n\n" + SIGNATURE
    return text + _rename(body, used)


def _private(name: str) -> str:
    return name if name.startswith("_") else "_" + name


def _tokens(body: str) -> list[tokenize.TokenInfo]:
    # A block by itself is no program: one line before makes it one.
    return list(tokenize.generate_tokens(io.StringIO("if 1:\n" + body).readline))


def _names(body: str) -> set[str]:
    return {token.string for token in _tokens(body) if token.type == tokenize.NAME}


def _rename(body: str, names: set[str]) -> str:
    """The same text with an underscore before each of these names."""
    lines = body.splitlines(keepends=True)
    for token in reversed(_tokens(body)):
        if token.type == tokenize.NAME and token.string in names:
            row, start = token.start[0] - 2, token.start[1]
            line = lines[row]
            lines[row] = line[:start] + _private(token.string) + line[token.end[1] :]
    return "".join(lines)


def check_twin(firmware: Path = FIRMWARE) -> str:
    """What is wrong with the twin as it lies there, "" for nothing."""
    try:
        made = make_twin((firmware / SOURCE).read_text(encoding="utf-8"))
    except TwinError as error:
        return f"{SOURCE}: {error}"
    twin = firmware / TWIN
    if twin.exists() and twin.read_text(encoding="utf-8") == made:
        return ""
    return f"{TWIN} is not what {SOURCE} makes. {REMEDY}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="viper_twin", description="Make the search kernel's viper twin."
    )
    parser.add_argument("--check", action="store_true", help="only compare; status 1 if it differs")
    if not parser.parse_args(arguments).check:
        made = make_twin((FIRMWARE / SOURCE).read_text(encoding="utf-8"))
        (FIRMWARE / TWIN).write_text(made, encoding="utf-8")
    report = check_twin()
    print(report or f"{TWIN} is up to date")
    return 1 if report else 0


if __name__ == "__main__":
    sys.exit(main())
