"""Makes the kernels' viper twins, `*_kernel_viper.py`, from their plain sources.

A twin is the same text with other signatures: where a plain kernel takes any flat array,
viper takes the address of words of one size, and its integers are the chip's registers. So
nothing is written twice and nothing can drift apart:

    .venv/bin/python -m host_tools.build.viper            write them again after a change
    .venv/bin/python -m host_tools.build.viper --check    only say whether that is needed
"""

import argparse
import ast
import importlib
import io
import sys
import tokenize
from pathlib import Path

from host_tools.build.firmware import FIRMWARE

# Files in the firmware folder, and the signatures of the twins of their functions.
KERNELS = {
    "lodeboard/games/flip/search_kernel.py": {
        "flip_search": "state: ptr32, tables: ptr8, table: ptr16, budget: int",
    },
    "lodeboard/games/flip/book_kernel.py": {
        "flip_order": "state: ptr32, shapes: ptr8, weights: ptr8, budget: int",
        "flip_unpack": "state: ptr32, codes: ptr8, budget: int",
    },
    "lodeboard/games/xtic/search_kernel.py": {
        "xtic_search": "state: ptr32, table: ptr16, budget: int",
    },
    "lodeboard/sensing/kernel.py": {
        "deviate": "state: ptr32, raw: ptr16, zero: ptr16, gain: ptr16",
        "classify": "state: ptr32, codes: ptr8, now_ms: int",
        "feel": "state: ptr32, codes: ptr8, traces: ptr8, now_ms: int",
    },
    "lodeboard/lights/kernel.py": {
        "render": "state: ptr32, tables: ptr8, marks: ptr8, out: ptr8",
    },
}
HEAD = '''\
"""Machine code for the chip: the viper twin of {file}.

Made from that file by `python -m host_tools.build.viper`: change it, not this one. Names of
constants have an underscore here, so that they take no room on the board. What the code does
and what the words of `state` mean is told there. Only a port may import this: on a computer
there is no viper.
"""

import micropython
from micropython import const

'''
REMEDY = "Write the twins again with: .venv/bin/python -m host_tools.build.viper"


class TwinError(Exception):
    """The plain kernel is not in a form that a twin can be made of; the text says why."""


def twin_of(name: str) -> str:
    """The twin's path, from its source's."""
    return name.removesuffix(".py") + "_viper.py"


def make_twin(name: str, source: str, signatures: dict[str, str]) -> str:
    """The text of the viper twin of a plain kernel's module of that name."""
    lines = source.splitlines(keepends=True)
    values: dict[str, str] = {}  # of constants, as written
    functions: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=constant)], value=ast.Call(func=ast.Name(id="const"))
            ):
                values[constant] = ast.get_source_segment(source, node.value) or ""
            case ast.ImportFrom(module=str(module)) if module.startswith("lodeboard."):
                values.update(_imported(module, [alias.name for alias in node.names]))
            case ast.FunctionDef(name=function):
                functions[function] = node
    bodies = [
        _body(lines, functions.get(function), function, signatures) for function in signatures
    ]
    named = set().union(*map(_names, bodies))
    used = [constant for constant in values if constant in named]
    if any(f"_{constant}" in values for constant in used):
        raise TwinError("two constants differ by an underscore only")
    text = HEAD.format(file=name.rpartition("/")[2])
    text += "".join(f"{_private(constant)} = {values[constant]}\n" for constant in used)
    for body, (function, signature) in zip(bodies, signatures.items(), strict=True):
        text += f"\n\n@micropython.viper\ndef {function}({signature}) -> int:\n"
        text += _rename(body, set(used))
    return text


def _imported(module: str, names: list[str]) -> dict[str, str]:
    """The numbers among these names of another module of the firmware."""
    there = importlib.import_module(module)
    numbers = {name: getattr(there, name) for name in names}
    return {name: f"const({value})" for name, value in numbers.items() if isinstance(value, int)}


def _body(
    lines: list[str], node: ast.FunctionDef | None, name: str, signatures: dict[str, str]
) -> str:
    """The text of a function below its docstring."""
    if node is None:
        raise TwinError(f"there is no function {name}")
    names = [argument.arg for argument in node.args.args]
    if names != [argument.partition(":")[0] for argument in signatures[name].split(", ")]:
        raise TwinError(f"{name} takes {', '.join(names)}: the twin's signature does not fit")
    first = node.body[0]
    if ast.get_docstring(node) is None or first.end_lineno is None:
        raise TwinError(f"{name} has no docstring")
    return "".join(lines[first.end_lineno : node.end_lineno])


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


def check_twins(firmware: Path = FIRMWARE) -> str:
    """What is wrong with the twins as they lie there, "" for nothing."""
    wrong = []
    for name, signatures in KERNELS.items():
        try:
            made = make_twin(name, (firmware / name).read_text(encoding="utf-8"), signatures)
        except TwinError as error:
            wrong.append(f"{name}: {error}")
            continue
        twin = firmware / twin_of(name)
        if not twin.exists() or twin.read_text(encoding="utf-8") != made:
            wrong.append(f"{twin_of(name)} is not what {name} makes. {REMEDY}")
    return "\n".join(wrong)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="viper_twin", description="Make the viper twins.")
    parser.add_argument(
        "--check", action="store_true", help="only compare; status 1 if one differs"
    )
    if not parser.parse_args(arguments).check:
        for name, signatures in KERNELS.items():
            made = make_twin(name, (FIRMWARE / name).read_text(encoding="utf-8"), signatures)
            (FIRMWARE / twin_of(name)).write_text(made, encoding="utf-8")
    report = check_twins()
    print(report or f"{len(KERNELS)} twins are up to date")
    return 1 if report else 0


if __name__ == "__main__":
    sys.exit(main())
